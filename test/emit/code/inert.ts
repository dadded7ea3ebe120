import { Project, SyntaxKind, type SourceFile } from 'ts-morph';

/** What was found in a text that should be inert. */
export interface Finding {
  /** Messages of syntax errors. */
  readonly errors: readonly string[];
  /** Whether `pwned` stands anywhere but in literals and comments. */
  readonly pwned: boolean;
}

const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, compilerOptions: { target: 9 } });

/** Parses a text and looks for errors and for hostile identifiers. */
export function inspect(text: string): Finding {
  const source = project.createSourceFile('/inspected.ts', text, { overwrite: true });
  const errors = project
    .getProgram()
    .getSyntacticDiagnostics(source)
    .map((one) => String(one.getMessageText()));
  return { errors, pwned: identifiersOf(source).includes('pwned') };
}

function identifiersOf(source: SourceFile): readonly string[] {
  const names: string[] = [];
  // Does not visit doc comments, in which the name may stand.
  source.forEachDescendant((node) => {
    if (node.isKind(SyntaxKind.Identifier)) names.push(node.getText());
  });
  return names;
}
