import { DEFAULT_OUTPUT, type OutputSettings } from '../../options.js';
import { outputPath } from '../../emit/layout.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { EmitterOwner } from '../../emit/define-emitter.js';
import type { OwnTemplate } from '../../emit/emit-context.js';
import type { OutputFile } from '../../emit/source-file.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import type { Finding } from '../prove/prove-inert.js';
import { checkPaths, createTextLocator, reportCode } from '../prove/report-code.js';
import { hashTexts, type TextFile } from '../text-file.js';
import type { Batch, VerifiedFile } from './print-batch.js';
import { printerHere, type Printer } from './printer.js';

/** Finds finished texts of the last run by the hash of their sources, options and version of speccast. */
export interface TextCache {
  /** True if it has no texts, as in a first run. Default: false. */
  readonly isEmpty?: boolean;
  /** Returns whether the last run remembered a file with this hash. */
  has(hash: string): boolean;
  get(hash: string): string | undefined;
  /** Remembers the path of a file by the hash of its sources. */
  set(hash: string, path: string): void;
}

/** Options of `printPackage`. */
export interface PrintPackageOptions {
  /** Command and spec for the first line of each file. `file` is left out if it differs between machines. */
  readonly source: { readonly command: string; readonly file?: string | undefined };
  /** Set if prettier formats the files. */
  readonly format: boolean;
  /** The form of output, and the extension of imports. Default: a package. */
  readonly output?: Pick<OutputSettings, 'output' | 'importExtension'>;
  /** Paths of files of the package that are not generated but may be imported. Default: none. */
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
 * Prints and verifies the files of a package, and returns them sorted by path. Files in the cache are neither printed nor verified
 * again; if all files are in the cache, the compiler is not even loaded.
 */
export async function printPackage(
  files: readonly OutputFile[],
  options: PrintPackageOptions,
): Promise<readonly TextFile[]> {
  const { cache, source, format, output = DEFAULT_OUTPUT, others = [], diagnostics } = options;
  const paths = [...files.map((file) => file.path), ...others];
  const settings = JSON.stringify([source, format, output]);
  const hashFile = (file: OutputFile): string =>
    file.kind === 'plain'
      ? hashTexts(settings, file.kind, file.path, file.text)
      : hashTexts(settings, file.kind, JSON.stringify(file));
  const hashes = new Map(cache === undefined ? [] : files.map((file) => [file, hashFile(file)]));
  // Whether an import is allowed depends on the paths of all files. If they changed, every file must be verified again.
  const hashOfPaths = hashTexts(settings, ...paths);
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
 * Prints files, proves each of them inert, and reports text of the spec that became code. `paths` are those of all files of the
 * package.
 */
async function printVerified(
  files: readonly OutputFile[],
  paths: readonly string[],
  options: PrintPackageOptions,
): Promise<readonly TextFile[]> {
  const { format, document, diagnostics, owners = NOBODY } = options;
  checkPaths(paths);
  const batch = { ...sharedOptions(options), files, format, modules: new Set(paths) };
  const verified = await printOwned(batch, options);
  const findings = reportOwned(
    verified.flatMap((file) => file.findings),
    owners,
    diagnostics,
  );
  reportCode(findings, { diagnostics, locate: createTextLocator(document) });
  return verified;
}

/**
 * Starts to print files while other files are still being emitted. Does so only in a first run, because later most files are in the
 * cache. Files of the user's own emitters are not printed here but one by one, so that each fault is reported at its emitter.
 */
export function beginToPrint(
  files: readonly OutputFile[],
  options: Pick<PrintPackageOptions, 'source' | 'output' | 'printer' | 'cache'>,
): void {
  const isFirst = options.cache === undefined || options.cache.isEmpty === true;
  if (isFirst) options.printer?.begin({ ...sharedOptions(options), files, format: false });
}

/** Returns the options that all files of a package are printed with. */
function sharedOptions({
  source: { command, file },
  output = DEFAULT_OUTPUT,
}: Pick<PrintPackageOptions, 'source' | 'output'>): Pick<Batch, 'header' | 'importExtension'> {
  const line = `Generated by \`${command}\`${file === undefined ? '' : ` from ${file}`}; do not edit.`;
  // A file name must not end the comment.
  return { header: `// ${line.replace(/[^\x20-\x7e]/g, '?')}`, importExtension: output.importExtension };
}

/** Emitters and templates of the user's own, from which files may come. */
export interface Owners {
  /** Emitters by the paths of their files. */
  readonly emitters: ReadonlyMap<string, EmitterOwner>;
  /** Templates by the names of those that they replace. */
  readonly templates: ReadonlyMap<string, OwnTemplate>;
}

const NOBODY: Owners = { emitters: new Map(), templates: new Map() };

/** Prints files. Those of the user's own emitters are printed one by one, so that a file that cannot be printed is reported at its emitter. */
async function printOwned(
  { files, ...batch }: Batch,
  { owners = NOBODY, printer = printerHere, diagnostics }: PrintPackageOptions,
): Promise<readonly VerifiedFile[]> {
  const others = files.filter(({ path }) => !owners.emitters.has(path));
  const verified = [...(await printer.print({ ...batch, files: others }))];
  for (const file of files) {
    const owner = owners.emitters.get(file.path);
    if (owner === undefined) continue;
    try {
      verified.push(...(await printer.print({ ...batch, files: [file] })));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = `${file.path} cannot be printed: ${reason}`;
      diagnostics.error('dangerous-code', describe(`the emitter ${JSON.stringify(owner.name)}`, problem), owner.at);
    }
  }
  return verified;
}

function describe(who: string, problem: string): string {
  return `the code of ${who} may be dangerous: ${problem.replace(/\s+/g, ' ')}`;
}

/** Reports the findings in files of the user's emitters and templates, and returns the others. */
function reportOwned(findings: readonly Finding[], owners: Owners, diagnostics: Diagnostics): readonly Finding[] {
  return findings.filter(({ path, line, reason, text, at }) => {
    const emitter = owners.emitters.get(path);
    const templates = emitter || at ? [] : [...owners.templates];
    // The file does not name its template: probably it is one of its folder (`src/client/pets.ts` → `client/…`), or else the first one.
    const folder = /^src\/([^/]+)\//.exec(path)?.[1] ?? 'package';
    const [name, template] = templates.find(([one]) => one.startsWith(`${folder}/`)) ?? templates[0] ?? [];
    if (emitter === undefined && template === undefined) return true;
    const who = emitter ? `the emitter ${JSON.stringify(emitter.name)}` : `the template ${JSON.stringify(name)}`;
    const where = emitter?.at ?? { file: template?.file ?? '', line: 1, column: 1 };
    diagnostics.error('dangerous-code', describe(who, `${path}:${line} ${reason}: ${text}`), where);
    return false;
  });
}
