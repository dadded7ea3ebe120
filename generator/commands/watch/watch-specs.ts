import { relative } from 'node:path';
import { statSync } from 'node:fs';
import { hashText } from '../../output/text-file.js';
import { isAddress } from '../../spec/references/reference.js';
import { EXIT, type CommandInput, type ExitCode } from '../terminal/console.js';
import { readIfAllowed, toPosixPath } from '../../output/disk.js';
import { FileWatcher } from './file-watcher.js';
import { startPrinter, type Printer } from '../../output/print/printer.js';

/** Hashes of the files and folders that a run read or looked for, by absolute path; folders end in a slash. */
export type ReadTexts = Readonly<Record<string, string>>;

/** Options of `watchSpecs`. */
interface WatchOptions {
  /** Runs once, and returns the files that it read. These are watched until the next run. */
  readonly run: () => Promise<ReadTexts>;
  /** Returns whether runs write to a path themselves. A change of it counts only if its text differs from the last run's. */
  readonly isOwn?: (path: string) => boolean;
}

/** Runs now and after every change of a file that the run before read, until the command is stopped. */
export async function watchSpecs(
  { console, cwd, untilStopped }: CommandInput,
  { run, isOwn = () => false }: WatchOptions,
): Promise<ExitCode> {
  const signal = untilStopped();
  const stopped = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  const changes = new Changes(signal);
  const name = (path: string): string => toPosixPath(relative(cwd, path)) || '.';
  const onProblem = (folder: string, { message }: Error): void =>
    console.err(`Changes in ${name(folder)} are not reported (${message}); it is checked at intervals instead\n`);
  const watcher = new FileWatcher({ root: cwd, onChange: changes.note, onProblem });
  let known = new Set<string>();
  try {
    while (!signal.aborted) {
      const texts = await Promise.race([run(), stopped]);
      if (texts === undefined) break;
      const paths = Object.keys(texts).filter((path) => !isAddress(path));
      watcher.watch(paths);
      // A file may have changed after it was read and before it was watched.
      for (const path of paths) if (!known.has(path) && hasChanged(path, texts)) changes.note(path);
      known = new Set(paths);
      console.err('Waiting for changes …\n');
      const changed = await waitForChanges(changes, (path) => !isOwn(path) || hasChanged(path, texts));
      if (changed === undefined) continue;
      const more = changed.length > 3 ? ` and ${changed.length - 3} more` : '';
      console.err(`Changed: ${changed.slice(0, 3).map(name).join(', ')}${more}\n`);
    }
  } finally {
    watcher.close();
  }
  return EXIT.done;
}

/** Waits for changes that count; `undefined` once the command is stopped. */
async function waitForChanges(
  changes: Changes,
  counts: (path: string) => boolean,
): Promise<readonly string[] | undefined> {
  for (;;) {
    const changed = (await changes.next())?.filter(counts);
    if (changed === undefined || changed.length > 0) return changed;
  }
}

function hasChanged(path: string, texts: ReadTexts): boolean {
  return texts[path] !== hashText(readIfAllowed(path));
}

/** Milliseconds without a further change before a run starts: editors write a file in several steps. */
const SILENCE = 15;

/** Milliseconds to wait for a file that is empty or missing: many editors empty or remove a file before they save it. */
const PATIENCE = 400;

/** Maximum of milliseconds from the first change to the run. */
const MAX_DELAY = 500;

/** Collects changes of files until they have settled. */
class Changes {
  readonly #signal: AbortSignal;
  #paths = new Set<string>();
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake?.(), { once: true });
  }

  /** Notes that a file was changed, created or removed. */
  readonly note = (path: string): void => {
    this.#paths.add(path);
    this.#wake?.();
  };

  /** Waits for changes and then for silence; returns the paths, or `undefined` once the command is stopped. */
  async next(): Promise<readonly string[] | undefined> {
    while (this.#paths.size === 0 && !this.#signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    const all = new Set<string>();
    for (const start = performance.now(); !this.#signal.aborted;) {
      const fresh = this.#paths;
      this.#paths = new Set();
      for (const path of fresh) all.add(path);
      const waited = performance.now() - start;
      const isSettled = fresh.size === 0 && (waited >= PATIENCE || ![...all].some(isUnfinished));
      if (isSettled || waited >= MAX_DELAY) return [...all];
      await new Promise((resolve) => setTimeout(resolve, SILENCE));
    }
    return undefined;
  }
}

function isUnfinished(path: string): boolean {
  try {
    return statSync(path).size === 0;
  } catch {
    return true;
  }
}

/** State of the runs of a watch: their shared printer, and the files that they read, which are watched until the next run. */
export class WatchSession {
  #printer: Printer | undefined;
  #read: Record<string, string> = {};

  readonly openPrinter = (): Printer => (this.#printer ??= startPrinter());

  /** Notes texts that a run read or looked for: absolute path -> hash. */
  note(texts: ReadTexts): void {
    Object.assign(this.#read, texts);
  }

  /** Notes files that runs read besides the sources of packages. */
  noteFiles(paths: readonly string[]): void {
    for (const path of paths) this.#read[path] = hashText(readIfAllowed(path));
  }

  /** Returns the notes since the last call. */
  takeRead(): ReadTexts {
    const read = this.#read;
    this.#read = {};
    return read;
  }

  close(): void {
    this.#printer?.close();
  }
}
