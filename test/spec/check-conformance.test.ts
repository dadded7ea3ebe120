import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Diagnostics, readVocabulary, head, read, readRight } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const file = new URL('../../specs/vocabulary.yaml', import.meta.url);
const vocabulary = readVocabulary({ file: 'vocabulary.yaml', text: readFileSync(file, 'utf8') }, new Diagnostics());

const operation = "responses: { '200': { description: a } }";
const paths = `paths:
  /pets:
    parameters: [{ name: kind, in: query, schema: {} }]
    get: { operationId: pets.list, ${operation}, parameters: [{ name: id, in: query, schema: {} }] }
    post: { operationId: pets.insert, ${operation}, x-open-parameters: true }
`;

/** Returns the messages about a document whose checks (`x-conformance`) start on line 10; `given` is the YAML of its given steps. */
function checkSection(checks: string, given = '{}'): readonly string[] {
  if (vocabulary === undefined) throw new Error('the vocabulary is wrong');
  const text = `${head}${paths}x-conformance:\n  given: ${given}\n  sections: { pets: ${checks} }\n`;
  return read(text, { vocabulary }).messages.map((message) => message.replace('api.yaml:', ''));
}

const buildCheck = (steps: string): string => `[{ id: A1, title: a, source: public, steps: ${steps} }]`;

table('checks may have the steps %s', (steps: string) => {
  expect(checkSection(buildCheck(steps), '{ pet: { call: pets.insert, keep: { pet: id } } }')).toEqual([]);
});

table('a mistake is reported at its position: %s', (steps: string, want: string) => {
  expect(checkSection(buildCheck(steps))).toEqual([want]);
});

test('a second check with the same id is an error', () => {
  const one = '{ id: A1, title: a, source: public, steps: [{ call: pets.list }] }';
  expect(checkSection(`[${one}, ${one}]`)).toEqual([
    '10:96 error duplicate-check: there is a check "A1" already, at line 10',
  ]);
});

test('`cleanup` names operations', () => {
  if (vocabulary === undefined) throw new Error('the vocabulary is wrong');
  const text = `${head}${paths}x-conformance: { cleanup: { pets.inset: pets.remove }, sections: { a: ${buildCheck('[{ call: pets.list }]')} } }\n`;
  expect(read(text, { vocabulary }).messages).toEqual([
    'api.yaml:8:29 error unknown-operation: there is no operation "pets.inset"; did you mean "pets.insert"?',
    'api.yaml:8:41 error unknown-operation: there is no operation "pets.remove"',
  ]);
});

test('checks may stand in files of their own', () => {
  const files = { 'a.yaml': buildCheck('[{ call: pets.list }]') };
  const { root } = readRight(`${head}${paths}x-conformance: { sections: { a: { $ref: a.yaml } } }\n`, { files });
  expect(root['x-conformance']).toMatchObject({
    sections: { a: [{ id: 'A1' }] },
  });
});
