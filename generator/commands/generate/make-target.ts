import { relative } from 'node:path';
import { Diagnostics, errorAt, locateStart, type Diagnostic } from '../../diagnostics.js';
import { RunCache } from '../../output/cache/run-cache.js';
import { isSystemError } from '../../output/disk.js';
import type { Printer } from '../../output/print/printer.js';
import type { Tool } from '../../output/read-tool.js';
import type { TextFile } from '../../output/text-file.js';
import { OutputError } from '../../output/write/compare-output.js';
import { KEPT, MANIFEST, noteFiles } from '../../output/write/manifest.js';
import type { Target } from '../sources/targets.js';
import type { CommandInput, Console } from '../terminal/console.js';
import { listInputs, type Outcome } from './outcome.js';
import { remember, runTarget, toolHash, type Run } from './run-target.js';
import type { WatchSession } from '../watch/watch-specs.js';

/** The use of generated files: `write` them, `check` those on disk against them, or `print` the intermediate representation. */
export type Mode = 'write' | 'check' | 'print';

/** Options of `makeTarget`. */
export interface MakeOptions {
  readonly mode: Mode;
  readonly tool: Tool;
  /** Called only if source files have to be printed. */
  readonly openPrinter: () => Printer;
  /** The watch that this run is part of. */
  readonly session?: WatchSession | undefined;
  /** Present if the package is released. */
  readonly release?: Release;
  /** Texts by absolute path that are read in place of files on disk: `init` writes these files only together with the package. Default: none. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Writes files that belong to the package, before it, and returns a function that undoes that. */
  readonly writeBefore?: (run: Run) => () => void;
}

/** Changes of a release beside the generated files. */
export interface Release {
  /** The text of the changelog. */
  readonly changelog: string;
  /** Writes the version where it is configured, and returns a function that undoes that. */
  readonly settle: () => () => void;
}

