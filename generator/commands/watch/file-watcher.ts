import { realpathSync, statSync, watch, type FSWatcher, type Stats } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** Milliseconds between two looks at a folder that the operating system does not watch. */
const POLL = 300;

/** Options of `FileWatcher`. */
export interface FileWatcherOptions {
  /** Folder up to which folders may be replaced, and are noticed. */
  readonly root: string;
  /** A file that is watched was changed, came or went. */
  readonly onChange: (path: string) => void;
  /** A folder cannot be watched; it is looked at again and again instead. */
  readonly onProblem: (folder: string, error: Error) => void;
  /** Default: that of the operating system. Throws where it fails. */
  readonly open?: (folder: string, onEvent: (name: string | null) => void) => Pick<FSWatcher, 'close' | 'on'>;
}

/** Entry for every name in a folder; no file can be called `/`. */
const ANY = '/';

interface Watched {
  /** Tells this folder from another one that replaced it. */
  readonly identity: string;
  readonly close: () => void;
}

/**
 * Watches a set of files for changes, and for being made or removed. It watches their folders, since most editors save by
 * replacing a file, and ignores the other files there.
 */
export class FileWatcher {
  readonly #options: FileWatcherOptions;
  /** Names to look out for, by folder; each with the paths that it may change. */
  #names: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> = new Map();
  readonly #watched = new Map<string, Watched>();
  /** Folders of which it has been said that they cannot be watched. */
  readonly #unwatched = new Set<string>();

  constructor(options: FileWatcherOptions) {
    this.#options = options;
  }

  /** Watches exactly these files and folders (with a slash at the end: what is in them), there or not; absolute paths. */
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
    const asked = name === null ? [...(names?.keys() ?? [])] : [name, ANY];
    const seen = asked.map((one) => names?.get(one) ?? new Set<string>());
    const paths = new Set(seen.flatMap((one) => [...one]));
    if (paths.size === 0) return;
    // The change may have replaced a folder on the way.
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

/** Lists a file, the folders on the way to it that may be replaced or made, and the file that its links lead to. */
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
    // A file that may not be looked at counts as missing: it may come back.
    return undefined;
  }
}
