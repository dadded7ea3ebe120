import type { KeywordCase } from './keyword-case.js';

const text = { type: 'string' };
const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** What OpenAPI 3.0 says in words of its own. */
export const olderCases: readonly KeywordCase[] = [
  { name: 'oldNullable', schema: { type: 'string', nullable: true }, valid: ['a', null], invalid: [1] },
  { name: 'oldNotNullable', schema: { type: 'string', nullable: false }, valid: ['a'], invalid: [null] },
  {
    name: 'oldNullableEnum',
    schema: { type: 'string', nullable: true, enum: ['a', 'b', null] },
    valid: ['a', 'b', null],
    invalid: [1],
  },
  {
    name: 'oldNullableEnumWithoutNull',
    schema: { type: 'string', nullable: true, enum: ['a'] },
    valid: ['a'],
    invalid: [null, 'b'],
  },
  {
    name: 'oldNullableObject',
    schema: { type: 'object', nullable: true, required: ['a'], properties: { a: text } },
    valid: [null, { a: 'x' }],
    invalid: [{}],
  },
  {
    name: 'oldNullableArray',
    schema: { type: 'array', nullable: true, items: { type: 'integer', nullable: true } },
    valid: [null, [], [1, null]],
    invalid: [['x']],
    beyond: [[1.5]],
  },
  {
    name: 'oldNullableRefInAllOf',
    schema: { type: 'object', properties: { a: { type: 'object', nullable: true, allOf: [ref('CaseOldNullable')] } } },
    schemas: { CaseOldNullable: { type: 'object', nullable: true, properties: { b: text } } },
    valid: [{}, { a: null }, { a: { b: 'x' } }],
    invalid: [{ a: 1 }, { a: { b: 1 } }],
  },
  {
    name: 'oldNullableBesideAllOf',
    schema: { nullable: true, allOf: [ref('CaseOldPart')] },
    schemas: { CaseOldPart: { type: 'object', required: ['b'], properties: { b: text } } },
    valid: [null, { b: 'x' }],
    invalid: [{}, { b: 1 }, 1],
  },
  {
    name: 'oldNullableBesideAnyOf',
    schema: { nullable: true, anyOf: [text, { type: 'boolean' }] },
    valid: [null, 'a', true],
    invalid: [1, {}],
  },
  {
    name: 'oldNullableOneOf',
    schema: { oneOf: [{ type: 'string', nullable: true }, { type: 'integer' }] },
    valid: ['a', 1, null],
    invalid: [true],
    beyond: [1.5],
  },
  {
    name: 'oldExclusiveMinimum',
    schema: { type: 'number', minimum: 1, exclusiveMinimum: true },
    valid: [1.01],
    beyond: [1, 0],
  },
  {
    name: 'oldExclusiveMinimumFalse',
    schema: { type: 'number', minimum: 1, exclusiveMinimum: false },
    valid: [1],
    beyond: [0.9],
  },
  {
    name: 'oldExclusiveMaximum',
    schema: { type: 'integer', maximum: 10, exclusiveMaximum: true },
    valid: [9],
    beyond: [10, 9.5],
  },
  {
    name: 'oldRefSiblings',
    schema: { ...ref('CaseOldText'), maxLength: 1 },
    schemas: { CaseOldText: text },
    valid: ['', 'long'],
    invalid: [1],
  },
  {
    name: 'oldExample',
    schema: { type: 'string', example: 'x', minLength: 1 },
    valid: ['a'],
    invalid: [1],
    beyond: [''],
  },
  {
    name: 'oldDiscriminator',
    schema: {
      oneOf: [ref('CaseOldCat'), ref('CaseOldDog')],
      discriminator: { propertyName: 'petType' },
    },
    schemas: {
      CaseOldCat: {
        type: 'object',
        required: ['petType'],
        properties: { petType: { type: 'string', enum: ['CaseOldCat'] }, lives: { type: 'integer' } },
      },
      CaseOldDog: {
        type: 'object',
        required: ['petType', 'bark'],
        properties: { petType: { type: 'string', enum: ['CaseOldDog'] }, bark: text },
      },
    },
    valid: [{ petType: 'CaseOldCat' }, { petType: 'CaseOldCat', lives: 9 }, { petType: 'CaseOldDog', bark: 'x' }],
    invalid: [{ petType: 'CaseOldDog' }, { petType: 'Cow' }, {}],
  },
  {
    name: 'oldReadOnly',
    schema: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer', format: 'int64', readOnly: true }, name: text },
    },
    request: { valid: [{ name: 'x' }], invalid: [{ name: 1 }] },
    response: { valid: [{ id: 1 }], invalid: [{ name: 'x' }], beyond: [{ id: 1.5 }] },
  },
  {
    name: 'oldWriteOnly',
    schema: { type: 'object', required: ['secret'], properties: { secret: { ...text, writeOnly: true }, name: text } },
    request: { valid: [{ secret: 's' }], invalid: [{ name: 'x' }] },
    response: { valid: [{ name: 'x' }], invalid: [{ name: 1 }] },
  },
  {
    name: 'oldAdditionalProperties',
    schema: { type: 'object', additionalProperties: { type: 'string', nullable: true } },
    valid: [{}, { a: null, b: 'x' }],
    invalid: [{ a: 1 }],
  },
  { name: 'oldNot', schema: { type: 'integer', not: { minimum: 5 } }, valid: [4], invalid: ['x'], beyond: [5] },
];
