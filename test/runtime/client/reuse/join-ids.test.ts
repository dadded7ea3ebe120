import { array, assert, asyncProperty, constantFrom, integer, nat, oneof, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, joinIds } from '@speccast/runtime';
import { createTestCore, json, scriptFetch } from '../support.js';
import { filmService, readFilmIds, list, respondToLookUp } from './support.js';

/** The ids of the items of a response. */
function found(answer: unknown): readonly unknown[] {
  const items = isJsonObject(answer) ? answer['items'] : undefined;
  return Array.isArray(items) ? items.map((item) => (isJsonObject(item) ? item['id'] : undefined)) : [];
}

const ids = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `f${from + index}`);

describe('joinIds', () => {
  test('asks again for the ids that a cut response lacks, and for none that the service does not have', async () => {
    const { fetch, requests } = scriptFetch(async (request) => {
      const answer = Object(await respondToLookUp(request).json());
      const known = answer.items.filter(({ id }: { readonly id: string }) => id !== 'no1');
      const isCut = known.length > 5;
      return json({ ...answer, items: known.slice(0, 5), ...(isCut && { nextPageToken: 'next' }) });
    });
    const client = createTestCore({ fetch, joinIds: joinIds() });
    const wanted = [...ids(12), 'no1'];
    const answers = await Promise.all(wanted.map((id) => client.call(list, { id: [id] })));
    expect(answers.map(found)).toEqual([...ids(12).map((id) => [id]), []]);
    expect(requests.map((request) => readFilmIds(request).length)).toEqual([13, 8, 3]);
  });

  test('gives callers of the same item copies of it', async () => {
    const client = createTestCore({ fetch: filmService().fetch, joinIds: joinIds() });
    const [one, other] = await Promise.all([client.call(list, { id: ['a'] }), client.call(list, { id: ['a', 'b'] })]);
    const item = (answer: unknown): unknown => Object(answer).items[0];
    expect(item(one)).toEqual(item(other));
    Object.assign(Object(item(one)), { title: 'changed' });
    expect(item(other)).toHaveProperty('title', 'Film a');
  });

  test('sends no more than 50 ids at once, and as few requests as that takes', async () => {
    const { fetch, requests } = filmService();
    const client = createTestCore({ fetch, joinIds: joinIds() });
    const wanted = [ids(30), ids(30, 30), ids(45, 60)];
    const answers = await Promise.all(wanted.map((id) => client.call(list, { id })));
    expect(requests.map((request) => readFilmIds(request).length)).toEqual([50, 50, 5]);
    expect(answers.map(found)).toEqual(wanted);
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

test('however look-ups are joined, each caller gets what it would have got alone', async () => {
  await assert(
    asyncProperty(array(call, { minLength: 1, maxLength: 12 }), integer({ min: 1, max: 9 }), async (calls, max) => {
      const joined = createTestCore({ fetch: filmService(max).fetch, joinIds: joinIds({ max }) });
      const alone = createTestCore({ fetch: filmService().fetch });
      const inTurn = async (turn: number): Promise<void> => {
        for (let step = 0; step < turn; step += 1) await Promise.resolve();
      };
      const answers = await Promise.all(
        calls.map(async ({ turn, ...params }) => inTurn(turn).then(() => joined.call(list, params))),
      );
      const wanted = await Promise.all(calls.map(({ id: own, part }) => alone.call(list, { id: own, part })));
      const withoutTag = (answer: unknown): object => ({ ...Object(answer), etag: undefined });
      expect(answers.map(withoutTag)).toEqual(wanted.map(withoutTag));
    }),
    { numRuns: 150 },
  );
});
