import { relative } from 'node:path';
import type { Diagnostic } from '../../diagnostics.js';
import { RunCache } from '../../output/cache/run-cache.js';
import { KEPT, MANIFEST, noteFiles } from '../../output/write/manifest.js';
import { OutputRefused } from '../../output/write/compare-output.js';
import type { OutputReader } from '../../output/write/compare-output.js';
import { isSystemError } from '../../output/disk.js';
import type { Printer } from '../../output/print/printer.js';
import type { TextFile } from '../../output/text-file.js';
import type { Tool } from '../../output/read-tool.js';
import type { CommandInput } from '../terminal/console.js';
import { listInputs } from './list-inputs.js';
import type { Memory } from './memory.js';
import type { Outcome } from './outcome.js';
import { remember, runTarget, toolHash } from './run-target.js';
import type { Run } from './run-target.js';
import { StageTimer } from './stage-timer.js';
import type { Target } from '../sources/targets.js';

/** What is done with generated files. */
export type Mode = 'write' | 'check' | 'print';

/** Options of making one package. */
export interface MakeOptions {
  readonly mode: Mode;
  readonly tool: Tool;
  /** Called only where something has to be printed. */
  readonly openPrinter: () => Printer;
  /** What this process keeps between runs. Default: nothing. */
  readonly memory?: Memory | undefined;
  /** Makes it a release. */
  readonly release?: Release;
}

/** What a release writes beside what is generated. */
export interface Release {
  /** The whole changelog. */
  readonly changelog: string;
  /** Writes the version where it is configured; gives what undoes that. */
  readonly settle: () => () => void;
}

