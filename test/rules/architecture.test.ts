import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { importsBelow, readSpecifier, type Import } from './imports.js';
import { filesBelow, listAllNodes, parse } from './sources.js';

const { data, table } = readRows(import.meta.url);

const generator = importsBelow('generator');
const runtime = importsBelow('templates/runtime');
const emulator = importsBelow('templates/emulator');

const allowed = data<Readonly<Record<string, readonly string[]>>>('parts of the generator');

/** Returns the folder or file right below `generator/` that a path belongs to: `generator/api/names.ts` → `api`. */
function findPart(path: string): string {
  return path.split('/')[1] ?? '';
}

function describeImports(imports: readonly Import[]): readonly string[] {
  return imports.map(({ place, to }) => `${place} imports ${to}`);
}

const parts = [...new Set(filesBelow('generator', '.ts').map(findPart))];

test('every folder of the generator has a rule, and only nine files are in no folder', () => {
  expect(parts.toSorted()).toEqual(Object.keys(allowed).toSorted());
  expect(parts.filter((part) => part.endsWith('.ts'))).toHaveLength(9);
});

test.each(parts)('%s imports only parts before it', (part) => {
  const own = generator.filter(({ from, to }) => findPart(from) === part && to.startsWith('generator/'));
  expect(describeImports(own.filter(({ to }) => ![part, ...(allowed[part] ?? [])].includes(findPart(to))))).toEqual([]);
});

/** A row of `imports`. */
interface Rule {
  readonly from: RegExp;
  readonly allowed?: RegExp;
  readonly refused?: RegExp;
}

table('imports', ({ from: files, allowed: good, refused: bad }: Rule) => {
  const own = [...generator, ...runtime, ...emulator].filter(({ from }) => files.test(from));
  expect(own).not.toEqual([]);
  const wrong = own.filter(({ from, to }) => {
    if (good !== undefined) return !good.test(to);
    const found = bad?.exec(to);
    const part = files.exec(from)?.groups?.['part'];
    return found && (part === undefined || found.groups?.['part'] !== part);
  });
  expect(describeImports(wrong)).toEqual([]);
});

test('the runtime imports nothing but types of the SDK of the Model Context Protocol', () => {
  const files = new Set(runtime.filter(({ to }) => to.startsWith('@modelcontextprotocol/')).map(({ from }) => from));
  const sdk = [...files]
    .flatMap((path) => listAllNodes(parse(path)))
    .filter((node) => ts.isImportDeclaration(node) && readSpecifier(node)?.startsWith('@modelcontextprotocol/'));
  expect(sdk).not.toEqual([]);
  expect(sdk.map((node) => node.getText()).filter((text) => !text.startsWith('import type '))).toEqual([]);
});

/** Finds groups of files that import each other in a circle, including imports of types: `b → c → b` → `[['b', 'c']]`. */
function findCircles(imports: readonly Pick<Import, 'from' | 'to'>[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const below = new Map<string, ReadonlySet<string>>();
  for (const file of targets.keys()) {
    // Iterating a set also visits elements that are added meanwhile.
    const found = new Set(targets.get(file));
    for (const next of found) for (const target of targets.get(next) ?? []) found.add(target);
    below.set(file, found);
  }
  const circles = [...below].flatMap(([file, found]) => {
    if (!found.has(file)) return [];
    return [[...found].filter((other) => below.get(other)?.has(file)).toSorted()];
  });
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

test.each(Object.entries({ generator, runtime, emulator }))(
  'no file of the %s imports itself through others',
  (_, imports) => {
    expect(imports.length).toBeGreaterThan(50);
    expect(findCircles(imports)).toEqual([]);
  },
);

test('`findCircles` finds a circle', () => {
  const edges = ['ab', 'bc', 'cb', 'da'].map(([from = '', to = '']) => ({ from, to }));
  expect(findCircles(edges)).toEqual([['b', 'c']]);
});

const folders = [
  'generator',
  ...parts.filter((part) => !part.endsWith('.ts')).map((part) => `generator/${part}`),
  'templates/runtime',
  'templates/emulator',
];

const inCircles = data<readonly string[]>('folders whose rooms import each other in circles');

/** Lists imports between the rooms of a folder: the folders and the loose files right below it. */
function listRoomImports(folder: string): readonly Import[] {
  const toRoom = (path: string): string => path.slice(folder.length + 1).split('/', 1)[0] ?? '';
  return [...generator, ...runtime, ...emulator]
    .filter((one) => [one.from, one.to].every((path) => path.startsWith(`${folder}/`)))
    .map(({ from, to, place }) => ({ from: toRoom(from), to: toRoom(to), place }))
    .filter(({ from, to }) => from !== to);
}

test.each(folders.filter((folder) => !inCircles.includes(folder)))(
  'imports between the rooms of %s run one way',
  (folder) => {
    expect(findCircles(listRoomImports(folder))).toEqual([]);
  },
);

test('every folder that is listed with circles has one', () => {
  expect(inCircles.filter((folder) => findCircles(listRoomImports(folder)).length === 0)).toEqual([]);
});

const orders = Object.entries(data<Readonly<Record<string, readonly (readonly string[])[]>>>('rooms in order'));

test.each(orders)('rooms of %s import only rooms before them', (folder, order) => {
  const all = [...filesBelow(folder, '.ts'), ...filesBelow(folder, '.tsx')];
  const rooms = new Set(all.map((path) => path.slice(folder.length + 1).split('/', 1)[0]));
  expect(order.flat().toSorted()).toEqual([...rooms].toSorted());
  const imports = listRoomImports(folder);
  const rank = (room: string): number => order.findIndex((line) => line.includes(room));
  expect(describeImports(imports.filter(({ from, to }) => rank(to) > rank(from)))).toEqual([]);
  const circles = order.filter((line) => line.length > 1).map((line) => line.toSorted());
  expect(findCircles(imports)).toEqual(circles);
});

const importers = data<Readonly<Record<string, readonly string[]>>>('surfaces of the runtime');

test.each(Object.entries(importers))('%s is imported only by the listed rooms', (surface, listed) => {
  const imports = listRoomImports('templates/runtime').filter(({ to }) => to === surface);
  expect(describeImports(imports.filter(({ from }) => !listed.includes(from)))).toEqual([]);
  expect([...new Set(imports.map(({ from }) => from))].toSorted()).toEqual(listed.toSorted());
});

const MOST_FILES = 20;

test(`no folder has more than ${MOST_FILES} files of its own`, () => {
  const counts = new Map<string, number>();
  const folders = ['generator', 'templates'];
  for (const path of folders.flatMap((folder) => [...filesBelow(folder, '.ts'), ...filesBelow(folder, '.tsx')])) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
