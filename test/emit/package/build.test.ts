import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../../generator/generate.js';
import { readTool } from '../../../generator/read-assets.js';

// Inside the repository, so that the build finds its tools.
const folder = fileURLToPath(new URL('../../../.cache/built-package/', import.meta.url));
let paths: readonly string[] = [];

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'pets.get',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          '200': {
            description: 'A pet.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { Pet: { type: 'object', description: 'An animal.', properties: { id: { type: 'string' } } } },
  },
};

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  const spec = { file: 'spec.json', text: JSON.stringify(document) };
  const { files } = await generate({ spec, assets: readTool(), packageName: '@cases/built' });
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

test('building starts from nothing, so that no module of an older spec is published', () => {
  expect(paths).toContain('index.js');
  expect(paths).not.toContain('gone.js');
});

test('every module is built, and has a map to its source where it has code', () => {
  const modules = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  const wanted = modules.filter((path) => path.endsWith('.ts')).map((path) => path.replace(/\.ts$/, '.js'));
  expect(paths.filter((path) => path.endsWith('.js'))).toEqual(wanted.toSorted());
  const mapped = wanted.filter((path) => built(path) !== '');
  expect(paths.filter((path) => path.endsWith('.js.map'))).toEqual(mapped.map((path) => `${path}.map`).toSorted());
  expect(built('models/pets.js')).toBe('');
  expect(built('validators/pets.js')).toMatch(/\n\/\/# sourceMappingURL=pets\.js\.map\n$/);
});

test.each(['validators/pets.js.map', 'validators/pets.d.ts.map'])('%s names its source and holds none', (path) => {
  const map = JSON.parse(built(path));
  expect(map.sources).toEqual(['../../src/validators/pets.ts']);
  expect(map).not.toHaveProperty('sourcesContent');
});

test('types keep what the spec says of them', () => {
  expect(built('declarations.d.ts')).toContain('/** An animal. */');
  expect(built('models/pets.js')).not.toContain('An animal.');
});

test('code that users meet in stack traces keeps its names', () => {
  expect(built('runtime/client/core.js')).toContain('function createCore(');
});

test('what a bundler may leave out is still marked', () => {
  expect(built('validators/pets.js')).toMatch(/= \/\* @__PURE__ \*\/ \w+\(/);
});

test('types come along as far as an export leads to them', () => {
  // Most of what `.` leads to is in one module, and not once more in its own.
  expect(built('declarations.d.ts')).toMatch(/^export (?:declare class|interface) ApiPromise\b/m);
  expect(paths).not.toContain('runtime/client/api-promise.d.ts');
  expect(paths).toContain('validators/pets.d.ts');
  expect(paths).not.toContain('validators/schemas.d.ts');
  const missing = paths
    .filter((path) => path.endsWith('.d.ts'))
    .flatMap((path) =>
      [...built(path).matchAll(/ from '(\.[^']+)\.js'/g)].map(([, to]) => join(dirname(path), `${to}.d.ts`)),
    )
    .filter((path) => !paths.includes(path));
  expect(missing).toEqual([]);
});

test('`./spec` exports the document that is published beside `dist`, the only copy of it', async () => {
  expect(paths.filter((path) => path.endsWith('.json'))).toEqual([]);
  const { document: exported } = await import(pathToFileURL(join(folder, 'dist/spec.js')).href);
  expect(exported).toEqual(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')));
});
