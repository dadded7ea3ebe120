import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../../diagnostics.js';
import type { Tool } from '../../output/read-tool.js';
import { hashTexts, type TextFile } from '../../output/text-file.js';
import { isAddress } from '../../spec/references/reference.js';
import { toolHash } from '../generate/run-target.js';
import { openReader, readTarget } from '../sources/read-sources.js';
import type { Target } from '../sources/targets.js';
import type { ReadTexts } from '../watch/watch-specs.js';
import type { CodeCache } from './code-cache.js';
import { entryAddress, requireModule, servedSources } from './serve-emulator.js';

/** The JavaScript of an emulator that was compiled from a spec, or the mistakes in the spec. */
export interface SpecCode {
  /** As a URL; absent if there are errors. */
  readonly folder?: URL;
  readonly diagnostics: readonly Diagnostic[];
  /** Files that were read: absolute path -> hash. */
  readonly inputs: ReadTexts;
  /** Compiles the modules that were not called yet, one at a time, and stores the code in the cache for the next start. */
  readonly finish?: (signal: AbortSignal) => Promise<void>;
}

/** The compiler and the folders for the code of a spec. */
export interface SpecCodeOptions {
  readonly tool: Tool;
  /** A temporary folder, which is removed when the process ends. */
  readonly folder: string;
  readonly cache: CodeCache;
}

/** Returns the key of a spec in the cache; `undefined` if it cannot be cached, as its files are pipes or on the web. */
export function hashTarget(target: Target, tool: Tool): string | undefined {
  const { spec, overlays, allowedRefs } = target;
  if (allowedRefs.some(isAddress)) return undefined;
  const paths = [spec, ...overlays.map(({ path }) => path)];
  if (!paths.every((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)) return undefined;
  const names = JSON.stringify([paths, target.base, entryAddress('@speccast/emulator')]);
  return hashTexts('spec', toolHash(target, tool), names);
}

/** Compiles the emulator of a spec: the modules that it starts with now, and the others when they are called. */
export async function specCode(target: Target, { tool, folder, cache }: SpecCodeOptions): Promise<SpecCode> {
  const reader = openReader(target);
  const sources = await readTarget(target, reader);
  if ('diagnostics' in sources) return { ...sources, inputs: reader.hashes };
  const { compileEmulator } = await import('../../output/javascript/compile-emulator.js');
  const parts = { assets: tool, entries: servedSources, toUrl: entryAddress };
  const { emulator, diagnostics } = await compileEmulator({ ...sources, ...parts });
  const inputs = reader.hashes;
  if (emulator === undefined) return { diagnostics, inputs };
  writeFiles(folder, [{ path: 'package.json', text: '{ "type": "module" }\n' }, ...emulator.files]);
  const address = pathToFileURL(`${folder}/`);
  // `as`: a module of the compiled code. It calls `make` for a module that is loaded before it was compiled.
  const { onMissing } = requireModule(pathToFileURL(join(folder, emulator.loader))) as {
    onMissing: (make: (module: string) => void) => void;
  };
  onMissing((module) => writeFiles(folder, emulator.make(module)));
  const finish = async (signal: AbortSignal): Promise<void> => {
    for (const module of emulator.validators) {
      // Lets the server handle waiting requests before the next module is compiled.
      await new Promise(setImmediate);
      if (signal.aborted) return;
      writeFiles(folder, emulator.make(module));
    }
    const key = hashTarget(target, tool);
    if (key !== undefined) cache.keep(key, folder, { inputs, diagnostics });
  };
  return { folder: address, diagnostics, inputs, finish };
}

function writeFiles(folder: string, files: readonly TextFile[]): void {
  for (const { path, text } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
