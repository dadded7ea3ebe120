import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeBody } from '@speccast/runtime/positional';
import { importCase, type ImportedCase } from './import-case.js';

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => PromiseLike<unknown>>>;

let one: ImportedCase<{ readonly pets: Methods }> | undefined;

beforeAll(async () => {
  one = await importCase('positive-positional');
});

afterAll(() => one?.remove());

test('options are behind what a method takes by position', async () => {
  const { client } = one!.open();
  const signal = AbortSignal.abort();
  await expect(client.pets['get']!('p1', { signal })).rejects.toThrow('aborted by its signal');
});

test('every parameter and every property of a body arrives where it belongs', () => {
  const names = fc.uniqueArray(fc.string(), { maxLength: 12 });
  fc.assert(
    fc.property(
      names,
      fc.nat(),
      fc.nat(),
      fc.array(fc.jsonValue(), { minLength: 12, maxLength: 12 }),
      (all, one, two, values) => {
        const [first, second] = [one, two].map((at) => at % (all.length + 1)).toSorted((left, right) => left - right);
        const entries = all.map((name, at): [string, unknown] => [name, values[at]]);
        const [ids, params, body] = [entries.slice(0, first), entries.slice(first, second), entries.slice(second)];
        const merged = mergeBody<object>(
          Object.fromEntries([...body, ...params]),
          params.map(([name]) => name),
          Object.fromEntries(ids),
        );
        const whole = body.length === 0 ? [] : [['body', Object.fromEntries(body)]];
        fc.pre(!all.includes('body'));
        expect(merged).toEqual(Object.fromEntries([...params, ...ids, ...whole]));
      },
    ),
    { numRuns: 1000 },
  );
});
