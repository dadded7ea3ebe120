import { ts } from 'ts-morph';

/** The tree of a file as the printer builds it. */
export function parse(text: string, path: string = 'src/a.ts'): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
