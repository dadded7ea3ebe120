import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentsOf, installPacked, type PackageName } from '../build-step/packed.js';
import { root } from './sources.js';

const names = ['video-platform', 'ad-reporting', 'speccast'] as const;

/** What stands at the top of each tarball, exactly. */
const top: Readonly<Record<Exclude<PackageName, 'runtime' | 'emulator'>, readonly string[]>> = {
  'video-platform': ['CHANGELOG.md', 'LICENSE', 'README.md', 'api.md', 'dist/', 'openapi.json', 'package.json', 'src/'],
  'ad-reporting': ['CHANGELOG.md', 'LICENSE', 'README.md', 'api.md', 'dist/', 'openapi.json', 'package.json', 'src/'],
  speccast: ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/', 'generator/', 'package.json', 'specs/', 'templates/'],
};

/** What the command of speccast is made of: pieces of several sources, which start faster than so many modules. */
const bundled = /^dist\/generator\/bundle\/[\w-]+\.js(?:\.map)?$/;

/** Types of many modules in one, which a compiler opens faster. */
const joined = /^dist\/declarations\.d\.ts(?:\.map)?$/;

const services = /^(?:client|conformance|mocks|models|operations|spec|validators)\//;

/** What stands in the folders, by path below each; code in `dist` is compared with the sources instead. */
const below: readonly (readonly [packages: readonly PackageName[], folder: string, allowed: readonly RegExp[]])[] = [
  [
    ['video-platform', 'ad-reporting'],
    'src/',
    [/^(?:index|node|operations)\.ts$/, new RegExp(`${services.source}(?:[a-z0-9-]+/)*[a-z0-9-]+(?:\\.d)?\\.ts$`)],
  ],
  [['speccast'], 'generator/', [/^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.ts$/]],
  [['speccast'], 'specs/', [/^(?:speccast\.schema\.json|vocabulary\.yaml)$/]],
  [
    ['speccast'],
    'templates/',
    [
      /^(?:client|conformance|mocks|operations|package|validators)\/[a-z0-9-]+\.hbs$/,
      /^runtime\/(?:json|validators\/(?:[a-z0-9-]+\/)*[a-z0-9-]+)\.ts$/,
      /^init\/(?:[a-z-]+\/)*[a-z.-]+$/,
    ],
  ],
];

/** Outside the repository, so that nothing is found by accident. */
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'speccast-contents-'));
  installPacked(names, folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function installed(name: PackageName, path: string): string {
  return join(folder, 'node_modules', name === 'speccast' ? name : `@speccast/${name}`, path);
}

describe.each(names)('the tarball of %s', (name) => {
  const source = name === 'speccast' ? 'generator/' : 'src/';
  const built = name === 'speccast' ? 'dist/generator/' : 'dist/';

  test('has these files and folders at its top, and no others', () => {
    const found = new Set(contentsOf(name).map((path) => path.replace(/\/.*/, '/')));
    expect([...found].toSorted()).toEqual(top[name]);
  });

  test('has nothing in its folders that does not belong there', () => {
    const rules = below.filter(([packages]) => packages.includes(name));
    for (const [, parent, allowed] of rules) {
      const paths = contentsOf(name).filter((path) => path.startsWith(parent));
      expect(paths.length).toBeGreaterThan(0);
      const others = paths.filter((path) => !allowed.some((pattern) => pattern.test(path.slice(parent.length))));
      expect(others).toEqual([]);
    }
    expect(
      contentsOf(name).filter((path) => /(?:^|\/)\.|\.test\.ts$|tsbuildinfo|node_modules|released\.json/.test(path)),
    ).toEqual([]);
  });

  test('has the code of every source, types and maps of those alone, and nothing else that was built', () => {
    const contents = contentsOf(name);
    const sources = contents.filter((path) => path.startsWith(source) && !path.endsWith('.d.ts'));
    const modules = sources.map((path) => `${built}${path.slice(source.length, -'.ts'.length)}`);
    const inDist = contents.filter((path) => path.startsWith('dist/') && !bundled.test(path));
    expect(inDist.filter((path) => path.endsWith('.js'))).toEqual(modules.map((path) => `${path}.js`).toSorted());
    const known = new Set(modules.flatMap((path) => ['.js', '.js.map', '.d.ts', '.d.ts.map'].map((end) => path + end)));
    expect(inDist.filter((path) => !known.has(path) && !joined.test(path))).toEqual([]);
    const typed = inDist.filter((path) => path.endsWith('.d.ts'));
    expect(inDist.filter((path) => path.endsWith('.d.ts.map'))).toEqual(typed.map((path) => `${path}.map`));
  });

  test('has every file that its package.json names', () => {
    const manifest = JSON.parse(readFileSync(installed(name, 'package.json'), 'utf8'));
    const named = JSON.stringify([manifest.exports, manifest.bin]).matchAll(/"(?:\.\/)?([\w/-]+\.[\w.]+)"/g);
    const paths = [...named]
      .map(([, path]) => path ?? '')
      .filter((path) => !/^\.?\/?(?:openapi|speccast\.schema)\.json$/.test(path));
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => !existsSync(installed(name, path)))).toEqual([]);
  });

  test('has maps that lead to sources which are there, and hold no copies of them', () => {
    const maps = contentsOf(name).filter((path) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(100);
    for (const path of maps) {
      const { sources, sourcesContent, mappings } = JSON.parse(readFileSync(installed(name, path), 'utf8'));
      const found: readonly string[] = sources.map((one: string) => posix.join(posix.dirname(path), one));
      const wanted = path.replace(built, source).replace(/(?:\.d)?\.(?:js|ts)\.map$/, '.ts');
      if (joined.test(path)) expect(found.length).toBeGreaterThan(50);
      else if (!bundled.test(path) && path !== 'dist/generator/cli.js.map') expect(found).toEqual([wanted]);
      expect([path, found.filter((one) => !existsSync(installed(name, one))), sourcesContent]).toEqual([
        path,
        [],
        undefined,
      ]);
      expect(mappings).not.toContain(' ');
      expect(readFileSync(installed(name, path.replace(/\.map$/, '')), 'utf8')).toMatch(
        /\/\/# sourceMappingURL=[\w.-]+\.map\s*$/,
      );
    }
  });

  test('has a map for every module with code, so that a stack trace leads to its source', () => {
    const code = contentsOf(name).filter((path) => path.endsWith('.js') && !existsSync(installed(name, `${path}.map`)));
    // Types alone leave nothing behind.
    const allowed = code.filter((path) => readFileSync(installed(name, path), 'utf8') === '');
    expect(code).toEqual(allowed);
  });
});

