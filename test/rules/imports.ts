import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ts } from 'ts-morph';
import { filesBelow, nodesOf, parse, placeOf, root } from './sources.js';

/** One import of a file, a re-export or a dynamic one included. */
export interface Import {
  readonly from: string;
  /** Path of the file, or name of the package. */
  readonly to: string;
  readonly place: string;
}

/** All imports of the files below a folder. */
export function importsBelow(folder: string): readonly Import[] {
  return ['.ts', '.tsx'].flatMap((ending) => filesBelow(folder, ending)).flatMap((path) => importsOf(path));
}

function importsOf(path: string): readonly Import[] {
  return [...nodesOf(parse(path))].flatMap((node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return [];
    return [{ from: path, to: specifier.startsWith('.') ? fileAt(path, specifier) : specifier, place: placeOf(node) }];
  });
}

/** Path of the source that a relative specifier stands for: `./names.js` is `names.ts`, or else `names.tsx` or itself. */
export function fileAt(path: string, specifier: string): string {
  const to = posix.join(posix.dirname(path), specifier);
  const sources = ['.ts', '.tsx', '.js'].map((ending) => to.replace(/\.js$/, ending));
  return sources.find((one) => isSource(one)) ?? to;
}

function isSource(path: string): boolean {
  return existsSync(join(root, path));
}

/** What a node imports, where it is an import. */
export function specifierOf(node: ts.Node): string | undefined {
  const isStatic = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const expression = isStatic ? node.moduleSpecifier : isDynamic ? node.arguments[0] : undefined;
  return expression !== undefined && ts.isStringLiteral(expression) ? expression.text : undefined;
}
