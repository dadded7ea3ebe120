import { describe, expect, test } from 'vitest';
import { head, read } from './read-text.js';

/** What is said about a schema that stands on the sixth line of a document with a closed fowl. */
function check(schema: string): readonly string[] {
  const { messages } = read(`${head}components:
  schemas:
    Hen:
      ${schema}
    Fowl: { type: object, required: [name], properties: { name: { type: string } }, additionalProperties: false }
    Gull: { allOf: [{ $ref: '#/components/schemas/Fowl' }] }
    Egg: { type: object, required: [size], properties: { size: { enum: [small, large] } } }
`);
  return messages;
}

const fowl = `{ $ref: '#/components/schemas/Fowl' }`;
const gull = `{ $ref: '#/components/schemas/Gull' }`;
const egg = `{ $ref: '#/components/schemas/Egg' }`;

const closed = (name: string, taken: string, what = 'object'): string =>
  `no ${what} fits: a part of "allOf" requires "${name}", and another one takes ${taken} ("additionalProperties" is false)`;

describe('parts of an allOf', () => {
  test.each([
    [
      `{ allOf: [${fowl}, { required: [eggs], properties: { eggs: {} }, additionalProperties: false }] }`,
      closed('eggs', 'none but "name"'),
    ],
    [`{ allOf: [${gull}, { required: [eggs] }] }`, closed('eggs', 'none but "name"')],
    [`{ allOf: [${fowl}], required: [eggs] }`, closed('eggs', 'none but "name"')],
    [`{ allOf: [${fowl}], additionalProperties: false }`, closed('name', 'none')],
    [
      `{ allOf: [${fowl}], properties: { a: {}, b: {} }, additionalProperties: false }`,
      closed('name', 'none but "a" and "b"'),
    ],
    [
      `{ required: [of], allOf: [{ properties: { of: ${fowl} } }, { properties: { of: { required: [id] } } }] }`,
      closed('id', 'none but "name"', 'value of "of"'),
    ],
    [
      `{ allOf: [{ enum: [a, b] }, { const: c }] }`,
      'no value fits: parts of "allOf" want it to be "a" or "b", and "c"',
    ],
    [
      `{ enum: [1, null], allOf: [{ enum: [2, 3] }] }`,
      'no value fits: parts of "allOf" want it to be 1 or null, and 2 or 3',
    ],
    [
      `{ allOf: [${egg}, { properties: { size: { const: huge } } }] }`,
      'no value of "size" fits: parts of "allOf" want it to be "small" or "large", and "huge"',
    ],
    [
      `{ enum: [1, 2, 3, 4, 5, 6], allOf: [{ const: 7 }] }`,
      'no value fits: parts of "allOf" want it to be 1 or 2 or 3 or 4 or others, and 7',
    ],
  ])('that contradict each other are a warning: %s', (schema, message) => {
    expect(check(schema)).toEqual([expect.stringMatching(/^api\.yaml:6:\d+ warning contradicting-parts: /)]);
    expect(check(schema)[0]).toContain(message);
  });

  test.each([
    `{ allOf: [${fowl}, { properties: { eggs: {} } }] }`,
    `{ allOf: [${fowl}, { required: [name] }, ${gull}] }`,
    `{ allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} }, additionalProperties: false }] }`,
    `{ allOf: [{ patternProperties: { ^e: {} }, additionalProperties: false }, { required: [eggs] }] }`,
    `{ unevaluatedProperties: false, allOf: [${egg}, { required: [eggs], properties: { eggs: {} } }] }`,
    `{ oneOf: [${fowl}, { required: [eggs], additionalProperties: { type: string } }] }`,
    `{ allOf: [{ enum: [a, b] }, { enum: [b, c] }] }`,
    `{ allOf: [{ properties: { size: { enum: [small] } } }, { properties: { size: { const: huge } } }] }`,
    `{ allOf: [{ properties: { of: ${fowl} } }, { properties: { of: { required: [id] } } }] }`,
  ])('that some value fits are fine: %s', (schema) => {
    expect(check(schema)).toEqual([]);
  });
});
