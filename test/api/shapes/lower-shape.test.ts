import { describe, expect, test } from 'vitest';
import { Conversions } from '../../../generator/api/codecs/conversions.js';
import { lowerShape } from '../../../generator/api/shapes/lower-shape.js';
import type { Direction, Json, JsonObject } from 'speccast/emitter';
import { apiOfSchemas, modelOf } from '../lower.js';
import { showShape } from '../show-shape.js';

const others: JsonObject = {
  Pet: { type: 'object', properties: { name: { type: 'string' }, kind: { const: 'Pet' } } },
  Cat: { type: 'object', properties: { lives: { type: 'integer' }, kind: { const: 'Cat' } } },
  Named: { required: ['id', 'name'], properties: { name: { type: 'string' } } },
  ReadOnlyId: { type: 'string', readOnly: true },
};

const pet = { $ref: '#/components/schemas/Pet' };

const cat = { $ref: '#/components/schemas/Cat' };

function show(schema: Json, direction: Direction = 'response', bytes = false): string {
  const api = apiOfSchemas({ Subject: schema, ...others });
  const schemas = new Map(Object.entries(api.schemas));
  return showShape(
    lowerShape(modelOf(api, 'Subject').schema, {
      direction,
      schemas,
      bytes,
      conversions: new Conversions(schemas, false),
    }),
  );
}

interface Row {
  readonly title: string;
  readonly given: Json;
  readonly want: string;
}

function table(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    test.each(rows)('$title', ({ given, want }) => {
      expect(show(given)).toBe(want);
    });
  });
}

table('types', [
  { title: 'an empty schema is unknown', given: {}, want: 'unknown' },
  { title: 'true is unknown', given: true, want: 'unknown' },
  { title: 'false is never', given: false, want: 'never' },
  { title: '"not" anything is never', given: { not: {} }, want: 'never' },
  { title: '"not" something does not change the type', given: { type: 'string', not: { const: 'a' } }, want: 'string' },
  {
    title: 'if-then-else does not change the type',
    given: { type: 'string', if: { const: 'a' }, then: { minLength: 1 } },
    want: 'string',
  },
  { title: 'an integer is a number', given: { type: 'integer', format: 'int32' }, want: 'number' },
  { title: 'an int64 stays what its type says', given: { type: 'string', format: 'int64' }, want: 'string' },
  { title: 'a type list is a union', given: { type: ['string', 'null'] }, want: '(string | null)' },
  { title: 'integer and number are one', given: { type: ['integer', 'number'] }, want: 'number' },
  { title: 'a format without a type says nothing about the type', given: { format: 'date' }, want: 'unknown' },
  { title: 'bytes are a string outside of bodies', given: { type: 'string', format: 'binary' }, want: 'string' },
]);

table('properties that another part of the same value requires', [
  {
    title: 'are required, where what is referred to does not declare them',
    given: {
      allOf: [
        { $ref: '#/components/schemas/Named' },
        { properties: { id: { type: 'integer' }, age: { type: 'integer' } } },
      ],
    },
    want: '(Named & { id: number, age?: number })',
  },
  {
    title: 'are as they are, where it does',
    given: {
      allOf: [{ $ref: '#/components/schemas/Named' }, { properties: { name: { maxLength: 3, type: 'string' } } }],
    },
    want: '(Named & { name?: string })',
  },
]);

table('literals', [
  { title: 'an enum is open', given: { enum: ['a', 'b'] }, want: '"a" | "b" | ...' },
  { title: 'an enum of one string is a tag and closed', given: { type: 'string', enum: ['a'] }, want: '"a"' },
  { title: 'an enum of numbers is closed', given: { enum: [1, 2] }, want: '1 | 2' },
  { title: 'an enum has only values of its type', given: { type: 'string', enum: ['a', 1, null] }, want: '"a"' },
  {
    title: 'a nullable enum keeps null',
    given: { type: ['string', 'null'], enum: ['a', 'b', null] },
    want: '"a" | "b" | null | ...',
  },
  { title: 'an integer enum keeps whole numbers', given: { type: 'integer', enum: [1, 1.5] }, want: '1' },
  { title: 'an enum that its type empties is never', given: { type: 'string', enum: [1] }, want: 'never' },
  { title: 'const is one literal', given: { const: 'a' }, want: '"a"' },
  { title: 'const null is null', given: { const: null }, want: 'null' },
]);

