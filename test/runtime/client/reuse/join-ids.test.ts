import { array, assert, asyncProperty, constantFrom, integer, nat, oneof, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, joinIds } from '@speccast/runtime';
import { createTestCore, json, scriptFetch } from '../support.js';
import { createFilmService, readFilmIds, list, respondToLookUp } from './support.js';

/** Lists the ids of the items in a response. */
function listItemIds(response: unknown): readonly unknown[] {
  const items = isJsonObject(response) ? response['items'] : undefined;
  return Array.isArray(items) ? items.map((item) => (isJsonObject(item) ? item['id'] : undefined)) : [];
}

const ids = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `f${from + index}`);

describe('joinIds', () => {
  test('requests ids again that a page is too short for, but not ids that the service does not have', async () => {
    const { fetch, requests } = scriptFetch(async (request) => {
      const response = Object(await respondToLookUp(request).json());
      const known = response.items.filter(({ id }: { readonly id: string }) => id !== 'no1');
      const isCut = known.length > 5;
      return json({ ...response, items: known.slice(0, 5), ...(isCut && { nextPageToken: 'next' }) });
    });
    const client = createTestCore({ fetch, joinIds: joinIds() });
    const requested = [...ids(12), 'no1'];
    const responses = await Promise.all(requested.map((id) => client.call(list, { id: [id] })));
    expect(responses.map(listItemIds)).toEqual([...ids(12).map((id) => [id]), []]);
    expect(requests.map((request) => readFilmIds(request).length)).toEqual([13, 8, 3]);
  });

  test('returns a copy of an item to each caller', async () => {
    const client = createTestCore({ fetch: createFilmService().fetch, joinIds: joinIds() });
    const [one, other] = await Promise.all([client.call(list, { id: ['a'] }), client.call(list, { id: ['a', 'b'] })]);
    const item = (response: unknown): unknown => Object(response).items[0];
    expect(item(one)).toEqual(item(other));
    Object.assign(Object(item(one)), { title: 'changed' });
    expect(item(other)).toHaveProperty('title', 'Film a');
  });

  test('sends at most 50 ids in a request, and as few requests as possible', async () => {
    const { fetch, requests } = createFilmService();
    const client = createTestCore({ fetch, joinIds: joinIds() });
    const lookUps = [ids(30), ids(30, 30), ids(45, 60)];
    const responses = await Promise.all(lookUps.map((id) => client.call(list, { id })));
    expect(requests.map((request) => readFilmIds(request).length)).toEqual([50, 50, 5]);
    expect(responses.map(listItemIds)).toEqual(lookUps);
  });
});

const id = oneof(
  nat(30).map((number) => `f${number}`),
  nat(5).map((number) => `no${number}`),
);
const call = record({
  id: array(id, { minLength: 1, maxLength: 12 }),
  part: constantFrom(['snippet'], ['status']),
  turn: nat(2),
});

test('each caller of joined look-ups gets the response of its own look-up', async () => {
  await assert(
    asyncProperty(array(call, { minLength: 1, maxLength: 12 }), integer({ min: 1, max: 9 }), async (calls, max) => {
      const joined = createTestCore({ fetch: createFilmService(max).fetch, joinIds: joinIds({ max }) });
      const alone = createTestCore({ fetch: createFilmService().fetch });
      const inTurn = async (turn: number): Promise<void> => {
        for (let step = 0; step < turn; step += 1) await Promise.resolve();
      };
      const responses = await Promise.all(
        calls.map(async ({ turn, ...params }) => inTurn(turn).then(() => joined.call(list, params))),
      );
      const expected = await Promise.all(calls.map(({ id: own, part }) => alone.call(list, { id: own, part })));
      const withoutTag = (response: unknown): object => ({ ...Object(response), etag: undefined });
      expect(responses.map(withoutTag)).toEqual(expected.map(withoutTag));
    }),
    { numRuns: 150 },
  );
});
