import { realpathSync, statSync, watch, type FSWatcher, type Stats } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** Milliseconds between two checks of a folder that the operating system does not watch. */
const POLL = 300;

/** Options of `FileWatcher`. */
export interface FileWatcherOptions {
  /** The watcher also notices when a folder on the way to a file is replaced, up to this folder. */
  readonly root: string;
  /** Called when a watched file was changed, created or removed. */
  readonly onChange: (path: string) => void;
  /** Called when the operating system cannot watch a folder; the watcher then checks it at intervals. */
  readonly onProblem: (folder: string, error: Error) => void;
  /** Starts to watch a folder; throws if it cannot be watched. Default: `watch` of `node:fs`. */
  readonly open?: (folder: string, onEvent: (name: string | null) => void) => Pick<FSWatcher, 'close' | 'on'>;
}

/** Name that means any file in a folder; no file can be called `/`. */
const ANY = '/';

interface Watched {
  /** Device and inode, which differ if another folder replaced this one. */
  readonly identity: string;
  readonly close: () => void;
}

/**
 * Reports when files of a set are changed, created or removed. It watches their folders, because most editors save by replacing a
 * file, and ignores other files there.
 */
export class FileWatcher {
  readonly #options: FileWatcherOptions;
  /** Names to watch, by folder; each with the watched paths that it belongs to. */
  #names: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> = new Map();
  readonly #watched = new Map<string, Watched>();
  /** Folders for which `onProblem` was called. */
  readonly #unwatched = new Set<string>();

  constructor(options: FileWatcherOptions) {
    this.#options = options;
  }

  /** Watches exactly these absolute paths, whether they exist or not. A path with a slash at its end means all files in that folder. */
  watch(paths: Iterable<string>): void {
    const names = new Map<string, Map<string, Set<string>>>();
    const add = (path: string, folder: string, name: string): void => {
      const inFolder = names.get(folder) ?? new Map<string, Set<string>>();
      const affected = inFolder.get(name) ?? new Set();
      names.set(folder, inFolder.set(name, affected.add(path)));
    };
    for (const path of paths) {
      const isFolder = path.endsWith('/');
      const bare = isFolder ? path.slice(0, -1) : path;
      if (isFolder) add(path, bare, ANY);
      for (const step of listWatchedSteps(bare, this.#options.root)) add(path, dirname(step), basename(step));
    }
    this.#names = names;
    this.#open();
  }

  close(): void {
    for (const { close } of this.#watched.values()) close();
    this.#watched.clear();
  }

  /** Watches folders that are new or were replaced, and closes those that have no watched file any more. */
  #open(): void {
    for (const [folder, { identity, close }] of this.#watched) {
      if (this.#names.has(folder) && identity === readIdentity(folder)) continue;
      close();
      this.#watched.delete(folder);
    }
    for (const folder of this.#names.keys()) {
      const identity = readIdentity(folder);
      if (this.#watched.has(folder) || identity === undefined) continue;
      this.#watched.set(folder, { identity, close: this.#watchFolder(folder) });
    }
  }

  #watchFolder(folder: string): () => void {
    const { onProblem } = this.#options;
    const open = this.#options.open ?? ((path, onEvent) => watch(path, (_, name) => onEvent(name)));
    let close = (): void => {};
    const fallBack = (error: Error): void => {
      close();
      close = this.#poll(folder);
      if (!this.#unwatched.has(folder)) onProblem(folder, error);
      this.#unwatched.add(folder);
    };
    try {
      const watcher = open(folder, (name) => this.#see(folder, name));
      watcher.on('error', fallBack);
      close = () => watcher.close();
    } catch (error) {
      fallBack(error instanceof Error ? error : new Error(String(error)));
    }
    return () => close();
  }

  #see(folder: string, name: string | null): void {
    const names = this.#names.get(folder);
    const affected = name === null ? [...(names?.keys() ?? [])] : [name, ANY];
    const seen = affected.map((one) => names?.get(one) ?? new Set<string>());
    const paths = new Set(seen.flatMap((one) => [...one]));
    if (paths.size === 0) return;
    // The change may have replaced a folder on the way to a file.
    this.#open();
    for (const path of paths) this.#options.onChange(path);
  }

  #poll(folder: string): () => void {
    let before = new Map<string, string | undefined>();
    const look = (first: boolean): void => {
      const names = [...(this.#names.get(folder)?.keys() ?? [])];
      const now = new Map(
        names.map((name) => {
          const stats = tryStat(name === ANY ? folder : join(folder, name));
          return [name, stats && `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs}`];
        }),
      );
      const changed = names.filter((name) => before.has(name) && before.get(name) !== now.get(name));
      before = now;
      if (!first) for (const name of changed) this.#see(folder, name);
    };
    look(true);
    const timer = setInterval(look, POLL, false);
    return () => clearInterval(timer);
  }
}

/** Lists a file, the folders on the way to it that may be replaced or created, and the target of the file if it is a link. */
function listWatchedSteps(path: string, root: string): readonly string[] {
  const steps = [path];
  for (let step = dirname(path); dirname(step) !== step; step = dirname(step)) {
    const isThere = readIdentity(step) !== undefined;
    if (isThere && !`${dirname(step)}${sep}`.startsWith(`${root}${sep}`)) break;
    steps.push(step);
  }
  try {
    const real = realpathSync(path);
    return real === path ? steps : [...steps, real];
  } catch {
    return steps;
  }
}

function readIdentity(folder: string): string | undefined {
  const stats = tryStat(folder);
  return stats === undefined ? undefined : `${stats.dev} ${stats.ino}`;
}

function tryStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A file without permission counts as missing. It may become readable later.
    return undefined;
  }
}
