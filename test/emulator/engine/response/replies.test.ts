import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openShelf, shelfPlan } from '../../shelf/open-shelf.js';
import type { TestResponse } from '../../shelf/open-shelf.js';

/** Asks for the same thing again and again; `fresh` makes each request differ in a header that changes nothing. */
function openReader(fresh: boolean) {
  const shelf = openShelf();
  let asked = 0;
  const call: typeof shelf.call = (path, sent = {}) => {
    asked += 1;
    const accept = fresh ? `application/json;x=${asked}` : 'application/json';
    return shelf.call(path, { ...sent, headers: { accept, ...sent.headers } });
  };
  return { ...shelf, call };
}

/** What a caller sees of a response. */
function seen({ status, headers, body }: TestResponse): object {
  return { status, headers: [...headers], body };
}

async function play(fresh: boolean, seed: number): Promise<readonly object[]> {
  const { emulator, call } = openReader(fresh);
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
      const made = await call('/books', { token, method: 'POST', body: { ...body, shelfId: shelves[who] } });
      ids.push(String(made.body['id']));
    } else if (kind === 1) results.push(seen(await call('/books', { token, method: 'PUT', body: { ...body, id } })));
    else if (kind === 2 && next() % 3 === 0)
      results.push(seen(await call(`/books?id=${id}`, { token, method: 'DELETE' })));
    else if (kind === 3 && next() % 8 === 0) emulator.reset();
    const paths = [`/books/${id}`, `/books?shelfId=${shelves[0]}&maxResults=2`, '/books?mine=true', `/books?id=${id}`];
    for (const path of paths)
      for (let again = 0; again < 3; again += 1) results.push(seen(await call(path, { token })));
  }
  const told = emulator.journal.map(({ requestHeaders, ...entry }) => ({
    ...entry,
    // How long a response took is another time each time.
    durationMs: 0,
    names: Object.keys(requestHeaders),
  }));
  return [...results, ...told, emulator.quota.operations, emulator.coverage()];
}

describe('a read that comes again', () => {
  test.each([1, 2, 3])('is answered as if it had not come before (history %i)', async (seed) => {
    expect(await play(false, seed)).toEqual(await play(true, seed));
  });

  test('is answered from the world that it names', async () => {
    const { emulator, call } = openReader(false);
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

  test('is compared with the tag of the request each time', async () => {
    const { call } = openReader(false);
    for (let again = 0; again < 3; again += 1) await call('/books?mine=true', { token: 'ann' });
    const { headers } = await call('/books?mine=true', { token: 'ann' });
    const known = { 'if-none-match': String(headers.get('etag')) };
    expect((await call('/books?mine=true', { token: 'ann', headers: known })).status).toBe(304);
    expect((await call('/books?mine=true', { token: 'ann' })).status).toBe(200);
  });

  test('runs each time if it is a capability, which may depend on anything', async () => {
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
