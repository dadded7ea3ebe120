import type { OutputFile, SourceFile } from '../emit/source-file.js';
import type { PrintedFile } from './format-parts.js';
import { setAsideData } from './data/set-aside-data.js';
import { layOut, startOfValue } from './lay-out.js';
import { parseTypeScript } from './parse-typescript.js';
import type { ParsedFile } from './parse-typescript.js';
import { printDeclaration, standsApart } from './print-declaration.js';
import { printImports } from './print-imports.js';

/** What printing needs beside the files. */
export interface PrintOptions {
  /** First line of every TypeScript file: a comment. */
  readonly header: string;
  /** Sees each TypeScript file parsed, so that nothing has to be parsed twice. */
  readonly inspect: (file: ParsedFile) => void;
}

/** Prints all files of a package, in the order given; what is rough is for `formatParts`. */
export function printFiles(files: readonly OutputFile[], { header, inspect }: PrintOptions): readonly PrintedFile[] {
  return files.map((file) => {
    const { path } = file;
    const text = file.kind === 'plain' ? file.text : printSource(file, header);
    if (!path.endsWith('.ts')) return { path, parts: [{ text, rough: false }] };
    const { parsed, constants } = parse(path, text);
    inspect(parsed);
    return { path, parts: file.kind === 'plain' ? [{ text, rough: false }] : layOut(parsed, constants) };
  });
}

interface Parsed {
  readonly parsed: ParsedFile;
  readonly constants: ReadonlyMap<number, string>;
}

/** Parses a file without the data of its constants; with it, where something stands between that is none. */
function parse(path: string, text: string): Parsed {
  const { text: code, constants } = setAsideData(text);
  const parsed = parseTypeScript(path, code);
  const found = parsed.statements.filter((statement) => constants.has(startOfValue(statement) ?? -1));
  if (found.length === constants.size) return { parsed, constants };
  return { parsed: parseTypeScript(path, text), constants: new Map() };
}

type Part = SourceFile['body'][number];

function printSource({ path, imports, body }: SourceFile, header: string): string {
  const parts = body.map((part, index) => printPart(part, body[index - 1]));
  return `${header}\n${printImports(path, imports)}${parts.join('\n')}\n`;
}

function printPart(part: Part, before: Part | undefined): string {
  if (typeof part === 'string') return `\n${part.trim()}`;
  const apart = standsApart(part, typeof before === 'string' ? undefined : before);
  return `${apart ? '\n' : ''}${printDeclaration(part)}`;
}
