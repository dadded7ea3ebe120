import { expect, test } from 'vitest';
import { joinIds, meterQuota, revalidate, shareReads } from '@speccast/runtime';
import { createTestCore, catchError, json, scriptFetch } from '../support.js';
import { flushTasks } from '../support.js';
import { readFilmIds, list, respondToLookUp } from './support.js';

const book = { timeZone: 'UTC', limits: { default: [{ limit: 3, per: 'day' as const }] }, costs: {} };

/** Creates a service that responds to look-ups with an ETag, and with 304 if it is sent back. */
function createService() {
  return scriptFetch(async (request) => {
    const etag = `"${readFilmIds(request).join('-')}"`;
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 });
    return json(await respondToLookUp(request).json(), { headers: { etag } });
  });
}

test('a joined request is sent once, revalidated once and metered once', async () => {
  const { fetch, requests } = createService();
  const quota = meterQuota(book);
  const client = createTestCore({ fetch, joinIds: joinIds(), shareReads: shareReads(), cache: revalidate(), quota });
  const lookUps = async () =>
    Promise.all([['a'], ['b'], ['a'], ['c', 'a']].map(async (id) => client.call(list, { id }).withResponse()));
  const first = await lookUps();
  const second = await lookUps();
  expect(requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"a-b-c"']);
  expect(second.map(({ data }) => data)).toEqual(first.map(({ data }) => data));
  expect(second.map(({ meta }) => [meta.fromCache, meta.quotaCost])).toEqual([
    [true, 1],
    [true, 0],
    [true, 0],
    [true, 0],
  ]);
  expect(quota.used['default']).toBe(2);
});

test('shared reads that exceed the quota all fail, and none is sent', async () => {
  const { fetch, requests } = createService();
  const quota = meterQuota(book, { spent: { default: 3 } });
  const client = createTestCore({ fetch, shareReads: shareReads(), cache: revalidate(), quota });
  const errors = await Promise.all([catchError(client.call(list, {})), catchError(client.call(list, {}))]);
  expect(errors.map(({ name }) => name)).toEqual(['QuotaError', 'QuotaError']);
  expect(requests).toHaveLength(0);
});

test('no rejection is unhandled when all callers abort', async () => {
  const unhandled: unknown[] = [];
  const record = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', record);
  const { fetch } = scriptFetch(
    (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(new Error('gone')));
      }),
  );
  const client = createTestCore({
    fetch,
    shareReads: shareReads(),
    joinIds: joinIds({ max: 1 }),
    cache: revalidate(),
    quota: meterQuota(book),
  });
  const stop = new AbortController();
  const ends = [['a'], ['a', 'b'], ['b']].map((id) => catchError(client.call(list, { id }, { signal: stop.signal })));
  await flushTasks();
  stop.abort();
  expect((await Promise.all(ends)).map(({ name }) => name)).toEqual(Array(3).fill('AbortedError'));
  await flushTasks();
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
});
