import { StructureKind } from 'ts-morph';
import type { ImportDeclarationStructure, WriterFunction } from 'ts-morph';
import { specifierOf } from '../../emit/code/specifier.js';
import type { ImportLine } from '../../emit/source-file.js';

/** The imports of a file: packages first, then relative modules by path; types apart from values. */
export function importStructures(path: string, imports: readonly ImportLine[]): readonly ImportDeclarationStructure[] {
  const modules = new Map<string, ImportLine[]>();
  for (const line of imports) {
    // A file need not import itself.
    if (path === `src/${line.module}.ts`) continue;
    const from = specifierOf(path, line.module);
    const lines = modules.get(from) ?? [];
    lines.push(line);
    modules.set(from, lines);
  }
  return [...modules].toSorted(bySpecifier).flatMap(([from, lines]) => importModule(from, lines));
}

function importModule(from: string, lines: readonly ImportLine[]): readonly ImportDeclarationStructure[] {
  const values = new Set(lines.filter((line) => !line.typeOnly).map(printName));
  const types = new Set(lines.map(printName).filter((name) => !values.has(name)));
  return [...importNames(from, types, true), ...importNames(from, values, false)];
}

function importNames(
  moduleSpecifier: string,
  names: ReadonlySet<string>,
  isTypeOnly: boolean,
): readonly ImportDeclarationStructure[] {
  if (names.size === 0) return [];
  const namedImports = listNames([...names].toSorted());
  return [{ kind: StructureKind.ImportDeclaration, isTypeOnly, namedImports, moduleSpecifier }];
}

/** Names between braces, all at once: for each of several ts-morph would make a writer, and look for commas in what that wrote. */
export function listNames(names: readonly string[]): WriterFunction {
  return (writer) => writer.write(names.join(', '));
}

function printName({ name, alias }: ImportLine): string {
  return alias === undefined || alias === name ? name : `${name} as ${alias}`;
}

function bySpecifier([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  const rank = (from: string): string => (from.startsWith('.') ? `1${from}` : `0${from}`);
  return rank(left) < rank(right) ? -1 : 1;
}
