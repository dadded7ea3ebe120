import { expect, test } from 'vitest';
import { openExchange } from '../../../templates/emulator/engine/exchange.js';
import { Quota } from '../../../templates/emulator/engine/quota.js';
import { createClock } from '../../../templates/emulator/engine/clock.js';
import type { EmulatorPlan } from '@speccast/emulator';
import { openShelf, shelfPlan } from './shelf.js';

const costs = { 'books.insert': { cost: 50 }, 'books.list': { cost: 1 }, 'books.get': { cost: 2, bucket: 'reads' } };
const limits = { default: [{ limit: 101, per: 'day' }], reads: [{ limit: 5, per: 'minute' }] } as const;

const plan: EmulatorPlan = {
  ...shelfPlan,
  quota: { limits, timeZone: 'America/Los_Angeles' },
  operations: shelfPlan.operations.map((one) => {
    const quota = Object.entries(costs).find(([id]) => id === one.operation.id)?.[1];
    return quota === undefined ? one : { ...one, operation: { ...one.operation, quota } };
  }),
};

const add = { token: 'ann', method: 'POST', body: { title: 'Tides' } };

test('it counts what calls cost, rejected ones too, by bucket and by operation', async () => {
  const { emulator, call } = openShelf({}, plan);
  await call('/books?id=a&key=k');
  await call('/books', add);
  await call('/books/a?key=k');
  expect(emulator.quota).toMatchObject({
    calls: 3,
    units: 53,
    buckets: { default: { units: 51, limits: limits.default }, reads: { units: 2, limits: limits.reads } },
    operations: {
      'books.list': { calls: 1, units: 1 },
      'books.insert': { calls: 1, units: 50 },
      'books.get': { calls: 1, units: 2 },
    },
  });
});

test('what has no good credential, or leads nowhere, costs nothing', async () => {
  const { emulator, call } = openShelf({}, plan);
  await call('/books?id=a');
  await call('/books?id=a&key=invalid');
  await call('/nothing?key=k');
  expect([emulator.quota.calls, emulator.quota.units]).toEqual([0, 0]);
});

test('faults cost what the service would ask for; a connection that breaks before costs nothing', async () => {
  const { emulator, call } = openShelf({}, plan);
  emulator.faults.add({ operation: 'books.list', hits: { nth: 1 }, effect: { kind: 'fail', status: 503 } });
  emulator.faults.add({ operation: 'books.list', hits: { nth: 2 }, effect: { kind: 'disconnect' } });
  await call('/books?id=a&key=k');
  await expect(call('/books?id=a&key=k')).rejects.toThrow('fetch failed');
  expect(emulator.quota.operations).toEqual({ 'books.list': { calls: 1, units: 1 } });
});

test('a test can ask for its own costs; a reset begins anew; forks count for themselves', async () => {
  const { emulator, call } = openShelf({}, plan);
  await call('/books', add);
  const mark = emulator.quota.mark();
  await call('/books?id=a&key=k');
  const since = emulator.quota.since(JSON.parse(JSON.stringify(mark)));
  expect([since.units, since.operations]).toEqual([1, { 'books.list': { calls: 1, units: 1 } }]);
  expect(emulator.fork().quota.units).toBe(0);
  emulator.reset();
  expect(emulator.quota.units).toBe(0);
});

test('a request is counted once, and the bucket that has no room for it is named until it is whole again', () => {
  const clock = createClock();
  const quota = new Quota(plan, clock);
  const insert = plan.operations.find(({ operation }) => operation.id === 'books.insert');
  if (insert === undefined) throw new Error('the shelf takes books');
  const exchange = () => Object.assign(openExchange(new Request('https://shelf.test/')), { plan: insert });
  const first = exchange();
  expect([quota.spend(first), quota.spend(first), quota.calls]).toEqual([undefined, undefined, 1]);
  expect(quota.spend(exchange())).toBeUndefined();
  // The clock begins at midnight of Greenwich; days of this service begin at 8 o'clock there.
  const resetsAt = Date.UTC(2026, 0, 1, 8);
  expect(quota.spend(exchange())).toMatchObject({ bucket: 'default', limit: 101, per: 'day', used: 150, resetsAt });
  clock.set(resetsAt);
  expect(quota.spend(exchange())).toBeUndefined();
});
