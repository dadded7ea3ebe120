import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { filesBelow, nodesOf, parse, placeOf } from './sources.js';

interface Import {
  readonly from: string;
  /** Path of the file, or name of the package. */
  readonly to: string;
  readonly place: string;
}

function importsBelow(folder: string): readonly Import[] {
  return filesBelow(folder, '.ts').flatMap((path) =>
    [...nodesOf(parse(path))].flatMap((node) => {
      const specifier = specifierOf(node);
      if (specifier === undefined) return [];
      const to = specifier.startsWith('.')
        ? posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
        : specifier;
      return [{ from: path, to, place: placeOf(node) }];
    }),
  );
}

function specifierOf(node: ts.Node): string | undefined {
  const isStatic = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const expression = isStatic ? node.moduleSpecifier : isDynamic ? node.arguments[0] : undefined;
  return expression !== undefined && ts.isStringLiteral(expression) ? expression.text : undefined;
}

const generator = importsBelow('generator');
const runtime = importsBelow('templates/runtime');
const emulator = importsBelow('templates/emulator');

/** Folders of the generator, and what each may import from it beside itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Types alone: the kinds of JSON values.
  keywords: ['spec'],
  spec: ['diagnostics.ts', 'keywords'],
  api: ['diagnostics.ts', 'keywords', 'spec'],
  diff: ['diagnostics.ts', 'diagnostics', 'keywords', 'spec', 'api'],
  emit: ['diagnostics.ts', 'keywords', 'spec', 'api'],
  output: ['diagnostics.ts', 'spec', 'api', 'emit'],
  release: ['diagnostics.ts', 'spec', 'api', 'emit', 'diff', 'read-api.ts'],
};

test('there are imports to look at', () => {
  expect(generator.length).toBeGreaterThan(100);
  expect(runtime.length).toBeGreaterThan(50);
  expect(emulator.length).toBeGreaterThan(50);
});

test.each(Object.keys(allowed))('stage %s imports only the stages before it', (stage) => {
  const own = generator.filter(({ from, to }) => from.startsWith(`generator/${stage}/`) && to.startsWith('generator/'));
  const wrong = own.filter(({ to }) => ![stage, ...(allowed[stage] ?? [])].includes(to.split('/')[1] ?? ''));
  expect(own).not.toEqual([]);
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
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
  const stages = generator.filter(({ from }) => /^generator\/(?:spec|api|emit)\//.test(from));
  const wrong = stages.filter(({ to }) =>
    /^(?:node:)?(?:fs|net|http|https|child_process|worker_threads|os|process)\b/.test(to),
  );
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

test('the runtime imports nothing but itself; only its entry for Node uses Node', () => {
  const wrong = runtime.filter(({ from, to }) => {
    if (to.startsWith('templates/runtime/')) return false;
    return !(to.startsWith('node:') && from.startsWith('templates/runtime/node/'));
  });
  expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

/** Files that import each other in a circle, types included. */
function circlesIn(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const reachable = (start: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const open = [start];
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const next of targets.get(file) ?? [])
        if (!found.has(next)) {
          found.add(next);
          open.push(next);
        }
    return found;
  };
  const reached = new Map([...targets.keys()].map((file) => [file, reachable(file)] as const));
  const circles = [...reached].flatMap(([file, others]) =>
    others.has(file)
      ? [
          [...others]
            .filter((other) => reached.get(other)?.has(file))
            .toSorted()
            .join(' '),
        ]
      : [],
  );
  return [...new Set(circles)].map((circle) => circle.split(' '));
}

test('no files of the runtime import each other in a circle', () => {
  expect(
    circlesIn([
      { from: 'a', to: 'b', place: '' },
      { from: 'b', to: 'a', place: '' },
    ]),
  ).toEqual([['a', 'b']]);
  expect(circlesIn(runtime)).toEqual([]);
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

test('the emulator imports the runtime by name; only the server and commands use Node, only one module of images libraries', () => {
  const decoders = ['icodec/webp-dec.js', 'icodec/webp-dec.wasm', 'jpeg-js/lib/decoder.js', 'omggif'];
  const wrong = emulator.filter(({ from, to }) => {
    if (from === 'templates/emulator/images/decode-image.ts' && decoders.includes(to)) return false;
    if (to.startsWith('templates/emulator/') || /^@speccast\/runtime(?:\/validators)?$/.test(to)) return false;
    if (to.startsWith('node:')) return !/^templates\/emulator\/(?:server|commands)\//.test(from);
    return !(to === 'msw' && from.startsWith('templates/emulator/msw/'));
  });
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
    expect(findCircles(edges)).toEqual(['b', 'c']);
  });
});

/** The files that are part of a circle: those that are left when files that import no other, or that no other imports, are taken away. */
function findCircles(imports: readonly Import[]): readonly string[] {
  let left = imports;
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const [importers, imported] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    left = left.filter(({ from, to }) => imported.has(from) && importers.has(to));
  }
  return [...new Set(left.map(({ from }) => from))].sort();
}
