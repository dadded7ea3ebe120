import { expect, test } from 'vitest';
import { compileModule } from '../../conformance/compile-module.js';

const pattern = '\\s+$';
/** A text for which the pattern would take hours, unless the limit of its length is checked first. */
const attack = `${' '.repeat(3_000_000)}a`;

test.each([
  ['pattern', { pattern, maxLength: 100 }, attack, ['maxLength']],
  ['a pattern of properties', { properties: { a: { pattern, maxLength: 100 } } }, { a: attack }, ['maxLength']],
  ['a pattern of names', { propertyNames: { pattern, maxLength: 100 } }, { [attack]: 1 }, ['propertyNames']],
  [
    'patternProperties',
    { patternProperties: { [pattern]: { type: 'null' } }, propertyNames: { maxLength: 100 } },
    { [attack]: 1 },
    ['propertyNames'],
  ],
  [
    'patternProperties beside additionalProperties',
    { patternProperties: { [pattern]: true }, propertyNames: { maxLength: 100 }, additionalProperties: false },
    { [attack]: 1 },
    ['propertyNames'],
  ],
  [
    'patternProperties beside unevaluatedProperties',
    { patternProperties: { [pattern]: true }, propertyNames: { maxLength: 100 }, unevaluatedProperties: false },
    { [attack]: 1 },
    ['propertyNames'],
  ],
])('%s: a text that is too long is not matched', async (_title, schema, value, want) => {
  const { a } = await compileModule({ schemas: { a: schema } });
  expect([a?.is(value), a?.check(value).map(({ keyword }) => keyword)]).toEqual([false, want]);
});
