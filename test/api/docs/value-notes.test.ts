import { expect, test } from 'vitest';
import { splitNotes, valueNotes } from '../../../generator/api/docs/notes.js';
import { docLines } from 'speccast/emitter';
import type { Json } from 'speccast/emitter';
import { schemaOf } from '../lower.js';

const genre = {
  type: 'string',
  enum: ['novel', 'poetry', 'pulp', 'other'],
  'x-enum-descriptions': { novel: 'Long\nprose.', pulp: 'Cheap prose.' },
  'x-enum-deprecated': ['poetry', 'pulp'],
};

const want = ['- `novel`: Long prose.', '- `poetry` (deprecated)', '- `pulp` (deprecated): Cheap prose.'];

test.each<[string, Json, readonly string[]]>([
  ['the values of an enum that something is said about', genre, want],
  ['those of the items of a list', { type: 'array', items: genre }, want],
  [
    'values that are no text',
    { enum: [1, { a: 1 }], 'x-enum-descriptions': { 1: 'One.', '{"a":1}': 'A.' } },
    ['- `1`: One.', '- `{"a":1}`: A.'],
  ],
  [
    'names and meanings in the order of the values',
    { enum: [1, 2, 3], 'x-enum-varnames': ['LOW', 'HIGH'], 'x-enum-descriptions': ['Below.'] },
    ['- `1`: LOW: Below.', '- `2`: HIGH'],
  ],
  [
    'names by the other extension, but those that repeat the value',
    { enum: ['a', 'b'], 'x-enumNames': ['a', 'B'] },
    ['- `b`: B'],
  ],
  ['nothing where nothing is said', { enum: ['a'] }, []],
  [
    'nothing of what makes no sense',
    { enum: ['a'], 'x-enum-descriptions': { a: 1, b: 'B.' }, 'x-enum-deprecated': 'a' },
    [],
  ],
])('notes tell %s', (_name, given, notes) => {
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
