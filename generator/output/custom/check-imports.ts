import { posix } from 'node:path';
import { isBuiltin } from 'node:module';
import { ts } from 'ts-morph';
import type { Diagnostics } from '../../diagnostics.js';
import { isOfPackages } from '../../emit/own-packages.js';
import { importedFrom } from '../prove/node-parts.js';
import { positionIn } from './open-program.js';

/** A file of the user's own, and the packages that it may import. */
interface ImportOptions {
  /** Its path in the package. */
  readonly path: string;
  /** Its name in diagnostics. */
  readonly file: string;
  /** Packages that package.json names. */
  readonly packages: readonly string[];
  readonly diagnostics: Diagnostics;
}

/** Reports imports that would not resolve where the package is installed. */
export function checkImports(source: ts.SourceFile, { path, file, packages, diagnostics }: ImportOptions): void {
  visit(source);

  function visit(node: ts.Node): void {
    const specifier = importedFrom(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      const reason = reasonAgainst(specifier.text);
      const at = positionIn(source, specifier.getStart(source), file);
      if (reason !== undefined) diagnostics.error('invalid-custom-code', reason, at);
    }
    ts.forEachChild(node, visit);
  }

  function reasonAgainst(name: string): string | undefined {
    if (name.startsWith('.')) {
      const target = posix.join(posix.dirname(path), name);
      return target.startsWith('src/') ? undefined : `${JSON.stringify(name)} is not in the folder src of the package`;
    }
    const isKnown = isBuiltin(name) || isOfPackages(packages, name);
    return isKnown
      ? undefined
      : `the package does not depend on ${JSON.stringify(name)}; there are ${packages.join(', ')}, the modules of Node, and files beside it`;
  }
}
