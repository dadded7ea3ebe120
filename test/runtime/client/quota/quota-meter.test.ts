import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, bearer, ConnectionError, createCore } from '@speccast/runtime/client';
import type { ClientOptions } from '@speccast/runtime/client';
import { dailyQuota, QuotaError, meterQuota } from '@speccast/runtime';
import type { QuotaBook, QuotaMeterOptions, QuotaSpending } from '@speccast/runtime';
import { core, errorOf, json, operation, script, service, writeOperation, type Step } from '../support.js';
import { gate, settle } from '../reuse/support.js';

const book: QuotaBook = {
  timeZone: 'America/Los_Angeles',
  limits: {
    default: [{ limit: 100, per: 'day' }],
    search: [{ limit: 2, per: 'day' }],
    inventory: [
      { limit: 3, per: 'minute' },
      { limit: 5, per: 'day' },
    ],
  },
  costs: { 'films.list': { cost: 1 }, 'films.insert': { cost: 50 }, 'films.search': { cost: 1, bucket: 'search' } },
};

const read = operation({ quota: { cost: 1 } });
const insert = writeOperation({ quota: { cost: 50 } });
const search = operation({ id: 'films.search', quota: { cost: 1, bucket: 'search' } });
const inventory = operation({ id: 'films.stock', quota: { cost: 1, bucket: 'inventory' } });
const free = operation({ id: 'films.free' });

/** Noon of 2026-11-21 in California. */
const noon = Date.UTC(2026, 10, 21, 20);
const midnight = Date.UTC(2026, 10, 22, 8);

function metered(options: QuotaMeterOptions = {}, client: ClientOptions = {}, ...steps: readonly Step[]) {
  const { fetch, requests } = script(...steps);
  const clock = { time: noon };
  const meter = meterQuota(book, options);
  const now = (): number => clock.time;
  const used = core({ fetch, clock: { now, sleep: async () => {} }, quota: meter, retry: 0, ...client });
  return { client: used, meter, requests, clock };
}

const refusal = (status: number, reason: string): Response =>
  json({ error: { code: status, message: 'no', errors: [{ reason }] } }, { status });

