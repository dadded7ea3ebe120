import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { printCalls, printCallsAsListed, type CallProgram } from './print-calls.js';
import { deriveSettings, readApiPage, type ListedCall } from './read-api-page.js';
import { sdks, type PublicFile, type PublicSdk } from './sdks.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** How many calls of a package type-check, and what is wrong with the others. */
interface SdkScore {
  readonly sdk: PublicSdk;
  readonly calls: number;
  readonly checked: number;
  /** Calls that type-check exactly as `api.md` has them. */
  readonly asListed: number;
  /** Paths of calls that do not, and what the compiler says. */
  readonly wrong: ReadonlyMap<string, string>;
}

/**
 * `npm run corpus -- stainless [<name>...]`: leaves Stainless for public packages that it made, and type-checks every call of
 * their `api.md` against what is generated; how that is counted is in test/corpus/README.md.
 */
export async function scoreStainless(cache: string, names: readonly string[]): Promise<number> {
  const chosen = sdks.filter(({ name }) => names.length === 0 || names.includes(name));
  const scores: SdkScore[] = [];
  for (const sdk of chosen) scores.push(await scoreSdk(join(cache, 'stainless'), sdk));
  for (const { sdk, calls, checked, asListed, wrong } of scores) {
    const settings = sdk.settings === undefined ? 'derived' : 'its own';
    const share = ((100 * checked) / calls).toFixed(1);
    console.log(
      `${sdk.name}: ${checked} of ${calls} calls (${share} %), ${asListed} as listed; configuration: ${settings}`,
    );
    for (const [path, message] of wrong) console.log(`  client.${path}: ${sdk.missing[path] ?? message}`);
  }
  return scores.every(isKnown) ? 0 : 1;
}

/** Whether exactly those calls are missing that are known to be. */
function isKnown({ sdk: { missing }, wrong }: SdkScore): boolean {
  return Object.keys(missing).toSorted().join() === [...wrong.keys()].toSorted().join();
}

async function scoreSdk(cache: string, sdk: PublicSdk): Promise<SdkScore> {
  const pages = await Promise.all(sdk.pages.map((page) => read(cache, page)));
  const calls = pages.flatMap(readApiPage);
  const folder = join(cache, 'projects', sdk.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const document = basename(sdk.document.path);
  writeFileSync(join(folder, document), await read(cache, sdk.document));
  const settings =
    sdk.settings === undefined ? stringify(deriveSettings(calls, sdk.name)) : await read(cache, sdk.settings);
  writeFileSync(join(folder, 'stainless.yml'), settings);
  execFileSync(
    'node',
    [
      join(root, 'dist/generator/bin.js'),
      'init',
      '--from',
      'stainless.yml',
      '--spec',
      document,
      '--source',
      'src/api',
      '--parts',
      'client',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const client = readClient(join(folder, 'src/api'));
  const own = check(folder, printCalls(calls, client), calls);
  const listed = check(folder, printCallsAsListed(calls, client), calls);
  const wrong = new Map([...own].map(([index, message]) => [calls[index]?.path.join('.') ?? '', message]));
  return { sdk, calls: calls.length, checked: calls.length - own.size, asListed: calls.length - listed.size, wrong };
}

/** A public file: the copy of an earlier run, or fetched; its hash says that it is the one that is meant. */
async function read(cache: string, { repository, commit, path, hash }: PublicFile): Promise<string> {
  const copy = join(cache, 'files', hash);
  if (!existsSync(copy)) {
    const response = await fetch(`https://raw.githubusercontent.com/${repository}/${commit}/${path}`);
    if (!response.ok) throw new Error(`${repository} ${path}: ${response.status}`);
    mkdirSync(join(cache, 'files'), { recursive: true });
    writeFileSync(copy, new Uint8Array(await response.arrayBuffer()));
  }
  const bytes = readFileSync(copy);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== hash) throw new Error(`${copy} is another file than ${repository} ${path}`);
  return bytes.toString('utf8');
}

/** The class of the client. */
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
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  lib: ['esnext', 'dom', 'dom.iterable'],
};

/** Type-checks a program, and gives what the compiler says of calls by their index. */
function check(folder: string, program: CallProgram, calls: readonly ListedCall[]): ReadonlyMap<number, string> {
  const modules = join(folder, 'node_modules/@speccast');
  if (!existsSync(modules)) {
    mkdirSync(modules, { recursive: true });
    symlinkSync(join(root, 'templates/runtime'), join(modules, 'runtime'), 'junction');
  }
  writeFileSync(join(folder, 'calls.ts'), program.text);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts'] }));
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  const { stdout } = spawnSync('node', [compiler, '-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  const found = new Map<number, string>();
  for (const [, file, line, message = ''] of stdout.matchAll(/^(\S+?)\((\d+),\d+\): error (.*)$/gm)) {
    const index = Number(line) - program.firstLine;
    if (file !== 'calls.ts' || calls[index] === undefined) throw new Error(`${file}:${line} ${message}`);
    if (!found.has(index)) found.set(index, message);
  }
  return found;
}
