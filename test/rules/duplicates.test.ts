import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { pages, readWithoutFences } from './pages.js';
import { listAllNodes, parse } from './sources.js';

/** Pages that people write; those below `generated` come from templates. */
const written = pages.filter((page) => !page.startsWith('generated/'));

/** A sentence with fewer words may be on several pages: `Default: 2.` */
const FEWEST_WORDS = 8;

/** Lists the texts that have several places: `text: a.md, b.md`. */
function listRepeated(found: readonly (readonly [text: string, place: string])[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const [text, place] of found) places.set(text, [...(places.get(text) ?? []), place]);
  return [...places].flatMap(([text, all]) => (all.length > 1 ? `${text}: ${all.join(', ')}` : []));
}

/** Lists the sentences of a page: of paragraphs, items of lists and cells of tables, without the two tables that code has. */
function listSentences(page: string): readonly string[] {
  const own = readWithoutFences(page)
    .split(/^## (?:Codes|Kinds of changes)$/m, 1)
    .join('');
  const blocks = own.replace(/ \| /g, '\n\n').split(/\n(?:\s*\n|\||(?=\s*(?:-|\d+\.) ))/);
  const sentences = blocks.flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.:;!?]) /));
  return sentences
    .map((one) => one.replace(/\]\([^)]*\)|[[*|]|^ ?-? |[.:;]? *$/g, ''))
    .filter((one) => one.split(' ').length >= FEWEST_WORDS);
}

test('no sentence is on two pages, or twice on one', () => {
  const found = written.flatMap((page) => listSentences(page).map((one) => [one, page] as const));
  expect(found.length).toBeGreaterThan(500);
  expect(listRepeated(found)).toEqual([]);
});

test('no two pages have a section of the same name', () => {
  const guides = written.filter((page) => /^README|^CONTRIBUTING|\/docs\//.test(page));
  const found = guides.flatMap((page) =>
    [...readWithoutFences(page).matchAll(/^##? (.+)$/gm)].map(([, name = '']) => [name, page] as const),
  );
  expect(found.length).toBeGreaterThan(100);
  expect(listRepeated(found)).toEqual([]);
});

/** Lists the properties of an exported interface, with those that it inherits from interfaces of the same file. */
function listProperties(path: string, name: string): readonly string[] {
  const declared = [...listAllNodes(parse(path))].filter(ts.isInterfaceDeclaration);
  const listInherited = (wanted: string): readonly string[] =>
    declared
      .filter((one) => one.name.text === wanted)
      .flatMap(({ heritageClauses = [], members }) => [
        ...heritageClauses.flatMap(({ types }) => types.flatMap((type) => listInherited(type.expression.getText()))),
        ...members.flatMap((member) => member.name?.getText() ?? []),
      ]);
  return listInherited(name);
}

/** Lists the names in the first cells of the tables of a page whose header begins with a word: `auth`, `apiKey`. */
function listRows(page: string, header: string): readonly string[] {
  const tables = readWithoutFences(page).matchAll(new RegExp(`^\\| ${header} +\\|.*\\n(?:\\|.*\\n)*`, 'gm'));
  const rows = [...tables].flatMap(([table]) => table.trimEnd().split('\n').slice(2));
  return rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

test.each([
  ['templates/runtime/docs/calls.md', 'ClientOptions', 'templates/runtime/client/options/options.ts'],
  ['templates/emulator/docs/options.md', 'EmulatorOptions', 'templates/emulator/plan/options.ts'],
])('%s has one row for each of the %s', (page, name, path) => {
  const names = listProperties(path, name);
  expect(names.length).toBeGreaterThan(10);
  const rows = listRows(page, 'Option').filter((one) => names.includes(one));
  expect(rows.toSorted()).toEqual(names.toSorted());
});

test('no option is explained in two tables of a guide', () => {
  const found = written.flatMap((page) =>
    listRows(page, 'Option').map((name) => [`${page.replace(/docs\/.*|README\.md$/, '')}: ${name}`, page] as const),
  );
  expect(found.length).toBeGreaterThan(40);
  expect(listRepeated(found)).toEqual([]);
});
