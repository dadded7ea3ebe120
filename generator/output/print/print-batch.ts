import {
  IndentationText,
  NewLineKind,
  Project,
  QuoteKind,
  StructureKind,
  ts,
  type ImportDeclarationStructure,
  type StatementStructures,
  type WriterFunction,
} from 'ts-morph';
import type { OutputSettings } from '../../options.js';
import { NPM, printSpecifier } from '../../emit/code/imports.js';
import type { ImportLine, OutputFile, SourceFile, Statement } from '../../emit/source-file.js';
import { groupBy } from '../../iterables.js';
import { listSpecifiers } from '../prove/node-parts.js';
import { proveInert, type Finding } from '../prove/prove-inert.js';
import { isCode, type TextFile } from '../text-file.js';
import { proveCapability } from '../prove/prove-capability.js';
import { provePlain } from '../prove/prove-plain.js';

/** Files to print, with their options: plain data, which can be sent to a thread. */
export interface Batch {
  readonly files: readonly OutputFile[];
  /** First line of every TypeScript file: a comment. */
  readonly header: string;
  /** Set if prettier formats the files. */
  readonly format: boolean;
  /** Paths of all files of the package, to which imports may resolve. Default: any. */
  readonly modules?: Pick<ReadonlySet<string>, 'has'>;
  /** Extension of relative imports in the printed text. Default: `.js`. The proof always sees `.js`. */
  readonly importExtension?: OutputSettings['importExtension'];
}

/** A printed file, and the suspicious code that the proof found in it. */
export interface VerifiedFile extends TextFile {
  readonly findings: readonly Finding[];
  /** Paths of the modules that it imports, if the batch has no `modules`. */
  readonly imported?: readonly string[];
}

/** Returns the text of a module with another extension of its relative imports: `./pets.js` → `./pets.ts` or `./pets`. */
function withExtension(source: ts.SourceFile, extension: OutputSettings['importExtension']): string {
  if (extension === '.js') return source.text;
  let [written, end] = ['', 0];
  for (const name of listSpecifiers(source)) {
    if (!ts.isStringLiteralLike(name) || !/^\..*\.js$/.test(name.text)) continue;
    // The name ends with `.js` and a quote.
    const stem = name.end - ".js'".length;
    written += source.text.slice(end, stem) + (extension === 'none' ? '' : extension);
    end = name.end - 1;
  }
  return written + source.text.slice(end);
}

/** Prints files, proves each inert (code by the tree that ts-morph has built), and formats code without findings. */
export async function printBatch(batch: Batch): Promise<readonly VerifiedFile[]> {
  const { files, header, format, modules, importExtension = '.js' } = batch;
  const print = createFilePrinter(header);
  const verified = files.map((file): VerifiedFile => {
    const { path } = file;
    if (file.kind === 'plain' && !isCode(file)) return { path, text: file.text, findings: provePlain(file) };
    const source = print(file);
    const packages = file.kind === 'source' ? Object.keys(file.packages ?? {}) : [];
    const imports = packages.map((name) => `${NPM}${name}`);
    const imported: string[] = [];
    const isKnown = (target: string): boolean => modules?.has(target) ?? imported.push(target) > 0;
    const known = { has: (target: string): boolean => imports.includes(target) || isKnown(target) };
    const findings =
      file.kind === 'capability' ? proveCapability(file, source, known) : proveInert(path, source, known);
    return { path, text: withExtension(source, importExtension), findings, imported };
  });
  if (!format) return verified;
  const { formatFile } = await import('./format.js');
  const formatted: VerifiedFile[] = [];
  for (const file of verified) formatted.push(isCode(file) ? await formatFile(file) : file);
  return formatted;
}

/** Maximum number of characters that one ts-morph project prints. A project keeps the syntax trees of all its files, so those of a large package would fill the memory. */
const ENOUGH = 100_000;

/** Creates a function that prints a TypeScript file and returns the syntax tree of the text; `header`, a comment, is its first line. */
function createFilePrinter(header: string): (file: OutputFile) => ts.SourceFile {
  let project = createProject();
  let [printed, count] = [0, 0];
  return (file) => {
    if (printed > ENOUGH) [project, printed] = [createProject(), 0];
    const content =
      file.kind === 'source'
        ? { statements: [header, ...importStructures(file), ...file.body.map(apart)] }
        : file.kind === 'capability'
          ? `${header}\n${file.text}`
          : file.text;
    // ts-morph sorts files by name; numbers arrive in order.
    const source = project.createSourceFile(`${count++}.ts`, content).compilerNode;
    printed += source.text.length;
    return source;
  };
}

/** Options of the parser. Doc comments are not parsed, which saves a tenth of the time. */
const PARSING = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

function createProject(): Project {
  return new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Single,
    },
    // `as`: ts-morph passes `target` on to the parser, which accepts all options there, but its type allows only the version.
    compilerOptions: { target: PARSING as unknown as ts.ScriptTarget },
  });
}

type Printed = string | WriterFunction | StatementStructures;

/** Puts an empty line before a statement, unless it follows a statement of the same kind. Exports at the start follow the imports without one. */
function apart(statement: Statement, index: number, all: readonly Statement[]): Printed {
  if (typeof statement === 'string')
    return (writer) => {
      writer.blankLineIfLastNot();
      // Faster than `write`, which checks each character. It inserts before the last line end of the writer.
      writer.unsafeInsert(writer.getLength() - 1, `\n${statement.trim()}`);
    };
  const before = all[index - 1];
  const last = typeof before === 'string' ? undefined : (before?.kind ?? StructureKind.ExportDeclaration);
  const isNext = statement.kind === last;
  return isNext ? statement : { ...statement, leadingTrivia: (writer) => writer.blankLineIfLastNot() };
}

/** Lists the imports of a file: packages first, then relative modules by path; types apart from values. */
function importStructures({ path, imports }: SourceFile): readonly ImportDeclarationStructure[] {
  // The ledger of imports may also have names that the file itself declares.
  const others = imports.filter(({ module }) => path !== `src/${module}.ts`);
  const modules = groupBy(others, ({ module }) => printSpecifier(path, module));
  const rank = (from: string): string => (from.startsWith('.') ? `1${from}` : `0${from}`);
  const sorted = [...modules].toSorted(([left], [right]) => (rank(left) < rank(right) ? -1 : 1));
  return sorted.flatMap(([moduleSpecifier, lines]) => {
    const values = new Set(lines.filter((line) => !line.typeOnly).map(printName));
    const types = new Set(lines.map(printName).filter((name) => !values.has(name)));
    return [types, values].flatMap((names): readonly ImportDeclarationStructure[] => {
      if (names.size === 0) return [];
      const namedImports = [...names].toSorted();
      return [{ kind: StructureKind.ImportDeclaration, isTypeOnly: names === types, namedImports, moduleSpecifier }];
    });
  });
}

function printName({ name, alias }: ImportLine): string {
  return alias === undefined || alias === name ? name : `${name} as ${alias}`;
}
