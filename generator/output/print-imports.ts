import type { ImportLine } from '../emit/source-file.js';

/** Packages that generated code may import; anything else in an import is a module of the package itself. */
const PACKAGES = /^(?:node:[a-z/]+|msw)$/;

/** Longest import on one line, its line end included. */
const WIDTH = 121;

/** Whether an import names a package and not a module of the generated package. */
export function isPackageImport(module: string): boolean {
  return PACKAGES.test(module);
}

/** The import block of a file: packages first, then relative modules by path; types apart from values. */
export function printImports(path: string, imports: readonly ImportLine[]): string {
  const modules = new Map<string, ImportLine[]>();
  for (const line of imports) {
    const lines = modules.get(line.module) ?? [];
    lines.push(line);
    modules.set(line.module, lines);
  }
  const blocks = [...modules].flatMap(([module, lines]) => {
    const from = specifier(path, module);
    return from === undefined ? [] : printModule(from, lines);
  });
  return blocks
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

/** `undefined` for a file that would import itself. */
function specifier(path: string, module: string): string | undefined {
  if (isPackageImport(module)) return module;
  const target = `src/${module}.ts`;
  if (target === path) return undefined;
  const [from, to] = [path.split('/'), `src/${module}.js`.split('/')];
  let shared = 0;
  while (shared < from.length - 1 && from[shared] === to[shared]) shared++;
  const up = from.length - 1 - shared;
  return `${up === 0 ? './' : '../'.repeat(up)}${to.slice(shared).join('/')}`;
}

function bySpecifier(left: ImportBlock, right: ImportBlock): number {
  const rank = (block: ImportBlock): string =>
    block.specifier.startsWith('.') ? `1${block.specifier}` : `0${block.specifier}`;
  return rank(left) < rank(right) ? -1 : 1;
}
