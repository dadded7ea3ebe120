import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diffSpecs } from 'speccast';
import { parse } from 'yaml';
import { compareTexts, printChange } from './changes.js';
import { library } from './library.js';

/** Edits of the document `library`, and the changes that they cause. */
interface ChangeRow {
  readonly name: string;
  /** Texts, of which every occurrence is replaced, or patterns, and their replacements. */
  readonly edits: readonly (readonly [from: string | { readonly pattern: string }, to: string])[];
  /** `kind code direction subject: message [operations] side line:column` */
  readonly want: readonly string[];
  /** `kind code direction` of the changes in the opposite direction. */
  readonly back: readonly string[];
}

const folder = new URL('changes/', import.meta.url);
const files = readdirSync(folder).map((file): [string, readonly ChangeRow[]] => [
  file,
  parse(readFileSync(new URL(file, folder), 'utf8')),
]);

/** Applies the edits of a row to `library`. Throws if one of them has no effect. */
function edit({ edits }: ChangeRow): string {
  return edits.reduce((text, [from, to]) => {
    const next =
      typeof from === 'string'
        ? text.replaceAll(from, () => to)
        : text.replace(new RegExp(from.pattern, 'u'), () => to);
    if (next === text) throw new Error(`there is no ${JSON.stringify(from)}`);
    return next;
  }, library);
}

test('a document has no changes from itself', () => {
  expect(files.flatMap(([, rows]) => rows).length).toBeGreaterThan(120);
  expect(compareTexts(library, library)).toEqual([]);
});

describe.each(files)('%s', (_, rows) => {
  test('diffSpecs lists the same changes for the first row', () => {
    const [row] = rows as readonly [ChangeRow]; // as: no file is empty
    const [before, after] = [library, edit(row)].map((text) => ({ spec: { file: 'library.yaml', text } }));
    expect(diffSpecs({ before: before!, after: after! }).changes?.map(printChange)).toEqual(row.want);
  });

  test.each(rows)('$name', (row) => {
    const after = edit(row);
    expect(compareTexts(library, after).map(printChange)).toEqual(row.want);
    const back = compareTexts(after, library).map(({ kind, code, direction = '-' }) => `${kind} ${code} ${direction}`);
    expect([...new Set(back)]).toEqual(row.back);
  });
});
