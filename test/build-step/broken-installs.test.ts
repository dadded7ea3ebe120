import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { compile, type Compiler } from './compile.js';
import { nodeBinary, outerMajors } from './node-binaries.js';
import { installPacked } from './packed.js';

const { data, table } = readRows(import.meta.url);
const subpaths = data<readonly string[]>('subpaths').map((name) => `@speccast/video-platform/${name}`);

/** Where everything is as it should be, apart from MSW, outside the repository, so that nothing is found by accident. */
let whole = '';

/** The same without the emulator. */
let bare = '';

beforeAll(() => {
  whole = join(folderOfFile(), 'whole');
  mkdirSync(whole);
  installPacked(['video-platform', 'ad-reporting'], whole);
  writeTexts(whole, { 'import.mjs': data('importer'), 'main.ts': data('program') });
  bare = project('no-emulator', (packages) => rmSync(join(packages, 'emulator'), { recursive: true }));
});

/** A copy of the whole, changed once; what changes it is given `node_modules/@speccast`. */
function project(name: string, change: (packages: string) => void): string {
  const own = join(whole, '..', name);
  if (existsSync(own)) return own;
  cpSync(whole, own, { recursive: true, verbatimSymlinks: true });
  change(join(own, 'node_modules/@speccast'));
  return own;
}

/** Replaces text in all files of an installed package, as another version of it would have them. */
function rewrite(folder: string, from: RegExp, to: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|ts|json)$/.test(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), text.replace(from, to));
  }
}

/** A copy in which a package of this repository has another version. */
function withVersion(name: 'emulator' | 'runtime', version: string): string {
  return project(`${name}-${version}`, (packages) =>
    rewrite(join(packages, name), new RegExp(`@speccast/${name}@0\\.1`, 'g'), `@speccast/${name}@${version}`),
  );
}

/** What importing modules fails with in a project, or `done`: `mocks#createEmulator` also calls a function of the module. */
function load(own: string, calls: readonly string[], node = process.execPath, way = 'import'): readonly string[] {
  const args = [join(own, 'import.mjs'), way, ...calls];
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  return execFileSync(node, args, { cwd: own, encoding: 'utf8', stdio: [...stdio] })
    .trim()
    .split('\n');
}

const startsAndCalls = [
  '@speccast/video-platform/mocks#createEmulator',
  '@speccast/video-platform#createVideoPlatform',
];

describe('without the emulator', () => {
  const repair = 'run `npm install --save-dev @speccast/emulator@0.1`';

  const nodes = outerMajors.map((major) => nodeBinary(major)).filter((node) => node.kind === 'found');
  test.each(nodes)('Node $major says what to install', ({ path }) => {
    const others = ['', '/operations', '/validators', '/spec', '/node'].map(
      (name) => `@speccast/video-platform${name}`,
    );
    expect(load(bare, [...subpaths, ...others], path)).toEqual([
      ...subpaths.map((name) => `${name} needs @speccast/emulator, which is not installed: ${repair}`),
      ...others.map(() => 'done'),
    ]);
  });

  test('what takes no `await` names the package', () => {
    expect(load(bare, subpaths.slice(0, 1), process.execPath, 'require')).toEqual([
      expect.stringMatching(/^Cannot find (?:package|module) '@speccast\/emulator'/),
    ]);
  });

  test.each(['video-platform/dist/mocks', 'video-platform/dist/conformance', 'ad-reporting/dist/mocks'])(
    'the command of %s says what to install',
    (path) => {
      const command = join(bare, 'node_modules/@speccast', path, 'bin.js');
      const { status, stderr } = spawnSync(process.execPath, [command], { encoding: 'utf8', timeout: 30_000 });
      const message = `This command needs @speccast/emulator, which is not installed: ${repair}\n`;
      expect([status, stderr]).toEqual([1, message]);
    },
  );
});

