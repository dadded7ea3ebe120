import { describe, expect, test } from 'vitest';
import { head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

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

describe('parts of an allOf', () => {
  table('that contradict each other are a warning: %s', (schema: string, message: string) => {
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
