import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openShelf, shelfPlan } from '../../shelf/open-shelf.js';
import type { TestResponse } from '../../shelf/open-shelf.js';

/** Opens a shelf. With `fresh`, each request differs in its `Accept` header, so that no response is taken from the cache. */
function openRepeatingShelf(fresh: boolean) {
  const shelf = openShelf();
  let requests = 0;
  const call: typeof shelf.call = (path, sent = {}) => {
    requests += 1;
    const accept = fresh ? `application/json;x=${requests}` : 'application/json';
    return shelf.call(path, { ...sent, headers: { accept, ...sent.headers } });
  };
  return { ...shelf, call };
}

/** Returns the parts of a response that a caller can read. */
function readVisible({ status, headers, body }: TestResponse): object {
  return { status, headers: [...headers], body };
}

async function playHistory(fresh: boolean, seed: number): Promise<readonly object[]> {
  const { emulator, call } = openRepeatingShelf(fresh);
  const numbers = fc.sample(fc.nat(), { seed, numRuns: 300 });
  const next = (): number => numbers.pop() ?? 0;
  const tokens = ['ann', 'bob'];
  const ids: string[] = [];
  const shelves = tokens.map((token) => {
    const { ownId } = emulator.as(token);
    return String(emulator.state['shelves']?.list().find((row) => row['ownerId'] === ownId)?.['id']);
  });
  const results: object[] = [];
  for (let step = 0; step < 40; step += 1) {
    const who = next() % 2;
    const token = tokens[who] ?? '';
    const id = ids[next() % Math.max(1, ids.length)] ?? 'none';
    const kind = next() % 4;
    const body = { title: `Title ${step}`, status: next() % 3 === 0 ? 'hidden' : 'public' };
    if (kind === 0) {
      const inserted = await call('/books', { token, method: 'POST', body: { ...body, shelfId: shelves[who] } });
      ids.push(String(inserted.body['id']));
    } else if (kind === 1)
      results.push(readVisible(await call('/books', { token, method: 'PUT', body: { ...body, id } })));
    else if (kind === 2 && next() % 3 === 0)
      results.push(readVisible(await call(`/books?id=${id}`, { token, method: 'DELETE' })));
    else if (kind === 3 && next() % 8 === 0) emulator.reset();
    const paths = [`/books/${id}`, `/books?shelfId=${shelves[0]}&maxResults=2`, '/books?mine=true', `/books?id=${id}`];
    for (const path of paths)
      for (let again = 0; again < 3; again += 1) results.push(readVisible(await call(path, { token })));
  }
  const entries = emulator.journal.map(({ requestHeaders, ...entry }) => ({
    ...entry,
    // Durations differ in each run.
    durationMs: 0,
    names: Object.keys(requestHeaders),
  }));
  return [...results, ...entries, emulator.quota.operations, emulator.coverage()];
}

describe('a repeated read', () => {
  test.each([1, 2, 3])('has the response that it would have without a cache (history %i)', async (seed) => {
    expect(await playHistory(false, seed)).toEqual(await playHistory(true, seed));
  });

  test('has the response of the world that it names', async () => {
    const { emulator, call } = openRepeatingShelf(false);
    const read = (world?: string): Promise<TestResponse> =>
      call('/books?mine=true', { token: 'ann', headers: world === undefined ? {} : { 'x-mock-world': world } });
    for (let again = 0; again < 3; again += 1) for (const world of [undefined, 'one', 'two']) await read(world);
    const { ownId } = emulator.world('one').as('ann');
    const shelfId = emulator
      .world('one')
      .state['shelves']?.list()
      .find((row) => row['ownerId'] === ownId)?.['id'];
    const body = { shelfId, title: 'Tides' };
    await call('/books', { token: 'ann', method: 'POST', body, headers: { 'x-mock-world': 'one' } });
    const counts = [];
    for (const world of [undefined, 'one', 'two']) counts.push((await read(world)).body['items']);
    expect(counts).toEqual([[], [expect.objectContaining({ title: 'Tides' })], []]);
  });

  test('is compared with `If-None-Match` each time', async () => {
    const { call } = openRepeatingShelf(false);
    for (let again = 0; again < 3; again += 1) await call('/books?mine=true', { token: 'ann' });
    const { headers } = await call('/books?mine=true', { token: 'ann' });
    const known = { 'if-none-match': String(headers.get('etag')) };
    expect((await call('/books?mine=true', { token: 'ann', headers: known })).status).toBe(304);
    expect((await call('/books?mine=true', { token: 'ann' })).status).toBe(200);
  });

  test('runs a capability each time, which may depend on anything', async () => {
    let runs = 0;
    const operations = shelfPlan.operations.map((one) =>
      one.operation.id === 'books.get' ? { ...one, behaviour: { action: { perform: 'count' } } } : one,
    );
    const count = () => ({ kind: 'json', body: { runs: (runs += 1) } }) as const;
    const { call } = openShelf({}, { ...shelfPlan, operations, capabilities: { count } });
    for (let again = 0; again < 4; again += 1) await call('/books/any', { token: 'ann' });
    expect((await call('/books/any', { token: 'ann' })).body).toEqual({ runs: 5 });
  });
});
