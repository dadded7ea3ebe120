import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { scratchFolder } from './checkout.js';
import { fetchAlone } from './fetch-package.js';
import { nodeBinary, nodeMajors } from './node-binaries.js';
import { installPacked } from './packed.js';

/** Subpaths of a package that need the emulator. */
const subpaths = [
  'mocks',
  'msw',
  'vitest',
  'jest',
  'node-test',
  'playwright',
  'server',
  'control',
  'conformance',
  'mocks/images',
];

/** Where everything is as it should be, apart from MSW, outside the repository, so that nothing is found by accident. */
let whole = '';

beforeAll(() => {
  whole = join(scratchFolder(afterAll), 'whole');
  mkdirSync(whole);
  installPacked(['video-platform', 'ad-reporting'], whole);
  writeFileSync(join(whole, 'import.mjs'), importer);
});

/** Prints, for each module that it is given, what importing it fails with. */
const importer = `
import { createRequire } from 'node:module';
const [way, ...modules] = process.argv.slice(2);
const load = way === 'require' ? createRequire(process.argv[1]) : (module) => import(module);
for (const module of modules) {
  try {
    await load(module);
    console.log('done');
  } catch (error) {
    console.log(error.message.split('\\n')[0]);
  }
}
`;

/** A copy of that, changed; what changes it is given `node_modules/@speccast`. */
function project(name: string, change: (packages: string) => void): string {
  const own = join(whole, '..', name);
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

interface Way {
  readonly node?: string;
  readonly way?: 'import' | 'require';
}

/** What importing subpaths of the package says in a project. */
function said(own: string, paths: readonly string[], { node = process.execPath, way = 'import' }: Way = {}): string[] {
  const modules = paths.map((path) => `@speccast/video-platform${path.slice(1)}`);
  const args = [join(own, 'import.mjs'), way, ...modules];
  return execFileSync(node, args, { cwd: own, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .trim()
    .split('\n');
}

/** What running a program fails with in a project; empty where it does not. */
function failureOf(own: string, program: string): string {
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: own,
    encoding: 'utf8',
  });
  return /^(?:Error|SyntaxError[^:]*): .*$/m.exec(stderr)?.[0] ?? stderr;
}

const starts = `import { createEmulator } from '@speccast/video-platform/mocks'; createEmulator();`;
const calls = `import { createVideoPlatform } from '@speccast/video-platform'; createVideoPlatform();`;

describe('without the emulator', () => {
  const repair = 'run `npm install --save-dev @speccast/emulator@0.1`';
  let own = '';
  beforeAll(() => {
    own = project('no-emulator', (packages) => rmSync(join(packages, 'emulator'), { recursive: true }));
  });

  const nodes = nodeMajors.map((major) => nodeBinary(major)).filter((node) => node.kind === 'found');
  test.each(nodes)('Node $major says what to install', ({ path }) => {
    const names = subpaths.map((name) => `@speccast/video-platform/${name}`);
    const want = names.map((name) => `${name} needs @speccast/emulator, which is not installed: ${repair}`);
    expect(
      said(
        own,
        subpaths.map((name) => `./${name}`),
        { node: path },
      ),
    ).toEqual(want);
    const others = ['.', './operations', './validators', './spec', './node'];
    expect(said(own, others, { node: path })).toEqual(others.map(() => 'done'));
  });

  test('what takes no `await` names the package', () => {
    expect(said(own, ['./mocks'], { way: 'require' })).toEqual([
      expect.stringMatching(/^Cannot find (?:package|module) '@speccast\/emulator'/),
    ]);
  });

  test.each(['video-platform/dist/mocks', 'video-platform/dist/conformance', 'ad-reporting/dist/mocks'])(
    'the command of %s says what to install',
    (path) => {
      const command = join(own, 'node_modules/@speccast', path, 'bin.js');
      const { status, stderr } = spawnSync(process.execPath, [command], { encoding: 'utf8', timeout: 30_000 });
      expect([status, stderr]).toEqual([
        1,
        `This command needs @speccast/emulator, which is not installed: ${repair}\n`,
      ]);
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
    expect(speccast('generate').status).toBe(0);
  });

  function speccast(...args: readonly string[]): SpawnSyncReturns<string> {
    const command = join(own, 'node_modules/speccast/dist/generator/cli.js');
    return spawnSync(process.execPath, [command, ...args], { cwd: own, encoding: 'utf8', timeout: 30_000 });
  }

  test.each([
    ['emulator', 'not installed: run `npm install`'],
    ['emulator/dist', 'not complete: run `npm ci`'],
    ['runtime', 'not installed: run `npm install`'],
    ['runtime/dist', 'not complete: run `npm ci`'],
  ])('without @speccast/%s says what to run', (path, repair) => {
    const [from, to] = [join(own, 'node_modules/@speccast', path), join(own, 'aside')];
    renameSync(from, to);
    try {
      const { status, stderr } = speccast('mock', 'specs/pets.yaml', '--port', '0');
      expect([status, stderr]).toEqual([1, `speccast: @speccast/${path.replace('/dist', '')} is ${repair}\n`]);
    } finally {
      renameSync(to, from);
    }
  });

  test('with another version of the emulator says which to install', () => {
    rewrite(join(own, 'node_modules/@speccast/emulator/dist'), /@speccast\/emulator@0\.1/g, '@speccast/emulator@0.2');
    const { status, stderr } = speccast('mock', 'pets', '--port', '0');
    const made = 'pets was generated for @speccast/emulator@0.1, but @speccast/emulator@0.2 is installed';
    expect([status, stderr]).toEqual([1, `${made}: run \`npm install @speccast/emulator@0.1\`\n`]);
  });
});

test('without MSW `./msw` says what to install, and nothing else needs it', () => {
  const want = subpaths.map((name) =>
    name === 'msw'
      ? '@speccast/video-platform/msw needs msw, which is not installed: run `npm install --save-dev msw@2`'
      : 'done',
  );
  expect(
    said(
      whole,
      subpaths.map((name) => `./${name}`),
    ),
  ).toEqual(want);
});

test.each([
  ['emulator', '@speccast/video-platform/mocks needs @speccast/emulator'],
  ['runtime', 'Cannot find module'],
])('in a workspace whose %s is not built, it says so', (name, start) => {
  const own = project(`no-dist-of-${name}`, (packages) => rmSync(join(packages, name, 'dist'), { recursive: true }));
  const [message = ''] = said(own, ['./mocks']);
  expect(message.startsWith(start), message).toBe(true);
  if (name === 'emulator') expect(message).toMatch(/, which is not built: run `npm run build` in its repository$/);
  else expect(message).toContain('/node_modules/@speccast/runtime/dist/node/index.js');
});

describe.each(['0.0', '0.2', '1'])('with versions %s', (version) => {
  const made = (name: string): RegExp => new RegExp(`@speccast/${name}@0\\.1`, 'g');

  test('of the emulator, starting one says what to install', () => {
    const own = project(`emulator-${version}`, (packages) =>
      rewrite(join(packages, 'emulator'), made('emulator'), `@speccast/emulator@${version}`),
    );
    expect(failureOf(own, starts)).toBe(
      `Error: video-platform was generated for @speccast/emulator@0.1, but @speccast/emulator@${version} is installed: run \`npm install @speccast/emulator@0.1\``,
    );
    expect(failureOf(own, calls)).toBe('');
  });

  test('of the runtime, making a client says what to install', () => {
    const own = project(`runtime-${version}`, (packages) =>
      rewrite(join(packages, 'runtime'), made('runtime'), `@speccast/runtime@${version}`),
    );
    const want = `Error: video-platform was generated for @speccast/runtime@0.1, but @speccast/runtime@${version} is installed: run \`npm install @speccast/runtime@0.1\``;
    expect(failureOf(own, calls)).toBe(want);
    expect(failureOf(own, starts)).toBe(want);
  });
});

test('an emulator that lacks what the package imports is one of another version', () => {
  const own = project('emulator-lacks', (packages) =>
    rewrite(join(packages, 'emulator'), /\bstartEmulator\b/g, 'beginEmulator'),
  );
  const repair = 'is installed in another version: run `npm install --save-dev @speccast/emulator@0.1`';
  expect(failureOf(own, starts)).toBe(
    `Error: @speccast/video-platform/mocks needs @speccast/emulator, which ${repair}`,
  );
});

describe('types', () => {
  const program = `
import { createVideoPlatform } from '@speccast/video-platform';
import { createEmulator, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { runConformance } from '@speccast/video-platform/conformance';
const emulator = createEmulator();
createVideoPlatform({ fetch: emulator.fetch });
export const clock = (one: VideoPlatformEmulator) => one.clock;
export const passed = async () => (await runConformance({ baseUrl: 'https://a.example' })).passed;
`;
  /** The oldest and the latest. */
  const compilers = {
    '5.4': () => fetchAlone('typescript@5.4.5'),
    '7.0': () => join(root, 'node_modules/typescript-7'),
  } as const;

  /** What a compiler says of the program. */
  function complaints(own: string, compiler: keyof typeof compilers, skipLibCheck = true): readonly string[] {
    writeFileSync(join(own, 'main.ts'), program);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck,
    };
    writeFileSync(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    const args = [join(compilers[compiler](), 'bin/tsc'), '-p', own, '--pretty', 'false'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: own, encoding: 'utf8' });
    return stdout
      .trim()
      .replace(/(?<=^main\.ts\(\d+),\d+/gm, '')
      .split('\n');
  }

  const text = '@speccast/emulator@0.1 is not installed: run `npm install --save-dev @speccast/emulator@0.1`';
  const want = [
    [6, 'fetch'],
    [7, 'clock'],
    [8, 'passed'],
  ].map(([line, name]) => `main.ts(${line}): error TS2339: Property '${name}' does not exist on type '"${text}"'.`);

  test.each(['5.4', '7.0'] as const)('without the emulator say what to install, under TypeScript %s', (compiler) => {
    const own = project(`untyped-${compiler}`, (packages) => rmSync(join(packages, 'emulator'), { recursive: true }));
    expect(complaints(own, compiler)).toEqual(want);
  });

  test('without the emulator say so where a compiler looks into packages, too', () => {
    const own = project('untyped-checked', (packages) => rmSync(join(packages, 'emulator'), { recursive: true }));
    const checked = complaints(own, '7.0', false);
    expect(checked).toEqual(expect.arrayContaining(want));
    expect(checked).toContainEqual(expect.stringContaining("Cannot find module '@speccast/emulator'"));
  });

  test.each([
    ['5.4', '0.2'],
    ['7.0', '0.2'],
    ['7.0', '0.0'],
  ] as const)('under TypeScript %s say what to install where versions %s of the emulator are', (compiler, version) => {
    const own = project(`typed-${compiler}-${version}`, (packages) =>
      rewrite(join(packages, 'emulator'), /@speccast\/emulator@0\.1/g, `@speccast/emulator@${version}`),
    );
    expect(complaints(own, compiler)).toEqual(want);
  });
});
