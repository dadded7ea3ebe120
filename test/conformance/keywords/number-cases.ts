import type { KeywordCase } from './keyword-case.js';

/** Keywords on numbers, and the types that have no keywords. */
export const numberCases: readonly KeywordCase[] = [
  { name: 'typeNumber', schema: { type: 'number' }, valid: [0, -1.5, 1e300], invalid: ['1', null, true] },
  { name: 'typeInteger', schema: { type: 'integer' }, valid: [0, -1, 1.0, 1e20], invalid: ['1'], beyond: [1.5] },
  { name: 'typeBoolean', schema: { type: 'boolean' }, valid: [true, false], invalid: [0, 'true', null] },
  { name: 'typeNull', schema: { type: 'null' }, valid: [null], invalid: [0, '', false, {}] },
  { name: 'minimum', schema: { type: 'number', minimum: 1.5 }, valid: [1.5, 2], beyond: [1.4, -2] },
  { name: 'maximum', schema: { type: 'number', maximum: 1.5 }, valid: [1.5, -2], beyond: [1.6] },
  { name: 'exclusiveMinimum', schema: { type: 'number', exclusiveMinimum: 0 }, valid: [0.1], beyond: [0, -1] },
  { name: 'exclusiveMaximum', schema: { type: 'integer', exclusiveMaximum: 0 }, valid: [-1], beyond: [0, 1, -0.5] },
  { name: 'minimumWithoutType', schema: { minimum: 2 }, valid: [2, 'a', null], beyond: [1] },
  { name: 'multipleOf', schema: { type: 'integer', multipleOf: 3 }, valid: [0, 3, -9], beyond: [1, 4] },
  {
    name: 'multipleOfFraction',
    schema: { type: 'number', multipleOf: 0.01 },
    valid: [0.07, 19.99, 1.1, 4.35, 0],
    beyond: [0.075, 19.999],
  },
  {
    name: 'multipleOfTiny',
    schema: { type: 'number', multipleOf: 1e-8 },
    valid: [12391239123, 1e-8],
    beyond: [1.5e-8],
  },
  {
    name: 'narrowRange',
    schema: { type: 'number', minimum: 0.2, exclusiveMaximum: 0.21 },
    valid: [0.2, 0.205],
    beyond: [0.21, 0.1],
  },
  {
    name: 'narrowMultiple',
    schema: { type: 'integer', minimum: 10, maximum: 20, multipleOf: 7 },
    valid: [14],
    beyond: [7, 21, 15],
  },
  {
    name: 'formatInt32',
    schema: { type: 'integer', format: 'int32' },
    valid: [2147483647, -2147483648],
    invalid: ['1'],
    beyond: [2147483648, 1.5],
  },
  {
    name: 'formatInt64OfNumber',
    schema: { type: 'integer', format: 'int64' },
    valid: [0, 9007199254740991],
    invalid: ['1'],
    beyond: [1.5],
  },
  {
    name: 'formatUint32',
    schema: { type: 'integer', format: 'uint32' },
    valid: [0, 4294967295],
    beyond: [-1, 4294967296],
  },
  { name: 'formatFloat', schema: { type: 'number', format: 'float' }, valid: [1.5, -0.1], invalid: ['1'] },
  { name: 'formatDouble', schema: { type: 'number', format: 'double' }, valid: [1.5, 1e300], invalid: ['1'] },
];
