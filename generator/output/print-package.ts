import type { OutputFile } from '../emit/source-file.js';
import { createTextLocator } from './create-text-locator.js';
import { hashTexts } from './hash.js';
import { provePlain } from './plain/prove-plain.js';
import { firstLine, printVerified } from './print-verified.js';
import type { PrintVerifiedOptions } from './print-verified.js';
import type { TextFile } from './text-file.js';
import { reportCode } from './verify.js';

/** Finds finished texts by a hash of what they were made from; of one version of speccast only. */
export interface TextCache {
  /** Whether nothing is remembered. */
  readonly isEmpty: boolean;
  get(hash: string): string | undefined;
  /** Remembers which file of the package was made from that. */
  set(hash: string, path: string): void;
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
  if (cache?.isEmpty !== false) printer?.ahead?.(files.filter(isCode), firstLine(source));
}

/**
 * Prints and verifies the files of a package; sorted by path. Files that the cache
 * knows are neither printed nor verified again, and where it knows all of them the compiler is not even loaded.
 */
export async function printPackage(
  files: readonly OutputFile[],
  options: PrintPackageOptions,
): Promise<readonly TextFile[]> {
  const { cache, source, document, diagnostics } = options;
  const plain = files.flatMap((file) => (file.kind === 'plain' && !isCode(file) ? provePlain(file) : []));
  reportCode(plain, { diagnostics, locate: createTextLocator(document) });
  const hashes = cache === undefined ? new Map<OutputFile, string>() : hashSources(files, JSON.stringify(source));
  const known = new Map<OutputFile, string>();
  for (const [file, hash] of hashes) {
    const text = cache?.get(hash);
    if (text !== undefined) known.set(file, text);
  }
  const unknown = files.filter((file) => isCode(file) && !known.has(file));
  const fresh = unknown.length === 0 ? [] : await printAfresh(unknown, files, options);
  if (diagnostics.failed) return [];
  for (const [{ path }, hash] of hashes) cache?.set(hash, path);
  const texts = new Map(fresh.map((file) => [file.path, file.text]));
  const printed = files.map((file) => ({
    path: file.path,
    text: textOf(file, known.get(file) ?? texts.get(file.path)),
  }));
  return printed.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Whether a file has to be printed, or proven inert; any other is final as it is. */
function isCode({ path }: OutputFile): boolean {
  return path.endsWith('.ts');
}

function textOf(file: OutputFile, printed: string | undefined): string {
  const text = printed ?? (file.kind === 'plain' ? file.text : undefined);
  if (text === undefined) throw new Error(`${file.path} was not printed`);
  return text;
}

/** Of each TypeScript file a hash of what it is made from; others are final as they are. */
function hashSources(files: readonly OutputFile[], source: string): ReadonlyMap<OutputFile, string> {
  const common = hashTexts(source, ...files.map((file) => file.path));
  return new Map(files.filter(isCode).map((file) => [file, hashSource(file, common)]));
}

/** Files that a process emitted before need not be hashed again. */
const hashed = new WeakMap<OutputFile, { readonly common: string; readonly hash: string }>();

function hashSource(file: OutputFile, common: string): string {
  const known = hashed.get(file);
  if (known?.common === common) return known.hash;
  const hash = hashTexts(common, file.path, ...partsOf(file));
  hashed.set(file, { common, hash });
  return hash;
}

/** All that a file is printed from: text as it is, which is most of it, and the rest as JSON. */
function partsOf(file: OutputFile): readonly string[] {
  if (file.kind === 'plain') return ['plain', file.text];
  const parts = file.body.flatMap((part) => (typeof part === 'string' ? ['', part] : [JSON.stringify(part)]));
  return [JSON.stringify(file.imports), ...parts];
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
