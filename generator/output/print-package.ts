import type { OutputFile } from '../emit/source-file.js';
import { copyRuntime } from './copy-runtime.js';
import { hashTexts } from './hash.js';
import { firstLine, printVerified } from './print-verified.js';
import type { PrintVerifiedOptions } from './print-verified.js';
import type { TextFile } from './text-file.js';

/** Remembers finished texts by a hash of what they were made from; of one version of speccast only. */
export interface TextCache {
  /** Whether nothing is remembered. */
  readonly isEmpty: boolean;
  get(hash: string): string | undefined;
  set(hash: string, text: string): void;
}

/** What printing a package needs beside its files. */
export interface PrintPackageOptions extends PrintVerifiedOptions {
  readonly cache?: TextCache;
}

/**
 * Begins to print files of a package the others of which are still being made. Where texts are remembered, it may well be
 * that they need no printing at all.
 */
export function printAhead(
  files: readonly OutputFile[],
  { source, cache, printer }: Pick<PrintPackageOptions, 'source' | 'cache' | 'printer'>,
): void {
  if (cache?.isEmpty !== false) printer?.ahead?.(files, firstLine(source));
}

/**
 * Prints and verifies the files of a package, and adds the runtime they reach; sorted by path. Files that the cache
 * knows are neither printed nor verified again, and where it knows all of them the compiler is not even loaded.
 */
export async function printPackage(
  files: readonly OutputFile[],
  options: PrintPackageOptions,
): Promise<readonly TextFile[]> {
  const { cache, runtime, source } = options;
  const common = hashTexts(JSON.stringify(source), ...files.map((file) => file.path));
  const hashes = files.map((file) => hashTexts(common, JSON.stringify(file)));
  const unknown = files.filter((_, index) => cache?.get(hashes[index] ?? '') === undefined);
  const fresh = unknown.length === 0 ? [] : await printAfresh(unknown, files, options);
  const texts = new Map(fresh.map((file) => [file.path, file.text]));
  const printed = files.flatMap(({ path }, index) => {
    const hash = hashes[index] ?? '';
    const text = texts.get(path) ?? cache?.get(hash);
    if (text === undefined) return [];
    if (!options.diagnostics.failed) cache?.set(hash, text);
    return [{ path, text }];
  });
  return [...printed, ...copyRuntime(printed, runtime)].toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

async function printAfresh(
  unknown: readonly OutputFile[],
  all: readonly OutputFile[],
  options: PrintPackageOptions,
): Promise<readonly TextFile[]> {
  const paths = all.map((file) => file.path);
  const printed = await printVerified(unknown, paths, options);
  if (options.diagnostics.failed) return [];
  const { formatParts } = await import('./format-parts.js');
  return formatParts(printed);
}
