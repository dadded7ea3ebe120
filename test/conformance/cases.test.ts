import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { compileModule } from './compile-module.js';
import { interpret } from './interpreter.js';

/** A schema, a value, and the keyword and path of each issue; no issue where the value matches. */
interface Case {
  readonly name: string;
  readonly schema: Json;
  readonly value: Json;
  readonly want: readonly (readonly [keyword: string, path: string])[];
}

const own = (text: string): Json => JSON.parse(text);
const self = { $ref: '#/$defs/n' };

/** What once went wrong or nearly so. */
const cases: readonly Case[] = [
  {
    name: '`dependencies` of older drafts that lists names',
    schema: { dependencies: { a: ['b', 'c'] } },
    value: { a: 1, c: 1 },
    want: [['dependencies', '/b']],
  },
  {
    name: '`dependencies` of older drafts that is a schema',
    schema: { dependencies: { a: { properties: { b: { type: 'string' } } } }, unevaluatedProperties: { const: 1 } },
    value: { a: 1, b: 2 },
    want: [['type', '/b']],
  },
  {
    name: '`dependencies` beside the keywords that took its place',
    schema: {
      dependencies: { a: ['b'] },
      dependentRequired: { a: ['c'] },
      dependentSchemas: { a: { required: ['d'] } },
    },
    value: { a: 1 },
    want: [
      ['dependentRequired', '/c'],
      ['dependencies', '/b'],
      ['required', '/d'],
    ],
  },
  {
    name: 'a property called `__proto__` that something else depends on',
    schema: own('{"dependentRequired": {"__proto__": ["toString"]}}'),
    value: own('{"__proto__": 1}'),
    want: [['dependentRequired', '/toString']],
  },
  {
    name: 'a constant beside a condition that allows nothing',
    schema: { if: { type: 'integer' }, properties: { a: { const: 'a' } }, else: { enum: [] } },
    value: { a: 'b' },
    want: [
      ['const', '/a'],
      ['enum', ''],
    ],
  },
  { name: 'a schema that is false', schema: false, value: [], want: [['false', '']] },
  {
    name: 'a schema that comes to the same place in two ways',
    schema: { ...self, $defs: { n: { allOf: [{ items: self }, { items: self, type: ['array', 'string'] }] } } },
    value: [['a'], 1],
    want: [['type', '/1']],
  },
  {
    name: 'tags that overlap',
    schema: {
      oneOf: [
        { properties: { t: { enum: ['a', 'b'] } }, required: ['t'] },
        { properties: { t: { const: 'b' } }, required: ['t'] },
      ],
    },
    value: { t: 'b' },
    want: [['oneOf', '']],
  },
  {
    name: 'tags of several types',
    schema: { oneOf: [1, '1', true, null].map((t) => ({ properties: { t: { const: t } }, required: ['t'] })) },
    value: { t: '1' },
    want: [],
  },
  {
    name: 'a tag that another branch does not demand',
    schema: { oneOf: [{ properties: { t: { const: 'a' } }, required: ['t'] }, { properties: { t: { const: 'b' } } }] },
    value: {},
    want: [],
  },
  {
    name: 'a dynamic anchor of an outer resource',
    schema: {
      $id: 'https://a.test/top',
      $ref: 'r',
      $defs: {
        node: { $dynamicAnchor: 'node', type: 'string' },
        r: { $id: 'r', items: { $dynamicRef: '#node' }, $defs: { inner: { $dynamicAnchor: 'node', type: 'number' } } },
      },
    },
    value: ['a', 1],
    want: [['type', '/1']],
  },
  {
    name: 'steps of a decimal divisor',
    schema: { items: { multipleOf: 0.01 } },
    value: [19.99, 1.13, 123456789.12, 0.005],
    want: [['multipleOf', '/3']],
  },
];

describe('a validator and the interpreter agree about', () => {
  test.each(cases)('$name', async ({ schema, value, want }) => {
    const { one } = await compileModule({ schemas: { one: schema } });
    const issues = one?.check(value).map(({ keyword, path }) => [keyword, path.map((step) => `/${step}`).join('')]);
    expect({ issues, is: one?.is(value), oracle: interpret(schema, value) }).toEqual({
      issues: want,
      is: want.length === 0,
      oracle: want.length === 0,
    });
  });
});
