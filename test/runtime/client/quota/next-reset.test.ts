import { describe, expect, test } from 'vitest';
import { nextReset } from '../../../../templates/runtime/client/quota/quota-ledger.js';
import { openTables } from '../../read-rows.js';

const table = openTables(new URL('next-reset.yaml', import.meta.url));

const pacific = 'America/Los_Angeles';
const endOf = (zone: string, now: string): string => new Date(nextReset(zone, Date.parse(now))).toISOString();

describe('a day of a time zone', () => {
  test.each(table<[string, string, string, string]>('ends of days'))('%s ends at its midnight', (_, zone, now, end) => {
    expect(endOf(zone, now)).toBe(end);
  });

  test('ends within 25 hours, all through a year', () => {
    const wrong: string[] = [];
    for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2027, 0, 1); now += 11 * 3_600_000) {
      const hours = (nextReset(pacific, now) - now) / 3_600_000;
      if (hours <= 0 || hours > 25) wrong.push(new Date(now).toISOString());
    }
    expect(wrong).toEqual([]);
  });
});
