import { NPM } from '../../emit/code/imports.js';
import { DEFAULT_OUTPUT, type OutputSettings } from '../../emit/emit-context.js';
import { outputPath } from '../../emit/layout.js';
import type { Diagnostics } from '../../diagnostics.js';
import { printOwned, reportOwned, type Owners } from './print-owned.js';
import type { OutputFile } from '../../emit/source-file.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { createTextLocator } from '../prove/create-text-locator.js';
import { checkPaths, reportCode } from '../prove/report-code.js';
import { hashTexts, type TextFile } from '../text-file.js';
import type { VerifiedFile, WholeBatch } from './print-batch.js';
import { printerHere, type Printer } from './printer.js';

/** Finds finished texts by a hash of what they were made from; of one version of speccast only. */
export interface TextCache {
  /** Whether the last run remembered a file made from that. */
  has(hash: string): boolean;
  get(hash: string): string | undefined;
  /** Remembers which file of the package was made from that. */
  set(hash: string, path: string): void;
}

/** What printing a package needs beside its files. */
export interface PrintPackageOptions {
  /** What the first line of each file names: the command, and the file where it is the same on every machine. */
  readonly source: { readonly command: string; readonly file?: string | undefined };
  /** Whether prettier formats the files. */
  readonly format: boolean;
  /** A package, or plain source, and how its modules name each other. Default: a package. */
  readonly output?: Pick<OutputSettings, 'output' | 'importExtension'>;
  /** Paths of files that are in the package without being generated, so that modules may import them. Default: none. */
  readonly others?: readonly string[];
  /** What the user adds that files come from. Default: nothing. */
  readonly owners?: Owners;
  readonly document: SpecDocument;
  readonly diagnostics: Diagnostics;
  /** Prints in another thread. Default: in this one. */
  readonly printer?: Printer | undefined;
  readonly cache?: TextCache | undefined;
}

/**
 * Begins to print files of a package the others of which are still being made; not those that the last run made from the same.
 * Without files, what prints is loaded.
 */
export function printAhead(
  files: readonly OutputFile[],
  options: Pick<PrintPackageOptions, 'source' | 'format' | 'output' | 'cache' | 'printer'>,
): void {
  const { source, format, output = DEFAULT_OUTPUT, cache, printer } = options;
  if (printer === undefined) return;
  const made = JSON.stringify([source, format, output]);
  const isNew = (file: OutputFile): boolean => cache?.has(hashSource(file, made)) !== true;
  printer.ahead({
    files: files.filter(isNew),
    header: firstLine(source),
    format,
    importExtension: output.importExtension,
  });
}

/**
 * Prints and verifies the files of a package; sorted by path. Files that the cache
 * knows are neither printed nor verified again, and where it knows all of them the compiler is not even loaded.
 */
