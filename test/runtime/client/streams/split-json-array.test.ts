import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitJsonArray } from '../../../../templates/runtime/client/streams/split-json-array.js';
import { readRows } from '../../../rows.js';

const { rows: table } = readRows(new URL('split-json-array.yaml', import.meta.url));

async function* iteratePieces(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

/** Splits the text of an array that arrives in pieces. */
async function split(...pieces: readonly string[]): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for await (const item of splitJsonArray(iteratePieces(pieces), (message) => new Error(message))) items.push(item);
  return items;
}

/** Cuts texts at random positions. */
const cutText = (text: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> =>
  fc.tuple(text, fc.array(fc.nat())).map(([whole, cuts]) => {
    const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).toSorted((left, right) => left - right)];
    return places.map((place, index) => whole.slice(place, places[index + 1]));
  });

describe('splitJsonArray', () => {
  test.each(table<[string, string]>('arrays'))('returns the items of %s for each cut', async (_, text) => {
    for (let at = 0; at <= text.length; at += 1)
      expect(await split(text.slice(0, at), text.slice(at))).toEqual(JSON.parse(text));
    expect(await split(...text)).toEqual(JSON.parse(text));
  });

  test('returns the items of JSON.parse for any array, layout and cut', async () => {
    const arrays = fc.tuple(fc.array(fc.jsonValue({ maxDepth: 6 })), fc.constantFrom(undefined, 1, '\t', ' \r\n'));
    const texts = arrays.map(([array, layout]) => JSON.stringify(array, undefined, layout));
    await fc.assert(
      fc.asyncProperty(cutText(texts), async (pieces) => {
        expect(await split(...pieces)).toEqual(JSON.parse(pieces.join('')));
      }),
    );
  });

  test('rejects the texts that JSON.parse rejects, for any text and cut', async () => {
    const texts = fc.string({ unit: fc.constantFrom(...'[]{},:"\\1 \nae.-\u00a0'), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cutText(texts.map((text) => `[${text}]`)), async (pieces) => {
        const want = await Promise.resolve(pieces.join(''))
          .then(JSON.parse)
          .catch(() => 'refused');
        expect(await split(...pieces).catch(() => 'refused')).toEqual(want);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(table<[string, string, string]>('broken texts'))('rejects %s', async (_, text, message) => {
    await expect(split(text)).rejects.toThrow(new Error(message));
    await expect(split(...text, '')).rejects.toThrow(new Error(message));
  });

  test('rejects an endless item before it fills the memory', async () => {
    const piece = 'a'.repeat(2 ** 25);
    await expect(split('["', piece, piece, piece)).rejects.toThrow(
      'an item is longer than 67108864 characters, at character 1',
    );
  });

  test('returns the items before an invalid one', async () => {
    const items: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const item of splitJsonArray(iteratePieces(['[1, 2, x]']), (message) => new Error(message)))
        items.push(item);
    };
    await expect(read()).rejects.toThrow('an item of the response is not JSON, at character 6');
    expect(items).toEqual([1, 2]);
  });
});
