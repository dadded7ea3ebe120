import type { KeywordCase } from './keyword-case.js';

const text = { type: 'string' };
const number = { type: 'number' };

/** Keywords on arrays. */
export const arrayCases: readonly KeywordCase[] = [
  { name: 'typeArray', schema: { type: 'array' }, valid: [[], [1, 'a']], invalid: [{}, 'a', null] },
  { name: 'items', schema: { type: 'array', items: text }, valid: [[], ['a']], invalid: [[1], ['a', null], 'a'] },
  { name: 'itemsFalse', schema: { type: 'array', items: false }, valid: [[]], invalid: [[1]] },
  { name: 'itemsWithoutType', schema: { items: text }, valid: [[], ['a']], invalid: [[1]], odd: [5, {}] },
  {
    name: 'minItems',
    schema: { type: 'array', minItems: 2 },
    valid: [
      [1, 2],
      [1, 2, 3],
    ],
    beyond: [[], [1]],
  },
  { name: 'maxItems', schema: { type: 'array', maxItems: 1 }, valid: [[], [1]], beyond: [[1, 2]] },
  {
    name: 'uniqueItems',
    schema: { type: 'array', uniqueItems: true },
    valid: [[], [1, '1', true, [1], null], [{ a: 1 }, { a: 2 }]],
    beyond: [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
    ],
  },
  {
    name: 'uniqueItemsOfObjects',
    schema: { type: 'array', uniqueItems: true, items: { type: 'object', properties: { id: number } } },
    valid: [
      [{ id: 1 }, { id: 2 }],
      [{}, { id: 0 }],
    ],
    invalid: [[{ id: 'x' }]],
    beyond: [
      [{ id: 1 }, { id: 1 }],
      [{}, {}],
    ],
  },
  {
    name: 'uniqueItemsOfEnum',
    schema: { type: 'array', uniqueItems: true, minItems: 2, items: { enum: ['a', 'b'] } },
    valid: [
      ['a', 'b'],
      ['b', 'a'],
    ],
    invalid: [[1, 2]],
    beyond: [['a', 'a'], ['a']],
  },
  {
    name: 'prefixItems',
    schema: { type: 'array', prefixItems: [text, number] },
    valid: [[], ['a'], ['a', 1], ['a', 1, true]],
    invalid: [[1], ['a', 'b']],
  },
  {
    name: 'prefixItemsAndNoOthers',
    schema: { type: 'array', prefixItems: [text, number], items: false },
    valid: [[], ['a'], ['a', 1]],
    invalid: [['a', 1, 2], [1]],
  },
  {
    name: 'prefixItemsAllThere',
    schema: { type: 'array', prefixItems: [text, number], minItems: 2, items: false },
    valid: [['a', 1]],
    invalid: [[], ['a'], ['a', 1, 2]],
  },
  {
    name: 'prefixItemsAndTypedOthers',
    schema: { type: 'array', prefixItems: [text], items: number },
    valid: [[], ['a'], ['a', 1, 2]],
    invalid: [['a', 'b'], [1]],
  },
  {
    name: 'prefixItemsAndMaxItems',
    schema: { type: 'array', prefixItems: [text, number], maxItems: 2 },
    valid: [[], ['a', 1]],
    invalid: [['a', 1, 1], [1]],
  },
  {
    name: 'contains',
    schema: { type: 'array', contains: { type: 'integer' } },
    valid: [[1], ['a', 1]],
    beyond: [[], ['a'], [1.5]],
  },
  {
    name: 'containsBesideItems',
    schema: { type: 'array', items: text, contains: { const: 'main' } },
    valid: [['main'], ['a', 'main']],
    invalid: [[1]],
    beyond: [[], ['a']],
  },
  {
    name: 'minContains',
    schema: { type: 'array', contains: { const: 'a' }, minContains: 2 },
    valid: [
      ['a', 'a'],
      ['a', 1, 'a'],
    ],
    beyond: [[], ['a'], ['a', 1]],
  },
  {
    name: 'minContainsZero',
    schema: { type: 'array', contains: { const: 'a' }, minContains: 0, maxContains: 1 },
    valid: [[], ['a'], [1, 2, 'a']],
    beyond: [['a', 'a']],
  },
  {
    name: 'maxContains',
    schema: { type: 'array', contains: { type: 'boolean' }, maxContains: 2 },
    valid: [[true], [true, false, 1]],
    beyond: [[], [true, true, false]],
  },
  {
    name: 'unevaluatedItemsFalse',
    schema: { type: 'array', allOf: [{ prefixItems: [text] }], unevaluatedItems: false },
    valid: [[], ['a']],
    invalid: [[1]],
    beyond: [['a', 'b']],
  },
  {
    name: 'arrayOfArrays',
    schema: { type: 'array', items: { type: 'array', items: number } },
    valid: [[], [[]], [[1, 2], [3]]],
    invalid: [[1], [['a']]],
  },
  {
    name: 'arrayOfNullables',
    schema: { type: 'array', items: { type: ['string', 'null'] } },
    valid: [[null], ['a', null]],
    invalid: [[1], null],
  },
];
