import type { KeywordCase } from './keyword-case.js';

const text = { type: 'string' };
const number = { type: 'number' };
const a = { type: 'object', required: ['a'], properties: { a: text } };
const b = { type: 'object', required: ['b'], properties: { b: number } };
const cat = { type: 'object', required: ['kind', 'lives'], properties: { kind: { const: 'cat' }, lives: number } };
const dog = {
  type: 'object',
  required: ['kind', 'tricks'],
  properties: { kind: { const: 'dog' }, tricks: { type: 'array', items: text } },
};

/** Keywords that combine schemas. */
export const combiningCases: readonly KeywordCase[] = [
  {
    name: 'allOf',
    schema: { allOf: [a, b] },
    valid: [{ a: 'x', b: 1 }],
    invalid: [{ a: 'x' }, { b: 1 }, { a: 1, b: 1 }],
  },
  {
    name: 'allOfWithSiblings',
    schema: { type: 'object', required: ['c'], properties: { c: text }, allOf: [a] },
    valid: [{ a: 'x', c: 'y' }],
    invalid: [{ a: 'x' }, { c: 'y' }],
  },
  {
    name: 'allOfThatRequires',
    schema: { allOf: [{ type: 'object', properties: { a: text, b: number } }, { required: ['a'] }] },
    valid: [{ a: 'x' }],
    invalid: [{}, { b: 1 }, { a: 1 }],
  },
  {
    name: 'allOfOfRules',
    schema: { type: 'string', allOf: [{ minLength: 2 }, { maxLength: 3 }, { pattern: '^a' }] },
    valid: ['ab', 'abc'],
    invalid: [1],
    beyond: ['a', 'abcd', 'bc'],
  },
  {
    name: 'allOfOfSameProperty',
    schema: {
      allOf: [
        { type: 'object', properties: { a: { type: ['string', 'number'] } } },
        { type: 'object', properties: { a: { type: ['string', 'null'] } } },
      ],
    },
    valid: [{}, { a: 'x' }],
    invalid: [{ a: 1 }, { a: null }],
  },
  {
    name: 'allOfOfEnums',
    schema: { allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }] },
    valid: ['b', 'c'],
    invalid: [1],
    loose: ['a', 'd'],
  },
  { name: 'allOfOfOne', schema: { allOf: [a] }, valid: [{ a: 'x' }], invalid: [{}] },
  { name: 'allOfContradicting', schema: { allOf: [text, number] }, invalid: ['x', 1], unsampled: true },
  {
    name: 'allOfContradictingProperty',
    schema: { allOf: [a, { type: 'object', properties: { a: number } }] },
    invalid: [{ a: 'x' }, { a: 1 }, {}],
    unsampled: true,
  },
  {
    name: 'allOfOfMaps',
    schema: {
      allOf: [
        { type: 'object', properties: { a: text } },
        { type: 'object', additionalProperties: text },
      ],
    },
    valid: [{}, { a: 'x', b: 'y' }],
    invalid: [{ a: 1 }, { b: 1 }],
  },
  {
    name: 'anyOf',
    schema: { anyOf: [text, { type: 'integer' }] },
    valid: ['a', 1],
    invalid: [true, null],
    beyond: [1.5],
  },
  {
    name: 'anyOfOfObjects',
    schema: { anyOf: [a, b] },
    valid: [{ a: 'x' }, { b: 1 }, { a: 'x', b: 1 }],
    invalid: [{}, { a: 1 }],
  },
  { name: 'anyOfEmptySchema', schema: { anyOf: [{}] }, valid: [1, 'a', null, {}] },
  { name: 'anyOfWithAnything', schema: { anyOf: [text, {}] }, valid: [1, 'a', null, {}] },
  {
    name: 'anyOfThatRequires',
    schema: { type: 'object', properties: { a: text, b: number }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    valid: [{ a: 'x' }, { b: 1 }, { a: 'x', b: 1 }],
    invalid: [{}, { a: 1 }, { a: 'x', b: 'y' }],
  },
  { name: 'anyOfWithNull', schema: { anyOf: [a, { type: 'null' }] }, valid: [null, { a: 'x' }], invalid: [{}, 1] },
  { name: 'oneOf', schema: { oneOf: [text, { type: 'boolean' }] }, valid: ['a', true], invalid: [1, null] },
  {
    name: 'oneOfOverlapping',
    schema: {
      oneOf: [
        { type: 'integer', multipleOf: 3 },
        { type: 'integer', multipleOf: 5 },
      ],
    },
    valid: [3, 5, 9],
    invalid: ['3'],
    beyond: [15, 4],
  },
  {
    name: 'oneOfOfObjects',
    schema: { oneOf: [a, b] },
    valid: [{ a: 'x' }, { b: 1 }],
    invalid: [{}],
    beyond: [{ a: 'x', b: 1 }],
  },
  {
    name: 'oneOfWithTag',
    schema: { oneOf: [cat, dog] },
    valid: [
      { kind: 'cat', lives: 9 },
      { kind: 'dog', tricks: [] },
    ],
    invalid: [{ kind: 'cat', tricks: [] }, { kind: 'cow' }, { lives: 9 }],
  },
  {
    name: 'discriminator',
    schema: {
      oneOf: [{ $ref: '#/components/schemas/CaseCat' }, { $ref: '#/components/schemas/CaseDog' }],
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/CaseCat', dog: '#/components/schemas/CaseDog' },
      },
    },
    schemas: { CaseCat: cat, CaseDog: dog },
    valid: [
      { kind: 'cat', lives: 9 },
      { kind: 'dog', tricks: ['x'] },
    ],
    invalid: [{ kind: 'cat', tricks: [] }, { kind: 'cow' }, {}],
  },
  {
    name: 'oneOfBesideOtherType',
    schema: {
      type: 'null',
      oneOf: [cat, dog, { type: 'object', required: ['kind'], properties: { kind: { const: 'cow' } } }],
    },
    invalid: [null, { kind: 'cow' }, { kind: 'cat', lives: 9 }],
    unsampled: true,
  },
  { name: 'not', schema: { not: text }, valid: [1, null, {}], beyond: ['a'] },
  { name: 'notEverything', schema: { not: {} }, invalid: [1, null, 'a', {}], unsampled: true },
  {
    name: 'requiredThatNothingFits',
    schema: { type: 'object', required: ['a', 'b'], properties: { a: { not: {} }, b: text } },
    invalid: [{}, { a: 1, b: 'x' }, { b: 'x' }],
    unsampled: true,
  },
  {
    name: 'notValues',
    schema: { type: 'string', not: { enum: ['a', 'b'] } },
    valid: ['c'],
    invalid: [1],
    beyond: ['a', 'b'],
  },
  {
    name: 'notRequired',
    schema: { type: 'object', properties: { a: text, b: text }, not: { required: ['a', 'b'] } },
    valid: [{}, { a: 'x' }, { b: 'x' }],
    invalid: [{ a: 1 }],
    beyond: [{ a: 'x', b: 'y' }],
  },
  {
    name: 'ifThenElse',
    schema: {
      type: 'object',
      required: ['country'],
      properties: { country: text, code: text },
      if: { properties: { country: { const: 'US' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { code: { pattern: '^[0-9]{5}$' } } },
      else: { required: ['code'] },
    },
    valid: [{ country: 'US' }, { country: 'US', code: '12345' }, { country: 'DE', code: 'x' }],
    invalid: [{}, { country: 1 }],
    beyond: [{ country: 'US', code: 'x' }, { country: 'DE' }],
  },
  {
    name: 'ifThen',
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    schema: { type: 'integer', if: { minimum: 10 }, then: { multipleOf: 10 } },
    valid: [3, 10, 20],
    invalid: ['x'],
    beyond: [11, 25],
  },
  { name: 'ifElse', schema: { if: text, else: { type: 'integer' } }, valid: ['a', 1], beyond: [1.5, null] },
  { name: 'thenAlone', schema: { type: 'string', else: { minLength: 9 } }, valid: ['a'], invalid: [1] },
];
