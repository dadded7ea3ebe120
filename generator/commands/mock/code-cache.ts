import {
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../../diagnostics.js';
import { isRunning, isSystemError, makeFolder, readIfAllowed } from '../../output/disk.js';
import { hashText } from '../../output/text-file.js';

/** Facts about compiled code. */
interface CodeFacts {
  /** Files that it was compiled from: absolute path → hash. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Warnings about these files. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Entry extends CodeFacts {
  /** Bytes of each file. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** Compiled code of the cache. */
export interface KnownCode extends CodeFacts {
  /** As a URL that ends in a slash. */
  readonly folder: URL;
}

/** Maximum number of entries, and of bytes of all entries together. The least recently used entries are removed. */
const limits = { entries: 20, bytes: 256 * 1024 * 1024 };

const FACTS = 'facts.json';

/** Cache of compiled code in a folder that only this user can write to; users may delete it at any time. */
export class CodeCache {
  readonly #root: string | undefined;

  /** `caches`: the user's folder for caches. Without it, nothing is cached. */
  constructor(caches: string | undefined) {
    this.#root = caches === undefined ? undefined : join(caches, 'speccast', 'mock');
  }

  /** Returns the code of a key, if neither its inputs nor its files have changed. */
  find(key: string): KnownCode | undefined {
    if (this.#root === undefined || !isPrivate(this.#root)) return undefined;
    const folder = join(this.#root, key);
    const entry = readEntry(folder);
    if (entry === undefined) return undefined;
    const { inputs, sizes, diagnostics } = entry;
    const isWhole = Object.entries(sizes).every(
      ([path, size]) => statSync(join(folder, path), { throwIfNoEntry: false })?.size === size,
    );
    const isCurrent = Object.entries(inputs).every(([path, hash]) => hashText(readIfAllowed(path)) === hash);
    if (!isWhole || !isCurrent) return undefined;
    attempt(() => utimesSync(folder, new Date(), new Date()));
    return { folder: pathToFileURL(`${folder}/`), inputs, diagnostics };
  }

  /** Stores a copy of a folder with code under a key, and removes old entries. Errors of the file system are ignored. */
  keep(key: string, folder: string, facts: CodeFacts): void {
    const root = this.#root;
    if (root === undefined) return;
    attempt(() => {
      makeFolder(dirname(root));
      if (statSync(root, { throwIfNoEntry: false }) === undefined) mkdirSync(root, { mode: 0o700 });
      if (!isPrivate(root)) return;
      const next = join(root, `${key}.${process.pid}.tmp`);
      rmSync(next, { recursive: true, force: true });
      cpSync(folder, next, { recursive: true });
      const files = readdirSync(next, { recursive: true, encoding: 'utf8' })
        .map((path) => [path, statSync(join(next, path))] as const)
        .filter(([, stats]) => stats.isFile());
      const entry: Entry = { ...facts, sizes: Object.fromEntries(files.map(([path, { size }]) => [path, size])) };
      writeFileSync(join(next, FACTS), JSON.stringify(entry));
      this.drop(key);
      renameSync(next, join(root, key));
      prune(root);
    });
  }

  /** Removes the code of a key. */
  drop(key: string): void {
    const root = this.#root;
    if (root !== undefined) attempt(() => rmSync(join(root, key), { recursive: true, force: true }));
  }
}

/** Runs file operations, and ignores errors of the system: code that is not in the cache is compiled again. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Returns whether a folder belongs to this user and nobody else can write to it, as its files are run. */
function isPrivate(folder: string): boolean {
  let stats: Stats | undefined;
  attempt(() => (stats = lstatSync(folder, { throwIfNoEntry: false })));
  if (stats?.isDirectory() !== true) return false;
  // Windows has no user ids; there, the folder of a user is not writable for others.
  const user = process.getuid?.();
  return user === undefined || (stats.uid === user && (stats.mode & 0o022) === 0);
}

function readEntry(folder: string): Entry | undefined {
  try {
    const entry: Entry | null = JSON.parse(readFileSync(join(folder, FACTS), 'utf8'));
    return entry?.inputs === undefined || entry.sizes === undefined ? undefined : entry;
  } catch {
    return undefined;
  }
}

/** Removes the least recently used entries, and the temporary folders of processes that were killed. */
function prune(root: string): void {
  const names = readdirSync(root);
  const left = names.filter((name) => {
    const [, pid] = /\.(\d+)\.tmp$/.exec(name) ?? [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  const entries = names
    .filter((name) => !name.endsWith('.tmp'))
    .map((name) => {
      const folder = join(root, name);
      const sizes = Object.values(readEntry(folder)?.sizes ?? {});
      return { name, used: statSync(folder).mtimeMs, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    })
    .toSorted((one, other) => other.used - one.used);
  let bytes = 0;
  const old = entries.filter((entry, index) => {
    bytes += entry.bytes;
    return index > 0 && (index >= limits.entries || bytes > limits.bytes);
  });
  for (const name of [...left, ...old.map((entry) => entry.name)])
    rmSync(join(root, name), { recursive: true, force: true });
}
