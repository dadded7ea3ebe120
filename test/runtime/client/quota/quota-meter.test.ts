import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, bearer } from '@speccast/runtime/client';
import type { ClientOptions } from '@speccast/runtime/client';
import { meterQuota } from '@speccast/runtime';
import type { QuotaBook, QuotaMeterOptions, QuotaSpending } from '@speccast/runtime';
import { readRows } from '../../../rows.js';
import {
  createTestCore,
  catchError,
  json,
  createOperation,
  scriptFetch,
  createWriteOperation,
  type Step,
} from '../support.js';

const book = readRows(import.meta.url).data<QuotaBook>('book');
const read = createOperation({ quota: { cost: 1 } });
const insert = createWriteOperation({ quota: { cost: 50 } });
const search = createOperation({ id: 'films.search', quota: { cost: 1, bucket: 'search' } });
const inventory = createOperation({ id: 'films.stock', quota: { cost: 1, bucket: 'inventory' } });
const free = createOperation({ id: 'films.free' });

/** Noon of 2026-11-21 in California, in milliseconds. */
const noon = Date.UTC(2026, 10, 21, 20);
const midnight = Date.UTC(2026, 10, 22, 8);

function createMeteredClient(options: QuotaMeterOptions = {}, client: ClientOptions = {}, ...steps: readonly Step[]) {
  const { fetch, requests } = scriptFetch(...steps);
  const clock = { time: noon };
  const meter = meterQuota(book, options);
  const now = (): number => clock.time;
  const used = createTestCore({ fetch, clock: { now, sleep: async () => {} }, quota: meter, retry: 0, ...client });
  return { client: used, meter, requests, clock };
}

describe('a quota meter', () => {
  test('has the used and remaining quota and the costs of calls before a request is sent', () => {
    const { meter } = createMeteredClient();
    expect(meter.used).toEqual({ default: 0, search: 0, inventory: 0 });
    expect(meter.remaining).toEqual({ default: 100, search: 2, inventory: 3 });
    expect(meter.estimate('films.insert', 3)).toBe(150);
    expect(meter.estimate(search)).toBe(1);
    expect(meter.estimate('films.free', 7)).toBe(0);
  });

  test('counts the costs of calls by bucket', async () => {
    const spent: QuotaSpending[] = [];
    const { client, meter } = createMeteredClient({ onSpend: (one) => spent.push(one) });
    await client.call(read, {});
    await client.call(insert, { body: {} });
    await client.call(search, {});
    await client.call(free, {});
    expect(meter.used).toEqual({ default: 51, search: 1, inventory: 0 });
    expect(meter.remaining).toEqual({ default: 49, search: 1, inventory: 3 });
    expect(spent).toEqual([
      { operation: 'films.list', bucket: 'default', cost: 1, remaining: 99 },
      { operation: 'films.insert', bucket: 'default', cost: 50, remaining: 49 },
      { operation: 'films.search', bucket: 'search', cost: 1, remaining: 1 },
    ]);
  });

  test('is reset at midnight in California, by the clock of the client', async () => {
    const { client, meter, clock } = createMeteredClient({ spent: { search: 1 } });
    await client.call(search, {});
    clock.time = midnight - 1;
    expect((await catchError(client.call(search, {}))).name).toBe('QuotaError');
    clock.time = midnight;
    await client.call(search, {});
    expect(meter.used['search']).toBe(1);
  });

  test('continues from a saved state, except for quotas that were reset since', async () => {
    const first = createMeteredClient();
    await first.client.call(insert, { body: {} });
    await first.client.call(inventory, {});
    const state = JSON.parse(JSON.stringify(first.meter));
    const second = createMeteredClient({ state });
    second.clock.time = noon + 60_000;
    await second.client.call(free, {});
    await second.client.call(inventory, {});
    expect(second.meter.used).toMatchObject({ default: 50, inventory: 2 });
    expect(second.meter.toJSON().buckets['inventory']).toEqual([
      { per: 'day', used: 2, resetsAt: midnight },
      { per: 'minute', used: 1, resetsAt: noon + 120_000 },
    ]);
    const third = createMeteredClient({ state });
    third.clock.time = midnight;
    await third.client.call(read, {});
    expect(third.meter.used['default']).toBe(1);
  });
});

describe('a quota meter counts', () => {
  test('no requests that were not sent', async () => {
    const needsKey = createOperation({ quota: { cost: 1 }, auth: ['apiKey'] });
    const needsToken = createOperation({ quota: { cost: 1 }, auth: ['oauth2'] });
    const { client, meter } = createMeteredClient();
    await catchError(client.call(needsKey, {}));
    await catchError(client.call(read, { unknown: 1 }));
    const badToken = client.with({ auth: bearer(async () => Promise.reject(new Error('no token'))) });
    await catchError(badToken.call(needsToken, {}));
    await catchError(client.with({ middleware: [() => Promise.reject(new Error('own'))] }).call(read, {}));
    await client.with({ middleware: [async () => json({})] }).call(read, {});
    await catchError(client.call(read, {}, { signal: AbortSignal.abort() }));
    expect(meter.used['default']).toBe(0);
    expect(meter.remaining['default']).toBe(100);
  });

  test('also if `onSpend` throws', async () => {
    const { client, meter } = createMeteredClient({
      onSpend: () => {
        throw new Error('mine');
      },
    });
    expect(await client.call(read, {})).toEqual({});
    expect(meter.used['default']).toBe(1);
  });
});

test('a meter contains no credential', async () => {
  const { client, meter } = createMeteredClient({}, { auth: apiKey('secret-key') });
  await client.call(createOperation({ quota: { cost: 1 }, auth: ['apiKey'] }), {});
  expect([inspect(meter, { depth: 9, getters: true }), JSON.stringify(meter)].join()).not.toContain('secret');
});
