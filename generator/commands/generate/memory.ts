import { hashText, type TextFile } from '../../output/text-file.js';
import { RunCache, FileMemory, type RunCacheOptions } from '../../output/cache/run-cache.js';
import { startPrinter, type Printer } from '../../output/print/printer.js';
import { readTool, type Tool } from '../../output/read-tool.js';
import { remember, runTarget, toolHash } from './run-target.js';
import { readIfAllowed } from '../sources/spec-reader.js';
import type { Target } from '../sources/targets.js';
import type { ReadTexts } from '../watch/watch-specs.js';
import { EmitMemory } from '../../emit/emit-context.js';

/** How often packages are made in advance: compilers take a few runs to find out what is worth it. */
const ROUNDS = 6;

/** Milliseconds before each of these, for whatever else there is to do. */
const PAUSE = 10;

/** What a process that makes packages again and again keeps between its runs; all of it can be found out anew. */
export class Memory {
  readonly tool: Tool = readTool();
  /** What was read in output folders. */
  readonly outputs: FileMemory = new FileMemory();
  readonly #caches = new Map<string, RunCache>();
  readonly #emitted = new Map<string, EmitMemory>();
  readonly #files = new Map<string, ReadonlyMap<string, TextFile>>();
  readonly #targets = new Map<string, Target>();
  #printer: Printer | undefined;
  #read: Record<string, string> = {};

  /** The memory of an output folder, as long as the same generator writes there with the same settings. */
  openCache(options: RunCacheOptions): RunCache {
    const known = this.#caches.get(options.out);
    const cache = known?.isMadeBy(options.tool) === true ? known : new RunCache({ ...options, memory: this.outputs });
    this.#caches.set(options.out, cache);
    return cache;
  }

  /** What was emitted for an output folder. */
  openEmitMemory(out: string): EmitMemory {
    const memory = this.#emitted.get(out) ?? new EmitMemory();
    this.#emitted.set(out, memory);
    return memory;
  }

  /**
   * The same files, by the objects of the last time where their texts are the same: what was found out about those counts
   * on.
   */
  sameFiles(out: string, files: readonly TextFile[]): readonly TextFile[] {
    const known = this.#files.get(out);
    const same = files.map((file) => {
      const last = known?.get(file.path);
      return last?.text === file.text && last.replaces === file.replaces ? last : file;
    });
    this.#files.set(out, new Map(same.map((file) => [file.path, file])));
    return same;
  }

  /** One printer for all runs. */
  readonly openPrinter = (): Printer => (this.#printer ??= startPrinter());

  /** Notes what a run read or looked for: absolute path -> hash. */
  note(texts: ReadTexts): void {
    Object.assign(this.#read, texts);
  }

  /** The same of files that are read apart from the packages. */
  noteFiles(paths: readonly string[]): void {
    for (const path of paths) this.#read[path] = hashText(readIfAllowed(path));
  }

  /** What was noted since it was last asked for. */
  takeRead(): ReadTexts {
    const read = this.#read;
    this.#read = {};
    return read;
  }

  /** Notes a package that is made, in the version that it has. */
  noteTarget(target: Target): void {
    this.#targets.set(target.out, target);
  }

  /** Makes the packages once more, and writes nothing: what that loads, compiles and remembers the next run need not. */
  async prepare(root: string, isOver: () => boolean): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of this.#targets.values()) {
        // Who saves or stops meanwhile is heard first.
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (isOver()) return;
        await this.#rehearse(target, root);
      }
    }
  }

  async #rehearse(target: Target, root: string): Promise<void> {
    const cache = this.openCache({ root, out: target.out, tool: toolHash(target, this.tool) });
    cache.begin();
    const memory = this.openEmitMemory(target.out);
    try {
      const run = await runTarget(target, { tool: this.tool, cache, memory });
      if (run.files.length > 0) remember(cache, { ...run, files: this.sameFiles(target.out, run.files) });
    } catch {
      // The run before has reported it, or the next one will.
    }
  }

  /** Writes down what later processes may know, too: it is not needed here, and nobody waits for it. */
  flush(): void {
    for (const cache of this.#caches.values()) cache.flush();
  }

  close(): void {
    this.flush();
    this.#printer?.close();
  }
}
