import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { compile, type Compiler } from './compile.js';
import { nodeBinary } from './node-binaries.js';
import { installPacked } from './packed.js';

const { data, table } = readRows(import.meta.url);

/** A change that breaks an installation: a folder is removed, or text is replaced in all files of a package, as another version has it. */
interface Breakage {
  /** Folder below `node_modules/@speccast`. */
  readonly remove?: string;
  /** Package, the text that is replaced in it, and the new text. */
  readonly of?: string;
  readonly text?: RegExp;
  readonly becomes?: string;
}

const breakages = data<Readonly<Record<string, Breakage>>>('breakages');

/** Folder of all installations. It is outside the repository, so that no package of the repository is found. `whole` lacks MSW alone. */
let folder = '';

beforeAll(() => {
  folder = folderOfFile();
  const whole = join(folder, 'whole');
  mkdirSync(whole);
  installPacked(['video-platform', 'ad-reporting'], whole);
  writeTexts(whole, { 'import.mjs': data('importer'), 'main.ts': data('program') });
});

/** Returns the folder of an installation with a breakage of `broken-installs.yaml`. The first call for a name creates it. */
function install(name: string): string {
  const own = join(folder, name);
  if (existsSync(own)) return own;
  cpSync(join(folder, 'whole'), own, { recursive: true, verbatimSymlinks: true });
  const { remove, of = '', text = /$^/, becomes = '' } = breakages[name] ?? {};
  const packages = join(own, 'node_modules/@speccast');
  if (remove === undefined) rewrite(join(packages, of), text, becomes);
  else rmSync(join(packages, remove), { recursive: true });
  return own;
}

/** Replaces text in all files of an installed package. */
function rewrite(folder: string, from: RegExp, to: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|ts|json)$/.test(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), text.replaceAll(new RegExp(from, 'g'), to));
  }
}

interface Imports {
  readonly broken: string;
  readonly majors?: readonly number[];
  readonly way?: 'import' | 'require';
  readonly expects: readonly { readonly from: readonly string[]; readonly says: string | RegExp }[];
}

table('imports', ({ broken, majors, way = 'import', expects }: Imports) => {
  const want = expects.flatMap(({ from, says }) =>
    from.map((path) => {
      const module = `@speccast/video-platform${path}`;
      const text = typeof says === 'string' ? says.replace('$module', module.replace(/#.*/, '')) : says;
      return { module, text: typeof text === 'string' ? text : expect.stringMatching(text) };
    }),
  );
  const found = majors?.map((major) => nodeBinary(major)).flatMap((node) => (node.kind === 'found' ? node.path : []));
  for (const node of found ?? [process.execPath]) {
    const cwd = install(broken);
    const args = [join(cwd, 'import.mjs'), way, ...want.map(({ module }) => module)];
    const printed = execFileSync(node, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    expect(printed.trim().split('\n')).toEqual(want.map(({ text }) => text));
  }
});

table('commands without the emulator', ({ path }: { readonly path: string }) => {
  const command = join(install('no-emulator'), 'node_modules/@speccast', path, 'bin.js');
  const { status, stderr } = spawnSync(process.execPath, [command], { encoding: 'utf8', timeout: 30_000 });
  const repair = 'run `npm install --save-dev @speccast/emulator@0.1`';
  const message = `This command needs @speccast/emulator, which is not installed: ${repair}\n`;
  expect([status, stderr]).toEqual([1, message]);
});

describe('`speccast mock`', () => {
  let own = '';
  beforeAll(() => {
    own = join(folder, 'mock');
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

  test('states which version of the emulator to install when another one is installed', () => {
    rewrite(join(own, 'node_modules/@speccast/emulator/dist'), /@speccast\/emulator@0\.1/g, '@speccast/emulator@0.2');
    const problem = 'pets was generated for @speccast/emulator@0.1, but @speccast/emulator@0.2 is installed';
    expect(speccast('mock', 'pets', '--port', '0')).toEqual([
      1,
      `${problem}: run \`npm install @speccast/emulator@0.1\`\n`,
    ]);
  });
});

describe('types', () => {
  const want = data<readonly string[]>('complaints');

  /** Lists the errors that a compiler reports for the program in each installation, without columns. */
  function listErrors(names: readonly string[], compiler: Compiler, skipLibCheck = true): readonly string[] {
    const programs = names.map((name) => `${relative(folder, install(name))}/main.ts`);
    const options = { module: 'nodenext', noEmit: true, skipLibCheck };
    const printed = compile(folder, programs, options, compiler);
    return printed
      .trim()
      .replace(/(?<=main\.ts\(\d+),\d+/g, '')
      .split('\n');
  }

  /** Lists the errors that are expected in each installation. */
  function expectedErrors(names: readonly string[]): readonly string[] {
    return names.flatMap((name) => want.map((line) => `${name}/${line}`)).toSorted();
  }

  test.each<[Compiler, readonly string[]]>([
    ['5.4', ['no-emulator', 'emulator-0.2']],
    ['7.0', ['no-emulator', 'emulator-0.2', 'emulator-0.0']],
  ])(
    'name the package to install under TypeScript %s, without the emulator or with another version of it: %j',
    (...row) => {
      const [compiler, names] = row;
      expect(listErrors(names, compiler).toSorted()).toEqual(expectedErrors(names));
    },
  );

  test('name the package to install, also when the compiler checks declaration files', () => {
    const checked = listErrors(['no-emulator'], '7.0', false);
    expect(checked).toEqual(expect.arrayContaining([...expectedErrors(['no-emulator'])]));
    expect(checked).toContainEqual(expect.stringContaining("Cannot find module '@speccast/emulator'"));
  });
});
