import type { KeywordCase } from './keyword-case.js';

const text = { type: 'string' };
const number = { type: 'number' };

/** Keywords on objects. */
export const objectCases: readonly KeywordCase[] = [
  { name: 'typeObject', schema: { type: 'object' }, valid: [{}, { a: 1 }], invalid: [[], 'a', 1, null] },
  {
    name: 'properties',
    schema: { type: 'object', properties: { a: text, b: number } },
    valid: [{}, { a: 'x' }, { a: 'x', b: 1, c: [] }],
    invalid: [{ a: 1 }, { b: 'x' }, { a: null }, 5],
  },
  {
    name: 'propertiesWithoutType',
    schema: { properties: { a: text } },
    valid: [{}, { a: 'x' }],
    invalid: [{ a: 1 }],
    odd: [5, 'x'],
  },
  {
    name: 'propertiesOfHostileNames',
    schema: { type: 'object', properties: { constructor: text, 'a"b': number, 'two words': number, '0': number } },
    valid: [{ constructor: 'x', 'a"b': 1, 'two words': 2, '0': 3 }],
    invalid: [{ constructor: 1 }, { 'a"b': 'x' }, { '0': 'x' }],
  },
  {
    name: 'required',
    schema: { type: 'object', required: ['a'], properties: { a: text } },
    valid: [{ a: 'x' }],
    invalid: [{}, { a: 1 }],
  },
  {
    name: 'requiredOfNoProperty',
    schema: { type: 'object', required: ['a'], properties: { b: text } },
    valid: [{ a: 1 }, { a: null, b: 'x' }],
    invalid: [{}, { b: 'x' }, { a: 1, b: 2 }],
  },
  {
    name: 'minProperties',
    schema: { type: 'object', minProperties: 2 },
    valid: [{ a: 1, b: 2 }],
    invalid: [[1, 2]],
    beyond: [{}, { a: 1 }],
  },
  {
    name: 'maxProperties',
    schema: { type: 'object', maxProperties: 1 },
    valid: [{}, { a: 1 }],
    beyond: [{ a: 1, b: 2 }],
  },
  {
    name: 'propertyNames',
    schema: { type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
    valid: [{}, { ab: 1 }],
    beyond: [{ A: 1 }, { a1: 1 }],
  },
  {
    name: 'propertyNamesOfEnum',
    schema: { type: 'object', propertyNames: { enum: ['en', 'de'] }, additionalProperties: text },
    valid: [{}, { en: 'x' }, { en: 'x', de: 'y' }],
    invalid: [{ en: 1 }, { fr: 'x' }],
  },
  {
    name: 'propertyNamesOfConst',
    schema: { type: 'object', propertyNames: { const: 'en' } },
    valid: [{}, { en: 1 }],
    invalid: [{ fr: 1 }],
  },
  {
    name: 'propertyNamesOfNone',
    schema: { type: 'object', propertyNames: false },
    valid: [{}],
    invalid: [{ en: 1 }],
  },
  {
    name: 'propertyNamesOfEnums',
    schema: {
      additionalProperties: number,
      propertyNames: { anyOf: [{ $ref: '#/components/schemas/CaseWarm' }, { enum: ['blue'] }] },
    },
    schemas: { CaseWarm: { type: 'string', enum: ['red', 'pink'] } },
    valid: [{}, { red: 1, blue: 2 }],
    invalid: [{ red: 'x' }, { green: 1 }],
    odd: [5],
  },
  {
    name: 'propertyNamesOfEnumBesideProperties',
    schema: {
      type: 'object',
      required: ['en', 'fr'],
      properties: { en: text, it: text },
      propertyNames: { enum: ['en', 'de', 'fr'] },
      additionalProperties: number,
    },
    valid: [
      { en: 'x', fr: 1 },
      { en: 'x', fr: 1, de: 2 },
    ],
    invalid: [{ en: 'x' }, { en: 1, fr: 1 }, { en: 'x', fr: 'y' }, { en: 'x', fr: 1, it: 'x' }],
  },
  {
    name: 'propertyNamesOfEnumAndNoOthers',
    schema: {
      type: 'object',
      properties: { en: text, it: text },
      propertyNames: { enum: ['en', 'de'] },
      additionalProperties: false,
    },
    valid: [{}, { en: 'x' }],
    invalid: [{ de: 'x' }, { it: 'x' }],
  },
  {
    name: 'propertyNamesOfEnumInAllOf',
    schema: {
      allOf: [
        { $ref: '#/components/schemas/CaseCounts' },
        { propertyNames: { enum: ['en', 'de'] } },
        { properties: { en: { maximum: 9 } } },
      ],
    },
    schemas: { CaseCounts: { type: 'object', additionalProperties: number } },
    valid: [{}, { en: 1, de: 20 }],
    invalid: [{ en: 'x' }, { fr: 1 }],
    beyond: [{ en: 10 }],
  },
  {
    name: 'additionalPropertiesFalse',
    schema: { type: 'object', properties: { a: text }, additionalProperties: false },
    valid: [{}, { a: 'x' }],
    invalid: [{ b: 1 }, { a: 'x', b: 1 }],
  },
  {
    name: 'additionalPropertiesFalseAlone',
    schema: { type: 'object', additionalProperties: false },
    valid: [{}],
    invalid: [{ a: 1 }],
  },
  {
    name: 'additionalPropertiesTrue',
    schema: { type: 'object', properties: { a: text }, additionalProperties: true },
    valid: [{}, { a: 'x', b: 1 }],
    invalid: [{ a: 1 }],
  },
  {
    name: 'additionalPropertiesTyped',
    schema: { type: 'object', additionalProperties: number },
    valid: [{}, { a: 1, b: 2.5 }],
    invalid: [{ a: 'x' }, { a: null }],
  },
  {
    name: 'additionalPropertiesTypedBesideProperties',
    schema: { type: 'object', required: ['a'], properties: { a: text }, additionalProperties: number },
    valid: [{ a: 'x' }, { a: 'x', b: 1 }],
    invalid: [{ b: 1 }, { a: 1 }],
    beyond: [{ a: 'x', b: 'y' }],
  },
  {
    name: 'additionalPropertiesOfSameType',
    schema: { type: 'object', properties: { a: text }, additionalProperties: text },
    valid: [{}, { a: 'x', b: 'y' }],
    invalid: [{ a: 1 }, { b: 1 }],
  },
  {
    name: 'patternProperties',
    schema: { type: 'object', patternProperties: { '^n': number } },
    valid: [{}, { n1: 1 }, { other: 'x' }],
    invalid: [[]],
    beyond: [{ n1: 'x' }],
  },
  {
    name: 'patternPropertiesAndNoOthers',
    schema: {
      type: 'object',
      properties: { a: text },
      patternProperties: { '^x-': text },
      additionalProperties: false,
    },
    valid: [{}, { a: 'x', 'x-b': 'y' }, { 'x-': '' }],
    invalid: [{ a: 1 }, { 'x-b': 1 }],
    beyond: [{ b: 'x' }],
  },
  {
    name: 'patternPropertiesOnly',
    schema: { type: 'object', patternProperties: { '^x-': number }, additionalProperties: false },
    valid: [{}, { 'x-b': 1 }],
    invalid: [{ 'x-b': 'x' }],
    beyond: [{ b: 1 }],
  },
  {
    name: 'patternPropertiesOfPosixClass',
    schema: { type: 'object', patternProperties: { '^[[:upper:]]+$': number }, additionalProperties: false },
    valid: [{}, { AB: 1 }],
    invalid: [{ AB: 'x' }],
    beyond: [{ ab: 1 }, { ':]': 1 }],
  },
  {
    name: 'dependentRequired',
    schema: { type: 'object', properties: { card: text, owner: text }, dependentRequired: { card: ['owner'] } },
    valid: [{}, { owner: 'x' }, { card: 'x', owner: 'y' }],
    invalid: [{ card: 1, owner: 'y' }],
    beyond: [{ card: 'x' }],
  },
  {
    name: 'dependentSchemas',
    schema: {
      type: 'object',
      properties: { kind: text, size: true },
      dependentSchemas: { kind: { required: ['size'], properties: { size: { type: 'integer' } } } },
    },
    valid: [{}, { kind: 'x', size: 1 }, { size: 'x' }],
    invalid: [{ kind: 1 }],
    beyond: [{ kind: 'x' }, { kind: 'x', size: 'y' }],
  },
  {
    name: 'unevaluatedPropertiesFalse',
    schema: {
      allOf: [{ type: 'object', properties: { a: text } }],
      properties: { b: number },
      unevaluatedProperties: false,
    },
    valid: [{}, { a: 'x', b: 1 }],
    invalid: [{ a: 1 }, { c: 1 }],
  },
  {
    name: 'unevaluatedPropertiesTyped',
    schema: {
      type: 'object',
      anyOf: [{ required: ['a'], properties: { a: text } }, true],
      unevaluatedProperties: number,
    },
    valid: [{ a: 'x' }, { b: 1 }, { a: 'x', b: 1 }],
    beyond: [{ b: 'x' }],
  },
  {
    name: 'nestedObjects',
    schema: {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'object', required: ['b'], properties: { b: { type: 'array', items: text } } } },
    },
    valid: [{ a: { b: [] } }, { a: { b: ['x'] } }],
    invalid: [{ a: {} }, { a: { b: [1] } }],
  },
  {
    name: 'propertyFalse',
    schema: { type: 'object', properties: { a: false, b: text } },
    valid: [{}, { b: 'x' }],
    invalid: [{ a: 1 }, { a: null, b: 'x' }],
  },
  {
    name: 'propertyTrue',
    schema: { type: 'object', required: ['a'], properties: { a: true } },
    valid: [{ a: 1 }, { a: null }],
    invalid: [{}],
  },
];
