import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diffSpecs } from 'speccast';
import { parse } from 'yaml';
import { changesBetween, printChange } from './changes.js';
import { library } from './library.js';

/** A change of the library, and what it is. */
interface ChangeRow {
  readonly name: string;
  /** What is replaced by what, everywhere. */
  readonly edits: readonly (readonly [from: string | { readonly pattern: string }, to: string])[];
  /** `kind code direction subject: message [operations] side line:column` */
  readonly want: readonly string[];
  /** `kind code direction` of the way back. */
  readonly back: readonly string[];
}

const folder = new URL('changes/', import.meta.url);
const files = readdirSync(folder).map((file): [string, readonly ChangeRow[]] => [
  file,
  parse(readFileSync(new URL(file, folder), 'utf8')),
]);

/** The library with the edits of a row; throws where one of them has no effect. */
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

test('a document has not changed from itself', () => {
  expect(files.flatMap(([, rows]) => rows).length).toBeGreaterThan(120);
  expect(changesBetween(library, library)).toEqual([]);
});

describe.each(files)('%s', (_, rows) => {
  test('the library finds the same: the first', () => {
    const [row] = rows as readonly [ChangeRow]; // as: no file is empty
    const [before, after] = [library, edit(row)].map((text) => ({ spec: { file: 'library.yaml', text } }));
    expect(diffSpecs({ before: before!, after: after! }).changes?.map(printChange)).toEqual(row.want);
  });

  test.each(rows)('$name', (row) => {
    const after = edit(row);
    expect(changesBetween(library, after).map(printChange)).toEqual(row.want);
    const back = changesBetween(after, library).map(
      ({ kind, code, direction = '-' }) => `${kind} ${code} ${direction}`,
    );
    expect([...new Set(back)]).toEqual(row.back);
  });
});
