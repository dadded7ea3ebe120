import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Api } from 'speccast';
import { lowerApi } from './lower.js';
import { Diagnostics, readSpec } from '../spec/read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const text = readFileSync(new URL('golden/library.yaml', import.meta.url), 'utf8');

function lowerText(): Api {
  const diagnostics = new Diagnostics();
  const document = readSpec({ file: 'library.yaml', text }, { readFile: () => undefined, diagnostics });
  expect(diagnostics.list).toEqual([]);
  if (document === undefined) throw new Error('not read');
  return lowerApi(document, { name: 'book-library', diagnostics });
}

test('the whole IR of a small document prints as JSON, positions included', async () => {
  const { document: _, ...rest } = lowerText();
  await expect(`${JSON.stringify(rest, undefined, 2)}\n`).toMatchFileSnapshot('golden/library.api.json');
});

test('the same document is lowered to the same IR each time', () => {
  expect(JSON.stringify(lowerText())).toBe(JSON.stringify(lowerText()));
});

table('the IR carries the document with its references', ({ want }: { want: object }) => {
  const { document } = lowerText();
  expect(document).toMatchObject(want);
});