table('objects', [
  {
    title: 'absent additionalProperties say nothing about the rest',
    given: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
    want: '{ a: string, b?: number }',
  },
  { title: 'properties without a type are an object', given: { properties: { a: true } }, want: '{ a?: unknown }' },
  {
    title: 'explicit true leaves the rest open',
    given: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
    want: '{ a?: string, *: unknown }',
  },
  {
    title: 'a schema for the rest is its type',
    given: { type: 'object', additionalProperties: { type: 'number' } },
    want: '{ *: number }',
  },
  {
    title: 'false closes the object',
    given: { properties: { a: true }, additionalProperties: false },
    want: '{ a?: unknown }',
  },
  { title: 'a bare object holds anything', given: { type: 'object' }, want: '{ *: unknown }' },
  {
    title: 'a bare closed object holds nothing',
    given: { type: 'object', additionalProperties: false },
    want: '{ *: never }',
  },
  {
    title: 'patterns give the type of the rest',
    given: {
      type: 'object',
      patternProperties: { '^a': { type: 'string' }, '^b': { type: 'number' } },
      additionalProperties: false,
    },
    want: '{ *: (string | number) }',
  },
  {
    title: 'a required name without a property is unknown',
    given: { type: 'object', required: ['a'] },
    want: '{ a: unknown }',
  },
  {
    title: 'a default does not make a property required',
    given: { type: 'object', properties: { a: { type: 'string', default: 'x' } } },
    want: '{ a?: string }',
  },
  { title: 'a nullable object keeps its rest', given: { type: ['object', 'null'] }, want: '({ *: unknown } | null)' },
  {
    title: 'a property named __proto__ is a member',
    given: JSON.parse('{"properties": {"__proto__": {"type": "string"}}}') as Json,
    want: '{ __proto__?: string }',
  },
]);

table('arrays', [
  { title: 'items give the type', given: { type: 'array', items: { type: 'string' } }, want: '(string)[]' },
  { title: 'no items are unknown items', given: { type: 'array' }, want: '(unknown)[]' },
  { title: 'items without a type are an array', given: { items: { type: 'string' } }, want: '(string)[]' },
  {
    title: 'leading items are optional up to minItems',
    given: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1, items: false },
    want: '[string, number?]',
  },
  {
    title: 'an open tuple goes on',
    given: { type: 'array', prefixItems: [{ type: 'string' }], minItems: 3 },
    want: '[string, ...unknown]',
  },
  {
    title: 'maxItems ends a tuple',
    given: { type: 'array', prefixItems: [{ type: 'string' }], maxItems: 1 },
    want: '[string?]',
  },
]);

