import { existsSync, mkdtempSync, rmSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TextFile } from '../../output/text-file.js';
import { readTool } from '../../output/read-tool.js';
import { findConfig } from '../../config/read-config.js';
import { DEFAULT_OUTPUT } from '../../emit/emit-context.js';
import { isPackageImport } from '../../emit/code/syntax/imports.js';
import { EXIT, WrongUsage, type CommandInput, type ExitCode } from '../terminal/console.js';
import { isSpec, bareTarget, configTargets, specTarget, type Target } from '../sources/targets.js';
import { rejectOverlayFlags, parseChoice, parseNumber, parseOptions } from '../terminal/parse-options.js';
import { printDiagnostics } from '../terminal/print-diagnostics.js';
import { runTarget, type Run } from '../generate/run-target.js';
import { watchSpecs, type ReadTexts } from '../watch/watch-specs.js';
import { entryAddress, MissingPackage } from './emulator-package.js';
import { loadServed, serveEmulator, servedModules, type Session } from './serve-emulator.js';

/** Options that the command of every package takes, too, and that are handed on to it. */
const shared = {
  port: { type: 'string' },
  host: { type: 'string' },
  profile: { type: 'string' },
  seed: { type: 'string' },
  hostile: { type: 'string' },
  scenario: { type: 'string' },
  state: { type: 'string' },
  'state-sync': { type: 'string' },
  'max-body': { type: 'string' },
  'https-key': { type: 'string' },
  'https-cert': { type: 'string' },
  http2: { type: 'boolean' },
  'control-token': { type: 'string' },
  'no-control': { type: 'boolean' },
} as const;

const own = {
  watch: { type: 'boolean', default: false },
  config: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  'no-overlays': { type: 'boolean', default: false },
} as const;

/** Options that name files; their paths start from the current folder. */
const files: ReadonlySet<string> = new Set(['scenario', 'state', 'https-key', 'https-cert']);

/** `speccast mock`: serves the emulator of a service, or of any spec, until it is told to stop. */
export async function mockCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, { ...shared, ...own });
  const [what, ...further] = positionals;
  if (what === undefined || further.length > 0) throw new WrongUsage('mock takes one service or spec file');
  rejectOverlayFlags({ ...values, spec: isSpec(input.cwd, what) ? what : undefined });
  const args = sharedArgs(input, values);
  const temporary = mkdtempSync(join(tmpdir(), 'speccast-mock-'));
  try {
    // Before anything is made that could not be served.
    for (const entry of ['@speccast/runtime', '@speccast/emulator/commands']) entryAddress(entry);
    const found = await findTarget(input, what, values);
    if (found === undefined) return EXIT.failed;
    const bare = values['no-overlays'];
    const isPackage = !bare && found.config !== undefined && isServed(found);
    const target = { ...(bare ? bareTarget(found) : found), format: false, ...(isPackage ? {} : DEFAULT_OUTPUT) };
    const code = isPackage
      ? await packageCode(target, temporary)
      : await codeOf(input, await runTarget(target, { tool: readTool() }), temporary);
    if (code === undefined) return EXIT.failed;
    const signal = input.untilStopped();
    const onStart = (session: Session): void => {
      if (values.watch) void follow({ ...input, untilStopped: () => signal }, target, { session, temporary });
    };
    return await serveEmulator(input, code, { args, signal, onStart });
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    input.console.err(`speccast: ${error.message}\n`);
    return EXIT.failed;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Whether what a service is generated as is a package with an emulator; if not, one is made for this. */
function isServed({ output, parts }: Target): boolean {
  return output === 'package' && parts.includes('emulator');
}

/** The options as the command of a package takes them; what can be checked before it is built is checked here. */
function sharedArgs({ cwd }: CommandInput, values: Readonly<Record<string, unknown>>): readonly string[] {
  const text = (name: string): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined);
  parseNumber('port', text('port'), 65_535);
  for (const name of ['seed', 'hostile']) parseNumber(name, text(name), 4_294_967_295);
  parseChoice('profile', text('profile'), ['documented', 'vendor', 'lenient']);
  if (text('host') === '') throw new WrongUsage('--host takes an address');
  const args = Object.keys(shared).flatMap((name) => {
    const value = values[name];
    if (typeof value === 'string') return `--${name}=${files.has(name) ? resolve(cwd, value) : value}`;
    return value === true ? `--${name}` : [];
  });
  return values['watch'] === true && values['scenario'] !== undefined ? [...args, '--watch'] : args;
}

