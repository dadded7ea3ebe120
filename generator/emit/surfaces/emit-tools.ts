import { hasSignIn } from '../code/api-features.js';
import { Imports } from '../code/syntax/imports.js';
import { literal, stringLiteral } from '../code/syntax/literals.js';
import { code, createTemplates, type Code } from '../code/templates/templates.js';
import type { EmitContext } from '../emit-context.js';
import { serviceSymbol } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { commandName } from '../surface-entries.js';

/** `tools`: the operations of a package by their names, for its command line and its MCP server. */
export const toolsSymbol: CodeSymbol = { name: 'tools', module: 'tools' };

/** Emits `tools.ts`: the operations by their names in the client, and what else whoever calls them by name has to know. */
export function emitTools({ api, layout, parts, packageName, assets }: EmitContext): SourceFile {
  const imports = new Imports(toolsSymbol.module, [toolsSymbol.name]);
  const operations = api.operations.map((one) => ({
    name: code(stringLiteral([...one.group, one.property].join('.'))),
    operation: imports.use(layout.descriptor(one)),
  }));
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
    operations,
    document: member('document', imports.use({ name: 'document', module: 'spec' })),
    schemas: member('schemas', imports.use({ name: 'schemas', module: 'validators/schemas' })),
    signIn: hasSignIn(api) && code(literal({ ...signIn })),
    hasEmulator: parts.includes('emulator'),
  };
  const body = [createTemplates(assets.templates).render('surfaces/tools.hbs', view)];
  return { kind: 'source', path: `src/${toolsSymbol.module}.ts`, imports: imports.lines(), body };
}

/** A member of an object whose value is a variable. */
function member(name: string, variable: string): Code {
  return code(name === variable ? name : `${name}: ${variable}`);
}
