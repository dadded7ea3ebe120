import { expect, test } from 'vitest';
import { docLines } from 'speccast/emitter';
import type { Json } from 'speccast/emitter';
import { lowerSchemas, findModel } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

function listNotes(schema: Json): readonly string[] {
  return findModel(lowerSchemas({ Subject: schema }), 'Subject').notes;
}

table('$given has the notes $want', ({ given, want }: { given: Json; want: readonly string[] }) => {
  expect(listNotes(given)).toEqual(want);
});

table('notes state %s', (_: string, given: Json, want: readonly string[]) => {
  expect(listNotes(given)).toEqual(want);
});

test('in a doc comment, values are a list after all sentences', () => {
  expect(docLines({ description: 'A genre.', source: 'library.md:1' }, ['Default `1`.', '- `a`: A.'])).toEqual([
    'A genre.',
    '',
    'Default `1`.',
    '',
    '- `a`: A.',
  ]);
});
