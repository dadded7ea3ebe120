import { StructureKind } from 'ts-morph';
import { printSpecifier } from '../../emit/code/imports.js';
import type { ImportLine, SourceFile, Statement } from '../../emit/source-file.js';

/** The text of a module without its imports and declarations of types: what is left has types only inside statements. */
export function valueText({ path, imports, body }: SourceFile): string {
  const values = imports.filter(({ module, typeOnly }) => !typeOnly && path !== `src/${module}.ts`);
  const lines = values.map((line) => `import { ${named(line)} } from '${printSpecifier(path, line.module)}';`);
  return [...lines, ...body.flatMap(statementText), ''].join('\n');
}

function named({ name, alias = name }: ImportLine): string {
  return alias === name ? name : `${name} as ${alias}`;
}

function statementText(statement: Statement): readonly string[] {
  if (typeof statement === 'string') return [statement];
  const { kind } = statement;
  if (kind === StructureKind.Interface || kind === StructureKind.TypeAlias) return [];
  if (kind !== StructureKind.ExportDeclaration) throw new Error(`no emitter hands over structures of kind ${kind}`);
  const { isTypeOnly, namedExports, moduleSpecifier } = statement;
  if (isTypeOnly === true) return [];
  if (!Array.isArray(namedExports) || moduleSpecifier === undefined) throw new Error('exports name what they export');
  return [`export { ${namedExports.join(', ')} } from '${moduleSpecifier}';`];
}
