import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asserts, keywords, type NamedKeyword } from '../../generator/keywords/keywords.js';
import * as runtime from '../../templates/runtime/validators/json-schema/schema-keywords.js';
import { filesBelow } from '../rules/sources.js';

const files = ['generator', 'templates'].flatMap((folder) => filesBelow(folder, '.ts'));

/** Files that name a keyword outside of their prose. */
function filesWith(name: string): readonly string[] {
  const mention = new RegExp(`(?<![\\w$-])${name.replace('$', '\\$')}(?![\\w$-])`);
  return files.filter((path) => mention.test(withoutProse(readFileSync(path, 'utf8'))));
}

function withoutProse(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/(?:means|why|hint|summary): ?'[^']*'|'[a-z-]+': '[A-Z][^']*\.'/g, '');
}

test.each([
  ['minLength', 7],
  ['maxLength', 7],
  ['uniqueItems', 6],
  ['maxContains', 6],
  ['maxProperties', 4],
  ['multipleOf', 6],
])('%s is named in few files', (name, most) => {
  expect(filesWith(name).length, filesWith(name).join('\n')).toBeLessThanOrEqual(most);
});

const all = [...keywords.values()].filter(({ vocabulary }) => vocabulary !== 'openapi');

function named(isOne: (keyword: NamedKeyword) => boolean, ...more: readonly string[]): readonly string[] {
  return [...all.filter(isOne).map(({ name }) => name), ...more].toSorted();
}

test('the runtime has the same facts about keywords', () => {
  const holding = (takes: NamedKeyword['takes'][]) => (one: NamedKeyword) => takes.includes(one.takes);
  expect([...runtime.asserting].toSorted()).toEqual(
    named((one) => asserts(one) && !['then', 'else'].includes(one.name), '$ref'),
  );
  expect([...runtime.oneSchema].toSorted()).toEqual(named(holding(['schema'])));
  expect([...runtime.someSchemas].toSorted()).toEqual(named(holding(['schemas'])));
  const ofNames = holding(['namedSchemas', 'namedProperties', 'dependencies']);
  expect([...runtime.namedSchemas].toSorted()).toEqual(named((one) => ofNames(one) && one.name !== 'definitions'));
  expect([...runtime.inPlace].toSorted()).toEqual(named(({ isInPlace }) => isInPlace === true, '$ref', '$dynamicRef'));
  const annotations = named((one) => ['meta-data', 'content'].includes(one.vocabulary) && one.takes !== 'schema');
  expect([...runtime.annotating].toSorted()).toEqual(annotations);
});
