import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics.js';
import { readTool } from '../../output/read-tool.js';
import { findConfig } from '../../config/read-config.js';
import { DEFAULT_OUTPUT } from '../../options.js';
import { EXIT, WrongUsage, type CommandInput, type ExitCode } from '../terminal/console.js';
import { isSpec, bareTarget, configTargets, specTarget, type Target } from '../sources/targets.js';
import {
  rejectOverlayFlags,
  rejectSubsetFlags,
  parseChoice,
  parseNumber,
  parseOptions,
  parseSubset,
} from '../terminal/parse-options.js';
import { printDiagnostics } from '../terminal/print-diagnostics.js';
import { watchSpecs, type ReadTexts } from '../watch/watch-specs.js';
import { isAddress } from '../../spec/references/reference.js';
import { obtainCopies } from '../sources/obtain-copies.js';
import { readHeaders } from '../address/fetch-text.js';
import { CodeCache } from './code-cache.js';
import { locateIn } from './locate-pointer.js';
import { packageCode } from './package-code.js';
import {
  entryAddress,
  loadServed,
  MissingPackage,
  requireServed,
  serveEmulators,
  type Served,
  type Session,
} from './serve-emulator.js';
import { hashTarget, specCode, type SpecCode, type SpecCodeOptions } from './spec-code.js';

/** Options that are passed on to the emulator; the command of each generated package has the same ones. */
const shared = {
  port: { type: 'string' },
  host: { type: 'string' },
  profile: { type: 'string' },
  auth: { type: 'string' },
  'sign-in': { type: 'string' },
  seed: { type: 'string' },
  hostile: { type: 'string' },
  scenario: { type: 'string' },
  state: { type: 'string' },
  'state-sync': { type: 'string' },
  'max-body': { type: 'string' },
  'webhook-url': { type: 'string' },
  'webhook-secret': { type: 'string' },
  'webhook-allow': { type: 'string' },
  'https-key': { type: 'string' },
  'https-cert': { type: 'string' },
  http2: { type: 'boolean' },
  'control-token': { type: 'string' },
  'no-control': { type: 'boolean' },
  empty: { type: 'boolean' },
  log: { type: 'boolean' },
  'no-log': { type: 'boolean' },
  upstream: { type: 'string' },
  'upstream-timeout': { type: 'string' },
  fallback: { type: 'string' },
  record: { type: 'string' },
  replay: { type: 'string' },
  'fail-on': { type: 'string' },
} as const;

const own = {
  watch: { type: 'boolean', default: false },
  explain: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  config: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  'no-overlays': { type: 'boolean', default: false },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
} as const;

/** Options that name files; their paths start from the current folder. */
const files: ReadonlySet<string> = new Set([
  'scenario',
  'sign-in',
  'state',
  'https-key',
  'https-cert',
  'record',
  'replay',
]);

/** Options that are allowed only with a single service or spec file. */
const ofOne = ['explain', 'overlay', 'include', 'exclude'] as const;

