import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbersFrom } from '../../../../templates/emulator/engine/sampling/ids.js';
import { samplePattern } from '../../../../templates/emulator/engine/sampling/sample-pattern.js';
import { sample } from '@speccast/emulator';
import type { Json, JsonObject } from '@speccast/runtime';
import { sampleString } from '../../../../templates/emulator/engine/sampling/sample-string.js';
import { interpret } from '../../../conformance/interpreter.js';
import { schemaValidator } from '../schema-validator.js';

const tree: Json = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
    },
  },
};

// A literal with `then` looks like a promise to the linter.
const conditional: Json = JSON.parse(
  '{"properties":{"kind":{"enum":["a","b"]}},"required":["kind"],"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["x"],"properties":{"x":{"type":"integer"}}}}',
);

describe('samples match their schemas', () => {
  test.each<[string, Json]>([
    ['nothing said', {}],
    ['text with bounds', { type: 'string', minLength: 30, maxLength: 31 }],
    ['text with a pattern', { type: 'string', pattern: '^pub-\\d{16}$' }],
    ['an enum', { enum: ['a', 1, null] }],
    ['a constant', { const: { a: [1] } }],
    ['integers', { type: 'integer', minimum: 7, maximum: 7 }],
    ['exclusive bounds', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 3 }],
    ['multiples', { type: 'number', multipleOf: 0.25, minimum: 10, maximum: 11 }],
    ['only an upper bound', { type: 'number', maximum: -5 }],
    ['several types', { type: ['null', 'integer'] }],
    [
      'required properties',
      {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { type: 'boolean' } },
        additionalProperties: { type: 'integer' },
      },
    ],
    ['required names alone', { required: ['a'] }],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 3 }],
    ['names by pattern', { type: 'object', minProperties: 2, propertyNames: { pattern: '^x[0-9]{4}$' } }],
    ['dependent schemas', { required: ['a'], dependentSchemas: { a: { required: ['z'] } }, properties: { a: true } }],
    ['dependent names', { properties: { a: true, b: true }, required: ['a'], dependentRequired: { a: ['b'] } }],
    ['an array with a minimum', { type: 'array', items: { type: 'integer' }, minItems: 5 }],
    ['an array without repetitions', { type: 'array', items: { enum: [1, 2, 3] }, minItems: 3, uniqueItems: true }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 }],
    ['something contained', { type: 'array', contains: { const: 5 }, minContains: 2 }],
    [
      'all of several',
      {
        allOf: [
          { properties: { a: { minimum: 3 } }, required: ['a'] },
          { properties: { a: { type: 'integer', maximum: 4 } } },
        ],
      },
    ],
    ['one of several', { oneOf: [{ type: 'string' }, { type: 'integer' }], type: 'integer' }],
    ['a condition', conditional],
    ['a tree', tree],
  ])('%s', (_name, schema) => {
    const value = sample(schemaValidator(schema), 'seed');
    expect(value).not.toBeUndefined();
    expect(interpret(schema, value ?? null)).toBe(true);
  });

  test('the same text gives the same sample, another text another', () => {
    const schema = schemaValidator({
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
    });
    expect(sample(schema, 'x')).toEqual(sample(schema, 'x'));
    expect(sample(schema, 'x')).not.toEqual(sample(schema, 'y'));
  });

  test('rows differ in the values of their enums, are in order of time, and have base64 where it is asked for', () => {
    const time = { type: 'string', format: 'date-time' };
    const schema = schemaValidator({
      type: 'object',
      required: ['state'],
      properties: {
        state: { enum: ['draft', 'live', 'gone'], default: 'live' },
        deletedAt: time,
        createdAt: time,
        due: { type: 'string', format: 'date' },
        blob: { type: 'string', contentEncoding: 'base64', minLength: 20, maxLength: 30 },
      },
    });
    const rows = [1, 2, 3].map((number) => Object(sample(schema, `1 things ${number}`)));
    expect(rows.map(({ state }) => state)).toEqual(['live', 'gone', 'draft']);
    for (const { createdAt, deletedAt, due, blob } of rows) {
      expect([createdAt < deletedAt, createdAt.slice(0, 10) <= due]).toEqual([true, true]);
      expect([atob(blob).length > 0, blob.length >= 20 && blob.length <= 30]).toEqual([true, true]);
    }
  });

  test('examples and defaults come first, where they are allowed', () => {
    expect(sample(schemaValidator({ type: 'string', examples: ['Emma'] }), 's')).toBe('Emma');
    expect(sample(schemaValidator({ type: 'string', default: 'public' }), 's')).toBe('public');
    expect(sample(schemaValidator({ type: 'integer', examples: ['no integer'] }), 's')).toEqual(expect.any(Number));
  });

  test.each<[string, Json]>([
    ['nothing is allowed', { not: {} }],
    [
      'it never ends',
      {
        $ref: '#/$defs/a',
        $defs: { a: { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/a' } } } },
      },
    ],
    ['a reference to itself', { $ref: '#' }],
  ])('there is none where %s, or one that is right', (_name, schema) => {
    const value = sample(schemaValidator(schema), 's');
    expect(value === undefined || interpret(schema, value)).toBe(true);
  });
});

describe('patterns', () => {
  test.each([
    '^accounts/[^/]+$',
    '^[A-Z]{3}-\\d{2,4}$',
    '^(video|channel|playlist)#[a-z]+$',
    '^\\w+@\\w+\\.(com|org)$',
    '^a?b*c+$',
    '^[^\\s]{5}$',
    'x',
    '^\\u0041\\x42$',
    '^(?:ab){2,}$',
    '^[\\w-]{11}$',
    '^[a-c-]+$',
    '^.{3}$',
    '^\\p{L}+$',
    '^(a|b|)$',
    '^(\\w)(x|y)\\2\\1$',
    '^(?<sign>[a-c]+)-\\k<sign>$',
    '^\\p{Lu}\\p{Ll}+\\p{Nd}$',
    '^\\p{Script=Greek}+$',
  ])('a text for %s', (pattern) => {
    for (let seed = 0; seed < 20; seed += 1)
      expect(samplePattern(pattern, numbersFrom(`${seed}`))).toMatch(new RegExp(pattern, 'u'));
  });

  test.each<[string, JsonObject]>([
    ['what has to come', { pattern: '^(?=.*\\d)[a-z\\d]{4,8}$' }],
    ['what must not come', { pattern: '^(?!a)[ab]{2}$' }],
    ['what must not come before', { pattern: '^[ab](?<!a)$' }],
    ['lengths', { pattern: '^[a-z]*$', minLength: 2, maxLength: 2 }],
  ])('%s is met by trying', (_name, schema) => {
    for (let seed = 0; seed < 20; seed += 1)
      expect(interpret({ type: 'string', ...schema }, sampleString(schema, numbersFrom(`${seed}`)))).toBe(true);
  });

  test('whatever the pattern, it ends', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ab|()[\]{}*+?.\\^$0-9,-]{0,30}$/),
        (pattern) => void samplePattern(pattern, numbersFrom('s')),
      ),
    );
    expect(samplePattern('((((a{200}){200}){200}){200}){200}', numbersFrom('s'))?.length).toBeLessThan(1_000_000);
  });
});
