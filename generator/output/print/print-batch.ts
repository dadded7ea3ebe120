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

/** Files to print, plain data, so that a thread can be sent them. */
export interface Batch {
  readonly files: readonly OutputFile[];
  /** First line of every TypeScript file: a comment. */
  readonly header: string;
  /** Set if prettier formats the files. */
  readonly format: boolean;
  /** Paths of all files of the package, to which imports may resolve. Default: any. */
  readonly modules?: Pick<ReadonlySet<string>, 'has'>;
  /** Extension of relative imports in the printed text. Default: `.js`, with which they are proven. */
  readonly importExtension?: OutputSettings['importExtension'];
}

/** A finished file with the code in it that no emitter writes. */
export interface VerifiedFile extends TextFile {
  readonly findings: readonly Finding[];
  /** Paths of the modules that it imports, where the batch does not say which modules there are. */
  readonly imported?: readonly string[];
}

/** Returns the text of a module with another extension of its relative imports: `./pets.js` → `./pets.ts` or `./pets`. */
function withExtension(source: ts.SourceFile, extension: OutputSettings['importExtension']): string {
  if (extension === '.js') return source.text;
  let [written, end] = ['', 0];
  for (const name of listSpecifiers(source)) {
    if (!ts.isStringLiteralLike(name) || !/^\..*\.js$/.test(name.text)) continue;
    // Before the quote.
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
    const asked = packages.map((name) => `${NPM}${name}`);
    const imported: string[] = [];
    const isKnown = (target: string): boolean => modules?.has(target) ?? imported.push(target) > 0;
    const known = { has: (target: string): boolean => asked.includes(target) || isKnown(target) };
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

/** Characters that one ts-morph project prints: it keeps the syntax trees of its files, and those of a large package fill the memory. */
const ENOUGH = 100_000;

/** Creates a function that prints TypeScript files as trees of their texts; `header`, a comment, is the first line of each. */
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
    // Under a number: it need not sort files by their names.
    const source = project.createSourceFile(`${count++}.ts`, content).compilerNode;
    printed += source.text.length;
    return source;
  };
}

/** Options of the parser. Doc comments are no code, and parsing them takes a tenth of the time. */
const PARSING = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

function createProject(): Project {
  return new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Single,
    },
    // ts-morph hands the target on to the parser, which takes all of its options there; the type names the version alone.
    compilerOptions: { target: PARSING as unknown as ts.ScriptTarget },
  });
}

type Printed = string | WriterFunction | StatementStructures;

/** Puts an empty line before a statement, unless it follows one of its kind: exports follow imports, and aliases form a list. */
function apart(statement: Statement, index: number, all: readonly Statement[]): Printed {
  if (typeof statement === 'string')
    return (writer) => {
      writer.blankLineIfLastNot();
      // All at once: `write` would look at each character. To the writer the text is before the last line end.
      writer.unsafeInsert(writer.getLength() - 1, `\n${statement.trim()}`);
    };
  const before = all[index - 1];
  const last = typeof before === 'string' ? undefined : (before?.kind ?? StructureKind.ExportDeclaration);
  const isNext = statement.kind === last;
  return isNext ? statement : { ...statement, leadingTrivia: (writer) => writer.blankLineIfLastNot() };
}

/** Lists the imports of a file: packages first, then relative modules by path; types apart from values. */
function importStructures({ path, imports }: SourceFile): readonly ImportDeclarationStructure[] {
  // A file need not import itself.
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
