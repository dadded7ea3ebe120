import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { importsBelow, specifierOf, type Import } from './imports.js';
import { filesBelow, nodesOf, parse } from './sources.js';

const generator = importsBelow('generator');
const runtime = importsBelow('templates/runtime');
const emulator = importsBelow('templates/emulator');

/** Folders and loose files of the generator in the order of its stages, and what each may import beside itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Types alone: the kinds of JSON values.
  keywords: ['spec'],
  diagnostics: ['diagnostics.ts'],
  'diagnostics.ts': ['diagnostics'],
  spec: ['diagnostics.ts', 'keywords'],
  api: ['diagnostics.ts', 'keywords', 'spec'],
  diff: ['diagnostics.ts', 'diagnostics', 'keywords', 'spec', 'api'],
  emit: ['diagnostics.ts', 'keywords', 'spec', 'api'],
  output: ['diagnostics.ts', 'spec', 'api', 'emit'],
  config: ['diagnostics.ts', 'spec', 'api', 'emit', 'output'],
  release: ['diagnostics.ts', 'spec', 'api', 'diff', 'emit'],
  drift: ['diagnostics.ts', 'spec', 'api'],
  migrate: ['diagnostics.ts', 'spec', 'api', 'emit'],
  'compile-validators': ['diagnostics.ts', 'keywords', 'spec', 'api', 'emit', 'output'],
  'generate.ts': ['diagnostics.ts', 'spec', 'api', 'emit', 'output'],
  commands: [
    'diagnostics.ts',
    'diagnostics',
    'spec',
    'api',
    'diff',
    'emit',
    'output',
    'config',
    'release',
    'drift',
    'migrate',
    'compile-validators',
    'generate.ts',
  ],
  'emitter.ts': ['diagnostics.ts', 'spec', 'api', 'emit'],
  'index.ts': [
    'diagnostics.ts',
    'diagnostics',
    'spec',
    'api',
    'diff',
    'emit',
    'output',
    'config',
    'compile-validators',
    'generate.ts',
  ],
  'cli.ts': ['commands'],
  'bin.ts': ['cli.ts'],
};

/** The folder right below `generator/`, or the loose file there, that a path belongs to. */
function partOf(path: string): string {
  return path.split('/')[1] ?? '';
}

test('there are imports to look at', () => {
  expect(generator.length).toBeGreaterThan(100);
  expect(runtime.length).toBeGreaterThan(50);
  expect(emulator.length).toBeGreaterThan(50);
});

const parts = [...new Set(filesBelow('generator', '.ts').map(partOf))];

test('every folder of the generator has a rule, and every file a folder, but for six', () => {
  expect(parts.filter((part) => allowed[part] === undefined)).toEqual([]);
  expect(parts.filter((part) => part.endsWith('.ts')).toSorted()).toEqual([
    'bin.ts',
    'cli.ts',
    'diagnostics.ts',
    'emitter.ts',
    'generate.ts',
    'index.ts',
  ]);
});

