import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import { hashTexts } from './hash.js';
import { exists, readText } from './manifest.js';
import type { TextCache } from './print-package.js';

/** What the last run over an output folder saw and made; everything in it can be found out again. */
interface CacheContent {
  /** Hash of generator, templates, runtime and settings. */
  readonly tool: string;
  /** Files of the spec that were read: path -> hash. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Files that were made: path -> hash. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Warnings of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of finished files by the hash of what they were made from; their texts stand in the output folder. */
  readonly made: Readonly<Record<string, string>>;
}

/** What a run made that need not run again. */
export interface LastRun {
  readonly files: readonly string[];
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
}

/** Remembers one output folder's last run; safe to delete at any time. */
export class RunCache implements TextCache {
  readonly #path: string | undefined;
  readonly #out: string;
  readonly #tool: string;
  readonly #last: CacheContent | undefined;
  readonly #made = new Map<string, string>();

  constructor({ root, out, tool }: RunCacheOptions) {
    const folder = cacheFolder(resolve(root));
    this.#path = folder === undefined ? undefined : join(folder, `${hashTexts(resolve(out)).slice(0, 16)}.json`);
    this.#out = resolve(out);
    this.#tool = tool;
    const last = this.#path === undefined ? undefined : readContent(this.#path);
    this.#last = last?.tool === tool ? last : undefined;
  }

  get isEmpty(): boolean {
    return this.#last === undefined;
  }

  /** The text of a file that the last run made from the same, where it still stands as it was written. */
  get(hash: string): string | undefined {
    const { made = {}, outputs = {} } = this.#last ?? {};
    const path = Object.hasOwn(made, hash) ? made[hash] : undefined;
    if (path === undefined || !Object.hasOwn(outputs, path)) return undefined;
    const text = readText(join(this.#out, path));
    return text !== undefined && hashTexts(text) === outputs[path] ? text : undefined;
  }

  set(hash: string, path: string): void {
    this.#made.set(hash, path);
  }

  /** What the last run made, where its inputs and its outputs still stand as they were. */
  unchanged(): LastRun | undefined {
    if (this.#last === undefined) return undefined;
    const { inputs, outputs, diagnostics } = this.#last;
    const same = allStand(inputs, '') && allStand(outputs, this.#out);
    return same ? { files: Object.keys(outputs), diagnostics } : undefined;
  }

  /** Writes what this run saw and made, in place of the last. */
  save(run: Omit<CacheContent, 'tool' | 'made'>): void {
    if (this.#path === undefined) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    const content: CacheContent = { ...run, tool: this.#tool, made: Object.fromEntries(this.#made) };
    writeFileSync(`${this.#path}.${process.pid}`, JSON.stringify(content));
    renameSync(`${this.#path}.${process.pid}`, this.#path);
  }
}

function allStand(files: Readonly<Record<string, string>>, folder: string): boolean {
  return Object.entries(files).every(([path, hash]) => hashTexts(readText(join(folder, path)) ?? '\0') === hash);
}

function cacheFolder(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    if (exists(join(folder, 'node_modules'))) return join(folder, 'node_modules', '.cache', 'speccast');
    if (folder === dirname(folder)) return undefined;
  }
}

function readContent(path: string): CacheContent | undefined {
  try {
    const content: unknown = JSON.parse(readText(path) ?? '');
    return isContent(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

function isContent(value: unknown): value is CacheContent {
  const keys = ['tool', 'inputs', 'outputs', 'diagnostics', 'made'];
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}
