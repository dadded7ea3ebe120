import { expect } from 'vitest';
import { lowerNotes } from '../../../generator/api/docs/notes.js';
import type { Json } from 'speccast/emitter';
import { schemaOf } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table('$given says $want', ({ given, want }: { given: Json; want: readonly string[] }) => {
  expect(lowerNotes(schemaOf(given))).toEqual(want);
});