test.each(parts)('%s imports only what comes before it', (part) => {
  const own = generator.filter(({ from, to }) => partOf(from) === part && to.startsWith('generator/'));
  const wrong = own.filter(({ to }) => ![part, ...(allowed[part] ?? [])].includes(partOf(to)));
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

/** Groups of files each of which imports itself through the others, imports of types included. */
function findCircles(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const below = new Map<string, ReadonlySet<string>>();
  for (const file of targets.keys()) {
    const found = new Set<string>();
    // What is added comes up in its turn.
    const queue = new Set(targets.get(file));
    for (const next of queue) {
      found.add(next);
      for (const target of targets.get(next) ?? []) queue.add(target);
    }
    below.set(file, found);
  }
  const circles = [...below].flatMap(([file, found]) => {
    if (!found.has(file)) return [];
    return [[...found].filter((other) => below.get(other)?.has(file)).toSorted()];
  });
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

test('no file of the generator imports itself through others', () => {
  expect(findCircles(generator)).toEqual([]);
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

test('emitters do not import each other', () => {
  const emitterOf = (path: string): string | undefined => /^generator\/emit\/(\w+)\//.exec(path)?.[1];
  const wrong = generator.filter(({ from, to }) => {
    const [source, target] = [emitterOf(from), emitterOf(to)];
    return source !== undefined && target !== undefined && target !== 'code' && source !== target;
  });
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

test('the stages up to emit touch neither disk, network nor processes', () => {
  const stages = generator.filter(({ from }) => /^generator\/(?:spec|api|emit|migrate)\//.test(from));
  const wrong = stages.filter(({ to }) =>
    /^(?:node:)?(?:fs|net|http|https|child_process|worker_threads|os|process)\b/.test(to),
  );
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

/** Whether a file imports nothing but types of the SDK of the Model Context Protocol. */
function isType(path: string): boolean {
  return [...nodesOf(parse(path))].every(
    (node) =>
      !ts.isImportDeclaration(node) ||
      specifierOf(node)?.startsWith('@modelcontextprotocol/') !== true ||
      node.getText().startsWith('import type '),
  );
}

test('the runtime imports nothing but itself; only its entries for Node use Node, only one module a library', () => {
  const wrong = runtime.filter(({ from, to }) => {
    if (to.startsWith('templates/runtime/')) return false;
    if (from === 'templates/runtime/xml/parse-xml.ts' && to === '@rgrove/parse-xml') return false;
    // The types of the SDK; the package imports the SDK itself.
    if (from.startsWith('templates/runtime/mcp/') && to.startsWith('@modelcontextprotocol/server'))
      return !isType(from);
    // Types alone.
    if (from.startsWith('templates/runtime/tanstack/') && to === '@tanstack/query-core') return false;
    return !(to.startsWith('node:') && /^templates\/runtime\/(?:node|tools|cli|mcp)\//.test(from));
  });
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

test('no files of the runtime import each other in a circle', () => {
  expect(
    findCircles([
      { from: 'a', to: 'b', place: '' },
      { from: 'b', to: 'a', place: '' },
    ]),
  ).toEqual([['a', 'b']]);
  expect(findCircles(runtime)).toEqual([]);
});

/** Folders of the runtime's validators, and what each may import from them beside itself. */
const validatorFolders: Readonly<Record<string, readonly string[]>> = {
  values: [],
  formats: [],
  check: ['values'],
  keywords: ['values', 'check'],
  document: ['check'],
  'json-schema': ['values', 'check', 'document'],
};

test.each(Object.keys(validatorFolders))('validators/%s imports only the folders below it', (folder) => {
  const own = runtime.filter(({ from }) => from.startsWith(`templates/runtime/validators/${folder}/`));
  const wrong = own.filter(({ to }) => {
    const [, target] = /^templates\/runtime\/validators\/([\w-]+)\//.exec(to) ?? [];
    return target !== undefined && target !== folder && !validatorFolders[folder]?.includes(target);
  });
  expect(own).not.toEqual([]);
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

/** What a call can do beyond sending a request and reading its response. An application bundles only what it uses. */
const features = ['paging', 'quota', 'reuse', 'streams', 'upload', 'validation'];

test('the core of a client imports none of its features, and no feature another one', () => {
  const folderOf = (path: string): string | undefined => /^templates\/runtime\/client\/([\w-]+)\//.exec(path)?.[1];
  const wrong = runtime.filter(({ from, to }) => {
    const [source, target] = [folderOf(from), folderOf(to)];
    if (source === undefined || target === undefined || source === target) return false;
    return features.includes(target);
  });
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

test('the emulator imports the runtime by name; only what runs in Node uses it, only one module of images libraries', () => {
  const decoders = ['icodec/webp-dec.js', 'icodec/webp-dec.wasm', 'jpeg-js/lib/decoder.js', 'omggif'];
  const wrong = emulator.filter(({ from, to }) => {
    if (from === 'templates/emulator/images/decode-image.ts' && decoders.includes(to)) return false;
    if (from.startsWith('templates/emulator/console/')) return false;
    if (
      to.startsWith('templates/emulator/') ||
      /^@speccast\/runtime(?:\/(?:requests|validators|webhooks|xml))?$/.test(to)
    )
      return false;
    if (to.startsWith('node:')) return !/^templates\/emulator\/(?:server|commands|node-test|playwright)\//.test(from);
    return !(to === 'msw' && from.startsWith('templates/emulator/msw/'));
  });
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

test('the console imports itself and Preact, and nobody imports it: it runs in browsers and is bundled by itself', () => {
  const isConsole = (path: string): boolean => path.startsWith('templates/emulator/console/');
  const libraries = ['preact', 'preact/hooks', '@preact/signals', '@speccast/runtime'];
  const own = emulator.filter(({ from }) => isConsole(from));
  const wrong = [
    ...own.filter(({ to }) => !isConsole(to) && !libraries.includes(to)),
    ...emulator.filter(({ from, to }) => !isConsole(from) && isConsole(to)),
  ];
  expect(own.length).toBeGreaterThan(50);
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

describe('no circles', () => {
  test.each([['templates/emulator', emulator]] as const)(
    'no file of %s imports itself through others',
    (_, imports) => {
      expect(findCircles(imports)).toEqual([]);
    },
  );

  test('a circle is found', () => {
    const edges = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
      ['d', 'a'],
    ].map(([from = '', to = '']) => ({ from, to, place: from }));
    expect(findCircles(edges)).toEqual([['b', 'c']]);
  });
});
