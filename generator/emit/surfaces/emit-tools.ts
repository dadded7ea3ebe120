import { moduleTable, operationTable, commandName, tableName } from '../surface-entries.js';
import { Imports, runtime, commandFile, MCP_SDK } from '../code/imports.js';
import { code, createTemplates, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile, CodeSymbol, OutputFile } from '../source-file.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { hasSignIn } from '../code/api-features.js';
import { literal, stringLiteral } from '../code/literals.js';
import { serviceSymbol } from '../layout.js';

/** Emits `operation-table.ts`: the tables of the modules of operations as one. */
export function emitOperationTable({ api, layout, assets }: EmitContext): SourceFile {
  const { name, module } = operationTable;
  const imports = new Imports(module, [name]);
  const modules = new Map(api.operations.map((one) => [one.module, moduleTable(layout.descriptor(one).module)]));
  const view = {
    name,
    type: imports.useType(runtime('Operation')),
    tables: [...modules.values()].map((table) => imports.use(table)),
  };
  const body = [createTemplates(assets.templates).render('surfaces/operation-table.hbs', view)];
  return imports.toFile(body);
}

/** A member of an object whose value is a variable. */
export function member(name: string, variable: string): Code {
  return code(name === variable ? name : `${name}: ${variable}`);
}

/** `tools`: the operations of a package by their names, for its command line and its MCP server. */
const toolsSymbol: CodeSymbol = { name: 'tools', module: 'tools' };

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
  return imports.toFile(body);
}

function listShapeMembers(shape: Shape): readonly Member[] {
  if (shape.kind === 'object') return shape.members;
  return shape.kind === 'union' || shape.kind === 'intersection' ? shape.of.flatMap(listShapeMembers) : [];
}

/** Emits the command line: the command itself (`cli/bin.ts`), and a function that runs it in any process (`cli/index.ts`). */
export function emitCli(context: EmitContext): readonly OutputFile[] {
  const module = 'cli/index';
  const imports = new Imports(module, ['run']);
  const view = {
    io: imports.useType({ name: 'CliIo', module: 'runtime/cli' }),
    runCli: imports.use({ name: 'runCli', module: 'runtime/cli' }),
    tools: imports.use(toolsSymbol),
  };
  const body = [
    createTemplates(context.assets.templates).render('surfaces/cli.hbs', view),
    "export type { CliIo, CliOutput } from '@speccast/runtime/cli';",
  ];
  const bin = `import { tools } from '../tools.js';

/** Ends the process with the exit code of the command. */
export const finished: Promise<never> = runProcess(tools);
`;
  return [
    imports.toFile(body),
    commandFile(context, 'src/cli/bin.ts', bin, `import { runProcess } from '@speccast/runtime/cli';`),
  ];
}

/** Emits `mcp/index.ts`, which makes an MCP server of the package, and `mcp/bin.ts`, its command. */
export function emitMcp(context: EmitContext): readonly OutputFile[] {
  const module = 'mcp/index';
  const engine = 'runtime/mcp';
  const imports = new Imports(module, ['createMcpServer']);
  const view = {
    server: imports.use({ name: 'Server', module: `npm:${MCP_SDK}` }),
    options: imports.useType({ name: 'McpServerOptions', module: engine }),
    create: imports.use({ name: 'createServer', module: engine }),
    open: imports.use({ name: 'openSession', module: engine }),
    tools: imports.use(toolsSymbol),
  };
  const body = [
    createTemplates(context.assets.templates).render('surfaces/mcp.hbs', view),
    `export type { McpServerOptions, PermissionOptions, ToolChoice } from '@speccast/runtime/mcp';`,
  ];
  const bin = `import { tools } from '../tools.js';

/** Settles with the exit code when the server has stopped. */
export const finished: Promise<number> = runMcpCommand({
  tools,
  load: async () => ({ sdk: await import('${MCP_SDK}'), stdio: await import('${MCP_SDK}/stdio') }),
});
`;
  return [
    imports.toFile(body),
    commandFile(context, 'src/mcp/bin.ts', bin, `import { runMcpCommand } from '@speccast/runtime/mcp';`),
  ];
}
