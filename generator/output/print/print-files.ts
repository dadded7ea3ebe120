import {
  IndentationText,
  NewLineKind,
  Project,
  QuoteKind,
  StructureKind,
  ts,
  type CodeBlockWriter,
  type ExportDeclarationStructure,
  type ImportDeclarationStructure,
  type StatementStructures,
  type WriterFunction,
} from 'ts-morph';
import { printSpecifier } from '../../emit/code/imports.js';
import type {
  ImportLine,
  OutputFile,
  SourceFile,
  Statement,
  CapabilityFile,
  PlainFile,
} from '../../emit/source-file.js';

/** A printed TypeScript file, with the tree of its text. */
export interface PrintedSource {
  readonly path: string;
  /** What it was printed from. */
  readonly file: OutputFile;
  readonly source: ts.SourceFile;
}

/** How many characters a project prints: it keeps the trees of all of its files, and those of a large package are never all in memory. */
const ENOUGH = 100_000;

/** Prints TypeScript files, one when it is asked for, the first line of each is `header`, a comment. */
export function* printFiles(files: readonly OutputFile[], header: string): Iterable<PrintedSource> {
  let project = createProject();
  let printed = 0;
  for (const [index, file] of files.entries()) {
    if (printed > ENOUGH) [project, printed] = [createProject(), 0];
    const content =
      file.kind === 'source' ? { statements: [...listStatements(file, header)] } : printOwnText(file, header);
    // Under a number: it need not sort files by their names.
    const source = project.createSourceFile(`${index}.ts`, content).compilerNode;
    printed += source.text.length;
    yield { path: file.path, file, source };
  }
}

function printOwnText(file: PlainFile | CapabilityFile, header: string): string {
  return file.kind === 'plain' ? file.text : `${header}\n${file.text}`;
}

/** How files are parsed: documentation in comments is no code, and takes a tenth of the time. */
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

function listStatements({ path, imports, body }: SourceFile, header: string): readonly Printed[] {
  const parts = body.map((statement, index) => apart(statement, body[index - 1]));
  return [header, ...importStructures(path, imports), ...parts];
}

/** A statement with an empty line before it; exports go on where imports end, and aliases form a list. */
function apart(statement: Statement, before: Statement | undefined): Printed {
  if (typeof statement === 'string') return (writer) => writeText(writer.blankLineIfLastNot(), statement.trim());
  const { kind } = statement;
  const last = typeof before === 'string' ? undefined : (before?.kind ?? StructureKind.ExportDeclaration);
  const structure = kind === StructureKind.ExportDeclaration ? withNames(statement) : statement;
  return kind === last ? structure : { ...structure, leadingTrivia: (writer) => writer.blankLineIfLastNot() };
}

function withNames(statement: ExportDeclarationStructure): ExportDeclarationStructure {
  const { namedExports: names } = statement;
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
  return isList ? { ...statement, namedExports: listNames(names) } : statement;
}

/**
 * Writes finished text behind an empty line, all at once: `write` would look at each character of it for what the writer need
 * not know between statements. To the writer the text is before the last line end.
 */
function writeText(writer: CodeBlockWriter, text: string): void {
  writer.unsafeInsert(writer.getLength() - 1, `\n${text}`);
}

/** The imports of a file: packages first, then relative modules by path; types apart from values. */
function importStructures(path: string, imports: readonly ImportLine[]): readonly ImportDeclarationStructure[] {
  const modules = new Map<string, ImportLine[]>();
  for (const line of imports) {
    // A file need not import itself.
    if (path === `src/${line.module}.ts`) continue;
    const from = printSpecifier(path, line.module);
    const lines = modules.get(from) ?? [];
    lines.push(line);
    modules.set(from, lines);
  }
  return [...modules].toSorted(bySpecifier).flatMap(([from, lines]) => importModule(from, lines));
}

function importModule(from: string, lines: readonly ImportLine[]): readonly ImportDeclarationStructure[] {
  const values = new Set(lines.filter((line) => !line.typeOnly).map(printName));
  const types = new Set(lines.map(printName).filter((name) => !values.has(name)));
  return [...importNames(from, types, true), ...importNames(from, values, false)];
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

/** Names between braces, all at once: for each of several ts-morph would make a writer, and look for commas in what that wrote. */
function listNames(names: readonly string[]): WriterFunction {
  return (writer) => writer.write(names.join(', '));
}

function printName({ name, alias }: ImportLine): string {
  return alias === undefined || alias === name ? name : `${name} as ${alias}`;
}

function bySpecifier([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  const rank = (from: string): string => (from.startsWith('.') ? `1${from}` : `0${from}`);
  return rank(left) < rank(right) ? -1 : 1;
}
