import { expect, test } from 'vitest';
import { openAnnex } from '../../shelf/open-annex.js';
import { runRows } from '../../shelf/run-rows.js';

runRows(new URL('profiles.yaml', import.meta.url), openAnnex);

const add = { token: 'ann', method: 'POST', body: { title: 'Tides' } };

test('a quota is renewed at midnight in the time zone of the service', async () => {
  const { emulator, call } = openAnnex({ profile: 'vendor' });
  // The clock begins at 00:00 UTC; the days of this service begin at 08:00 UTC.
  const spend = async (): Promise<readonly number[]> => [
    (await call('/books', add)).status,
    (await call('/books', add)).status,
  ];
  expect([...(await spend()), (await call('/books', add)).status]).toEqual([400, 400, 429]);
  emulator.clock.set(Date.UTC(2026, 0, 1, 8) - 2000);
  expect((await call('/books', add)).status).toBe(429);
  emulator.clock.set(Date.UTC(2026, 0, 1, 8));
  expect(await spend()).toEqual([400, 400]);
});

test('a connection that breaks before the call costs no quota', async () => {
  const { emulator, call } = openAnnex();
  emulator.faults.add({ operation: 'books.list', effect: { kind: 'disconnect' } });
  await expect(call('/books?id=a&key=k')).rejects.toThrow('fetch failed');
  expect(emulator.quota.operations).toEqual({});
});

test('quota can be measured since a mark, begins at zero after a reset, and is separate in forks', async () => {
  const { emulator, call } = openAnnex();
  await call('/books', add);
  const mark = emulator.quota.mark();
  await call('/books?id=a&key=k');
  const since = emulator.quota.since(JSON.parse(JSON.stringify(mark)));
  expect([since.units, since.operations]).toEqual([1, { 'books.list': { calls: 1, units: 1 } }]);
  expect(emulator.fork().quota.units).toBe(0);
  emulator.reset();
  expect(emulator.quota.units).toBe(0);
});

test('the header for ignored members lists at most ten, in characters that headers can have', async () => {
  const members = Array.from({ length: 12 }, (_, count) => [`member,${count}ä\n`, 1]);
  const body = { title: 'Tides', ...Object.fromEntries(members) };
  const { headers } = await openAnnex().call('/scrolls', { ...add, body });
  expect(headers.get('x-mock-ignored')?.split(', ')).toEqual([
    ...Array.from({ length: 10 }, (_, one) => `member?${one}??`),
    '...',
  ]);
});