/** `speccast mock`: serves the emulators of services, or of any specs, until it is stopped. */
export async function mockCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, { ...shared, ...own });
  const [what, ...further] = positionals;
  if (what === undefined) throw new WrongUsage('mock takes services and spec files');
  const isGiven = (flag: (typeof ofOne)[number]): boolean => values[flag] !== undefined && values[flag] !== false;
  const flag = further.length === 0 ? undefined : ofOne.find(isGiven);
  if (flag !== undefined) throw new WrongUsage(`--${flag} goes with one service or spec file`);
  const spec = isSpec(input.cwd, what) ? what : undefined;
  rejectOverlayFlags({ ...values, spec });
  rejectSubsetFlags(values, spec);
  const args = sharedArgs(input, values);
  if (values.explain) return explain(input, what, values);
  if (values.json && values.upstream === undefined) throw new WrongUsage('--json goes with --explain or --upstream');
  const temporary = mkdtempSync(join(tmpdir(), 'speccast-mock-'));
  try {
    // Fails early if a package is missing: without it, compiled code could not be served.
    for (const entry of ['@speccast/runtime', '@speccast/emulator/commands']) entryAddress(entry);
    const cache = new CodeCache(input.caches);
    const loaded: (Loaded | undefined)[] = [];
    for (const [index, one] of positionals.entries())
      loaded.push(await load(input, one, values, { tool: readTool(), cache, folder: join(temporary, String(index)) }));
    const codes = loaded.filter((code) => code !== undefined);
    if (codes.length < loaded.length) return EXIT.failed;
    const signal = input.untilStopped();
    const onStart = (session: Session): void => {
      for (const [index, { finish, follow }] of codes.entries()) {
        void finish?.(signal);
        const replace: Replace = (next) => session.replace(next, 'state', index);
        if (values.watch) void follow({ ...input, untilStopped: () => signal }, replace);
      }
    };
    const served = codes.map((code) => code.served);
    return await serveEmulators(input, served, { args, signal, onStart });
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    input.console.err(`speccast: ${error.message}\n`);
    return EXIT.failed;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Replaces the code that is served, at the same address. */
type Replace = (served: Served) => void;

/** Loads the code of a service or spec. If it has errors, prints them and returns `undefined`. */
async function load(
  input: CommandInput,
  what: string,
  values: FindOptions & { readonly 'no-overlays': boolean },
  tools: SpecCodeOptions,
): Promise<Loaded | undefined> {
  const found = await findTarget(input, what, values);
  if (found === undefined) return undefined;
  const bare = values['no-overlays'];
  // A service without a package, or without an emulator in it, is compiled from its spec.
  const hasEmulator = found.output === 'package' && found.parts.includes('emulator');
  const isPackage = !bare && found.config !== undefined && hasEmulator;
  const target = { ...(bare ? bareTarget(found) : found), format: false, ...(isPackage ? {} : DEFAULT_OUTPUT) };
  const code = isPackage ? { served: await loadPackage(target, tools) } : await loadSpec(input, target, tools);
  if (code === undefined) return undefined;
  // A file is served without its folders and ending: `specs/pets.v2.yaml` → `pets.v2`.
  const path = isAddress(what) ? new URL(what).pathname : what;
  const name = found.config === undefined ? basename(path).replace(/\.[^.]+$/, '') : what;
  return {
    ...code,
    served: { ...code.served, name, locate: locateIn(target) },
    follow: (watching, replace) => follow(watching, target, { replace, inputs: code.inputs, ...tools }),
  };
}

async function explain(
  input: CommandInput,
  what: string,
  values: FindOptions & { readonly json: boolean; readonly 'no-overlays': boolean },
): Promise<ExitCode> {
  const found = await findTarget(input, what, values);
  if (found === undefined) return EXIT.failed;
  const { explainMock } = await import('./explain-mock.js');
  return explainMock(input, values['no-overlays'] ? bareTarget(found) : found, values.json);
}

/** Prints the shared options as arguments of the emulator's command: `--port=3000`. Checks the simple ones now, so that they fail before code is compiled. */
function sharedArgs({ cwd }: CommandInput, values: Readonly<Record<string, unknown>>): readonly string[] {
  const text = (name: string): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined);
  parseNumber('port', text('port'), 65_535);
  for (const name of ['seed', 'hostile']) parseNumber(name, text(name), 4_294_967_295);
  parseChoice('profile', text('profile'), ['documented', 'vendor', 'lenient']);
  parseChoice('auth', text('auth'), ['any', 'strict']);
  if (text('host') === '') throw new WrongUsage('--host takes an address');
  const traffic = ['upstream', 'replay'].find((name) => text(name) !== undefined);
  if (values['watch'] === true && traffic !== undefined)
    throw new WrongUsage(`--watch and --${traffic} do not go together`);
  const args = Object.keys(shared).flatMap((name) => {
    const value = values[name];
    if (typeof value === 'string') return `--${name}=${files.has(name) ? resolve(cwd, value) : value}`;
    return value === true ? `--${name}` : [];
  });
  const watched = values['watch'] === true && values['scenario'] !== undefined ? ['--watch'] : [];
  return [...args, ...watched, ...(values['json'] === true ? ['--json'] : [])];
}

