import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asserts, keywords, type NamedKeyword } from '../../generator/keywords/keywords.js';
import * as runtime from '../../templates/runtime/validators/json-schema/schema-keywords.js';
import { filesBelow } from '../rules/sources.js';

const files = ['generator', 'templates'].flatMap((folder) => filesBelow(folder, '.ts'));

/** Lists files that name a keyword outside of comments and messages. */
function listFiles(name: string): readonly string[] {
  const mention = new RegExp(`(?<![\\w$-])${name.replace('$', '\\$')}(?![\\w$-])`);
  return files.filter((path) => mention.test(removeProse(readFileSync(path, 'utf8'))));
}

function removeProse(text: string): string {
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
  expect(listFiles(name).length, listFiles(name).join('\n')).toBeLessThanOrEqual(most);
});

const all = [...keywords.values()].filter(({ vocabulary }) => vocabulary !== 'openapi');

function listNames(isOne: (keyword: NamedKeyword) => boolean, ...more: readonly string[]): readonly string[] {
  return [...all.filter(isOne).map(({ name }) => name), ...more].toSorted();
}

test('the runtime has the same facts about keywords', () => {
  const hasValue = (takes: NamedKeyword['takes'][]) => (one: NamedKeyword) => takes.includes(one.takes);
  expect([...runtime.asserting].toSorted()).toEqual(
    listNames((one) => asserts(one) && !['then', 'else'].includes(one.name), '$ref'),
  );
  expect([...runtime.oneSchema].toSorted()).toEqual(listNames(hasValue(['schema'])));
  expect([...runtime.someSchemas].toSorted()).toEqual(listNames(hasValue(['schemas'])));
  const hasNames = hasValue(['namedSchemas', 'namedProperties', 'dependencies']);
  expect([...runtime.namedSchemas].toSorted()).toEqual(listNames((one) => hasNames(one) && one.name !== 'definitions'));
  expect([...runtime.inPlace].toSorted()).toEqual(
    listNames(({ isInPlace }) => isInPlace === true, '$ref', '$dynamicRef'),
  );
  const annotations = listNames((one) => ['meta-data', 'content'].includes(one.vocabulary) && one.takes !== 'schema');
  expect([...runtime.annotating].toSorted()).toEqual(annotations);
});
