import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
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
