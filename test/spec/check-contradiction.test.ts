import { describe, expect } from 'vitest';
import { head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Returns the messages about a schema on line 6 of a document with `Fowl`, which allows no additional properties. */
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
  table('that contradict each other cause a warning: %s', (schema: string, message: string) => {
    expect(check(schema)).toEqual([expect.stringMatching(/^api\.yaml:6:\d+ warning contradicting-parts: /)]);
    expect(check(schema)[0]).toContain(message);
  });

  table('that a value can match together cause none: %s', (schema: string) => {
    expect(check(schema)).toEqual([]);
  });
});
