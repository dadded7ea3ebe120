import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics.js';
import { parseJson } from '../../json.js';
import { hashText, hashTexts } from '../text-file.js';
import { exists, findUpwards, readIfAllowed, readText, isSystemError, leftBehind, replaceText } from '../disk.js';
import { isUnderWork, outputPaths } from '../write/lock.js';
import type { TextCache } from '../print/print-package.js';

/** Inputs and outputs of the last run over an output folder; everything in it can be found out again. */
interface CacheContent {
  /** Hash of generator, templates, runtime and settings. */
  readonly tool: string;
  /** Files that were read, and folders (with a slash at the end): path -> hash. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Files that were made: path -> hash. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Files that were made where they were missing; their texts do not count. */
  readonly kept: readonly string[];
  /** Warnings of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Paths of finished files by the hash of their sources; their texts are in the output folder. The hash of all paths has the
   * path `''`. Saves a third of the processor time of a run after one changed sentence (51 operations, 4.0 s -> 2.7 s).
   */
  readonly made: Readonly<Record<string, string>>;
}

/** Outcome of a run that need not run again. */
interface LastRun extends Pick<CacheContent, 'inputs'> {
  /** Paths of everything that was made. */
  readonly outputs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Options of `RunCache`. */
export interface RunCacheOptions {
  /** A folder of the project whose `node_modules/.cache` holds the cache; without one nothing is remembered. */
  readonly root: string;
  /** Output folder. */
  readonly out: string;
  /** Hash of generator, templates, runtime and settings: runs with another one do not count. */
  readonly tool: string;
}

/** Memory of an output folder's last run; safe to delete at any time. */
export class RunCache implements TextCache {
  /** File of the memory; `undefined` where there is no `node_modules` for it. */
  readonly #path: string | undefined;
  readonly #out: string;
  readonly #tool: string;
  readonly #last: CacheContent | undefined;
  /** Paths of the files of the last run, and of this one, by the hash of their sources. */
  readonly #known: ReadonlyMap<string, string>;
  readonly #made = new Map<string, string>();

  constructor({ root, out, tool }: RunCacheOptions) {
    const modules = findUpwards(resolve(root), 'node_modules');
    this.#path = modules && join(modules, '.cache', 'speccast', `${hashTexts(resolve(out)).slice(0, 16)}.json`);
    this.#out = resolve(out);
    this.#tool = tool;
    const last = this.#path && readContent(this.#path);
    this.#last = last && last.tool === tool ? last : undefined;
    this.#known = new Map(Object.entries(this.#last?.made ?? {}));
  }

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  has(hash: string): boolean {
    return this.#known.has(hash);
  }

  /** Returns the text of a file that the last run made from the same, where it is still as it was written. */
  get(hash: string): string | undefined {
    const path = this.#known.get(hash);
    const text = path && readText(join(this.#out, path));
    return path && hashText(text) === this.#last?.outputs[path] ? text : undefined;
  }

  set(hash: string, path: string): void {
    this.#made.set(hash, path);
  }

  /** Returns the outcome of the last run, where its inputs and its outputs are still as they were. */
  unchanged(): LastRun | undefined {
    if (this.#last === undefined) return undefined;
    const { inputs, outputs, kept, diagnostics } = this.#last;
    const same =
      kept.every((path) => exists(join(this.#out, path))) &&
      allMatch('', inputs) &&
      allMatch(this.#out, outputs) &&
      // The next run has to remove the files of one that was killed.
      !isUnderWork(outputPaths(realpathSync(this.#out), this.#out)) &&
      (this.#path === undefined || leftBehind(this.#path).length === 0);
    return same ? { inputs, outputs: [...kept, ...Object.keys(outputs)], diagnostics } : undefined;
  }

  /** Writes down this run instead of the last. Where that fails, nothing is remembered. */
  save(run: Omit<CacheContent, 'tool' | 'made'>): void {
    if (this.#path === undefined) return;
    const json = JSON.stringify({ ...run, tool: this.#tool, made: Object.fromEntries(this.#made) });
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      // With its hash before it: a file that is damaged or not ours does not count.
      replaceText(this.#path, `${hashTexts(json)}\n${json}`);
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }
}

/** Returns whether files of a folder, or files by absolute paths, still have these hashes; a slash at the end means the names in a folder. */
function allMatch(folder: string, hashes: Readonly<Record<string, string>>): boolean {
  return Object.entries(hashes).every(([path, hash]) => hashText(readIfAllowed(join(folder, path))) === hash);
}

function readContent(path: string): CacheContent | undefined {
  const [hash, json = ''] = (readIfAllowed(path) ?? '').split('\n', 2);
  // `as`: with this hash, a run of this version has written it.
  return hash === hashTexts(json) ? (parseJson(json) as CacheContent | undefined) : undefined;
}
