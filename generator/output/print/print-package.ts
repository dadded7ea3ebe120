import { NPM } from '../../emit/code/imports.js';
import { DEFAULT_OUTPUT, type OutputSettings } from '../../options.js';
import { outputPath } from '../../emit/layout.js';
import type { Diagnostics } from '../../diagnostics.js';
import { printOwned, reportOwned, type Owners } from './print-owned.js';
import type { OutputFile } from '../../emit/source-file.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { createTextLocator } from '../prove/create-text-locator.js';
import { checkPaths, reportCode } from '../prove/report-code.js';
import { hashTexts, type TextFile } from '../text-file.js';
import type { VerifiedFile } from './print-batch.js';
import { printerHere, type Printer } from './printer.js';

/** Finds finished texts by a hash of what they were made from; of one version of speccast only. */
export interface TextCache {
  /** Whether the last run remembered a file made from that. */
  has(hash: string): boolean;
  get(hash: string): string | undefined;
  /** Remembers which file of the package was made from that. */
  set(hash: string, path: string): void;
}

/** Options of `printPackage`. */
export interface PrintPackageOptions {
  /** Command and spec for the first line of each file; the spec only where its name is the same on every machine. */
  readonly source: { readonly command: string; readonly file?: string | undefined };
  /** Whether prettier formats the files. */
  readonly format: boolean;
  /** A package, or plain source, and how its modules name each other. Default: a package. */
  readonly output?: Pick<OutputSettings, 'output' | 'importExtension'>;
  /** Paths of files that are in the package without being generated, so that modules may import them. Default: none. */
  readonly others?: readonly string[];
  /** Emitters and templates of the user's own. Default: none. */
  readonly owners?: Owners;
  readonly document: SpecDocument;
  readonly diagnostics: Diagnostics;
  /** Prints in another thread. Default: in this one. */
  readonly printer?: Printer | undefined;
  readonly cache?: TextCache | undefined;
}

/**
 * Prints and verifies the files of a package; sorted by path. Files that the cache knows are neither printed nor verified
 * again, and where it knows all of them the compiler is not even loaded.
 */
export async function printPackage(
  files: readonly OutputFile[],
  options: PrintPackageOptions,
): Promise<readonly TextFile[]> {
  const { cache, source, format, output = DEFAULT_OUTPUT, others = [], diagnostics } = options;
  const paths = [...files.map((file) => file.path), ...others];
  const made = JSON.stringify([source, format, output]);
  const hashes = new Map(cache === undefined ? [] : files.map((file) => [file, hashSource(file, made)]));
  // The paths of all files decide what each of them may import.
  const hashOfPaths = hashTexts(made, ...paths);
  const texts = new Map<string, string>();
  if (cache?.has(hashOfPaths) === true)
    for (const [{ path }, hash] of hashes) {
      const text = cache.get(hash);
      if (text !== undefined) texts.set(path, text);
    }
  const unknown = files.filter(({ path }) => !texts.has(path));
  const fresh = unknown.length === 0 ? [] : await printVerified(unknown, paths, options);
  if (diagnostics.failed) return [];
  cache?.set(hashOfPaths, '');
  for (const [{ path }, hash] of hashes) cache?.set(hash, outputPath(path, output.output));
  for (const { path, text } of fresh) texts.set(path, text);
  const printed = files.map(({ path }) => {
    const text = texts.get(path);
    if (text === undefined) throw new Error(`${path} was not printed`);
    return { path: outputPath(path, output.output), text };
  });
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
  // Only now are all files of the package known, and which imports resolve to nothing.
  const again =
    stray.length === 0
      ? []
      : await (
          await import('./print-batch.js')
        ).printBatch({
          ...batch,
          files: stray,
          modules: new Set([...paths, ...stray.flatMap(listAskedPackages)]),
          format: false,
        });
  const findings = [...known, ...again].flatMap((file) => file.findings);
  reportCode(reportOwned(findings, owners, diagnostics), { diagnostics, locate: createTextLocator(document) });
  return verified.map(({ path, text }) => ({ path, text }));
}

/** Lists the packages that a file asks for, as proofs name them: `{ zod: '^4.3.0' }` → `npm:zod`. */
function listAskedPackages(file: OutputFile): readonly string[] {
  const { packages = {} } = file.kind === 'source' ? file : {};
  return Object.keys(packages).map((name) => `${NPM}${name}`);
}

/** Prints the first line of each file, a comment: `// Generated by `speccast generate pets` from pets.yaml; do not edit.` */
function firstLine({ command, file }: PrintPackageOptions['source']): string {
  const line = `Generated by \`${command}\`${file === undefined ? '' : ` from ${file}`}; do not edit.`;
  // A file name must not end the comment.
  return `// ${line.replace(/[^\x20-\x7e]/g, '?')}`;
}

/** Hashes all that a file is printed from: text as it is, which is most of it, the rest as JSON, and what all files share. */
function hashSource(file: OutputFile, made: string): string {
  const { imports, packages } = file.kind === 'source' ? file : { imports: [], packages: {} };
  const parts =
    file.kind === 'plain'
      ? [file.kind, file.text]
      : file.kind === 'capability'
        ? [file.kind, file.text, ...file.exports, ...Object.keys(file.packages ?? {})]
        : [
            JSON.stringify(packages === undefined ? imports : [imports, packages]),
            ...file.body.flatMap((part) => (typeof part === 'string' ? ['', part] : [JSON.stringify(part)])),
          ];
  // There may be more parts than a call can have arguments.
  return hashTexts(made, file.path, parts.map(({ length }) => length).join(), parts.join(''));
}
