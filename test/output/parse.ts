import { ts } from 'ts-morph';

/** Parses a file as the printer does. */
export function parse(text: string, path: string = 'src/a.ts'): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
