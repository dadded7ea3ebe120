import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from 'speccast';
import { readRows } from '../../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { data } = readRows(import.meta.url);

// Inside the repository, so that the build finds its tools.
const folder = fileURLToPath(new URL('../../../.cache/built-package/', import.meta.url));
let paths: readonly string[] = [];

/** What of a package.json says which modules there are. */
interface Manifest {
  readonly exports: object;
  readonly bin: Readonly<Record<string, string>>;
}

const document = data<JsonObject>('document');

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  const spec = { file: 'spec.json', text: JSON.stringify(document) };
  const { files } = await generate({ spec, packageName: '@cases/built' });
  for (const { path, text } of files) write(path, text);
  write('dist/gone.js', '');
  execFileSync('npm', ['run', '-s', 'build'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  paths = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).toSorted();
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function built(path: string): string {
  return readFileSync(join(folder, 'dist', path), 'utf8');
}

/** All code that was built. */
function code(): string {
  return paths
    .filter((path) => path.endsWith('.js'))
    .map(built)
    .join('\n');
}

test('building starts from nothing, so that no module of an older spec is published', () => {
  expect(paths).toContain('index.js');
  expect(paths).not.toContain('gone.js');
});

test('there is a module for each export and command, and few more', () => {
  const { bin, exports }: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = JSON.stringify([exports, bin]).matchAll(/"(?:\.\/)?dist\/([^"]*\.(?:js|d\.ts))"/g);
  const wanted = [...named].map(([, path = '']) => path);
  expect(wanted.length).toBeGreaterThan(20);
  const files = paths.filter((path) => /\.(?:js|ts)$/.test(path));
  expect(wanted.filter((path) => !files.includes(path))).toEqual([]);
  const others = files.filter((path) => !wanted.includes(path));
  expect(others.filter((path) => !/^chunks\/[a-z0-9]+\.(?:js|d\.ts)$/.test(path))).toEqual([
    // Bundlers leave them out, and with them the JSON Schemas and what compares calls with the spec; Node loads them.
    'validators/attach-json-schema.js',
    'validators/calls.js',
  ]);
  expect(others.length).toBeLessThan(14);
});

test('every module that is imported is there', () => {
  const missing = paths
    .filter((path) => /\.(?:js|ts)$/.test(path))
    .flatMap((path) =>
      [...built(path).matchAll(/(?:from|import) '(\.[^']+)\.js'/g)].map(([, to]) =>
        join(dirname(path), `${to}${path.endsWith('.ts') ? '.d.ts' : '.js'}`),
      ),
    )
    .filter((path) => !paths.includes(path));
  expect(missing).toEqual([]);
});

test('what needs an optional package is imported by Node through a module that says how to install that', () => {
  expect(built('explained/msw.js')).toContain(
    `export const { mswHandlers, openPageWorld } = await explainImport('@cases/built/msw', ["@speccast/emulator@0.1","msw@2","@speccast/runtime@0.1"], `,
  );
  expect(paths.filter((path) => path.startsWith('explained/'))).toEqual(
    ['control', 'jest', 'mocks', 'msw', 'node-test', 'playwright', 'server', 'vitest'].map(
      (name) => `explained/${name}.js`,
    ),
  );
  expect(built('explained/mocks.js')).toMatch(/^export const \{ .*\bcreateEmulator\b.* \} = await /m);
});

test('what several exports lead to is in one place: their types are the same', () => {
  const declared = paths.filter((path) => path.endsWith('.d.ts') && /^export interface Pet\b/m.test(built(path)));
  expect(declared).toEqual([expect.stringMatching(/^chunks\//)]);
});

test('types keep what the spec says of them', () => {
  const [types = ''] = paths.filter((path) => path.endsWith('.d.ts') && /^export interface Pet\b/m.test(built(path)));
  expect(built(types)).toContain('/** An animal. */');
});

test('constants that are data take no blanks; code keeps its own', () => {
  expect(code()).toMatch(/^export const petsGetOperation=\{id:'pets.get',/m);
  expect(code()).toMatch(/^\treturn core\.call\(petsGetOperation, params, options\);$/m);
});

test('code that users meet in stack traces keeps its names', () => {
  expect(built('index.js')).toContain('function createBuilt(');
});

test('what a bundler may leave out is still marked', () => {
  expect(code()).toMatch(/= \/\* @__PURE__ \*\/ \w+\(/);
});

test('what other packages export stays there', () => {
  expect(built('index.js')).toMatch(/from '@speccast\/runtime';/);
  expect(code()).not.toMatch(/^(?:export )?(?:async )?function createCore\(core/m);
  expect(code()).not.toContain('class BaseClient');
});

test('the validators bring the JSON Schemas in Node, by a module that bundlers leave out', () => {
  expect(built('validators/index.js')).toMatch(/^import '\.\/attach-json-schema\.js';$/m);
  expect(built('validators/attach-json-schema.js')).toMatch(/^import '\.\/json-schema\.js';$/m);
  expect(built('validators/json-schema.js')).toContain('registerSchemas(');
});

test('`./spec` exports the document that is published beside `dist`, the only copy of it', async () => {
  expect(paths.filter((path) => path.endsWith('.json'))).toEqual([]);
  const { document: exported } = await import(pathToFileURL(join(folder, 'dist/spec.js')).href);
  expect(exported).toEqual(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')));
});
