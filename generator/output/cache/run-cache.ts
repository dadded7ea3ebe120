import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics.js';
import { ABSENT, hashTexts, type TextFile } from '../text-file.js';
import { exists, foldersAbove, readFolder, readText, isSystemError, leftBehind, replaceText } from '../disk.js';
import { isUnderWork, outputPaths } from '../write/lock.js';
import type { TextCache } from '../print/print-package.js';
import type { OutputReader } from '../write/compare-output.js';

/** What the last run over an output folder saw and made; everything in it can be found out again. */
interface CacheContent {
  /** Hash of generator, templates, runtime and settings. */
  readonly tool: string;
  /** Files that were read, and folders (with a slash at the end): path -> hash. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Files that were made: path -> hash. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Files that were made where they were missing; what is in them does not count. */
  readonly kept: readonly string[];
  /** Warnings of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Paths of finished files by the hash of what they were made from; their texts are in the output folder. And no path by the
   * hash of all paths.
   */
  readonly made: Readonly<Record<string, string>>;
}

/** What a run made that need not run again. */
interface LastRun extends Pick<CacheContent, 'inputs'> {
  /** Paths of everything that was made. */
  readonly outputs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Whose run it is. */
export interface RunCacheOptions {
  /** A folder of the project whose `node_modules/.cache` holds the cache; without one nothing is remembered. */
  readonly root: string;
  /** Output folder. */
  readonly out: string;
  /** Hash of generator, templates, runtime and settings: what another version remembers does not count. */
  readonly tool: string;
  /** What this process has read of files before; given, the texts that it makes are kept in memory, too. Default: nothing. */
  readonly memory?: FileMemory | undefined;
}

/** Remembers one output folder's last run; safe to delete at any time. */
export class RunCache implements TextCache {
  readonly #path: string | undefined;
  readonly #out: string;
  readonly #tool: string;
  readonly #memory: FileMemory | undefined;
  #last: CacheContent | undefined;
  #unwritten: CacheContent | undefined;
  #made = new Map<string, string>();
  /** Finished texts of the last run, by the hash of what they were made from; only where there is a memory. */
  #texts: ReadonlyMap<string, string> = new Map();

  constructor({ root, out, tool, memory }: RunCacheOptions) {
    const folder = cacheFolder(resolve(root));
    this.#path = folder === undefined ? undefined : join(folder, `${hashTexts(resolve(out)).slice(0, 16)}.json`);
    this.#out = resolve(out);
    this.#tool = tool;
    this.#memory = memory;
    const last = this.#path === undefined ? undefined : readContent(this.#path);
    this.#last = last?.tool === tool ? last : undefined;
  }

  /** Whether it remembers what that generator made with those settings. */
  isMadeBy(tool: string): boolean {
    return tool === this.#tool;
  }

  /** Begins a run: what another one that came to nothing had made does not count. */
  begin(): void {
    this.#made = new Map();
  }

