import type { ts } from 'ts-morph';
import { printFiles } from '../../generator/output/print/print-files.js';

/** The tree of a file as the printer builds it. */
export function parse(text: string, path: string = 'src/a.ts'): ts.SourceFile {
  const [printed] = printFiles([{ kind: 'plain', path, text }], '');
  if (printed === undefined) throw new Error('nothing was printed');
  return printed.source;
}
