import type { ts as types } from 'ts-morph';
import { proveInert } from './inert/prove-inert.js';
import type { Finding } from './inert/prove-inert.js';
import { ts } from './typescript.js';

/** Code that no emitter writes, and the file it stands in. */
export interface FileFinding extends Finding {
  readonly path: string;
}

/**
 * Proves of a parsed file that it is well formed and that nothing of the spec became code: it parses, every import
 * leads to a file of the package (`modules`: paths of all of them), and what runs is only what emitters write (see
 * prove-inert.ts). Returns what goes against that; throws where it does not parse.
 */
export function findCode(file: types.SourceFile, modules: ReadonlySet<string>): readonly FileFinding[] {
  const path = file.fileName.replace(/^\//, '');
  refuseSyntaxErrors(file, path);
  return proveInert(file, modules).map((finding) => ({ ...finding, path }));
}

/** A parsed file; TypeScript keeps its syntax errors in a member that its types hide. */
interface ParsedFile extends types.SourceFile {
  readonly parseDiagnostics?: readonly types.DiagnosticWithLocation[];
}

function refuseSyntaxErrors(file: ParsedFile, path: string): void {
  const [first] = file.parseDiagnostics ?? [];
  if (first === undefined) return;
  const { line } = file.getLineAndCharacterOfPosition(first.start);
  throw new Error(`${path}:${line + 1} does not parse: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`);
}