/** A spec file, or a service; `undefined` where the configuration has mistakes, which are printed. */
async function findTarget(
  input: CommandInput,
  what: string,
  { config, overlay }: { readonly config?: string | undefined; readonly overlay?: readonly string[] | undefined },
): Promise<Target | undefined> {
  if (isSpec(input.cwd, what)) return specTarget(input.cwd, { spec: what, overlays: overlay, out: '.' });
  const { targets, diagnostics } = configTargets(input.cwd, findConfig(input.cwd, config), [what]);
  await printDiagnostics(input, diagnostics);
  return targets[0];
}

/** Folder with the JavaScript of a package that is there, as a URL. */
async function packageCode({ label, out }: Target, temporary: string): Promise<URL> {
  if (!existsSync(out))
    throw new WrongUsage(`the package ${label} is not there yet; run \`speccast generate ${label}\``);
  return isBuilt(out, servedModules) ? pathToFileURL(`${out}/dist/`) : transpiled(readSources(out), temporary);
}

/** The same of a package that was made for this; `undefined` where the spec has mistakes, which are printed. */
async function codeOf(input: CommandInput, { files, diagnostics }: Run, folder: string): Promise<URL | undefined> {
  await printDiagnostics(input, diagnostics, { elsewhere: '`speccast generate --json`' });
  return files.length === 0 ? undefined : transpiled(files, folder);
}

async function transpiled(files: readonly TextFile[], folder: string): Promise<URL> {
  const { transpileFiles } = await import('../../output/transpile.js');
  const entries = servedModules.map((path) => `src/${path.replace(/\.js$/, '.ts')}`);
  transpileFiles(files, { entries, folder, addressOf });
  return pathToFileURL(`${folder}/`);
}

/** The temporary folder has no `node_modules`. */
function addressOf(specifier: string): string | undefined {
  return isPackageImport(specifier) ? entryAddress(specifier) : undefined;
}

/** Serves the emulator anew whenever the spec changes, with the state that it has. */
async function follow(
  input: CommandInput,
  target: Target,
  { session, temporary }: { readonly session: Session; readonly temporary: string },
): Promise<void> {
  let builds = 0;
  const run = async (): Promise<ReadTexts> => {
    builds += 1;
    const made = await runTarget(target, { tool: readTool() });
    // What is served already needs no building.
    const code = builds === 1 ? undefined : await codeOf(input, made, join(temporary, String(builds)));
    if (code !== undefined) session.replace(await loadServed(code), 'state');
    return made.inputs;
  };
  await watchSpecs(input, { run });
}

/** What `src/spec.ts` reads. */
const DOCUMENT = 'openapi.json';

/** Sources of a generated package, with paths from the package's folder. */
export function readSources(folder: string): readonly TextFile[] {
  return sourcePaths(folder).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** Whether these modules of a package, such as `spec.js`, were built in `dist` after its sources last changed. */
export function isBuilt(folder: string, modules: readonly string[]): boolean {
  const built = modules.map((path) => join(folder, 'dist', path));
  if (!built.every((path) => existsSync(path))) return false;
  const oldest = Math.min(...built.map((path) => statSync(path).mtimeMs));
  return sourcePaths(folder).every((path) => statSync(join(folder, path)).mtimeMs <= oldest);
}

function sourcePaths(folder: string): readonly string[] {
  const entries = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  const modules = entries.filter((path) => path.endsWith('.ts')).map((path) => `src/${path.replaceAll('\\', '/')}`);
  return existsSync(join(folder, DOCUMENT)) ? [...modules, DOCUMENT] : modules;
}