describe('a quota meter', () => {
  test('knows what there is, and what calls would cost, before anything is sent', () => {
    const { meter } = metered();
    expect(meter.used).toEqual({ default: 0, search: 0, inventory: 0 });
    expect(meter.remaining).toEqual({ default: 100, search: 2, inventory: 3 });
    expect(meter.estimate('films.insert', 3)).toBe(150);
    expect(meter.estimate(search)).toBe(1);
    expect(meter.estimate('films.free', 7)).toBe(0);
  });

  test('counts what calls cost, each in its bucket', async () => {
    const spent: QuotaSpending[] = [];
    const { client, meter } = metered({ onSpend: (one) => spent.push(one) });
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

  test('stops a call that would exceed a limit before anything is sent', async () => {
    const { client, meter, requests } = metered({ spent: { default: 60 } });
    const error = await errorOf(client.call(insert, { body: {} }));
    expect(error).toBeInstanceOf(QuotaError);
    expect(error).toMatchObject({
      name: 'QuotaError',
      operation: 'films.insert',
      reason: 'quotaExceeded',
      resetsAt: new Date(midnight),
      requestMayHaveBeenProcessed: false,
      message:
        'films.insert costs 50 of the quota `default` of 100 a day, which lasts until 2026-11-22T08:00:00.000Z and has too little left. Nothing was sent.',
    });
    expect(requests).toHaveLength(0);
    expect(meter.used['default']).toBe(60);
  });

  test('only warns if it is told to', async () => {
    const lines: string[] = [];
    const logger = { debug: () => {}, info: () => {}, warn: (line: string) => lines.push(line), error: () => {} };
    const { client, meter, requests } = metered({ stop: 'warn', spent: { search: 2 } }, { logger });
    await client.call(search, {});
    expect(requests).toHaveLength(1);
    expect(meter.used['search']).toBe(3);
    expect(meter.remaining['search']).toBe(0);
    expect(lines).toEqual([
      'films.search costs 1 of the quota `search` of 2 a day, which lasts until 2026-11-22T08:00:00.000Z and has too little left',
    ]);
  });

  test('begins anew at midnight in California, by the clock of the client', async () => {
    const { client, meter, clock } = metered({ spent: { search: 1 } });
    await client.call(search, {});
    clock.time = midnight - 1;
    expect((await errorOf(client.call(search, {}))).name).toBe('QuotaError');
    clock.time = midnight;
    await client.call(search, {});
    expect(meter.used['search']).toBe(1);
  });

  test('watches every window of a bucket', async () => {
    const { client, meter, clock } = metered();
    for (let count = 0; count < 3; count += 1) await client.call(inventory, {});
    expect(await errorOf(client.call(inventory, {}))).toMatchObject({ resetsAt: new Date(noon + 60_000) });
    clock.time += 60_000;
    await client.call(inventory, {});
    await client.call(inventory, {});
    expect(await errorOf(client.call(inventory, {}))).toMatchObject({ resetsAt: new Date(midnight) });
    expect(meter.used['inventory']).toBe(5);
  });

  test('is not overdrawn by calls in progress together', async () => {
    const held = gate();
    const { client, meter, requests } = metered({}, {}, async () => held.opened.then(() => json({})));
    const results = Promise.all([1, 2, 3, 4].map(async () => client.call(search, {}).result()));
    await settle();
    expect(meter.remaining['search']).toBe(0);
    held.open();
    expect((await results).map(({ ok }) => ok)).toEqual([true, true, false, false]);
    expect(requests).toHaveLength(2);
  });

  test('is shared by clients made of one another', async () => {
    const { client, meter } = metered();
    await client.call(read, {});
    await client.with({ auth: apiKey('key-two') }).call(read, {});
    expect(meter.used['default']).toBe(2);
  });

  test('goes on where an earlier one stopped, as far as nothing was reset', async () => {
    const first = metered();
    await first.client.call(insert, { body: {} });
    await first.client.call(inventory, {});
    const state = JSON.parse(JSON.stringify(first.meter));
    const second = metered({ state });
    second.clock.time = noon + 60_000;
    await second.client.call(free, {});
    await second.client.call(inventory, {});
    expect(second.meter.used).toMatchObject({ default: 50, inventory: 2 });
    expect(second.meter.toJSON().buckets['inventory']).toEqual([
      { per: 'day', used: 2, resetsAt: midnight },
      { per: 'minute', used: 1, resetsAt: noon + 120_000 },
    ]);
    const third = metered({ state });
    third.clock.time = midnight;
    await third.client.call(read, {});
    expect(third.meter.used['default']).toBe(1);
  });

  const limits: readonly { readonly given: QuotaMeterOptions['limits']; readonly want: object }[] = [
    { given: { default: 1_000_000 }, want: { default: 1_000_000, search: 2, inventory: 3 } },
    { given: { inventory: 2 }, want: { inventory: 2 } },
    { given: { inventory: [{ limit: 7, per: 'hour' }] }, want: { inventory: 7 } },
    { given: { own: 9 }, want: { own: 9 } },
  ];
  test.each(limits)('takes other limits: $given', ({ given, want }) => {
    expect(meterQuota(book, { limits: given }).remaining).toMatchObject(want);
  });

  test('counts what nothing limits', async () => {
    const { client, meter } = metered();
    await client.call(operation({ quota: { cost: 7, bucket: 'other' } }), {});
    expect([meter.used['other'], meter.remaining['other']]).toEqual([7, Infinity]);
  });
});

describe('what is counted', () => {
  test('every attempt that reached the service, rejected ones too', async () => {
    const { client, meter } = metered(
      {},
      { retry: 2 },
      refusal(503, 'backendError'),
      refusal(500, 'backendError'),
      json({}),
    );
    const { meta } = await client.call(read, {}).withResponse();
    expect(meta.quotaCost).toBe(3);
    expect(meter.used['default']).toBe(3);
    const other = metered({}, {}, refusal(400, 'invalid'));
    await errorOf(other.client.call(read, {}));
    expect(other.meter.used['default']).toBe(1);
  });

  test('a retry only as long as there is room for it', async () => {
    const { client, requests } = metered({}, { retry: 5 }, refusal(503, 'backendError'));
    expect((await errorOf(client.call(search, {}))).name).toBe('QuotaError');
    expect(requests).toHaveLength(2);
  });

  test('no request that was never sent', async () => {
    const needsKey = operation({ quota: { cost: 1 }, auth: ['apiKey'] });
    const needsToken = operation({ quota: { cost: 1 }, auth: ['oauth2'] });
    const { client, meter } = metered();
    await errorOf(client.call(needsKey, {}));
    await errorOf(client.call(read, { unknown: 1 }));
    const badToken = client.with({ auth: bearer(async () => Promise.reject(new Error('no token'))) });
    await errorOf(badToken.call(needsToken, {}));
    await errorOf(client.with({ middleware: [() => Promise.reject(new Error('own'))] }).call(read, {}));
    await client.with({ middleware: [async () => json({})] }).call(read, {});
    await errorOf(client.call(read, {}, { signal: AbortSignal.abort() }));
    expect(meter.used['default']).toBe(0);
    expect(meter.remaining['default']).toBe(100);
  });

  test('no request for which there was no connection, but one whose response was lost', async () => {
    const refused = metered({}, {}, Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    expect(await errorOf(refused.client.call(read, {}))).toBeInstanceOf(ConnectionError);
    expect(refused.meter.used['default']).toBe(0);
    const lost = metered({}, {}, Object.assign(new Error('lost'), { code: 'ECONNRESET' }));
    await errorOf(lost.client.call(read, {}));
    expect(lost.meter.used['default']).toBe(1);
  });

  test('an upload in pieces once', async () => {
    const piece = operation({
      quota: { cost: 50 },
      parameters: [{ name: 'Content-Range', in: 'header' }],
    });
    const { client, meter } = metered();
    await client.call(piece, {});
    await client.call(piece, { 'Content-Range': 'bytes 0-1/4' });
    await client.call(piece, { 'Content-Range': 'bytes */4' });
    expect(meter.used['default']).toBe(50);
  });

  test('everything, once the service says that the quota is spent', async () => {
    const quota = dailyQuota('America/Los_Angeles', ['quotaExceeded']);
    const { fetch, requests } = script(refusal(403, 'quotaExceeded'));
    const meter = meterQuota(book);
    const clock = { now: () => noon };
    const client = createCore({ ...service, quota }, { fetch, clock, quota: meter });
    expect(await errorOf(client.call(read, {}))).toMatchObject({ status: 403, resetsAt: new Date(midnight) });
    expect(meter.remaining).toMatchObject({ default: 0, search: 2 });
    expect((await errorOf(client.call(read, {}))).name).toBe('QuotaError');
    expect(requests).toHaveLength(1);
  });

  test('whatever the one who is told of it does', async () => {
    const { client, meter } = metered({
      onSpend: () => {
        throw new Error('mine');
      },
    });
    expect(await client.call(read, {})).toEqual({});
    expect(meter.used['default']).toBe(1);
  });
});

test('a meter shows nothing of a credential', async () => {
  const { client, meter } = metered({}, { auth: apiKey('secret-key') });
  await client.call(operation({ quota: { cost: 1 }, auth: ['apiKey'] }), {});
  expect([inspect(meter, { depth: 9, getters: true }), JSON.stringify(meter)].join()).not.toContain('secret');
});
