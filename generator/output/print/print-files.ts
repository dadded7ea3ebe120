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
import { printSpecifier } from '../../emit/code/imports.js';
import type { ImportLine, OutputFile, SourceFile, Statement } from '../../emit/source-file.js';

/** A printed TypeScript file, with the tree of its text. */
export interface PrintedSource {
  readonly path: string;
  /** What it was printed from. */
  readonly file: OutputFile;
  readonly source: ts.SourceFile;
}

/** Characters that one ts-morph project prints: it keeps the syntax trees of its files, and those of a large package fill the memory. */
const ENOUGH = 100_000;

/** Prints TypeScript files one by one; `header`, a comment, is the first line of each. */
export function* printFiles(files: readonly OutputFile[], header: string): Iterable<PrintedSource> {
  let project = createProject();
  let printed = 0;
  for (const [index, file] of files.entries()) {
    if (printed > ENOUGH) [project, printed] = [createProject(), 0];
    const content =
      file.kind === 'source'
        ? { statements: [...listStatements(file, header)] }
        : file.kind === 'plain'
          ? file.text
          : `${header}\n${file.text}`;
    // Under a number: it need not sort files by their names.
    const source = project.createSourceFile(`${index}.ts`, content).compilerNode;
    printed += source.text.length;
    yield { path: file.path, file, source };
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

function listStatements({ path, imports, body }: SourceFile, header: string): readonly Printed[] {
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
  const modules = new Map<string, ImportLine[]>();
  for (const line of imports) {
    // A file need not import itself.
    if (path === `src/${line.module}.ts`) continue;
    const from = printSpecifier(path, line.module);
    const lines = modules.get(from) ?? [];
    lines.push(line);
    modules.set(from, lines);
  }
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
