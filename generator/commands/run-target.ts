import { relative } from 'node:path';
import type { Diagnostic } from '../diagnostics.js';
import type { GenerateInput, GenerateResult } from '../generate.js';
import type { RunCache } from '../output/cache.js';
import { hashTexts } from '../output/hash.js';
import { KEPT, printManifest } from '../output/manifest.js';
import type { Printer } from '../output/printer.js';
import type { Tool } from '../read-assets.js';
import { SpecReader } from './spec-reader.js';
import type { Target } from './targets.js';

/** What a run needs beside its target. */
export interface RunTools {
  readonly tool: Tool;
  readonly cache?: RunCache;
  readonly printer?: Printer;
  readonly onStage?: (stage: string) => void;
}

/** A finished run: what came out, and what has to be remembered once it is written. */
export interface Run extends GenerateResult {
  readonly inputs: Readonly<Record<string, string>>;
}

/** Reads the spec of a target and generates its files; nothing is written. The pipeline is loaded only here. */
export async function runTarget(target: Target, { tool, cache, printer, onStage }: RunTools): Promise<Run> {
  const reader = new SpecReader(target.base, target.spec);
  const text = reader.read(target.spec);
  if (text === undefined) return { files: [], diagnostics: [unreadable(target.file)], inputs: reader.hashes };
  const { generate } = await import('../generate.js');
  const vocabulary = await readVocabularyOf(target, reader);
  if ('diagnostics' in vocabulary) return { files: [], ...vocabulary, inputs: reader.hashes };
  const input: GenerateInput = {
    spec: { file: target.file, text },
    readFile: reader.readReferenced,
    command: target.command,
    settings: target.settings,
    assets: tool,
    ...vocabulary,
    ...present({ packageName: target.packageName, source: target.source, cache, printer, onStage }),
  };
  return { ...(await generate(input)), inputs: reader.hashes };
}

/** What decides the output beside the files of the spec. */
export function toolHash(target: Target, tool: Tool): string {
  const { packageName, command, settings, file, source, vocabulary } = target;
  return hashTexts(tool.hash, JSON.stringify({ packageName, command, settings, file, source, vocabulary }));
}

/** Remembers a run whose files stand in the output folder. */
export function remember(cache: RunCache, { files, inputs, diagnostics }: Run): void {
  const owned = [...files, printManifest(files)].filter((file) => !KEPT.has(file.path));
  const outputs = owned.map((file) => [file.path, hashTexts(file.text)] as const);
  cache.save({ inputs, outputs: Object.fromEntries(outputs), diagnostics });
}

function unreadable(file: string): Diagnostic {
  const message = `there is no file ${file}, or it may not be read`;
  return { severity: 'error', code: 'unreadable-spec', message, at: { file, line: 1, column: 1 } };
}

type VocabularyOutcome = Pick<GenerateInput, 'vocabulary'> | { readonly diagnostics: readonly Diagnostic[] };

async function readVocabularyOf({ vocabulary: path, base }: Target, reader: SpecReader): Promise<VocabularyOutcome> {
  if (path === undefined) return {};
  const { Diagnostics } = await import('../diagnostics.js');
  const { readVocabulary } = await import('../spec/vocabulary.js');
  const diagnostics = new Diagnostics();
  const file = relative(base, path).replaceAll('\\', '/');
  const text = reader.read(path);
  if (text === undefined) return { diagnostics: [unreadable(file)] };
  const vocabulary = readVocabulary({ file, text }, diagnostics);
  return vocabulary === undefined ? { diagnostics: diagnostics.list } : { vocabulary };
}

/** An object without the keys whose value is undefined: optional properties are absent, not undefined. */
function present<T extends object>(object: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  // `as`: filtering keeps the keys and types, which Object.fromEntries cannot say.
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