/** An outcome, its paths relative to the output folder. */
interface Result extends Pick<Outcome, 'state' | 'files' | 'outputs' | 'changed' | 'diagnostics' | 'diff' | 'api'> {
  /** Hashes of what was read, by absolute path. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Makes one package, or finds out that it is up to date without loading what would make it. */
export async function makeTarget(input: CommandInput, target: Target, options: MakeOptions): Promise<Outcome> {
  const place = placeIn(input, target);
  const timer = new StageTimer(input.console, target.label);
  const cacheOptions = { root: input.cwd, out: target.out, tool: toolHash(target, options.tool) };
  const cache = options.memory?.cacheOf(cacheOptions) ?? new RunCache(cacheOptions);
  const last = options.mode === 'print' ? undefined : cache.unchanged();
  const result: Result =
    last === undefined
      ? await makeAfresh(target, { ...options, cache, timer, place })
      : { ...last, state: 'up to date', files: options.mode === 'check' ? [] : last.outputs, changed: [] };
  timer.stop();
  options.memory?.note(result.inputs);
  options.memory?.noteTarget(target);
  return { ...describe(input, target, result), timings: timer.timings };
}

/** The outcome for a package of which nothing was made. */
export function describeTarget(
  input: CommandInput,
  target: Target,
  result: Pick<Outcome, 'state'> & Partial<Pick<Outcome, 'diagnostics'>>,
): Outcome {
  const nothing = { files: [], outputs: [], changed: [], diagnostics: [], inputs: {} };
  return { ...describe(input, target, { ...nothing, ...result }), timings: new Map() };
}

function placeIn({ cwd }: CommandInput, { out }: Target): (path: string) => string {
  const folder = relative(cwd, out).replaceAll('\\', '/');
  const start = folder === '' ? '' : `${folder}/`;
  return (path) => (path === '.' ? folder : start + path);
}

function describe(input: CommandInput, target: Target, result: Result): Omit<Outcome, 'timings'> {
  const place = placeIn(input, target);
  return {
    ...result,
    files: result.files.map(place),
    outputs: result.outputs.map(place),
    kept: result.outputs.filter((path) => KEPT.has(path)).map(place),
    changed: result.changed.map(place),
    inputs: listInputs(target, result.inputs, input.cwd),
    out: place('.') || '.',
    label: target.label,
  };
}

interface FreshOptions extends MakeOptions {
  readonly cache: RunCache;
  readonly timer: StageTimer;
  /** Path of a file of the package from the current folder. */
  readonly place: (path: string) => string;
}

async function makeAfresh(
  target: Target,
  { mode, tool, openPrinter, cache, timer, place, release, memory }: FreshOptions,
): Promise<Result> {
  cache.begin();
  const emitted = memory?.emittedOf(target.out);
  const made = await runTarget(target, { tool, cache, printer: openPrinter(), memory: emitted, onStage: timer.start });
  const known = memory === undefined ? made : { ...made, files: memory.sameFiles(target.out, made.files) };
  const released = release === undefined ? known : withRelease(known, release);
  const isNoted = release !== undefined || target.released?.exists === false;
  const run = isNoted ? { ...released, files: noteFiles(released.files) } : released;
  if (run.files.length === 0) return refused(run, run.diagnostics);
  if (mode === 'print') return { ...finished('printed', run), ...(run.api === undefined ? {} : { api: run.api }) };
  timer.start(mode);
  const result = await compareOrWrite(target, run, { mode, place, release, reader: memory?.outputs });
  if (result.state === 'written' || result.state === 'up to date') remember(cache, run);
  return result;
}

/** The changelog and what was released take the place of those of the last release. */
function withRelease(run: Run, { changelog }: Release): Run {
  const replace = (file: TextFile): TextFile =>
    KEPT.has(file.path)
      ? { ...file, text: file.path === 'CHANGELOG.md' ? changelog : file.text, replaces: true }
      : file;
  return { ...run, files: run.files.map(replace) };
}

interface Means extends Pick<FreshOptions, 'place'> {
  readonly mode: 'write' | 'check';
  readonly release: Release | undefined;
  readonly reader: OutputReader | undefined;
}

/** What the operating system refuses is told like what speccast refuses. */
async function compareOrWrite(target: Target, run: Run, means: Means): Promise<Result> {
  try {
    return means.mode === 'check' ? await check(target, run, means.place('.')) : await write(target, run, means);
  } catch (error) {
    if (!(error instanceof OutputRefused) && !isSystemError(error)) throw error;
    return refused(run, [...run.diagnostics, refusal(target, error)]);
  }
}

async function check(target: Target, run: Run, folder: string): Promise<Result> {
  const { compareFiles } = await import('../../output/write/compare-files.js');
  const differences = compareFiles(target.out, run.files, folder === '' ? '' : `${folder}/`);
  if (differences.length === 0) return { ...finished('up to date', run), files: [] };
  const diff = differences.map((one) => one.diff).join('');
  const files = differences.map((one) => one.path);
  return { ...finished('out of date', run), files, changed: files, diff };
}

async function write(target: Target, run: Run, { place, release, reader }: Means): Promise<Result> {
  const { writeFiles } = await import('../../output/write/write-files.js');
  // Before the package: killed in between, a release that is done again comes to the same version.
  const undo = release?.settle();
  const { written, removed, restored } = orElse(() => writeFiles(target.out, run.files, reader), undo);
  const changed = [...written, ...removed];
  const diagnostics = [...run.diagnostics, ...restored.map((path) => editedByHand(place(path)))];
  return { ...finished(changed.length === 0 ? 'up to date' : 'written', run), changed, diagnostics };
}

/** Runs an action; undoes what was done for it where it throws. */
function orElse<T>(action: () => T, undo: (() => void) | undefined): T {
  try {
    return action();
  } catch (error) {
    undo?.();
    throw error;
  }
}

function finished(state: Outcome['state'], { files, diagnostics, inputs }: Run): Result {
  const outputs = [...files.map((file) => file.path), MANIFEST];
  return { state, files: outputs, outputs, changed: [], diagnostics, inputs };
}

function refused({ inputs }: Run, diagnostics: readonly Diagnostic[]): Result {
  return { state: 'refused', files: [], outputs: [], changed: [], diagnostics, inputs };
}

function editedByHand(file: string): Diagnostic {
  const message = 'this file was edited by hand; it is as generated again';
  return { severity: 'warning', code: 'edited-output', message, at: { file, line: 1, column: 1 } };
}

function refusal(target: Target, error: Error): Diagnostic {
  const message = isSystemError(error) ? `${target.out} cannot be written: ${error.message}` : error.message;
  return {
    severity: 'error',
    code: 'refused-output',
    message,
    at: target.outAt ?? { file: target.file, line: 1, column: 1 },
  };
}
