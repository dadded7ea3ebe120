import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Diagnostics, ownVocabulary, readSpec, readVocabulary, head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const names = ['x-resource', 'x-emulator', 'x-seed', 'x-action', 'x-limit', 'x-records', 'x-part', 'x-parameter-rules'];
const entries = names.map((name) => `${name}: { description: a, on: [any], schema: true }`);
const vocabulary = readVocabulary(
  { file: 'words.yaml', text: `extensions: { ${entries.join(', ')} }` },
  new Diagnostics(),
);

const pets = 'components: { schemas: { Pet: { type: object, x-resource: { table: pets } } } }\n';

/** Returns the messages about a document that has a table `pets`, with `text` from line 4. */
function check(text: string): readonly string[] {
  if (vocabulary === undefined) throw new Error('the vocabulary is wrong');
  return read(head + pets + text, { vocabulary }).messages.map((message) => message.replace('api.yaml:', ''));
}

describe('tables named in extensions', () => {
  table('may be declared tables: %s', (given: string) => {
    expect(check(given)).toEqual([]);
  });

  table('have to be declared: %s', (given: string, want: string) => {
    expect(check(given)).toEqual([want]);
  });

  test('are left out with the extension that names them if faults are repaired', () => {
    const text = 'paths: { /a: { get: { x-limit: { of: cats }, x-action: { insert: pets }, responses: {} } } }';
    const { document, messages } = read(head + pets + text, {
      ...(vocabulary && { vocabulary }),
      repairs: true,
    });
    expect(messages[0]).toMatch(
      /warning unknown-table: no schema is stored in the table "cats"; "x-limit" is left out$/,
    );
    expect(document?.openapi.paths?.['/a']?.get).toEqual({
      'x-action': { insert: 'pets' },
      responses: {},
    });
  });

  test.each(['video-platform', 'ad-reporting'])('are declared in the published document of %s', (name) => {
    const file = fileURLToPath(new URL(`../../generated/${name}/openapi.json`, import.meta.url));
    const diagnostics = new Diagnostics();
    readSpec(
      { file, text: readFileSync(file, 'utf8') },
      { readFile: () => undefined, vocabulary: ownVocabulary(), diagnostics },
    );
    expect(diagnostics.list.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('are not checked without a vocabulary', () => {
    expect(read(`${head}paths: { /a: { get: { x-action: { insert: cats } } } }`).messages).toEqual([]);
  });
});
