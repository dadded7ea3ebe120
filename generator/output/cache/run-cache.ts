import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics.js';
import { parseJson } from '../../json.js';
import { hashText, hashTexts } from '../text-file.js';
import { exists, findUpwards, readIfAllowed, readText, isSystemError, leftBehind, replaceText } from '../disk.js';
import { isUnderWork, outputPaths } from '../write/lock.js';
import type { TextCache } from '../print/print-package.js';

/** Inputs and outputs of the last run over an output folder. Without this file, the next run only takes longer. */
interface CacheContent {
  /** Hash of generator, templates, runtime and settings. */
  readonly tool: string;
  /** Hashes of the files that were read, by path; a path with a slash at its end is the list of names in a folder. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Hashes of the generated files, by path. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Paths of files that are written once and then kept (`KEPT`): only their existence is checked. */
  readonly kept: readonly string[];
  /** Warnings of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Paths of finished files by the hash of their sources; their texts are in the output folder. The hash of all paths has the
   * path `''`. Saves a third of the processor time of a run after one changed sentence (51 operations, 4.0 s -> 2.7 s).
   */
  readonly made: Readonly<Record<string, string>>;
}

/** Outcome of the last run, for a run that would change nothing. */
interface LastRun extends Pick<CacheContent, 'inputs'> {
  /** Paths of all generated files. */
  readonly outputs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Options of `RunCache`. */
export interface RunCacheOptions {
  /** A folder of the project; the cache is in the nearest `node_modules/.cache`. Without `node_modules`, nothing is cached. */
  readonly root: string;
  /** Output folder. */
  readonly out: string;
  /** Hash of generator, templates, runtime and settings. A cache with another hash is ignored. */
  readonly tool: string;
}

/** Cache of an output folder's last run; users may delete it at any time. */
export class RunCache implements TextCache {
  /** File of the cache; `undefined` without a `node_modules` folder. */
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

  /** Returns the text of a file that the last run generated from the same sources, unless it was edited since. */
  get(hash: string): string | undefined {
    const path = this.#known.get(hash);
    const text = path && readText(join(this.#out, path));
    return path && hashText(text) === this.#last?.outputs[path] ? text : undefined;
  }

  set(hash: string, path: string): void {
    this.#made.set(hash, path);
  }

  /** Returns the outcome of the last run, if neither its inputs nor its outputs have changed since. */
  unchanged(): LastRun | undefined {
    if (this.#last === undefined) return undefined;
    const { inputs, outputs, kept, diagnostics } = this.#last;
    const same =
      kept.every((path) => exists(join(this.#out, path))) &&
      allMatch('', inputs) &&
      allMatch(this.#out, outputs) &&
      // Otherwise a run must remove the temporary files of a run that was killed.
      !isUnderWork(outputPaths(realpathSync(this.#out), this.#out)) &&
      (this.#path === undefined || leftBehind(this.#path).length === 0);
    return same ? { inputs, outputs: [...kept, ...Object.keys(outputs)], diagnostics } : undefined;
  }

  /** Saves this run in place of the last one. Errors of the file system are ignored. */
  save(run: Omit<CacheContent, 'tool' | 'made'>): void {
    if (this.#path === undefined) return;
    const json = JSON.stringify({ ...run, tool: this.#tool, made: Object.fromEntries(this.#made) });
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      // The hash before the JSON shows whether the file is damaged.
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
  // `as`: the hash is right, so `save` has written the JSON.
  return hash === hashTexts(json) ? (parseJson(json) as CacheContent | undefined) : undefined;
}
