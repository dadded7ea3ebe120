import * as fc from 'fast-check';
import type { ValueTypes } from '@speccast/runtime';

/** The types of a parameter, and values that they allow. */
export interface Kind {
  readonly name: string;
  readonly types: ValueTypes;
  readonly values: fc.Arbitrary<unknown>;
}

/** Texts with characters that have a meaning in a URL, a header or a cookie. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...',. |;=&%+/[]#?"\\\'aé0\n€~'), maxLength: 6 }),
  fc.constantFrom(
    '',
    '..',
    '%2C',
    '%7C',
    '%20',
    '%zz',
    '%2e%2e',
    'true',
    '12',
    'null',
    '__proto__',
    'constructor',
    'other',
  ),
);

const integers = fc.maxSafeInteger();
// Negative zero is written as zero.
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const fixed = { a: integers, b: texts, c: fc.boolean() };
const fixedTypes = { a: 'integer', b: 'string', c: 'boolean' } as const;

const objects = fc
  .tuple(
    fc.uniqueArray(fc.tuple(texts, texts), { maxLength: 3, selector: ([key]) => key }),
    fc.record(fixed, { requiredKeys: [] }),
  )
  .map(([more, own]) => {
    // Names of declared properties would have values of a wrong type.
    const others = more.filter(([key]) => !Object.hasOwn(fixed, key) && key !== 'deep' && key !== 'list');
    return { ...own, ...Object.fromEntries(others) };
  });

/** Kinds of values for all styles except `deepObject`. */
export const kinds: readonly Kind[] = [
  { name: 'text', types: {}, values: texts },
  { name: 'an integer', types: { type: 'integer' }, values: integers },
  { name: 'a number', types: { type: 'number' }, values: numbers },
  { name: 'a boolean', types: { type: 'boolean' }, values: fc.boolean() },
  { name: 'a list of texts', types: { type: 'array' }, values: fc.array(texts, { maxLength: 4 }) },
  { name: 'a list of numbers', types: { type: 'array', items: 'number' }, values: fc.array(numbers, { maxLength: 4 }) },
  {
    name: 'a list of booleans',
    types: { type: 'array', items: 'boolean' },
    values: fc.array(fc.boolean(), { maxLength: 4 }),
  },
  {
    name: 'an object',
    types: { type: 'object', properties: fixedTypes, additional: 'string' },
    values: objects,
  },
  {
    name: 'an integer or a list of integers',
    types: { type: ['integer', 'array'], items: 'integer' },
    // A list of one item is written like the integer alone.
    values: fc.oneof(integers, fc.array(integers, { minLength: 2, maxLength: 4 })),
  },
];

/** Kinds of values for the style `deepObject`: nested objects and lists. */
export const deepKinds: readonly Kind[] = [
  {
    name: 'an object',
    types: { type: 'object', properties: fixedTypes, additional: 'string' },
    values: objects,
  },
  {
    name: 'an object with an object and a list',
    types: {
      type: 'object',
      properties: {
        ...fixedTypes,
        deep: { type: 'object', properties: fixedTypes },
        list: { type: 'array', items: { type: 'object', properties: fixedTypes } },
      },
    },
    values: fc
      .tuple(objects, fc.record({ a: integers }), fc.array(fc.record({ ...fixed }), { minLength: 1, maxLength: 12 }))
      .map(([own, deep, list]) => ({ ...own, deep, list })),
  },
  {
    name: 'an integer or an object',
    types: { type: ['integer', 'object'], properties: fixedTypes },
    values: fc.oneof(integers, fc.record({ a: integers })),
  },
  {
    name: 'a list of texts',
    types: { type: 'array' },
    values: fc.array(texts, { maxLength: 12 }),
  },
];
