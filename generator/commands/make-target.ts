import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import { RunCache } from '../output/cache.js';
import { MANIFEST } from '../output/manifest.js';
import { OutputRefused } from '../output/read-output.js';
import { isSystemError } from '../output/system-error.js';
import type { Printer } from '../output/printer.js';
import type { Tool } from '../read-assets.js';
import type { CommandInput } from './console.js';
import type { Outcome } from './outcome.js';
import { remember, runTarget, toolHash } from './run-target.js';
import type { Run } from './run-target.js';
import { StageTimer } from './stage-timer.js';
import type { Target } from './targets.js';

/** What is done with generated files. */
export type Mode = 'write' | 'check' | 'print';

/** Options of making one package. */
export interface MakeOptions {
  readonly mode: Mode;
  readonly tool: Tool;
  /** Called only where something has to be printed. */
  readonly openPrinter: () => Printer;
}

type Result = Pick<Outcome, 'state' | 'files' | 'changed' | 'diagnostics' | 'diff' | 'api'>;

/** Makes one package, or finds out that it is up to date without loading what would make it. */
export async function makeTarget(
  { console, cwd }: CommandInput,
  target: Target,
  options: MakeOptions,
): Promise<Outcome> {
  const place = (path: string): string => relative(cwd, resolve(target.out, path)).replaceAll('\\', '/');
  const timer = new StageTimer(console, target.label);
  const cache = new RunCache({ root: cwd, out: target.out, tool: toolHash(target, options.tool) });
  const last = options.mode === 'print' ? undefined : cache.unchanged();
  const result: Result =
    last === undefined
      ? await makeAfresh(target, { ...options, cache, timer, place, cwd })
      : {
          state: 'up to date',
          files: options.mode === 'check' ? [] : last.files,
          changed: 0,
          diagnostics: last.diagnostics,
        };
  timer.stop();
  return { ...result, files: result.files.map(place), label: target.label, timings: timer.timings };
}

interface FreshOptions extends MakeOptions {
  readonly cache: RunCache;
  readonly timer: StageTimer;
  /** Path of a file of the package from the current folder. */
  readonly place: (path: string) => string;
  readonly cwd: string;
}

async function makeAfresh(
  target: Target,
  { mode, tool, openPrinter, cache, timer, place, cwd }: FreshOptions,
): Promise<Result> {
  const run = await runTarget(target, { tool, cache, printer: openPrinter(), onStage: timer.start });
  if (run.files.length === 0) return { state: 'refused', files: [], changed: 0, diagnostics: run.diagnostics };
  if (mode === 'print') return { ...finished('printed', run), ...(run.api === undefined ? {} : { api: run.api }) };
  timer.start(mode);
  const result = await compareOrWrite(target, run, { mode, place, cwd });
  if (result.state === 'written' || result.state === 'up to date') remember(cache, run);
  return result;
}

interface Means extends Pick<FreshOptions, 'place' | 'cwd'> {
  readonly mode: 'write' | 'check';
}

/** What the operating system refuses is told like what speccast refuses. */
async function compareOrWrite(target: Target, run: Run, means: Means): Promise<Result> {
  try {
    return means.mode === 'check' ? await check(target, run, means.place('.')) : await write(target, run, means);
  } catch (error) {
    if (!(error instanceof OutputRefused) && !isSystemError(error)) throw error;
    return { state: 'refused', files: [], changed: 0, diagnostics: [...run.diagnostics, refusal(target, error)] };
  }
}

async function check(target: Target, run: Run, folder: string): Promise<Result> {
  const { compareFiles } = await import('../output/compare.js');
  const differences = compareFiles(target.out, run.files, folder === '' ? '' : `${folder}/`);
  if (differences.length === 0) return { ...finished('up to date', run), files: [] };
  const diff = differences.map((one) => one.diff).join('');
  const files = differences.map((one) => one.path);
  return { ...finished('out of date', run), files, changed: differences.length, diff };
}

async function write(target: Target, run: Run, { place, cwd }: Means): Promise<Result> {
  const { writeFiles } = await import('../output/write.js');
  const { written, removed, restored } = writeFiles(target.out, run.files, cwd);
  const changed = written.length + removed.length;
  const diagnostics = [...run.diagnostics, ...restored.map((path) => editedByHand(place(path)))];
  return { ...finished(changed === 0 ? 'up to date' : 'written', run), changed, diagnostics };
}

function finished(state: Outcome['state'], { files, diagnostics }: Run): Result {
  return { state, files: [...files.map((file) => file.path), MANIFEST], changed: 0, diagnostics };
}

function editedByHand(file: string): Diagnostic {
  const message = 'this file was edited by hand; it is as generated again';
  return { severity: 'warning', code: 'edited-output', message, at: { file, line: 1, column: 1 } };
}

function refusal(target: Target, error: Error): Diagnostic {
  const message = isSystemError(error) ? `${target.out} cannot be written: ${error.message}` : error.message;
  return { severity: 'error', code: 'refused-output', message, at: { file: target.file, line: 1, column: 1 } };
}
