import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TextFile } from '../output/text-file.js';
import { readTool } from '../read-assets.js';
import { EXIT, WrongUsage } from './console.js';
import type { CommandInput, ExitCode } from './console.js';
import { refuseOverlayFlags } from './overlay-flags.js';
import { isBuilt, readSources } from './package-sources.js';
import { parseChoice, parseNumber, parseOptions } from './parse-options.js';
import { printDiagnostics } from './print-diagnostics.js';
import { runTarget } from './run-target.js';
import { loadServed, serveEmulator } from './serve-emulator.js';
import type { Session } from './serve-emulator.js';
import { bareTarget, CONFIG, configTargets, specTarget } from './targets.js';
import type { Target } from './targets.js';
import { watchSpecs } from './watch.js';

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
  refuseOverlayFlags({ ...values, spec: isSpec(input, what) ? what : undefined });
  const { config = CONFIG, overlay: overlays, 'no-overlays': bare, watch } = values;
  const args = sharedArgs(input, values);
  const temporary = mkdtempSync(join(tmpdir(), 'speccast-mock-'));
  try {
    const wanted = { what, config, overlays, bare, temporary };
    const code = await findCode(input, wanted);
    if (code === undefined) return EXIT.refused;
    const signal = input.untilStopped();
    const onStart = watch ? (session: Session) => void follow(input, wanted, { session, signal }) : undefined;
    return await serveEmulator(input, code, { args, signal, onStart });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The options as the command of a package takes them; what can be judged before it is built is judged here. */
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
  const target = isSpec(input, wanted.what) ? specTargetOf(input, wanted) : serviceTarget(input, wanted);
  let builds = 0;
  const run = async (): Promise<ExitCode> => {
    builds += 1;
    // What is served already needs no building.
    if (builds === 1) return EXIT.done;
    const code = await build(input, target, { ...wanted, temporary: join(wanted.temporary, String(builds)) });
    if (code !== undefined) session.replace(await loadServed(code), 'state');
    return EXIT.done;
  };
  await watchSpecs({ ...input, untilStopped: () => signal }, { targets: () => [target], run });
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

/** Folder with the JavaScript of a package as a URL; `undefined` where the spec was refused, and it was said why. */
async function findCode(input: CommandInput, wanted: Wanted): Promise<URL | undefined> {
  const { what, bare, temporary } = wanted;
  const service = isSpec(input, what) ? undefined : serviceTarget(input, wanted);
  const folder = bare ? undefined : service && packageFolder(service);
  if (folder !== undefined && isBuilt(folder)) return pathToFileURL(`${folder}/dist/`);
  if (folder !== undefined) return transpiled(readSources(folder), temporary);
  return build(input, service ?? specTargetOf(input, wanted), wanted);
}

/** Makes the package of a target, and its JavaScript. */
async function build(input: CommandInput, target: Target, { bare, temporary }: Wanted): Promise<URL | undefined> {
  const files = await cast(input, bare ? bareTarget(target) : target);
  return files === undefined ? undefined : transpiled(files, temporary);
}

async function transpiled(files: readonly TextFile[], folder: string): Promise<URL> {
  const { transpileFiles } = await import('../output/transpile.js');
  transpileFiles(files, folder);
  return pathToFileURL(`${folder}/`);
}

function specTargetOf({ cwd }: CommandInput, { what, overlays }: Wanted): Target {
  return specTarget(cwd, { spec: what, overlays, out: '.' });
}

/** A service is named in kebab-case: what else it is must be a file, there or not. */
function isSpec({ cwd }: CommandInput, what: string): boolean {
  const stats = statSync(resolve(cwd, what), { throwIfNoEntry: false });
  return stats === undefined ? /[./\\]/.test(what) : !stats.isDirectory();
}

function serviceTarget({ cwd }: CommandInput, { what, config }: Wanted): Target {
  const [target] = configTargets(cwd, config, [what]).targets;
  if (target === undefined) throw new WrongUsage(`${config} has mistakes; \`speccast generate\` lists them`);
  return target;
}

function packageFolder({ label, out }: Target): string {
  if (!existsSync(out))
    throw new WrongUsage(`the package ${label} is not there yet; run \`speccast generate ${label}\``);
  return out;
}

async function cast(input: CommandInput, target: Target): Promise<readonly TextFile[] | undefined> {
  const { files, diagnostics } = await runTarget(target, { tool: readTool() });
  await printDiagnostics(input, diagnostics, { elsewhere: '`speccast generate --json`' });
  return files.length === 0 ? undefined : files;
}
