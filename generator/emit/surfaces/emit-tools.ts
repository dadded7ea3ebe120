import type { Member, Shape } from '../../api/types/shape.js';
import { hasSignIn } from '../code/api-features.js';
import { Imports } from '../code/imports.js';
import { literal, stringLiteral } from '../code/literals.js';
import { code, createTemplates } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import { serviceSymbol } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { commandName, operationTable, tableName } from '../surface-entries.js';
import { member } from './emit-operation-table.js';

/** `tools`: the operations of a package by their names, for its command line and its MCP server. */
export const toolsSymbol: CodeSymbol = { name: 'tools', module: 'tools' };

/** Emits `tools.ts`: the operations by their names in the client, and what else whoever calls them by name has to know. */
export function emitTools({ api, parts, packageName, assets }: EmitContext): SourceFile {
  const imports = new Imports(toolsSymbol.module, [toolsSymbol.name]);
  const files = api.operations.flatMap((one) => {
    const shapes = one.body?.contents.flatMap(({ kind, shape }) => (kind === 'multipart' ? shape : [])) ?? [];
    const isBytes = (shape: Shape): boolean =>
      shape.kind === 'binary' || (shape.kind === 'array' && shape.items.kind === 'binary');
    const parts = shapes.flatMap(listShapeMembers).filter(({ shape }) => isBytes(shape));
    return parts.length === 0 ? [] : [[tableName(one), [...new Set(parts.map(({ name }) => name))]] as const];
  });
  const signIn = api.securitySchemes.flatMap((one) =>
    one.kind === 'bearer' && one.signIn !== undefined
      ? { ...one.signIn, scopes: one.scopes.map(({ name }) => name) }
      : [],
  )[0];
  const view = {
    name: toolsSymbol.name,
    type: imports.useType({ name: 'ToolPackage', module: 'runtime/tools' }),
    packageName: code(stringLiteral(packageName)),
    command: code(stringLiteral(commandName(packageName))),
    service: member('service', imports.use(serviceSymbol)),
    operations: member('operations', imports.use(operationTable)),
    files: files.length > 0 && code(literal(Object.fromEntries(files))),
    document: member('document', imports.use({ name: 'document', module: 'spec' })),
    schemas: member('schemas', imports.use({ name: 'schemas', module: 'validators/schemas' })),
    signIn: hasSignIn(api) && code(literal({ ...signIn })),
    hasEmulator: parts.includes('emulator'),
  };
  const body = [createTemplates(assets.templates).render('surfaces/tools.hbs', view)];
  return { kind: 'source', path: `src/${toolsSymbol.module}.ts`, imports: imports.lines(), body };
}

function listShapeMembers(shape: Shape): readonly Member[] {
  if (shape.kind === 'object') return shape.members;
  return shape.kind === 'union' || shape.kind === 'intersection' ? shape.of.flatMap(listShapeMembers) : [];
}
