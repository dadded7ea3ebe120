import { StructureKind } from 'ts-morph';
import { printSpecifier } from '../../emit/code/imports.js';
import type { SourceFile, Statement } from '../../emit/source-file.js';

/** Prints a module without `import type`, interfaces and type aliases; types inside statements stay. */
export function valueText({ path, imports, body }: SourceFile): string {
  const values = imports.filter(({ module, typeOnly }) => !typeOnly && path !== `src/${module}.ts`);
  const lines = values.map(({ name, alias = name, module }) => {
    const named = alias === name ? name : `${name} as ${alias}`;
    return `import { ${named} } from '${printSpecifier(path, module)}';`;
  });
  return [...lines, ...body.flatMap(statementText), ''].join('\n');
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
