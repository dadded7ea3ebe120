import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPackageImport } from '../../emit/code/specifier.js';
import type { TextFile } from '../../output/text-file.js';
import { readTool } from '../../output/read-tool.js';
import { EXIT, WrongUsage } from '../terminal/console.js';
import type { CommandInput, ExitCode } from '../terminal/console.js';
import { entryAddress, MissingPackage } from './emulator-package.js';
import { findConfig } from '../../config/find-config.js';
import { isSpec, bareTarget, configTargets, specTarget } from '../sources/targets.js';
import { rejectOverlayFlags, parseChoice, parseNumber, parseOptions } from '../terminal/parse-options.js';
import { isBuilt, readSources } from './package-sources.js';
import { printDiagnostics } from '../terminal/print-diagnostics.js';
import { runTarget } from '../generate/run-target.js';
import type { Run } from '../generate/run-target.js';
import { loadServed, serveEmulator, servedModules } from './serve-emulator.js';
import type { Session } from './serve-emulator.js';
import type { Target } from '../sources/targets.js';
import { watchSpecs } from '../watch/watch-specs.js';
import type { ReadTexts } from '../watch/watch-specs.js';

/** Options that the command of every package takes, too, and that are handed on to it. */
const shared = {
  port: { type: 'string' },
  host: { type: 'string' },
  profile: { type: 'string' },
  seed: { type: 'string' },
  hostile: { type: 'string' },
  scenario: { type: 'string' },
  state: { type: 'string' },
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
  const { overlay: overlays, 'no-overlays': bare, watch } = values;
  const args = sharedArgs(input, values);
  const temporary = mkdtempSync(join(tmpdir(), 'speccast-mock-'));
  try {
    // Before anything is made that could not be served.
    for (const entry of ['@speccast/runtime', '@speccast/emulator/commands']) entryAddress(entry);
    const wanted = { what, config: findConfig(input.cwd, values.config), overlays, bare, temporary };
    const code = await findCode(input, wanted);
    if (code === undefined) return EXIT.failed;
    const signal = input.untilStopped();
    const onStart = watch ? (session: Session) => void follow(input, wanted, { session, signal }) : undefined;
    return await serveEmulator(input, code, { args, signal, onStart });
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    input.console.err(`speccast: ${error.message}\n`);
    return EXIT.failed;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
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

interface Followed {
  readonly session: Session;
  readonly signal: AbortSignal;
}

/** Serves the emulator anew whenever the spec changes, with the state that it has. */
async function follow(input: CommandInput, wanted: Wanted, { session, signal }: Followed): Promise<void> {
  const target = isSpec(input.cwd, wanted.what) ? specTargetOf(input, wanted) : serviceTarget(input, wanted);
  const source = wanted.bare ? bareTarget(target) : target;
  let builds = 0;
  const run = async (): Promise<ReadTexts> => {
    builds += 1;
    const made = await runTarget({ ...source, format: false }, { tool: readTool() });
    // What is served already needs no building.
    if (builds === 1) return made.inputs;
    await complain(input, made);
    if (made.files.length === 0) return made.inputs;
    const code = await transpiled(made.files, join(wanted.temporary, String(builds)));
    session.replace(await loadServed(code), 'state');
    return made.inputs;
  };
  await watchSpecs({ ...input, untilStopped: () => signal }, { run });
}

interface Wanted {
  /** Name of a service, or a spec file. */
  readonly what: string;
  readonly config: string;
  /** Overlays of a spec file. */
  readonly overlays: readonly string[] | undefined;
  /** Whether the overlays of a service are left out. */
  readonly bare: boolean;
  /** Folder for code that has to be built first. */
  readonly temporary: string;
}

/** Folder with the JavaScript of a package as a URL; `undefined` where spec or configuration have mistakes, which are printed. */
async function findCode(input: CommandInput, wanted: Wanted): Promise<URL | undefined> {
  const { what, config, bare, temporary } = wanted;
  const found = isSpec(input.cwd, what) ? undefined : configTargets(input.cwd, config, [what]);
  if (found !== undefined && found.targets.length === 0) {
    await printDiagnostics(input, found.diagnostics);
    return undefined;
  }
  const service = found?.targets[0];
  const folder = bare ? undefined : service && packageFolder(service);
  if (folder !== undefined && isBuilt(folder, servedModules)) return pathToFileURL(`${folder}/dist/`);
  if (folder !== undefined) return transpiled(readSources(folder), temporary);
  return build(input, service ?? specTargetOf(input, wanted), wanted);
}

/** Makes the package of a target, and its JavaScript. */
async function build(input: CommandInput, target: Target, { bare, temporary }: Wanted): Promise<URL | undefined> {
  const files = await cast(input, bare ? bareTarget(target) : target);
  return files === undefined ? undefined : transpiled(files, temporary);
}

/** The temporary folder has no `node_modules`. */
function addressOf(specifier: string): string | undefined {
  return isPackageImport(specifier) ? entryAddress(specifier) : undefined;
}

async function transpiled(files: readonly TextFile[], folder: string): Promise<URL> {
  const { transpileFiles } = await import('../../output/transpile.js');
  const entries = servedModules.map((path) => `src/${path.replace(/\.js$/, '.ts')}`);
  transpileFiles(files, { entries, folder, addressOf });
  return pathToFileURL(`${folder}/`);
}

function specTargetOf({ cwd }: CommandInput, { what, overlays }: Wanted): Target {
  return specTarget(cwd, { spec: what, overlays, out: '.' });
}

function serviceTarget({ cwd }: CommandInput, { what, config }: Wanted): Target {
  const [target] = configTargets(cwd, config, [what]).targets;
  // It had none when the emulator was started.
  if (target === undefined) throw new WrongUsage(`${config} has mistakes; \`speccast generate\` lists them`);
  return target;
}

function packageFolder({ label, out }: Target): string {
  if (!existsSync(out))
    throw new WrongUsage(`the package ${label} is not there yet; run \`speccast generate ${label}\``);
  return out;
}

async function cast(input: CommandInput, target: Target): Promise<readonly TextFile[] | undefined> {
  const made = await runTarget({ ...target, format: false }, { tool: readTool() });
  await complain(input, made);
  return made.files.length === 0 ? undefined : made.files;
}

async function complain(input: CommandInput, { diagnostics }: Run): Promise<void> {
  await printDiagnostics(input, diagnostics, { elsewhere: '`speccast generate --json`' });
}
