import { describe, expect } from 'vitest';
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

describe('parts of an allOf', () => {
  table('that contradict each other are a warning: %s', (schema: string, message: string) => {
    expect(check(schema)).toEqual([expect.stringMatching(/^api\.yaml:6:\d+ warning contradicting-parts: /)]);
    expect(check(schema)[0]).toContain(message);
  });

  table('that some value fits are fine: %s', (schema: string) => {
    expect(check(schema)).toEqual([]);
  });
});