/** An outcome, its paths relative to the output folder. */
interface Result extends Pick<Outcome, 'state' | 'files' | 'outputs' | 'changed' | 'diagnostics' | 'diff' | 'api'> {
  /** Hashes of what was read, by absolute path. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Generates one package. If it is up to date, the code of the pipeline is not even loaded. */
export async function makeTarget(input: CommandInput, target: Target, options: MakeOptions): Promise<Outcome> {
  const timer = createTimer(input.console, target.name);
  const cache = new RunCache({ root: input.cwd, out: target.out, tool: toolHash(target, options.tool) });
  const isAfresh = options.mode === 'print' || options.writeBefore !== undefined;
  const last = isAfresh ? undefined : cache.unchanged();
  const result: Result =
    last === undefined
      ? await makeAfresh(target, { ...options, cache, timer, nameFile: namer(input, target) })
      : { ...last, state: 'up to date', files: options.mode === 'check' ? [] : last.outputs, changed: [] };
  timer.start();
  options.session?.note(result.inputs);
  return { ...describe(input, target, result), timings: timer.timings };
}

/** Returns the outcome for a package without generated files. */
export function describeTarget(
  input: CommandInput,
  target: Target,
  result: Pick<Outcome, 'state'> & Partial<Pick<Outcome, 'diagnostics'>>,
): Outcome {
  const nothing = { files: [], outputs: [], changed: [], diagnostics: [], inputs: {} };
  return { ...describe(input, target, { ...nothing, ...result }), timings: new Map() };
}

/** Names files of the package from the current folder; `.` is the package itself. */
function namer({ cwd }: CommandInput, { out }: Target): (path: string) => string {
  const folder = relative(cwd, out).replaceAll('\\', '/');
  const start = folder === '' ? '' : `${folder}/`;
  return (path) => (path === '.' ? folder : start + path);
}

function describe(input: CommandInput, target: Target, result: Result): Omit<Outcome, 'timings'> {
  const nameFile = namer(input, target);
  return {
    ...result,
    files: result.files.map(nameFile),
    outputs: result.outputs.map(nameFile),
    kept: result.outputs.filter((path) => KEPT.has(path)).map(nameFile),
    changed: result.changed.map(nameFile),
    inputs: listInputs(target, result.inputs, input.cwd),
    out: nameFile('.') || '.',
    label: target.name,
  };
}

interface FreshOptions extends MakeOptions {
  readonly cache: RunCache;
  readonly timer: StageTimer;
  /** Path of a file of the package from the current folder. */
  readonly nameFile: (path: string) => string;
}

async function makeAfresh(target: Target, options: FreshOptions): Promise<Result> {
  const { mode, tool, cache, timer, release, texts } = options;
  const printer = options.openPrinter();
  const generated = await runTarget(target, { tool, cache, printer, texts, onStage: timer.start });
  // The changelog and `released.json` of this release replace those of the last one.
  const replace = (file: TextFile): TextFile => {
    if (release === undefined || !KEPT.has(file.path)) return file;
    return { ...file, text: file.path === 'CHANGELOG.md' ? release.changelog : file.text, replaces: true };
  };
  const run = release === undefined ? generated : { ...generated, files: noteFiles(generated.files.map(replace)) };
  if (run.files.length === 0) return refused(run, run.diagnostics);
  if (mode === 'print') return { ...finished('printed', run), ...(run.api && { api: run.api }) };
  timer.start(mode);
  try {
    const result = mode === 'check' ? await check(target, run, options) : await write(target, run, options);
    if (result.state !== 'out of date') remember(cache, run);
    return result;
  } catch (error) {
    if (!(error instanceof OutputError) && !isSystemError(error)) throw error;
    const message = isSystemError(error) ? `${target.out} cannot be written: ${error.message}` : error.message;
    const diagnostic = errorAt('unwritable-output', message, target.optionsAt?.['out'] ?? locateStart(target.file));
    return refused(run, [...run.diagnostics, diagnostic]);
  }
}

async function check(target: Target, run: Run, { nameFile }: FreshOptions): Promise<Result> {
  const { compareFiles } = await import('../../output/write/compare-output.js');
  const differences = compareFiles(target.out, run.files, nameFile(''));
  const files = differences.map(({ path }) => path);
  if (files.length === 0) return { ...finished('up to date', run), files };
  const diff = differences.map((one) => one.diff).join('');
  return { ...finished('out of date', run), files, changed: files, diff };
}

async function write(target: Target, run: Run, { nameFile, release, writeBefore }: FreshOptions): Promise<Result> {
  const { writeFiles } = await import('../../output/write/write-files.js');
  // The version is configured before the package is written: if the process is killed in between, a second attempt gets the same version.
  const undo = release === undefined ? writeBefore?.(run) : release.settle();
  try {
    const { written, removed, restored } = writeFiles(target.out, run.files);
    const changed = [...written, ...removed];
    const diagnostics = new Diagnostics();
    diagnostics.add(run.diagnostics);
    for (const path of restored) {
      const message = 'this file was edited by hand; the edits were overwritten';
      diagnostics.warning('edited-output', message, locateStart(nameFile(path)));
    }
    const state = changed.length === 0 ? 'up to date' : 'written';
    return { ...finished(state, run), changed, diagnostics: diagnostics.list };
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

/** The durations of the stages of a run. */
interface StageTimer {
  /** Milliseconds by stage. */
  readonly timings: ReadonlyMap<string, number>;
  /** Ends the current stage, and starts `stage` if there is one. */
  readonly start: (stage?: string) => void;
}

/** Creates a timer, which also shows the current stage on an interactive terminal. */
function createTimer({ interactive, err }: Console, label: string): StageTimer {
  const timings = new Map<string, number>();
  let current: { readonly stage: string; readonly since: number } | undefined;
  const start = (stage?: string): void => {
    if (current !== undefined) timings.set(current.stage, performance.now() - current.since);
    if (interactive && (current ?? stage) !== undefined)
      err(`\r\u001b[2K${stage === undefined ? '' : `${label}: ${stage} …`}`);
    current = stage === undefined ? undefined : { stage, since: performance.now() };
  };
  return { timings, start };
}
