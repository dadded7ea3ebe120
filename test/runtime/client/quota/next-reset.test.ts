import { describe, expect, test } from 'vitest';
import { createCore } from '@speccast/runtime/client';
import { dailyQuota } from '@speccast/runtime';
import { readRows } from '../../../rows.js';
import { catchError, json, createOperation, scriptFetch, service } from '../support.js';

const { rows: table } = readRows(new URL('next-reset.yaml', import.meta.url));

/** Returns the reset time in the error of a call whose quota is spent at `now`. */
async function readReset(zone: string, now: number): Promise<Date> {
  const { fetch } = scriptFetch(json({ error: { errors: [{ reason: 'spent' }] } }, { status: 403 }));
  return Reflect.get(
    await catchError(
      createCore(service, { fetch, clock: { now: () => now } }, [dailyQuota(zone, ['spent'])]).call(
        createOperation(),
        {},
      ),
    ),
    'resetsAt',
  );
}

describe('a day of a time zone', () => {
  test.each(table<[string, string, string, string]>('ends of days'))('%s ends at its midnight', async (...row) => {
    const [, zone, now, end] = row;
    expect((await readReset(zone, Date.parse(now))).toISOString()).toBe(end);
  });

  test('ends within 25 hours, at any time of a year', async () => {
    const wrong: string[] = [];
    for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2027, 0, 1); now += 11 * 3_600_000) {
      const hours = (Number(await readReset('America/Los_Angeles', now)) - now) / 3_600_000;
      if (!(hours > 0 && hours <= 25)) wrong.push(new Date(now).toISOString());
    }
    expect(wrong).toEqual([]);
  });
});
