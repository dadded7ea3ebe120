import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ts } from 'ts-morph';
import { filesBelow, listAllNodes, parse, locateNode, root } from './sources.js';

/** An import of a file: static, dynamic, or a re-export. */
export interface Import {
  readonly from: string;
  /** Path of the imported file, or name of the package. */
  readonly to: string;
  readonly place: string;
}

/** Lists all imports of the files below a folder. */
export function importsBelow(folder: string): readonly Import[] {
  return ['.ts', '.tsx']
    .flatMap((ending) => filesBelow(folder, ending))
    .flatMap((path) =>
      listAllNodes(parse(path)).flatMap((node) => {
        const specifier = readSpecifier(node);
        if (specifier === undefined) return [];
        return [
          { from: path, to: specifier.startsWith('.') ? fileAt(path, specifier) : specifier, place: locateNode(node) },
        ];
      }),
    );
}

/** Returns the source of a relative specifier: `./names.js` → `names.ts`, or `names.tsx`, or `names.js`, whichever exists. */
export function fileAt(path: string, specifier: string): string {
  const to = posix.join(posix.dirname(path), specifier);
  const sources = ['.ts', '.tsx', '.js'].map((ending) => to.replace(/\.js$/, ending));
  return sources.find((one) => existsSync(join(root, one))) ?? to;
}

/** Returns the specifier of an import or a re-export: `import('./a.js')` → `./a.js`. */
export function readSpecifier(node: ts.Node): string | undefined {
  const isStatic = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const expression = isStatic ? node.moduleSpecifier : isDynamic ? node.arguments[0] : undefined;
  return expression !== undefined && ts.isStringLiteral(expression) ? expression.text : undefined;
}
