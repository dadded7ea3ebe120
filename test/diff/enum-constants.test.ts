import { expect, test } from 'vitest';
import type { EnumStyle } from '../../generator/api/enums/enum-type.js';
import { readApi } from '../api/lower.js';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../spec/read-text.js';
import { diffSpecs } from '../../generator/diff/diff-specs.js';
import { findChanges } from '../../generator/release/find-changes.js';
import { readReleased } from '../../generator/release/read-released.js';

const shop = (genre: string): string => `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: books.list
      parameters: [{ name: q, in: query, schema: { type: string } }]
      responses:
        '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
components:
  schemas:
    Book: { type: object, properties: { genre: { $ref: '#/components/schemas/Genre' }, cover: { enum: [soft, hard] } } }
    Genre: ${genre}
`;

const plain = shop('{ type: string, enum: [fiction, poetry] }');

function changes(
  old: readonly [text: string, EnumStyle?],
  now: readonly [text: string, EnumStyle?],
): readonly string[] {
  const [before, after] = [old, now].map(([text, enums]) => ({ spec: { file: 'shop.yaml', text }, enums }));
  if (before === undefined || after === undefined) throw new Error('there are two sides');
  const found = diffSpecs(before, after).changes ?? [];
  return found.map(({ kind, code, subject, message }) => `${kind} ${code} ${subject}: ${message}`);
}

test('the same enums have not changed, whatever they are written as', () => {
  for (const style of ['union', 'const', 'enum'] as const) expect(changes([plain, style], [plain, style])).toEqual([]);
});

test.each([
  [
    'union',
    'const',
    'feature enum-constants-added enums: enums are objects of constants, and were unions of their values',
  ],
  [
    'const',
    'union',
    'breaking enum-style-changed enums: enums are unions of their values, and were objects of constants',
  ],
  [
    'union',
    'enum',
    'breaking enum-style-changed enums: enums are enums of TypeScript, and were unions of their values',
  ],
  ['const', 'enum', 'breaking enum-style-changed enums: enums are enums of TypeScript, and were objects of constants'],
] as const)('%s to %s is one change', (old, now, want) => {
  expect(changes([plain, old], [plain, now])).toEqual([want]);
});

test('a constant that is gone, and one with another value, break code that uses them', () => {
  const named = (names: string, values: string = 'fiction, poetry'): string =>
    shop(`{ type: string, enum: [${values}], x-enum-varnames: [${names}] }`);
  expect(changes([named('Story, Poem'), 'const'], [named('Tale, Poem'), 'const'])).toContain(
    'breaking enum-constants-removed enums.Genre.Story: there is no constant "Genre.Story" any more',
  );
  expect(changes([named('Story, Poem'), 'const'], [named('Poem, Story'), 'const'])).toEqual(
    expect.arrayContaining([
      'breaking enum-constant-changed enums.Genre.Story: the constant is "poetry", and was "fiction"',
      'breaking enum-constant-changed enums.Genre.Poem: the constant is "fiction", and was "poetry"',
    ]),
  );
  expect(changes([named('Story, Poem'), 'union'], [named('Tale, Poem'), 'union']).join()).not.toContain('constant');
});

test('constants that are gone as a whole are said once', () => {
  const without = plain.replace(', cover: { enum: [soft, hard] }', ', cover: { type: string }');
  expect(changes([plain, 'const'], [without, 'const']).filter((one) => one.includes('constant'))).toEqual([
    'breaking enum-constants-removed enums.BookCover: there are no constants "BookCover" any more',
  ]);
});

test('a release knows how enums were written in the last one', () => {
  const sources = { spec: { file: 'shop.yaml', text: plain } };
  const document = readApi(sources, { diagnostics: new Diagnostics() })?.api.document;
  const since = (written: object, enums?: EnumStyle): readonly string[] => {
    const diagnostics = new Diagnostics();
    const text = JSON.stringify({ version: '1.0.0', document, ...written });
    const released = readReleased({ file: 'released.json', text }, diagnostics);
    const found = released && findChanges(released, { ...sources, enums }, diagnostics);
    expect(diagnostics.list.filter((one) => one.severity === 'error').map(printDiagnostic)).toEqual([]);
    return found?.changes.map(({ code }) => code) ?? ['not read'];
  };
  expect(since({ enums: 'const' }, 'const')).toEqual([]);
  expect(since({ enums: 'const' })).toEqual(['enum-style-changed']);
  expect(since({}, 'const')).toEqual(['enum-constants-added']);
  expect(since({ enums: 'flags' })).toEqual([]);
});
