import { IndentationText, NewLineKind, Project, QuoteKind, StructureKind } from 'ts-morph';
import type { CodeBlockWriter, StatementStructures, WriterFunction, ts } from 'ts-morph';
import type { OutputFile, SourceFile, Statement } from '../emit/source-file.js';
import { importStructures } from './print-imports.js';

/** A printed TypeScript file, with the tree of its text. */
export interface PrintedSource {
  readonly path: string;
  readonly source: ts.SourceFile;
}

/** What ts-morph calls the file that it prints: it has one at a time, and need not sort them by their names. */
const PATH = 'module.ts';

/**
 * Prints TypeScript files, one when it is asked for, the first line of each is `header`, a comment. The project forgets
 * each of them, so that the trees of a large package are never all in memory.
 */
export function* printFiles(files: readonly OutputFile[], header: string): Iterable<PrintedSource> {
  const project = new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Single,
    },
  });
  for (const file of files) {
    const content = file.kind === 'plain' ? file.text : { statements: [...statementsOf(file, header)] };
    const printed = project.createSourceFile(PATH, content);
    const source = printed.compilerNode;
    printed.forget();
    yield { path: file.path, source };
  }
}

type Printed = string | WriterFunction | StatementStructures;

function statementsOf({ path, imports, body }: SourceFile, header: string): readonly Printed[] {
  const parts = body.map((statement, index) => apart(statement, body[index - 1]));
  return [header, ...importStructures(path, imports), ...parts];
}

/** A statement with an empty line before it; exports go on where imports end, and aliases form a list. */
function apart(statement: Statement, before: Statement | undefined): Printed {
  if (typeof statement === 'string') return (writer) => writeText(writer.blankLineIfLastNot(), statement.trim());
  const { kind } = statement;
  const last = typeof before === 'string' ? undefined : (before?.kind ?? StructureKind.ExportDeclaration);
  return kind === last ? statement : { ...statement, leadingTrivia: (writer) => writer.blankLineIfLastNot() };
}

/**
 * Writes finished text behind an empty line, all at once: `write` would look at each character of it for what the writer need
 * not know between statements. To the writer the text stands before the last line end.
 */
function writeText(writer: CodeBlockWriter, text: string): void {
  writer.unsafeInsert(writer.getLength() - 1, `\n${text}`);
}
