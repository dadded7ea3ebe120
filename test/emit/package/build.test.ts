import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from 'speccast';
import { readRows } from '../../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { data } = readRows(import.meta.url);

// Inside the repository, so that the build script finds its tools.
const folder = fileURLToPath(new URL('../../../.cache/built-package/', import.meta.url));
let paths: readonly string[] = [];

/** The members of a package.json that list its modules. */
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

function readBuilt(path: string): string {
  return readFileSync(join(folder, 'dist', path), 'utf8');
}

/** Returns all code that was built. */
function readCode(): string {
  return paths
    .filter((path) => path.endsWith('.js'))
    .map(readBuilt)
    .join('\n');
}

test('a build removes the output of an older build', () => {
  expect(paths).toContain('index.js');
  expect(paths).not.toContain('gone.js');
});

test('each export and command has a module, and there are few others', () => {
  const { bin, exports }: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = JSON.stringify([exports, bin]).matchAll(/"(?:\.\/)?dist\/([^"]*\.(?:js|d\.ts))"/g);
  const listed = [...named].map(([, path = '']) => path);
  expect(listed.length).toBeGreaterThan(20);
  const files = paths.filter((path) => /\.(?:js|ts)$/.test(path));
  expect(listed.filter((path) => !files.includes(path))).toEqual([]);
  const others = files.filter((path) => !listed.includes(path));
  expect(others.filter((path) => !/^chunks\/[a-z0-9]+\.(?:js|d\.ts)$/.test(path))).toEqual([
    // Node loads these two. Bundlers leave them out, and with them the JSON Schemas and the validation of calls.
    'validators/attach-json-schema.js',
    'validators/calls.js',
  ]);
  expect(others.length).toBeLessThan(14);
});

test('every imported module exists', () => {
  const missing = paths
    .filter((path) => /\.(?:js|ts)$/.test(path))
    .flatMap((path) =>
      [...readBuilt(path).matchAll(/(?:from|import) '(\.[^']+)\.js'/g)].map(([, to]) =>
        join(dirname(path), `${to}${path.endsWith('.ts') ? '.d.ts' : '.js'}`),
      ),
    )
    .filter((path) => !paths.includes(path));
  expect(missing).toEqual([]);
});

test('Node imports entries that need an optional package through a module that says how to install it', () => {
  expect(readBuilt('explained/msw.js')).toContain(
    `export const { mswHandlers, openPageWorld } = await explainImport('@cases/built/msw', ["@speccast/emulator@0.1","msw@2","@speccast/runtime@0.1"], `,
  );
  expect(paths.filter((path) => path.startsWith('explained/'))).toEqual(
    ['control', 'jest', 'mocks', 'msw', 'node-test', 'playwright', 'server', 'vitest'].map(
      (name) => `explained/${name}.js`,
    ),
  );
  expect(readBuilt('explained/mocks.js')).toMatch(/^export const \{ .*\bcreateEmulator\b.* \} = await /m);
});

test('a type that several entries export is declared once', () => {
  const declared = paths.filter((path) => path.endsWith('.d.ts') && /^export interface Pet\b/m.test(readBuilt(path)));
  expect(declared).toEqual([expect.stringMatching(/^chunks\//)]);
});

test('types keep their doc comments', () => {
  const [types = ''] = paths.filter(
    (path) => path.endsWith('.d.ts') && /^export interface Pet\b/m.test(readBuilt(path)),
  );
  expect(readBuilt(types)).toContain('/** An animal. */');
});

test('data is printed without blanks; code keeps its format', () => {
  expect(readCode()).toMatch(/^export const petsGetOperation=\{id:'pets.get',/m);
  expect(readCode()).toMatch(/^\treturn core\.call\(petsGetOperation, params, options\);$/m);
});

test('functions keep their names, for stack traces', () => {
  expect(readBuilt('index.js')).toContain('function createBuilt(');
});

test('calls that bundlers may remove keep the comment `@__PURE__`', () => {
  expect(readCode()).toMatch(/= \/\* @__PURE__ \*\/ \w+\(/);
});

test('exports of other packages are not bundled', () => {
  expect(readBuilt('index.js')).toMatch(/from '@speccast\/runtime';/);
  expect(readCode()).not.toMatch(/^(?:export )?(?:async )?function createCore\(core/m);
  expect(readCode()).not.toContain('class BaseClient');
});

test('validators import the JSON Schemas in Node, through a module that bundlers leave out', () => {
  expect(readBuilt('validators/index.js')).toMatch(/^import '\.\/attach-json-schema\.js';$/m);
  expect(readBuilt('validators/attach-json-schema.js')).toMatch(/^import '\.\/json-schema\.js';$/m);
  expect(readBuilt('validators/json-schema.js')).toContain('registerSchemas(');
});

test('`./spec` exports the document that is published beside `dist`, the only copy of it', async () => {
  expect(paths.filter((path) => path.endsWith('.json'))).toEqual([]);
  const { document: exported } = await import(pathToFileURL(join(folder, 'dist/spec.js')).href);
  expect(exported).toEqual(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')));
});
