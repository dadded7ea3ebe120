import { describe, expect, test } from 'vitest';
import { nextReset } from '../../../../templates/runtime/client/quota/quota-ledger.js';

const pacific = 'America/Los_Angeles';
const endOf = (zone: string, now: string): string => new Date(nextReset(zone, Date.parse(now))).toISOString();

describe('a day of a time zone', () => {
  test.each<[string, string, string, string]>([
    ['in winter', pacific, '2026-01-15T12:00:00Z', '2026-01-16T08:00:00.000Z'],
    ['in summer', pacific, '2026-07-15T12:00:00Z', '2026-07-16T07:00:00.000Z'],
    ['late in the evening', pacific, '2026-07-15T06:59:59.999Z', '2026-07-15T07:00:00.000Z'],
    ['at its first moment', pacific, '2026-07-15T07:00:00Z', '2026-07-16T07:00:00.000Z'],
    ['of 23 hours, before', pacific, '2026-03-08T09:00:00Z', '2026-03-09T07:00:00.000Z'],
    ['of 23 hours, after', pacific, '2026-03-08T11:00:00Z', '2026-03-09T07:00:00.000Z'],
    ['before 23 hours', pacific, '2026-03-08T07:59:00Z', '2026-03-08T08:00:00.000Z'],
    ['of 25 hours, before', pacific, '2026-11-01T07:30:00Z', '2026-11-02T08:00:00.000Z'],
    ['of 25 hours, after', pacific, '2026-11-01T20:00:00Z', '2026-11-02T08:00:00.000Z'],
    ['before 25 hours', pacific, '2026-11-01T06:59:00Z', '2026-11-01T07:00:00.000Z'],
    ['in UTC', 'UTC', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
    ['ahead of UTC', 'Pacific/Kiritimati', '2026-05-01T11:00:00Z', '2026-05-02T10:00:00.000Z'],
    ['with half hours', 'Asia/Kolkata', '2026-05-01T00:00:00Z', '2026-05-01T18:30:00.000Z'],
    // Clocks go from 0:00 to 1:00: the day has no midnight.
    ['without midnight', 'Africa/Cairo', '2026-04-24T10:00:00Z', '2026-04-24T21:00:00.000Z'],
    ['before one without', 'Africa/Cairo', '2026-04-23T21:30:00Z', '2026-04-23T22:00:00.000Z'],
    // Clocks go from 1:00 back to 0:00: midnight comes twice, the first one counts.
    ['with two midnights', 'America/Havana', '2026-11-01T05:30:00Z', '2026-11-02T05:00:00.000Z'],
  ])('%s ends at its midnight', (_, zone, now, end) => {
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