table('combinations', [
  { title: 'a reference is a reference', given: { ...pet, description: 'A pet.' }, want: 'Pet' },
  { title: 'a lone allOf is what it holds', given: { allOf: [pet], description: 'A pet.' }, want: 'Pet' },
  { title: 'an object type beside a reference adds nothing', given: { type: 'object', allOf: [pet] }, want: 'Pet' },
  {
    title: 'inline objects of allOf are one object',
    given: {
      allOf: [{ properties: { name: { type: 'string' } } }, { properties: { b: true }, required: ['name', 'b'] }],
    },
    want: '{ name: string, b: unknown }',
  },
  {
    title: 'properties beside allOf join it',
    given: { properties: { a: true }, allOf: [pet, { properties: { b: true } }] },
    want: '(Pet & { b?: unknown, a?: unknown })',
  },
  {
    title: 'a typed rest is not merged away',
    given: { allOf: [{ properties: { a: true } }, { additionalProperties: { type: 'number' } }] },
    want: '({ a?: unknown } & { *: number })',
  },
  {
    title: 'an open rest survives the merge',
    given: { allOf: [{ properties: { a: true }, additionalProperties: true }, { properties: { b: true } }] },
    want: '{ a?: unknown, b?: unknown, *: unknown }',
  },
  { title: 'oneOf is a union', given: { oneOf: [pet, cat] }, want: '(Pet | Cat)' },
  { title: 'a union keeps null', given: { anyOf: [pet, { type: 'null' }] }, want: '(Pet | null)' },
  {
    title: 'a union has no duplicates',
    given: { oneOf: [{ type: 'string' }, { type: 'string', format: 'date' }, { type: 'null' }] },
    want: '(string | null)',
  },
  {
    title: 'unions inside unions are flat',
    given: { anyOf: [pet, { oneOf: [cat, { type: 'null' }] }] },
    want: '(Pet | Cat | null)',
  },
  { title: 'a branch that allows anything makes a union unknown', given: { anyOf: [pet, {}] }, want: 'unknown' },
  {
    title: 'branches that only assert do not change the type',
    given: { type: 'string', anyOf: [{ minLength: 1 }, { pattern: 'a' }] },
    want: 'string',
  },
  {
    title: 'branches that require names stand beside the object',
    given: { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    want: '({ a?: string } & ({ a: string } | { b: unknown }))',
  },
  {
    title: 'a name that is only required beside a choice of objects is required of each of them',
    given: {
      required: ['a'],
      anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { properties: { b: { type: 'number' } } }],
    },
    want: '({ a: string } | { b?: number, a: unknown })',
  },
  {
    title: 'a name required of a reference has its type there',
    given: { allOf: [{ $ref: '#/components/schemas/Pet' }], required: ['name'] },
    want: '(Pet & { name: string })',
  },
  {
    title: 'string beside string literals is an open enum',
    given: { anyOf: [{ type: 'string' }, { enum: ['a', 'b'] }] },
    want: '"a" | "b" | ...',
  },
  { title: 'literals win over their type', given: { allOf: [{ type: 'string' }, { const: 'a' }] }, want: '"a"' },
  { title: 'never swallows an intersection', given: { allOf: [pet, false] }, want: 'never' },
  {
    title: 'a discriminator demands the tag of each alternative',
    given: { oneOf: [pet, cat], discriminator: { propertyName: 'kind' } },
    want: '((Pet & { kind: "Pet" }) | (Cat & { kind: "Cat" }))',
  },
]);

describe('direction', () => {
  const account = {
    type: 'object',
    required: ['id', 'secret', 'ref'],
    properties: {
      id: { type: 'string', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      ref: { $ref: '#/components/schemas/ReadOnlyId' },
      state: { enum: ['on', 'off'] },
    },
  };

  test('a request leaves readOnly properties out, seen through references', () => {
    expect(show(account, 'request')).toBe('{ secret: string, state?: "on" | "off" | ... }');
  });

  test('a request does not require what it leaves out', () => {
    const given = { allOf: [account, { required: ['id', 'secret'] }] };
    expect(show(given, 'request')).toBe('{ secret: string, state?: "on" | "off" | ... }');
  });

  test('a request does not require what a part leaves out that it refers to', () => {
    const given = {
      allOf: [{ $ref: '#/components/schemas/Named' }, { properties: { id: { type: 'string', readOnly: true } } }],
    };
    expect([show(given, 'request'), show(given, 'response')]).toEqual(['{ name: string }', '(Named & { id: string })']);
  });

  test('a response leaves writeOnly properties out', () => {
    expect(show(account, 'response')).toBe('{ id: string, ref: ReadOnlyId, state?: "on" | "off" | ... }');
  });
});

describe('bytes', () => {
  test.each<Row>([
    { title: 'format binary', given: { type: 'string', format: 'binary' }, want: 'binary' },
    {
      title: 'a media type without an encoding',
      given: { type: 'string', contentMediaType: 'image/png' },
      want: 'binary',
    },
    { title: 'binary as its own encoding', given: { type: 'string', contentEncoding: 'binary' }, want: 'binary' },
    {
      title: 'encoded bytes are text',
      given: { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
      want: 'string',
    },
    {
      title: 'JSON in a string is text',
      given: { type: 'string', contentMediaType: 'application/json' },
      want: 'string',
    },
    {
      title: 'a list of files',
      given: { type: 'array', items: { type: 'string', format: 'binary' } },
      want: '(binary)[]',
    },
  ])('in a part of a multipart body: $title', ({ given, want }) => {
    expect(show(given, 'request', true)).toBe(want);
  });
});
