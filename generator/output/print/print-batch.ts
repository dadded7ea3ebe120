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
import { printSpecifier } from '../../emit/code/imports.js';
import type { ImportLine, OutputFile, SourceFile, Statement } from '../../emit/source-file.js';
import { groupBy } from '../../iterables.js';
import { importedFrom } from '../prove/node-parts.js';
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
  /** Extension of relative imports in the printed text. Default: `.js`, with which they are proven. */
  readonly importExtension?: OutputSettings['importExtension'];
}

/** A batch with the paths of all files of the package, to which imports may resolve. */
export interface WholeBatch extends Batch {
  readonly modules?: Pick<ReadonlySet<string>, 'has'>;
}

/** A finished file with the code in it that no emitter writes. */
export interface VerifiedFile extends TextFile {
  readonly findings: readonly Finding[];
  /** Paths that its imports resolve to, where the batch does not say which files the package has. */
  readonly targets: readonly string[];
}

/** Returns the text of a module with another extension of its relative imports: `./pets.js` → `./pets.ts` or `./pets`. */
function withExtension(source: ts.SourceFile, extension: OutputSettings['importExtension']): string {
  if (extension === '.js') return source.text;
  let [written, end] = ['', 0];
  const visit = (node: ts.Node): void => {
    const name = importedFrom(node);
    if (name !== undefined && ts.isStringLiteralLike(name) && /^\..*\.js$/.test(name.text)) {
      // Before the quote.
      const stem = name.end - ".js'".length;
      written += source.text.slice(end, stem) + (extension === 'none' ? '' : extension);
      end = name.end - 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return written + source.text.slice(end);
}

/** Prints files, proves each inert (code by the tree that ts-morph has built), and formats code without findings. */
export async function printBatch(batch: WholeBatch): Promise<readonly VerifiedFile[]> {
  const verified = verifyAll(batch);
  if (!batch.format) return verified;
  const { formatFile } = await import('./format.js');
  const formatted: VerifiedFile[] = [];
  for (const file of verified) formatted.push(isCode(file) ? await formatFile(file) : file);
  return formatted;
}

function verifyAll({ files, header, modules, importExtension = '.js' }: WholeBatch): readonly VerifiedFile[] {
  const verified = new Map<OutputFile, VerifiedFile>();
  for (const file of files) {
    const { path } = file;
    if (file.kind !== 'plain' || isCode(file)) continue;
    verified.set(file, { path, text: file.text, findings: provePlain(file), targets: [] });
  }
  const code = files.filter((file) => !verified.has(file));
  for (const [file, source] of printFiles(code, header)) {
    const { path } = file;
    const targets: string[] = [];
    const any = { has: (target: string): boolean => targets.push(target) > 0 };
    const findings =
      file.kind === 'capability'
        ? proveCapability(file, source, modules ?? any)
        : proveInert(path, source, modules ?? any);
    verified.set(file, { path, text: withExtension(source, importExtension), findings, targets });
  }
  return files.flatMap((file) => verified.get(file) ?? []);
}

/** Characters that one ts-morph project prints: it keeps the syntax trees of its files, and those of a large package fill the memory. */
const ENOUGH = 100_000;

/** Prints TypeScript files one by one, as trees of their texts; `header`, a comment, is the first line of each. */
function* printFiles(
  files: readonly OutputFile[],
  header: string,
): Iterable<readonly [file: OutputFile, source: ts.SourceFile]> {
  let project = createProject();
  let printed = 0;
  for (const [index, file] of files.entries()) {
    if (printed > ENOUGH) [project, printed] = [createProject(), 0];
    const content =
      file.kind === 'source'
        ? { statements: listStatements(file, header) }
        : file.kind === 'plain'
          ? file.text
          : `${header}\n${file.text}`;
    // Under a number: it need not sort files by their names.
    const source = project.createSourceFile(`${index}.ts`, content).compilerNode;
    printed += source.text.length;
    yield [file, source];
  }
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

function listStatements({ path, imports, body }: SourceFile, header: string): Printed[] {
  const parts = body.map((statement, index) => apart(statement, body[index - 1]));
  return [header, ...importStructures(path, imports), ...parts];
}

/** Puts an empty line before a statement, unless it follows one of its kind: exports follow imports, and aliases form a list. */
function apart(statement: Statement, before: Statement | undefined): Printed {
  if (typeof statement === 'string')
    return (writer) => {
      writer.blankLineIfLastNot();
      // All at once: `write` would look at each character. To the writer the text is before the last line end.
      writer.unsafeInsert(writer.getLength() - 1, `\n${statement.trim()}`);
    };
  const { kind } = statement;
  const last = typeof before === 'string' ? undefined : (before?.kind ?? StructureKind.ExportDeclaration);
  const names = kind === StructureKind.ExportDeclaration ? statement.namedExports : undefined;
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
  const structure: StatementStructures =
    kind === StructureKind.ExportDeclaration && isList ? { ...statement, namedExports: listNames(names) } : statement;
  return kind === last ? structure : { ...structure, leadingTrivia: (writer) => writer.blankLineIfLastNot() };
}

/** Lists the imports of a file: packages first, then relative modules by path; types apart from values. */
function importStructures(path: string, imports: readonly ImportLine[]): readonly ImportDeclarationStructure[] {
  // A file need not import itself.
  const others = imports.filter(({ module }) => path !== `src/${module}.ts`);
  const modules = groupBy(others, ({ module }) => printSpecifier(path, module));
  const rank = (from: string): string => (from.startsWith('.') ? `1${from}` : `0${from}`);
  const sorted = [...modules].toSorted(([left], [right]) => (rank(left) < rank(right) ? -1 : 1));
  return sorted.flatMap(([from, lines]) => {
    const values = new Set(lines.filter((line) => !line.typeOnly).map(printName));
    const types = new Set(lines.map(printName).filter((name) => !values.has(name)));
    return [...importNames(from, types, true), ...importNames(from, values, false)];
  });
}

function importNames(
  moduleSpecifier: string,
  names: ReadonlySet<string>,
  isTypeOnly: boolean,
): readonly ImportDeclarationStructure[] {
  if (names.size === 0) return [];
  const namedImports = listNames([...names].toSorted());
  return [{ kind: StructureKind.ImportDeclaration, isTypeOnly, namedImports, moduleSpecifier }];
}

/** Writes names between braces all at once: ts-morph would make a writer for each name, and look for commas in its text. */
function listNames(names: readonly string[]): WriterFunction {
  return (writer) => writer.write(names.join(', '));
}

function printName({ name, alias }: ImportLine): string {
  return alias === undefined || alias === name ? name : `${name} as ${alias}`;
}
