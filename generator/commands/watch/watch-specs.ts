import { relative } from 'node:path';
import { hashText } from '../../output/text-file.js';
import { Changes } from './changes.js';
import { EXIT } from '../terminal/console.js';
import type { CommandInput, ExitCode } from '../terminal/console.js';
import { FileWatcher } from './file-watcher.js';
import { readIfAllowed } from '../sources/spec-reader.js';
import { display } from '../sources/targets.js';
import { isAddress } from '../../spec/references/reference.js';

/** Texts that a run read or looked for: absolute path -> hash. */
export type ReadTexts = Readonly<Record<string, string>>;

/** What happens on a change. */
export interface WatchOptions {
  /** Runs once. What it read is watched from then on, and nothing else. */
  readonly run: () => Promise<ReadTexts>;
  /** Done after each run, once nobody waits for it any more. */
  readonly settle?: () => void;
  /** Done after the first run, to make the next one faster, until it is told that something has to be done. */
  readonly prepare?: (isOver: () => boolean) => Promise<void>;
  /** Whether runs write a file themselves: it counts only where it is no longer as the last one left it. */
  readonly isOwn?: (path: string) => boolean;
}

/** Runs now and after every change of a file that the run before read, until the command is told to stop. */
export async function watchSpecs(
  { console, cwd, untilStopped }: CommandInput,
  { run, settle, prepare, isOwn = () => false }: WatchOptions,
): Promise<ExitCode> {
  const signal = untilStopped();
  const stopped = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  const changes = new Changes(signal);
  const name = (path: string): string => display(relative(cwd, path)) || '.';
  const onProblem = (folder: string, { message }: Error): void =>
    console.err(`Changes in ${name(folder)} are not reported (${message}); it is looked at again and again instead\n`);
  const watcher = new FileWatcher({ root: cwd, onChange: changes.note, onProblem });
  const known = new Set<string>();
  try {
    for (let round = 0; !signal.aborted; round += 1) {
      const texts = await Promise.race([run(), stopped]);
      if (texts === undefined) break;
      watchTexts(texts, { watcher, known, note: changes.note });
      console.err('Waiting for changes …\n');
      settle?.();
      if (round === 0) await prepare?.(changes.arePending);
      const changed = await nextOf(changes, (path) => !isOwn(path) || texts[path] !== hashText(readIfAllowed(path)));
      if (changed !== undefined) console.err(`Changed: ${listNames(changed.map(name))}\n`);
    }
  } finally {
    watcher.close();
  }
  return EXIT.done;
}

/** The next changes that count, or `undefined` once the command is told to stop. */
async function nextOf(changes: Changes, counts: (path: string) => boolean): Promise<readonly string[] | undefined> {
  for (;;) {
    const changed = (await changes.next())?.filter(counts);
    if (changed === undefined || changed.length > 0) return changed;
  }
}

interface Watching {
  readonly watcher: FileWatcher;
  /** Files that are watched already. */
  readonly known: Set<string>;
  readonly note: (path: string) => void;
}

/** Watches what was read; what has changed since then, while nobody watched it, is noted. */
function watchTexts(texts: ReadTexts, { watcher, known, note }: Watching): void {
  const paths = Object.keys(texts).filter((path) => !isAddress(path));
  watcher.watch(paths);
  for (const path of paths) {
    if (!known.has(path) && texts[path] !== hashText(readIfAllowed(path))) note(path);
  }
  known.clear();
  for (const path of paths) known.add(path);
}

function listNames(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}
