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

/** Finds finished texts by a hash of what they were made from; of one version of speccast only. */
export interface TextCache {
  /** True where it knows no text, as in a first run. Default: false. */
  readonly isEmpty?: boolean;
  /** Returns whether the last run remembered a file with this hash. */
  has(hash: string): boolean;
  get(hash: string): string | undefined;
  /** Remembers the path of a file by the hash of its sources. */
  set(hash: string, path: string): void;
}

/** Options of `printPackage`. */
export interface PrintPackageOptions {
  /** Command and spec for the first line of each file; the spec only where its name is the same on every machine. */
  readonly source: { readonly command: string; readonly file?: string | undefined };
  /** Set if prettier formats the files. */
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
  const hashFile = (file: OutputFile): string =>
    file.kind === 'plain'
      ? hashTexts(made, file.kind, file.path, file.text)
      : hashTexts(made, file.kind, JSON.stringify(file));
  const hashes = new Map(cache === undefined ? [] : files.map((file) => [file, hashFile(file)]));
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
 * Has a printer begin with files while others are being made, in a first run: in a later one, most are known. Files of the
 * user's own emitters are printed later, one by one, since the faults of each are its own.
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

/** Prints files, those of emitters of the user's own one by one: one that cannot be printed is a mistake of its emitter. */
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
    // A file was probably made with a template of its folder (`src/client/pets.ts` → `client/…`), else with the first one.
    const folder = /^src\/([^/]+)\//.exec(path)?.[1] ?? 'package';
    const [name, template] = templates.find(([one]) => one.startsWith(`${folder}/`)) ?? templates[0] ?? [];
    if (emitter === undefined && template === undefined) return true;
    const who = emitter ? `the emitter ${JSON.stringify(emitter.name)}` : `the template ${JSON.stringify(name)}`;
    const where = emitter?.at ?? { file: template?.file ?? '', line: 1, column: 1 };
    diagnostics.error('dangerous-code', describe(who, `${path}:${line} ${reason}: ${text}`), where);
    return false;
  });
}