test('an editor that is asked for a definition opens the source', async () => {
  const program =
    "import { createVideoPlatform } from '@speccast/video-platform';\nvoid createVideoPlatform({}).videos.list({});\n";
  const file = join(folder, 'main.ts');
  writeFileSync(file, program);
  const config = {
    compilerOptions: { module: 'nodenext', target: 'es2022', strict: true, types: [] },
    files: ['main.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const answers = await Promise.all(
    [
      { line: 1, offset: 12 },
      { line: 2, offset: 38 },
    ].map((place) => definitionOf(file, place)),
  );
  const places = answers.map(({ file: path, start }) => {
    const text = readFileSync(path, 'utf8').split('\n')[start.line - 1] ?? '';
    return [path.slice(path.indexOf('@speccast/')), text.trim()];
  });
  expect(places).toEqual([
    ['@speccast/video-platform/src/client/client.ts', expect.stringContaining('function createVideoPlatform(')],
    ['@speccast/video-platform/src/client/videos.ts', expect.stringMatching(/^list[<(]/)],
  ]);
});

test('an import of a package makes a compiler open few files', () => {
  const tsc = join(root, 'node_modules/typescript-5.9/bin/tsc');
  writeFileSync(join(folder, 'few.mts'), "export { createVideoPlatform } from '@speccast/video-platform';\n");
  const args = [tsc, '--module', 'nodenext', '--types', 'any', '--listFilesOnly', 'few.mts'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const files = stdout.split('\n').filter((path) => path.includes('@speccast/'));
  expect(files.filter((path) => path.endsWith('dist/declarations.d.ts')).length).toBe(1);
  expect(files.length).toBeLessThan(20);
});

interface Definition {
  readonly file: string;
  readonly start: { readonly line: number; readonly offset: number };
}

/** What the server behind editors answers; it comes with TypeScript 5.9. */
function definitionOf(file: string, place: { readonly line: number; readonly offset: number }): Promise<Definition> {
  const server = spawn(
    process.execPath,
    [join(root, 'node_modules/typescript-5.9/lib/tsserver.js'), '--disableAutomaticTypingAcquisition'],
    {
      cwd: dirname(file),
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const send = (seq: number, command: string, more: object): void => {
    server.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: { file, ...more } })}\n`);
  };
  send(1, 'open', {});
  send(2, 'definition', place);
  return new Promise((resolve, reject) => {
    let text = '';
    server.once('error', reject).once('exit', () => reject(new Error(`no answer came:\n${text}`)));
    server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const [line] = /^\{.*"command":"definition".*\}$/m.exec(text) ?? [];
      if (line === undefined) return;
      const { body }: { readonly body: readonly Definition[] } = JSON.parse(line);
      const [definition] = body;
      server.removeAllListeners('exit').kill();
      if (definition === undefined) reject(new Error('there is no definition'));
      else resolve(definition);
    });
  });
}

test.each(['video-platform', 'ad-reporting'] as const)('the first calls that the README of %s shows work', (name) => {
  const page = readFileSync(installed(name, 'README.md'), 'utf8');
  const fences = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  const emulated = fences.find((code) => code.includes('createEmulator()')) ?? '';
  writeFileSync(join(folder, 'first.mjs'), emulated);
  expect(execFileSync(process.execPath, ['first.mjs'], { cwd: folder, encoding: 'utf8' })).toMatch(/items|account/);
  expect(page.indexOf('createEmulator()')).toBeLessThan(page.indexOf('\n## '));
});
