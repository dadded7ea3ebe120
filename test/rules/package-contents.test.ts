import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentsOf, installPacked, type PackageName } from '../build-step/packed.js';
import { readRows } from '../rows.js';
import { folderOfFile } from '../scratch-folder.js';
import { root } from './sources.js';

const names = ['video-platform', 'ad-reporting', 'runtime', 'emulator', 'speccast'] as const;

const { data } = readRows(import.meta.url);

/** What is at the top of each tarball, exactly. */
const top = data<Readonly<Record<PackageName, readonly string[]>>>('top');

/** What is in the folders of speccast, by path below each. */
const below = data<Readonly<Record<string, readonly RegExp[]>>>('below');

/** What a build adds to the modules that package.json names: what several share, and what stays apart. */
const unnamed =
  /^dist\/(?:chunks\/[a-z0-9-]+\.(?:js|d\.ts)|(?:control\/console-app|images\/decode-image|xml\/parse-xml)\.js|validators\/(?:attach-json-schema|calls)\.js)$/;

/** Outside the repository, so that nothing is found by accident. */
let folder = '';

beforeAll(() => {
  folder = folderOfFile();
  installPacked(names, folder);
});

function installed(name: PackageName, path: string): string {
  return join(folder, 'node_modules', name === 'speccast' ? name : `@speccast/${name}`, path);
}

/** Modules that package.json names, as paths in the package. */
function namedBy(name: PackageName): readonly string[] {
  const manifest = JSON.parse(readFileSync(installed(name, 'package.json'), 'utf8'));
  const named = JSON.stringify([manifest.exports, manifest.bin ?? {}]).matchAll(/"(?:\.\/)?([\w/-]+\.[\w.]+)"/g);
  return [...named].map(([, path]) => path ?? '').filter((path) => path !== 'package.json');
}

describe.each(names)('the tarball of %s', (name) => {
  test('has these files and folders at its top, and no others', () => {
    const found = new Set(contentsOf(name).map((path) => path.replace(/\/.*/, '/')));
    expect([...found].toSorted()).toEqual(top[name]);
  });

  test('has neither sources nor maps, and nothing of tests and builds', () => {
    const contents = contentsOf(name);
    expect(
      contents.filter((path) => /(?:^|\/)\.|\.map$|\.test\.ts$|tsbuildinfo|node_modules|released\.json/.test(path)),
    ).toEqual([]);
    expect(contents.filter((path) => path.startsWith('dist/') && /(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test('has every file that its package.json names', () => {
    const paths = namedBy(name);
    expect(paths.length).toBeGreaterThan(1);
    const aliases = /^speccast\.schema\.json$/;
    expect(paths.filter((path) => !aliases.test(path) && !existsSync(installed(name, path)))).toEqual([]);
  });
});

test.each(names.filter((name) => name !== 'speccast'))(
  'what was built of %s is named, or shared by what is',
  (name) => {
    const named = namedBy(name);
    const others = contentsOf(name).filter((path) => path.startsWith('dist/') && !named.includes(path));
    expect(others.filter((path) => !unnamed.test(path))).toEqual([]);
    expect(others.length).toBeLessThan(48);
  },
);

test('speccast has nothing in its folders that does not belong there', () => {
  for (const [parent, allowed] of Object.entries(below)) {
    const paths = contentsOf('speccast').filter((path) => path.startsWith(parent));
    expect(paths.length).toBeGreaterThan(0);
    const others = paths.filter((path) => !allowed.some((pattern) => pattern.test(path.slice(parent.length))));
    expect(others).toEqual([]);
  }
});

test('an editor that is asked for a definition opens the types, with what the spec says', async () => {
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
    const lines = readFileSync(path, 'utf8').split('\n');
    return [path.slice(path.indexOf('@speccast/')), lines[start.line - 2]?.trim(), lines[start.line - 1]?.trim()];
  });
  expect(places).toEqual([
    [
      expect.stringMatching(/^@speccast\/video-platform\/dist\/.*\.d\.ts$/),
      expect.stringMatching(/\*\/$/),
      expect.stringContaining('function createVideoPlatform('),
    ],
    [
      expect.stringMatching(/^@speccast\/video-platform\/dist\/.*\.d\.ts$/),
      expect.stringMatching(/\*\/$/),
      expect.stringMatching(/^list[<(]/),
    ],
  ]);
});

test('an import of a package makes a compiler open few files', () => {
  const tsc = join(root, 'node_modules/typescript-5.9/bin/tsc');
  writeFileSync(join(folder, 'few.mts'), "export { createVideoPlatform } from '@speccast/video-platform';\n");
  const args = [tsc, '--module', 'nodenext', '--types', 'any', '--listFilesOnly', 'few.mts'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const files = stdout.split('\n').filter((path) => path.includes('@speccast/'));
  expect(files.length).toBeGreaterThan(1);
  expect(files.length).toBeLessThan(7);
});

test('an import of a package loads few modules', () => {
  const hooks = `import { writeSync } from 'node:fs'; export const load = (url, context, next) => (writeSync(1, url + '\\n'), next(url, context));`;
  const address = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const program = `import { register } from 'node:module'; register(${JSON.stringify(address)}); await import('@speccast/video-platform');`;
  writeFileSync(join(folder, 'load.mjs'), program);
  const modules = execFileSync(process.execPath, ['load.mjs'], { cwd: folder, encoding: 'utf8' }).match(/^file:.*$/gm);
  // Its own and those of the runtime: what an entry alone needs, and what others need, too.
  expect(modules?.map((url) => url.replace(/.*@speccast\//, ''))).toEqual([
    'video-platform/dist/index.js',
    'runtime/dist/index.js',
    'video-platform/dist/chunks/main.js',
    'runtime/dist/chunks/main.js',
  ]);
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

test('speccast brings the licences of the libraries that are built into it, and depends on few', () => {
  const licences = readFileSync(installed('speccast', 'dist/generator/THIRD-PARTY-LICENSES.md'), 'utf8');
  const files = contentsOf('speccast').filter((path) => path.startsWith('dist/generator/libraries/'));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const [, name = ''] =
      /libraries\/(?:eslint-community-)?([a-z]+(?:-[a-z0-9]+)*?)(?:-plugins-\w+|-standalone|-runtime)?\.c?js$/.exec(
        file,
      ) ?? [];
    expect(licences).toMatch(new RegExp(`^## (?:@eslint-community/)?${name} \\d`, 'm'));
  }
  const { dependencies }: { dependencies: object } = JSON.parse(
    readFileSync(installed('speccast', 'package.json'), 'utf8'),
  );
  expect(Object.keys(dependencies)).toEqual(['@speccast/emulator', '@speccast/runtime', 'ts-morph']);
});
