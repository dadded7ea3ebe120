import { expect, test } from 'vitest';
import { compareTexts } from './changes.js';
import { readRows } from '../rows.js';

const { rows } = readRows(import.meta.url);

type Pair = readonly [old: string, now: string];

/** Returns for each pair of names whether the comparison finds a renamed property. Each pair is in its own schema. */
function findRenamed(pairs: readonly Pair[], limits: object = {}): readonly boolean[] {
  const buildDocument = (side: 0 | 1): string => {
    const schemas = pairs.map((pair, index) => [
      `Schema${index}`,
      { type: 'object', properties: { [pair[side]]: { type: 'string', ...limits } } },
    ]);
    const components = { schemas: Object.fromEntries(schemas) };
    return JSON.stringify({ openapi: '3.1.0', info: { title: 'Names', version: '1' }, paths: {}, components });
  };
  const changes = compareTexts(buildDocument(0), buildDocument(1), 'names.json');
  const renamed = changes.filter(({ code }) => code === 'property-renamed').map(({ subject }) => subject.split('.')[1]);
  return pairs.map((_, index) => renamed.includes(`Schema${index}`));
}

const reversePair = ([old, now]: Pair): Pair => [now, old];

test.each([
  ['is a new name of', {}, true],
  ['is not a new name of', {}, false],
  ['is not a new name of, although both have the same unusual limits', { pattern: '^[A-Z]{3}-[0-9]{7}$' }, false],
  ['is a new name of, because both have the same unusual limits,', { pattern: '^[A-Z]{3}-[0-9]{7}$' }, true],
])('one name %s another', (title, limits, want) => {
  const pairs = rows<Pair>(title);
  const found = (given: readonly Pair[]): readonly Pair[] => {
    const isRenamed = findRenamed(given, limits);
    return given.filter((_, index) => isRenamed[index] !== want);
  };
  expect(found(pairs)).toEqual([]);
  expect(found(pairs.map(reversePair))).toEqual([]);
});
