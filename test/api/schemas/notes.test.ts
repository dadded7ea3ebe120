import { expect, test } from 'vitest';
import { docLines } from 'speccast/emitter';
import type { Json } from 'speccast/emitter';
import { apiOfSchemas, modelOf } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

function notesOf(schema: Json): readonly string[] {
  return modelOf(apiOfSchemas({ Subject: schema }), 'Subject').notes;
}

table('$given says $want', ({ given, want }: { given: Json; want: readonly string[] }) => {
  expect(notesOf(given)).toEqual(want);
});

table('notes tell %s', (_: string, given: Json, want: readonly string[]) => {
  expect(notesOf(given)).toEqual(want);
});

test('in a doc comment values are a list after all sentences', () => {
  expect(docLines({ description: 'A genre.', source: 'library.md:1' }, ['Default `1`.', '- `a`: A.'])).toEqual([
    'A genre.',
    '',
    'Default `1`.',
    '',
    '- `a`: A.',
  ]);
});