describe('`speccast mock`', () => {
  let own = '';
  beforeAll(() => {
    own = join(whole, '../mock');
    mkdirSync(join(own, 'specs'), { recursive: true });
    installPacked(['speccast'], own);
    cpSync(join(root, 'test/cases/positive-pets-3-0/spec.yaml'), join(own, 'specs/pets.yaml'));
    const config = "services: { pets: { spec: pets.yaml, package: '@acme/pets', out: ../generated/pets } }\n";
    writeFileSync(join(own, 'specs/speccast.yaml'), config);
    expect(speccast('generate')[0]).toBe(0);
  });

  function speccast(...args: readonly string[]): readonly [number | null, string] {
    const command = join(own, 'node_modules/speccast/dist/generator/cli.js');
    const options = { cwd: own, encoding: 'utf8', timeout: 30_000 } as const;
    const { status, stderr } = spawnSync(process.execPath, [command, ...args], options);
    return [status, stderr];
  }

  table('mock without a part', ({ path, repair }: { readonly path: string; readonly repair: string }) => {
    const [from, to] = [join(own, 'node_modules/@speccast', path), join(own, 'aside')];
    renameSync(from, to);
    try {
      const message = `speccast: @speccast/${path.replace('/dist', '')} is ${repair}\n`;
      expect(speccast('mock', 'specs/pets.yaml', '--port', '0')).toEqual([1, message]);
    } finally {
      renameSync(to, from);
    }
  });

  test('with another version of the emulator says which to install', () => {
    rewrite(join(own, 'node_modules/@speccast/emulator/dist'), /@speccast\/emulator@0\.1/g, '@speccast/emulator@0.2');
    const made = 'pets was generated for @speccast/emulator@0.1, but @speccast/emulator@0.2 is installed';
    expect(speccast('mock', 'pets', '--port', '0')).toEqual([
      1,
      `${made}: run \`npm install @speccast/emulator@0.1\`\n`,
    ]);
  });
});

test('without MSW `./msw` says what to install, and nothing else needs it', () => {
  const message = 'needs msw, which is not installed: run `npm install --save-dev msw@2`';
  const want = subpaths.map((name) => (name.endsWith('/msw') ? `${name} ${message}` : 'done'));
  expect(load(whole, subpaths)).toEqual(want);
});

test.each([
  [
    'emulator',
    /^@speccast\/video-platform\/mocks needs @speccast\/emulator, which is not built: run `npm run build` in its repository$/,
  ],
  ['runtime', /^Cannot find module.*\/node_modules\/@speccast\/runtime\/dist\/node\/index\.js/],
])('in a workspace whose %s is not built, it says so', (name, message) => {
  const own = project(`no-dist-of-${name}`, (packages) => rmSync(join(packages, name, 'dist'), { recursive: true }));
  expect(load(own, subpaths.slice(0, 1))).toEqual([expect.stringMatching(message)]);
});

describe.each(['0.0', '0.2'])('with versions %s', (version) => {
  const describeVersion = (name: string): string =>
    `video-platform was generated for @speccast/${name}@0.1, but @speccast/${name}@${version} is installed: run \`npm install @speccast/${name}@0.1\``;

  test('of the emulator, starting one says what to install', () => {
    const messages = [describeVersion('emulator'), 'done'];
    expect(load(withVersion('emulator', version), startsAndCalls)).toEqual(messages);
  });

  test('of the runtime, making a client says what to install', () => {
    const message = describeVersion('runtime');
    expect(load(withVersion('runtime', version), startsAndCalls)).toEqual([message, message]);
  });
});

test('an emulator that lacks what the package imports is one of another version', () => {
  const own = project('emulator-lacks', (packages) =>
    rewrite(join(packages, 'emulator'), /\bstartEmulator\b/g, 'beginEmulator'),
  );
  const repair = 'is installed in another version: run `npm install --save-dev @speccast/emulator@0.1`';
  const message = `@speccast/video-platform/mocks needs @speccast/emulator, which ${repair}`;
  expect(load(own, startsAndCalls.slice(0, 1))).toEqual([message]);
});

describe('types', () => {
  const want = data<readonly string[]>('complaints');

  /** What a compiler says of the program in projects, without columns. */
  function complaints(projects: readonly string[], compiler: Compiler, skipLibCheck = true): readonly string[] {
    const programs = projects.map((own) => `${basename(own)}/main.ts`);
    const options = { module: 'nodenext', noEmit: true, skipLibCheck };
    const printed = compile(join(whole, '..'), programs, options, compiler);
    return printed
      .trim()
      .replace(/(?<=main\.ts\(\d+),\d+/g, '')
      .split('\n');
  }

  /** What it says in each of the projects. */
  function expected(projects: readonly string[]): readonly string[] {
    return projects.flatMap((own) => want.map((line) => `${basename(own)}/${line}`)).toSorted();
  }

  test.each<[Compiler, readonly string[]]>([
    ['5.4', ['0.2']],
    ['7.0', ['0.2', '0.0']],
  ])(
    'say what to install under TypeScript %s, without the emulator and where it has the versions %j',
    (compiler, versions) => {
      const projects = [bare, ...versions.map((version) => withVersion('emulator', version))];
      expect(complaints(projects, compiler).toSorted()).toEqual(expected(projects));
    },
  );

  test('without the emulator say so where a compiler looks into packages, too', () => {
    const checked = complaints([bare], '7.0', false);
    expect(checked).toEqual(expect.arrayContaining([...expected([bare])]));
    expect(checked).toContainEqual(expect.stringContaining("Cannot find module '@speccast/emulator'"));
  });
});