/** Flags that decide which spec is read. */
interface FindOptions {
  readonly config?: string | undefined;
  readonly overlay?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly header?: readonly string[] | undefined;
}

/** Finds a spec file, its address or a service. If it has errors, prints them and returns `undefined`. */
async function findTarget(
  input: CommandInput,
  what: string,
  { config, overlay, header, ...chosen }: FindOptions,
): Promise<Target | undefined> {
  const operations = parseSubset(chosen);
  const found = isSpec(input.cwd, what)
    ? { targets: [specTarget(input.cwd, { spec: what, overlays: overlay, operations })], diagnostics: [] }
    : configTargets(input.cwd, findConfig(input.cwd, config), [what]);
  const { targets, diagnostics } = await obtainCopies(input, found, { headers: readHeaders(header) });
  await printDiagnostics(input, diagnostics);
  return targets[0];
}

/** An emulator, the work that remains after it has started, and the hashes of the files that it was compiled from. */
interface Code extends Pick<SpecCode, 'finish'> {
  readonly served: Served;
  readonly inputs?: ReadTexts | undefined;
}

interface Loaded extends Code {
  readonly follow: (input: CommandInput, replace: Replace) => Promise<void>;
}

async function loadPackage(target: Target, tools: SpecCodeOptions): Promise<Served> {
  const load = async (cache: CodeCache): Promise<Served> =>
    loadServed(await packageCode(target, { ...tools, tool: tools.tool.hash, cache }));
  // If code of the cache cannot be loaded, it is compiled again.
  return (await load(tools.cache).catch(rejectMissing)) ?? load(new CodeCache(undefined));
}

/** Loads the emulator of a spec from the cache, or compiles it. If the spec has errors, prints them and returns `undefined`. */
async function loadSpec(input: CommandInput, target: Target, tools: SpecCodeOptions): Promise<Code | undefined> {
  const key = hashTarget(target, tools.tool);
  const known = key === undefined ? undefined : tools.cache.find(key);
  if (key !== undefined && known !== undefined) {
    const { inputs, diagnostics } = known;
    const served = await requireServed(known.folder).catch(rejectMissing);
    if (served !== undefined) {
      await printWarnings(input, diagnostics);
      return { served, inputs };
    }
    tools.cache.drop(key);
  }
  const { folder, diagnostics, ...rest } = await specCode(target, tools);
  await printWarnings(input, diagnostics);
  return folder === undefined ? undefined : { ...rest, served: await requireServed(folder) };
}

function rejectMissing(error: unknown): undefined {
  if (error instanceof MissingPackage) throw error;
  return undefined;
}

function printWarnings(input: CommandInput, diagnostics: readonly Diagnostic[]): Promise<void> {
  return printDiagnostics(input, diagnostics, { elsewhere: '`speccast generate --json`' });
}

/** Options of `follow`. */
interface FollowOptions extends SpecCodeOptions, Pick<Code, 'inputs'> {
  readonly replace: Replace;
}

/** Replaces the emulator whenever the spec changes; its state is kept. */
async function follow(
  input: CommandInput,
  target: Target,
  { replace, inputs, folder, ...tools }: FollowOptions,
): Promise<void> {
  let builds = 0;
  const run = async (): Promise<ReadTexts> => {
    builds += 1;
    // The first run only tells the watcher which files to watch: the emulator of these files is being served.
    if (builds === 1 && inputs !== undefined) return inputs;
    const code = await specCode(target, { ...tools, folder: join(folder, String(builds)) });
    if (builds === 1) return code.inputs;
    await printWarnings(input, code.diagnostics);
    if (code.folder !== undefined) replace(await requireServed(code.folder));
    return code.inputs;
  };
  await watchSpecs(input, { run });
}
