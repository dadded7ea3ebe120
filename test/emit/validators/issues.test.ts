import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { compileModule } from '../../conformance/compile-module.js';

interface Case {
  readonly schema: Json;
  readonly good: readonly unknown[];
  /** Refused values and their issues: `path: message (schema)`. */
  readonly bad: readonly (readonly [value: unknown, ...issues: readonly string[]])[];
}

const closed = { type: 'object', required: ['kind'], additionalProperties: false };

const cases: Readonly<Record<string, Case>> = {
  type: {
    schema: { type: ['string', 'integer', 'null'] },
    good: ['a', 1, 1.0, null],
    bad: [
      [1.5, ': must be a string, a whole number or null (#/type)'],
      [[], ': must be a string, a whole number or null (#/type)'],
    ],
  },
  number: {
    schema: { type: 'number' },
    good: [0, -0, 1e308],
    bad: [
      [NaN, ': must be a number (#/type)'],
      [Infinity, ': must be a number (#/type)'],
      ['1', ': must be a number (#/type)'],
    ],
  },
  enum: {
    schema: { enum: [1, 'a', { b: [null] }] },
    good: [1, 'a', { b: [null] }],
    bad: [
      ['1', ': must be one of 1, "a", {"b":[null]} (#/enum)'],
      [{ b: [] }, ': must be one of 1, "a", {"b":[null]} (#/enum)'],
    ],
  },
  'a long enum': {
    schema: { enum: Array.from({ length: 40 }, (_, index) => `value ${index}`) },
    good: ['value 39'],
    bad: [['x', ': must be one of the allowed values (#/enum)']],
  },
  'an empty enum': { schema: { enum: [] }, good: [], bad: [[1, ': has no allowed value (#/enum)']] },
  const: { schema: { const: 'a' }, good: ['a'], bad: [['b', ': must be "a" (#/const)']] },
  password: {
    schema: { format: 'password', const: 'hidden' },
    good: ['hidden'],
    bad: [['b', ': must be the allowed value (#/const)']],
  },
  length: {
    schema: { minLength: 2, maxLength: 3 },
    good: ['ab', '\u{1f600}\u{1f600}\u{1f600}', 1],
    bad: [
      ['\u{1f600}', ': must have at least 2 characters (#/minLength)'],
      ['abcd', ': must have at most 3 characters (#/maxLength)'],
    ],
  },
  pattern: {
    schema: { pattern: '^\\p{Lu}$' },
    good: ['É', 7],
    bad: [['e', ': must match the pattern ^\\p{Lu}$ (#/pattern)']],
  },
  format: {
    schema: { format: 'date' },
    good: ['2024-02-29', 1],
    bad: [['2023-02-29', ': must be a date such as 2024-02-29 (#/format)']],
  },
  bounds: {
    schema: { minimum: 1, exclusiveMaximum: 3 },
    good: [1, 2.9, 'a'],
    bad: [
      [0, ': must be at least 1 (#/minimum)'],
      [3, ': must be less than 3 (#/exclusiveMaximum)'],
    ],
  },
  'a pattern on a text that is too long for it': {
    schema: { maxLength: 2, pattern: '^a*$' },
    good: ['aa'],
    bad: [
      ['b', ': must match the pattern ^a*$ (#/pattern)'],
      ['b'.repeat(5), ': must have at most 2 characters (#/maxLength)'],
    ],
  },
  multipleOf: {
    schema: { multipleOf: 0.01 },
    good: [19.99, 0, 'a'],
    bad: [[0.005, ': must be a multiple of 0.01 (#/multipleOf)']],
  },
  items: {
    schema: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1, maxItems: 3 },
    good: [['a'], ['a', 1, 2]],
    bad: [
      [[], ': must have at least 1 item (#/minItems)'],
      [[1, 'a'], '0: must be a string (#/prefixItems/0/type)', '1: must be a number (#/items/type)'],
      [['a', 1, 2, 3], ': must have at most 3 items (#/maxItems)'],
    ],
  },
  'no further items': {
    schema: { prefixItems: [true], items: false },
    good: [[1]],
    bad: [[[1, 2], '1: is not allowed (#/items)']],
  },
  uniqueItems: {
    schema: { uniqueItems: true },
    good: [[1, '1', true]],
    bad: [
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        ': must not have the same item twice (#/uniqueItems)',
      ],
    ],
  },
  contains: {
    schema: { contains: { type: 'string' }, minContains: 2, maxContains: 3 },
    good: [['a', 'b', 1]],
    bad: [[['a'], ': must contain at least 2 items and at most 3 items of the wanted kind (#/contains)']],
  },
  required: {
    schema: { required: ['a', 'toString', '__proto__'] },
    good: [JSON.parse('{"a":1,"toString":1,"__proto__":1}'), 3],
    bad: [
      [{}, 'a: is required (#/required)', 'toString: is required (#/required)', '__proto__: is required (#/required)'],
      [{ a: undefined, toString: 1, ['__proto__']: 1 }, 'a: is required (#/required)'],
    ],
  },
  properties: {
    schema: { properties: { 'a/b~c': { type: 'string' }, constructor: { type: 'number' }, gone: false } },
    good: [{}, { 'a/b~c': 'x' }, []],
    bad: [
      [
        { 'a/b~c': 1, constructor: 'x' },
        'a/b~c: must be a string (#/properties/a~1b~0c/type)',
        'constructor: must be a number (#/properties/constructor/type)',
      ],
      [{ gone: null }, 'gone: is not allowed (#/properties)'],
    ],
  },
  'closed objects': {
    schema: { properties: { a: true }, additionalProperties: false },
    good: [{ a: 1 }, {}],
    bad: [
      [{ b: 1 }, 'b: is not allowed (#/additionalProperties)'],
      [JSON.parse('{"__proto__":1}'), '__proto__: is not allowed (#/additionalProperties)'],
    ],
  },
  patternProperties: {
    schema: { patternProperties: { '^x': { type: 'number' } }, additionalProperties: { type: 'string' } },
    good: [{ x: 1, y: 'a' }],
    bad: [
      [
        { x: 'a', y: 1 },
        'x: must be a number (#/patternProperties/^x/type)',
        'y: must be a string (#/additionalProperties/type)',
      ],
    ],
  },
  propertyNames: {
    schema: { propertyNames: { maxLength: 2 } },
    good: [{ ab: 1 }],
    bad: [[{ abc: 1 }, 'abc: has a name that is not allowed (#/propertyNames)']],
  },
  propertyCount: {
    schema: { minProperties: 1, maxProperties: 2 },
    good: [{ a: 1 }],
    bad: [
      [{}, ': must have at least 1 property (#/minProperties)'],
      [{ a: 1, b: 1, c: 1 }, ': must have at most 2 properties (#/maxProperties)'],
    ],
  },
  dependentRequired: {
    schema: { dependentRequired: { a: ['b'] } },
    good: [{ b: 1 }, { a: 1, b: 1 }],
    bad: [[{ a: 1 }, 'b: is required beside "a" (#/dependentRequired)']],
  },
  dependentSchemas: {
    schema: { dependentSchemas: { a: { required: ['b'] } } },
    good: [{}],
    bad: [[{ a: 1 }, 'b: is required (#/dependentSchemas/a/required)']],
  },
  allOf: {
    schema: { allOf: [{ minimum: 3 }, { type: 'integer' }] },
    good: [3],
    bad: [[2.5, ': must be at least 3 (#/allOf/0/minimum)', ': must be a whole number (#/allOf/1/type)']],
  },
  'anyOf of types': {
    schema: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    good: ['a', 1],
    bad: [[null, ': must match at least one of 2 alternatives (#/anyOf)']],
  },
  'anyOf, the nearest': {
    schema: { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'number' }] },
    good: ['a', 1],
    bad: [['ab', ': must have at most 1 character (#/anyOf/0/maxLength)']],
  },
  'a union of constants': {
    schema: { oneOf: [{ const: 'a' }, { const: 'b' }] },
    good: ['a', 'b'],
    bad: [['c', ': must be one of "a", "b" (#/oneOf)']],
  },
  'oneOf, too many': {
    schema: { oneOf: [{ minimum: 1 }, { maximum: 3 }] },
    good: [0, 4],
    bad: [[2, ': must match exactly one of 2 alternatives, but matches more (#/oneOf)']],
  },
  'oneOf by a constant property': {
    schema: {
      oneOf: [
        { ...closed, properties: { kind: { const: 'a' }, x: { type: 'string' } } },
        { ...closed, properties: { kind: { const: 'b' } } },
      ],
    },
    good: [{ kind: 'a', x: '' }, { kind: 'b' }],
    bad: [[{ kind: 'a', x: 1 }, 'x: must be a string (#/oneOf/0/properties/x/type)']],
  },
  'oneOf by a constant property that is none of theirs, or missing': {
    schema: {
      oneOf: [
        { ...closed, properties: { kind: { const: 'a' } } },
        { ...closed, properties: { kind: { enum: ['b', 3] } } },
      ],
    },
    good: [{ kind: 'a' }, { kind: 3 }],
    bad: [
      [{ kind: 'c' }, 'kind: must be one of "a", "b", 3 (#/oneOf)'],
      [{}, 'kind: must be one of "a", "b", 3 (#/oneOf)'],
      [[], ': must match exactly one of 2 alternatives (#/oneOf)'],
    ],
  },
  'oneOf by a constant property, or another type': {
    schema: {
      oneOf: [
        { ...closed, properties: { kind: { const: 'a' } } },
        { type: 'string', maxLength: 1 },
        { ...closed, properties: { kind: { const: 'b' } } },
      ],
    },
    good: [{ kind: 'a' }, { kind: 'b' }, 'x'],
    bad: [
      [{ kind: 'b', x: 1 }, 'x: is not allowed (#/oneOf/2/additionalProperties)'],
      ['xy', ': must have at most 1 character (#/oneOf/1/maxLength)'],
      [1, ': must match exactly one of 3 alternatives (#/oneOf)'],
    ],
  },
  'oneOf by a constant property that is required beside it': {
    schema: {
      type: 'object',
      required: ['kind'],
      oneOf: [
        { ...closed, properties: { kind: { const: 'a' } } },
        { ...closed, properties: { kind: { const: 'b' } } },
      ],
    },
    good: [{ kind: 'a' }],
    bad: [[{}, 'kind: is required (#/required)']],
  },
  'anyOf, the one with the fewest issues, and of these the one that fails deepest': {
    schema: {
      anyOf: [
        { properties: { a: { type: 'number' }, b: { type: 'number' } } },
        { required: ['c'] },
        { properties: { d: { properties: { e: { minimum: 2 } } } } },
      ],
    },
    good: [{ c: 1, a: '', b: '', d: { e: 1 } }],
    bad: [[{ a: '', b: '', d: { e: 1 } }, 'd.e: must be at least 2 (#/anyOf/2/properties/d/properties/e/minimum)']],
  },
  'anyOf, not the one with another constant': {
    schema: {
      anyOf: [
        { properties: { kind: { const: 'a' } } },
        { properties: { kind: { const: 'b' }, x: { type: 'string' }, y: { type: 'string' } } },
      ],
    },
    good: [{ kind: 'a' }],
    bad: [
      [
        { kind: 'b', x: 1, y: 2 },
        'x: must be a string (#/anyOf/1/properties/x/type)',
        'y: must be a string (#/anyOf/1/properties/y/type)',
      ],
    ],
  },
  not: { schema: { not: { type: 'string' } }, good: [1], bad: [['a', ': must not match the excluded schema (#/not)']] },
  condition: {
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    schema: { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    good: [{ a: 1, b: 1 }, { c: 1 }],
    bad: [
      [{ a: 1 }, 'b: is required (#/then/required)'],
      [{}, 'c: is required (#/else/required)'],
    ],
  },
  unevaluatedProperties: {
    schema: {
      anyOf: [
        { required: ['a'], properties: { a: true } },
        { required: ['b'], properties: { b: true } },
      ],
      unevaluatedProperties: false,
    },
    good: [{ a: 1 }, { a: 1, b: 1 }],
    bad: [[{ a: 1, c: 1 }, 'c: is not allowed (#/unevaluatedProperties)']],
  },
  unevaluatedItems: {
    schema: { prefixItems: [true], contains: { const: 7 }, unevaluatedItems: { type: 'string' } },
    good: [[1, 7, 'a']],
    bad: [[[7, 7, 3], '2: must be a string (#/unevaluatedItems/type)']],
  },
  recursion: {
    schema: { properties: { next: { $ref: '#' } }, required: ['value'] },
    good: [{ value: 1, next: { value: 2 } }],
    bad: [[{ value: 1, next: { next: 3 } }, 'next.value: is required (#/required)']],
  },
  false: { schema: false, good: [], bad: [[1, ': is not allowed (#/false)']] },
  true: { schema: true, good: [1, undefined, NaN], bad: [] },
};

