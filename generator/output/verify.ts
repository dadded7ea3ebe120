import type { ts as types } from 'ts-morph';
import type { Diagnostics, Position } from '../diagnostics.js';
import { proveInert } from './inert/prove-inert.js';
import { ts } from './typescript.js';

/** What verifying needs to know. */
export interface VerifyOptions {
  readonly diagnostics: Diagnostics;
  /** Paths of all files that the package will have. */
  readonly modules: ReadonlySet<string>;
  /** Finds the place in the spec of a text that stands in the output as code. */
  readonly locate: (text: string) => Position | undefined;
}

/**
 * Proves of a parsed file that it is well formed and that nothing of the spec became code: it parses, every import
 * leads to a file of the package, and what runs is only what emitters write (see prove-inert.ts). Code that stands in
 * the spec is a diagnostic at its place there; anything else is a mistake of ours and thrown.
 */
export function verifyFile(file: types.SourceFile, { diagnostics, modules, locate }: VerifyOptions): void {
  const path = file.fileName.replace(/^\//, '');
  refuseSyntaxErrors(file, path);
  for (const { line, reason, text } of proveInert(file, modules)) {
    const at = locate(text);
    const where = `${path}:${line}`;
    if (at === undefined) throw new Error(`${where} ${reason}: ${text}`);
    diagnostics.error('text-became-code', `This text would run as code in ${where} (${reason}); please report it`, at);
  }
}

/** Refuses paths that leave the package, differ only in case, or cannot exist on some system. */
export function checkPaths(paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    if (!path.split('/').every(isSafeSegment))
      throw new Error(`Not a path for an output file: ${JSON.stringify(path)}`);
    const twin = seen.get(path.toLowerCase());
    if (twin !== undefined) throw new Error(`Two output files with one name: ${twin} and ${path}`);
    seen.set(path.toLowerCase(), path);
  }
}

function isSafeSegment(segment: string): boolean {
  const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  return /^[A-Za-z0-9._-]{1,200}$/.test(segment) && !/^\.{1,2}$|\.$/.test(segment) && !device.test(segment);
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
