import { expect, test } from 'vitest';
import { splitNotes, valueNotes } from '../../../generator/api/docs/notes.js';
import { docLines } from 'speccast/emitter';
import type { Json } from 'speccast/emitter';
import { schemaOf } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table('notes tell %s', (_name: string, given: Json, notes: readonly string[]) => {
  expect(valueNotes(schemaOf(given))).toEqual(notes);
});

test('in a doc comment they are a list after all sentences', () => {
  expect(splitNotes(['Default `1`.', '- `a`: A.'])).toEqual({ sentences: ['Default `1`.'], items: ['`a`: A.'] });
  expect(docLines({ description: 'A genre.', source: 'library.md:1' }, ['Default `1`.', '- `a`: A.'])).toEqual([
    'A genre.',
    '',
    'Default `1`.',
    '',
    '- `a`: A.',
  ]);
});
