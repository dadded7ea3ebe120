import { specifierOf } from '../emit/code/specifier.js';
import type { ImportLine } from '../emit/source-file.js';

/** Longest import on one line, its line end included. */
const WIDTH = 121;

/** The import block of a file: packages first, then relative modules by path; types apart from values. */
export function printImports(path: string, imports: readonly ImportLine[]): string {
  const modules = new Map<string, ImportLine[]>();
  for (const line of imports) {
    // A file need not import itself.
    if (path === `src/${line.module}.ts`) continue;
    const from = specifierOf(path, line.module);
    const lines = modules.get(from) ?? [];
    lines.push(line);
    modules.set(from, lines);
  }
  return [...modules]
    .map(([from, lines]) => printModule(from, lines))
    .toSorted(bySpecifier)
    .map((block) => block.text)
    .join('');
}

interface ImportBlock {
  readonly specifier: string;
  readonly text: string;
}

function printModule(from: string, lines: readonly ImportLine[]): ImportBlock {
  const values = new Set(lines.filter((line) => !line.typeOnly).map(printName));
  const types = new Set(lines.map(printName).filter((name) => !values.has(name)));
  return { specifier: from, text: printLine('import type', types, from) + printLine('import', values, from) };
}

function printLine(keyword: string, names: ReadonlySet<string>, from: string): string {
  if (names.size === 0) return '';
  const sorted = [...names].toSorted();
  const line = `${keyword} { ${sorted.join(', ')} } from '${from}';\n`;
  if (line.length <= WIDTH || names.size === 1) return line;
  return `${keyword} {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${from}';\n`;
}

function printName({ name, alias }: ImportLine): string {
  return alias === undefined || alias === name ? name : `${name} as ${alias}`;
}

function bySpecifier(left: ImportBlock, right: ImportBlock): number {
  const rank = (block: ImportBlock): string =>
    block.specifier.startsWith('.') ? `1${block.specifier}` : `0${block.specifier}`;
  return rank(left) < rank(right) ? -1 : 1;
}