  has(hash: string): boolean {
    return Object.hasOwn(this.#last?.made ?? {}, hash);
  }

  /** The text of a file that the last run made from the same, where it is still as it was written. */
  get(hash: string): string | undefined {
    const known = this.#texts.get(hash);
    if (known !== undefined) return known;
    const { made = {}, outputs = {} } = this.#last ?? {};
    const path = Object.hasOwn(made, hash) ? made[hash] : undefined;
    if (path === undefined || !Object.hasOwn(outputs, path)) return undefined;
    const text = readText(join(this.#out, path));
    return text !== undefined && hashTexts(text) === outputs[path] ? text : undefined;
  }

  set(hash: string, path: string): void {
    this.#made.set(hash, path);
  }

  /** What the last run made, where its inputs and its outputs are still as they were. */
  unchanged(): LastRun | undefined {
    if (this.#last === undefined) return undefined;
    const { inputs, outputs, kept, diagnostics } = this.#last;
    const same =
      kept.every((path) => exists(join(this.#out, path))) &&
      allMatch(inputs, hashPath) &&
      allMatch(outputs, (path) => this.#hashOf(path)) &&
      this.#isTidy();
    return same ? { inputs, outputs: [...kept, ...Object.keys(outputs)], diagnostics } : undefined;
  }

  #hashOf(path: string): string | undefined {
    const full = join(this.#out, path);
    return this.#memory === undefined ? hashPath(full) : this.#memory.hash(full);
  }

  /** Whether there is nothing beside the files that a killed run left and the next one has to remove. */
  #isTidy(): boolean {
    return (
      !isUnderWork(outputPaths(realpathSync(this.#out), this.#out)) &&
      (this.#path === undefined || leftBehind(this.#path).length === 0)
    );
  }

  /**
   * Remembers what this run saw and made, instead of the last. `files` are those that it made. Where there is a memory, what
   * other processes are to know of it waits for `flush`.
   */
  save(run: Omit<CacheContent, 'tool' | 'made'>, files: readonly TextFile[]): void {
    this.#unwritten = { ...run, tool: this.#tool, made: Object.fromEntries(this.#made) };
    if (this.#memory === undefined) this.flush();
    else this.#keep(this.#unwritten, files);
  }

  /** Writes what was saved and is not written yet; where that fails, nothing is remembered. */
  flush(): void {
    const content = this.#unwritten;
    this.#unwritten = undefined;
    if (content === undefined || this.#path === undefined) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      replaceText(this.#path, printContent(content));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // What cannot be remembered is made once more next time.
    }
  }

  #keep(content: CacheContent, files: readonly TextFile[]): void {
    const texts = new Map(files.map((file) => [file.path, file.text]));
    this.#last = content;
    this.#texts = new Map([...this.#made].map(([hash, path]) => [hash, texts.get(path) ?? '']));
  }
}

function allMatch(hashes: Readonly<Record<string, string>>, find: (path: string) => string | undefined): boolean {
  return Object.entries(hashes).every(([path, hash]) => (find(path) ?? ABSENT) === hash);
}

/** Hash of the text of a file, or of what is in a folder; `undefined` where it is not there or may not be read. */
function hashPath(path: string): string | undefined {
  try {
    const text = path.endsWith('/') ? readFolder(path) : readText(path);
    return text === undefined ? undefined : hashTexts(text);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}

function cacheFolder(root: string): string | undefined {
  const found = [root, ...foldersAbove(root)].find((folder) => exists(join(folder, 'node_modules')));
  return found && join(found, 'node_modules', '.cache', 'speccast');
}

/** A line with the hash of what follows: what is damaged, or not ours, does not count. */
function printContent(content: CacheContent): string {
  const json = JSON.stringify(content);
  return `${hashTexts(json)}\n${json}`;
}

function readContent(path: string): CacheContent | undefined {
  try {
    const [hash, json = ''] = (readText(path) ?? '').split('\n', 2);
    if (hash !== hashTexts(json)) return undefined;
    const content: CacheContent = JSON.parse(json);
    return content;
  } catch {
    return undefined;
  }
}

/** Milliseconds within which a file may change twice and seem to have changed once: clocks of file systems are coarse. */
const COARSE = 100;

interface Remembered {
  readonly signature: string;
  readonly text: string;
  hash?: string;
}

/** Reads files, those again that may have changed since: their times, sizes and numbers say so. */
export class FileMemory implements OutputReader {
  readonly #files = new Map<string, Remembered>();

  read(path: string): string | undefined {
    return this.#find(path)?.text;
  }

  hash(path: string): string | undefined {
    const file = this.#find(path);
    if (file !== undefined) file.hash ??= hashTexts(file.text);
    return file?.hash;
  }

  #find(path: string): Remembered | undefined {
    const signature = stableSignature(path);
    const known = this.#files.get(path);
    if (known !== undefined && known.signature === signature) return known;
    const text = readText(path);
    this.#files.delete(path);
    if (text === undefined) return undefined;
    const file = { signature: signature ?? '', text };
    if (signature !== undefined) this.#files.set(path, file);
    return file;
  }
}

/** What tells two states of a file apart; `undefined` where it is not there, or so new that it may change unnoticed. */
function stableSignature(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) < COARSE) return undefined;
  return `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}