export async function printPackage(
  files: readonly OutputFile[],
  options: PrintPackageOptions,
): Promise<readonly TextFile[]> {
  const { cache, source, format, output = DEFAULT_OUTPUT, others = [], diagnostics } = options;
  const made = JSON.stringify([source, format, output]);
  const paths = [...files.map((file) => file.path), ...others];
  const known = cache === undefined ? new Map<OutputFile, string>() : findKnown(files, paths, { cache, made });
  const unknown = files.filter((file) => !known.has(file));
  const fresh = unknown.length === 0 ? [] : await printVerified(unknown, paths, options);
  if (diagnostics.failed) return [];
  if (cache !== undefined) remember(files, paths, { cache, made, output });
  const texts = new Map(fresh.map((file) => [file.path, file.text]));
  const printed = files.map((file) => ({
    path: outputPath(file.path, output.output),
    text: requireText(file, known.get(file) ?? texts.get(file.path)),
  }));
  return printed.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/**
 * Prints files and proves each of them inert from the same parse; text that became code is reported. `paths` are those
 * of all files of the package.
 */
async function printVerified(
  files: readonly OutputFile[],
  paths: readonly string[],
  options: PrintPackageOptions,
): Promise<readonly TextFile[]> {
  const { source, format, output = DEFAULT_OUTPUT, document, diagnostics, owners, printer = printerHere } = options;
  checkPaths(paths);
  const batch = { files, header: firstLine(source), format, importExtension: output.importExtension };
  const verified =
    owners === undefined ? await printer.print(batch) : await printOwned(batch, { owners, printer, diagnostics });
  const modules = new Set(paths);
  const packages = new Map(files.map((file) => [file.path, listAskedPackages(file)]));
  const isWhole = ({ path, targets }: VerifiedFile): boolean =>
    targets.every((target) => modules.has(target) || packages.get(path)?.includes(target));
  const strays = new Set(verified.filter((file) => !isWhole(file)).map(({ path }) => path));
  const known = verified.filter(({ path }) => !strays.has(path));
  const stray = files.filter(({ path }) => strays.has(path));
  const again = await proveAgain({
    ...batch,
    files: stray,
    modules: new Set([...paths, ...stray.flatMap(listAskedPackages)]),
  });
  const findings = [...known, ...again].flatMap((file) => file.findings);
  reportCode(reportOwned(findings, owners, diagnostics), { diagnostics, locate: createTextLocator(document) });
  return verified.map(({ path, text }) => ({ path, text }));
}

/** The packages that a file asks for, as proofs know them. */
function listAskedPackages(file: OutputFile): readonly string[] {
  const { packages = {} } = file.kind === 'source' ? file : {};
  return Object.keys(packages).map((name) => `${NPM}${name}`);
}

/** Only now are all files of the package known, and which imports resolve to nothing. */
async function proveAgain(batch: WholeBatch): Promise<readonly VerifiedFile[]> {
  if (batch.files.length === 0) return [];
  const { printBatch } = await import('./print-batch.js');
  return printBatch({ ...batch, format: false });
}

/** Says where a file comes from; nothing that changes by itself. File names are not trusted with a line of code. */
function firstLine({ command, file }: PrintPackageOptions['source']): string {
  const line = `Generated by \`${command}\`${file === undefined ? '' : ` from ${file}`}; do not edit.`;
  return `// ${line.replace(/[^\x20-\x7e]/g, '?')}`;
}

/**
 * Texts of files that the last run made from the same, where its files had the same paths: what else there is decides what they
 * may import.
 */
function findKnown(
  files: readonly OutputFile[],
  paths: readonly string[],
  { cache, made }: { readonly cache: TextCache; readonly made: string },
): ReadonlyMap<OutputFile, string> {
  const known = new Map<OutputFile, string>();
  if (!cache.has(hashTexts(made, ...paths))) return known;
  for (const file of files) {
    const text = cache.get(hashSource(file, made));
    if (text !== undefined) known.set(file, text);
  }
  return known;
}

function remember(
  files: readonly OutputFile[],
  paths: readonly string[],
  {
    cache,
    made,
    output,
  }: { readonly cache: TextCache; readonly made: string } & Pick<Required<PrintPackageOptions>, 'output'>,
): void {
  cache.set(hashTexts(made, ...paths), '');
  for (const file of files) cache.set(hashSource(file, made), outputPath(file.path, output.output));
}

function requireText(file: OutputFile, text: string | undefined): string {
  if (text === undefined) throw new Error(`${file.path} was not printed`);
  return text;
}

/** Files that a process emitted before need not be hashed again. */
const hashed = new WeakMap<OutputFile, { readonly made: string; readonly hash: string }>();

/** Hash of what a file is made from, its own content and what all files are made from. */
function hashSource(file: OutputFile, made: string): string {
  const known = hashed.get(file);
  if (known?.made === made) return known.hash;
  // There may be more parts than a call can have arguments.
  const parts = listSourceParts(file);
  const hash = hashTexts(made, file.path, parts.map(({ length }) => length).join(), parts.join(''));
  hashed.set(file, { made, hash });
  return hash;
}

/** All that a file is printed from: text as it is, which is most of it, and the rest as JSON. */
function listSourceParts(file: OutputFile): readonly string[] {
  if (file.kind === 'plain') return [file.kind, file.text];
  if (file.kind === 'capability') return [file.kind, file.text, ...file.exports, ...Object.keys(file.packages ?? {})];
  const parts = file.body.flatMap((part) => (typeof part === 'string' ? ['', part] : [JSON.stringify(part)]));
  const { imports, packages } = file;
  return [JSON.stringify(packages === undefined ? imports : [imports, packages]), ...parts];
}
