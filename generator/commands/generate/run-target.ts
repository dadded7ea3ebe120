import type { GenerateResult } from '../../generate.js';
import type { RunCache } from '../../output/cache/run-cache.js';
import type { Printer } from '../../output/print/printer.js';
import type { Tool } from '../../output/read-tool.js';
import { hashTexts } from '../../output/text-file.js';
import { KEPT, printManifest } from '../../output/write/manifest.js';
import { readCustomExports, openReader, readCustom, readOwnTools, readTarget } from '../sources/read-sources.js';
import { pickOptions } from '../../options.js';
import { printPattern } from '../../spec/operation-pattern.js';
import type { Target } from '../sources/targets.js';
import { FIRST_VERSION } from '../../emit/emit-context.js';

/** Tools of a run. */
export interface RunTools {
  readonly tool: Tool;
  readonly cache?: RunCache;
  readonly printer?: Printer;
  /** Texts by absolute path that are read in place of files on disk. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
  readonly onStage?: (stage: string) => void;
}

/** A finished run: its files, and the hashes of its inputs for the cache. */
export interface Run extends GenerateResult {
  readonly inputs: Readonly<Record<string, string>>;
}

/** Reads the spec of a target and generates its files; nothing is written. The pipeline is loaded only here. */
export async function runTarget(target: Target, { tool, texts, ...tools }: RunTools): Promise<Run> {
  const reader = openReader(target, texts);
  const sources = await readTarget(target, reader);
  if ('diagnostics' in sources) return { files: [], ...sources, inputs: reader.hashes };
  const own = await readOwnTools(target, reader, tool.templates);
  if ('diagnostics' in own) return { files: [], ...own, inputs: reader.hashes };
  const { generate } = await import('../../generate.js');
  const { command, settings, source, isReleased } = target;
  const custom = readCustom(target, reader);
  const customExports = isReleased ? await readCustomExports(custom) : undefined;
  const owned = { custom, customExports, ...own, command, settings, source, isReleased };
  const result = await generate({ ...sources, ...tools, ...owned, assets: tool });
  const run = { ...result, inputs: reader.hashes };
  if (run.files.length === 0 || custom.length === 0) return run;
  tools.onStage?.('type-check');
  const { checkCustomCode } = await import('../../output/custom/check-custom-code.js');
  const broken = checkCustomCode({ ...target, custom, files: run.files });
  if (broken.length === 0) return run;
  return { ...run, files: [], diagnostics: [...run.diagnostics, ...broken] };
}

/** Hashes everything that the output depends on, except the files that are read. */
export function toolHash(target: Target, tool: Tool): string {
  const { settings } = target;
  const overlays = target.overlays.map((one) => one.path);
  const capabilities = target.capabilities?.map(({ at: _at, ...capability }) => capability);
  const modules = target.modules?.map(({ name, path }) => [name, path]);
  // A package without a version is generated with `FIRST_VERSION`, so configuring that version changes nothing.
  const versioned = { ...settings, version: settings.version ?? FIRST_VERSION };
  const codecs = target.codecs?.map(({ name, path, packages }) => [name, path, packages]);
  const { optionsAt: _at, ...own } = pickOptions(target);
  const places = DECIDING.map((key) => target[key]);
  const emitters = target.emitters?.map(({ path, options, timeoutMs }) => [path, options, timeoutMs]);
  const { folder, files = {} } = target.templates ?? {};
  const templates = [folder, ...Object.entries(files).map(([name, { path }]) => [name, path])];
  const { include, exclude } = target.operations ?? {};
  const operations = [include, exclude].map((patterns) => patterns?.map(printPattern));
  return hashTexts(
    tool.hash,
    JSON.stringify([
      { ...own, operations },
      places,
      versioned,
      overlays,
      capabilities,
      modules,
      codecs,
      emitters,
      templates,
    ]),
  );
}

const DECIDING = ['packageName', 'command', 'isReleased', 'file', 'source', 'vocabulary', 'allowedRefs'] as const;

/** Remembers a run whose files are in the output folder. */
export function remember(cache: RunCache, { files, inputs, diagnostics }: Run): void {
  const owned = [...files, printManifest(files)].filter((file) => !KEPT.has(file.path));
  const kept = files.map((file) => file.path).filter((path) => KEPT.has(path));
  const outputs = owned.map((file) => [file.path, hashTexts(file.text)] as const);
  cache.save({ inputs, outputs: Object.fromEntries(outputs), kept, diagnostics });
}