describe('issues', async () => {
  const schemas = Object.fromEntries(Object.entries(cases).map(([name, { schema }]) => [name, schema]));
  const validators = await compileModule({ schemas, formats: 'assert' });
  describe.each(Object.entries(cases))('%s', (name, { good, bad }) => {
    test('accepts what matches', () => {
      expect(
        good.filter((value) => validators[name]?.is(value) !== true || validators[name].check(value).length > 0),
      ).toEqual([]);
    });
    test('says why not', () => {
      const texts = (value: unknown): readonly string[] =>
        (validators[name]?.check(value) ?? []).map(
          (issue) => `${issue.path.join('.')}: ${issue.message} (${issue.schema})`,
        );
      expect(bad.map(([value]) => [value, ...texts(value)])).toEqual(bad);
      expect(bad.filter(([value]) => validators[name]?.is(value) !== false)).toEqual([]);
    });
  });
});

test('unions inside unions do not multiply the work of finding the nearest alternative', async () => {
  const branch = (kind: string): Json => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, next: { $ref: '#' } },
  });
  const { tree } = await compileModule({ schemas: { tree: { oneOf: [branch('a'), branch('b')] } } });
  const value = Array.from({ length: 200 }).reduce<object>((next) => ({ kind: 'a', next }), { kind: 'c' });
  expect(tree?.check(value).map(({ message }) => message)).toEqual(['must be one of "a", "b"']);
});
