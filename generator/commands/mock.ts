import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printDiagnostic } from '../diagnostics.js';
import type { TextFile } from '../output/text-file.js';
import { readTool } from '../read-assets.js';
import { EXIT, WrongUsage } from './console.js';
import type { CommandInput, ExitCode } from './console.js';
import { refuseOverlayFlags } from './overlay-flags.js';
import { isBuilt, readSources } from './package-sources.js';
import { parseChoice, parseNumber, parseOptions } from './parse-options.js';
import { runTarget } from './run-target.js';
import { serveEmulator } from './serve-emulator.js';
import type { ServeOptions } from './serve-emulator.js';
import { bareTarget, CONFIG, configTargets, specTarget } from './targets.js';
import type { Target } from './targets.js';

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  profile: { type: 'string' },
  seed: { type: 'string' },
  state: { type: 'string' },
  config: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  'no-overlays': { type: 'boolean', default: false },
} as const;

/** `speccast mock`: serves the emulator of a service, or of any spec, until it is told to stop. */
export async function mockCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, options);
  const [what, ...further] = positionals;
  if (what === undefined || further.length > 0) throw new WrongUsage('mock takes one service or spec file');
  // The only profile there is: only what the documents state is enforced.
  parseChoice('profile', values.profile, ['documented']);
  if (values.host === '') throw new WrongUsage('--host takes an address');
  refuseOverlayFlags({ ...values, spec: isSpec(input, what) ? what : undefined });
  const serveOptions: ServeOptions = {
    port: parseNumber('port', values.port, 65_535) ?? 0,
    host: values.host ?? '127.0.0.1',
    seed: parseNumber('seed', values.seed, 4_294_967_295),
    state: values.state === undefined ? undefined : resolve(input.cwd, values.state),
  };
  const temporary = mkdtempSync(join(tmpdir(), 'speccast-mock-'));
  try {
    const { config = CONFIG, overlay: overlays, 'no-overlays': bare } = values;
    const code = await findCode(input, { what, config, overlays, bare, temporary });
    return code === undefined ? EXIT.refused : await serveEmulator(input, code, serveOptions);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
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
  const { what, overlays, bare, temporary } = wanted;
  const service = isSpec(input, what) ? undefined : serviceTarget(input, wanted);
  const folder = bare ? undefined : service && packageFolder(service);
  if (folder !== undefined && isBuilt(folder)) return pathToFileURL(`${folder}/dist/`);
  const target = service ?? specTarget(input.cwd, { spec: what, overlays, out: '.' });
  const files = folder === undefined ? await cast(input, bare ? bareTarget(target) : target) : readSources(folder);
  if (files === undefined) return undefined;
  const { transpileFiles } = await import('../output/transpile.js');
  transpileFiles(files, temporary);
  return pathToFileURL(`${temporary}/`);
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

async function cast({ console }: CommandInput, target: Target): Promise<readonly TextFile[] | undefined> {
  const { files, diagnostics } = await runTarget(target, { tool: readTool() });
  for (const one of diagnostics) console.err(`${printDiagnostic(one)}\n`);
  return files.length === 0 ? undefined : files;
}
