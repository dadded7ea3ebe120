import { expect, test } from 'vitest';
import { changesBetween } from './changes.js';
import { readRows } from '../rows.js';

const { rows } = readRows(import.meta.url);

type Pair = readonly [old: string, now: string];

/** Which of pairs of names are one property with a new name: each pair is of a schema of its own. */
function findRenamed(pairs: readonly Pair[], limits: object = {}): readonly boolean[] {
  const documentOf = (side: 0 | 1): string => {
    const schemas = pairs.map((pair, index) => [
      `Schema${index}`,
      { type: 'object', properties: { [pair[side]]: { type: 'string', ...limits } } },
    ]);
    const components = { schemas: Object.fromEntries(schemas) };
    return JSON.stringify({ openapi: '3.1.0', info: { title: 'Names', version: '1' }, paths: {}, components });
  };
  const changes = changesBetween(documentOf(0), documentOf(1), 'names.json');
  const renamed = changes.filter(({ code }) => code === 'property-renamed').map(({ subject }) => subject.split('.')[1]);
  return pairs.map((_, index) => renamed.includes(`Schema${index}`));
}

const turn = ([old, now]: Pair): Pair => [now, old];

test.each([
  ['may be a new name of', {}, true],
  ['is no new name of', {}, false],
  [
    'is no new name of, though both have the same unusual limits: both may be there',
    { pattern: '^[A-Z]{3}-[0-9]{7}$' },
    false,
  ],
  ['is a new name of, as both have the same unusual limits', { pattern: '^[A-Z]{3}-[0-9]{7}$' }, true],
])('one name %s another', (title, limits, want) => {
  const pairs = rows<Pair>(title);
  const found = (given: readonly Pair[]): readonly Pair[] => {
    const are = findRenamed(given, limits);
    return given.filter((_, index) => are[index] !== want);
  };
  expect(found(pairs)).toEqual([]);
  expect(found(pairs.map(turn))).toEqual([]);
});
