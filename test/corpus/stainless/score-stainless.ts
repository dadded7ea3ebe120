import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { compile } from '../../build-step/compile.js';
import { printCalls, printTestCalls, type CallProgram } from './print-calls.js';
import { deriveSettings, readApiPage } from './read-api-page.js';
import { Repositories, sdks, type PublicSdk } from './repositories.js';
import { readTestCalls } from './read-test-calls.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Number of calls of a kind that type-check, and the errors of the others. */
interface Count {
  readonly calls: number;
  readonly checked: number;
  /** Errors of the compiler, by the paths of calls. */
  readonly wrong: ReadonlyMap<string, string>;
}

/** Score of a package: its calls in `api.md`, and the calls of the same methods in its tests. */
interface SdkScore {
  readonly sdk: PublicSdk;
  readonly listed: Count;
  readonly tested: Count;
}

/**
 * `npm run corpus -- stainless [<name>...]`: migrates public packages of Stainless to speccast, and type-checks every call of their
 * `api.md` and of their tests against the generated code. Details: test/corpus/README.md.
 */
export function scoreStainless(cache: string, names: readonly string[]): number {
  const chosen = sdks.filter(({ name }) => names.length === 0 || names.includes(name));
  const scores = chosen.map((sdk) => scoreSdk(join(cache, 'stainless'), sdk));
  for (const { sdk, listed, tested } of scores) {
    console.log(`${sdk.name}, ${sdk.settings === undefined ? 'a derived configuration' : 'its own configuration'}`);
    console.log(`  ${printCount(listed)} of api.md, ${printCount(tested)} of its tests`);
    for (const [path, message] of [...listed.wrong, ...tested.wrong])
      console.log(`  client.${path}: ${sdk.missing[path] ?? sdk.differs[path] ?? message}`);
  }
  return scores.every(isKnown) ? 0 : 1;
}

function printCount({ calls, checked }: Count): string {
  return `${checked} of ${calls} calls (${((100 * checked) / calls).toFixed(1)} %)`;
}

/** Returns whether the wrong calls are exactly those of `sdks.yaml`. */
function isKnown({ sdk: { missing, differs }, listed, tested }: SdkScore): boolean {
  const isSame = (found: Iterable<string>, known: object): boolean =>
    [...found].toSorted().join() === Object.keys(known).toSorted().join();
  const others = [...tested.wrong.keys()].filter((path) => !Object.hasOwn(missing, path));
  return isSame(listed.wrong.keys(), missing) && isSame(others, differs);
}

function scoreSdk(cache: string, sdk: PublicSdk): SdkScore {
  const repositories = new Repositories(join(cache, 'repositories'));
  const listed = sdk.pages.map((page) => repositories.read(page)).flatMap(readApiPage);
  const paths = new Set(listed.map(({ path }) => path.join('.')));
  const tests = repositories.readAll(sdk.tests, '.test.ts').flatMap(readTestCalls);
  // Handwritten helpers are not in `api.md`, and such a path is not in the document.
  const tested = tests.filter(({ path, text }) => paths.has(path) && !text.includes('/_stainless_unknown_path'));
  const folder = join(cache, 'projects', sdk.name);
  migrate(folder, sdk, {
    document: repositories.read(sdk.document),
    settings:
      sdk.settings === undefined ? stringify(deriveSettings(listed, sdk.name)) : repositories.read(sdk.settings),
  });
  const client = readClient(join(folder, 'src/api'));
  return {
    sdk,
    listed: count(
      folder,
      printCalls(listed, client),
      listed.map(({ path }) => path.join('.')),
    ),
    tested: count(
      folder,
      printTestCalls(tested, client),
      tested.map(({ path }) => path),
    ),
  };
}

/** Writes a project with a configuration of Stainless, and migrates it by `speccast init --from`. */
function migrate(
  folder: string,
  sdk: PublicSdk,
  { document, settings }: Record<'document' | 'settings', string>,
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const spec = basename(sdk.document);
  writeFileSync(join(folder, spec), document);
  writeFileSync(join(folder, 'stainless.yml'), settings);
  const from = ['init', '--from', 'stainless.yml', '--spec', spec];
  const args = [join(root, 'dist/generator/bin.js'), ...from, '--source', 'src/api', '--parts', 'client'];
  execFileSync('node', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Reads the name of the client class. */
function readClient(folder: string): string {
  const text = readFileSync(join(folder, 'client/client.ts'), 'utf8');
  const [, name] = /^export class (\w+) extends/m.exec(text) ?? [];
  if (name === undefined) throw new Error(`${readdirSync(folder).join()} has no client`);
  return name;
}

const compilerOptions = {
  target: 'esnext',
  module: 'preserve',
  moduleResolution: 'bundler',
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  lib: ['esnext', 'dom', 'dom.iterable'],
};

/** Type-checks a program, and assigns each error to the call on its line. */
function count(folder: string, program: CallProgram, paths: readonly string[]): Count {
  const modules = join(folder, 'node_modules/@speccast');
  if (!existsSync(modules)) {
    mkdirSync(modules, { recursive: true });
    symlinkSync(join(root, 'templates/runtime'), join(modules, 'runtime'), 'junction');
  }
  writeFileSync(join(folder, 'calls.ts'), program.text);
  const stdout = compile(folder, ['calls.ts'], compilerOptions);
  const found = new Map<number, string>();
  for (const [, file, line, message = ''] of stdout.matchAll(/^(\S+?)\((\d+),\d+\): error (.*)$/gm)) {
    const index = Number(line) - program.firstLine;
    if (file !== 'calls.ts' || paths[index] === undefined) throw new Error(`${file}:${line} ${message}`);
    if (!found.has(index)) found.set(index, message);
  }
  const wrong = new Map([...found].map(([index, message]) => [paths[index] ?? '', message]));
  return { calls: paths.length, checked: paths.length - found.size, wrong };
}
