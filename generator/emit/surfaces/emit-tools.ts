import { code, type Code, literalCode, render, useAll } from '../code/templates.js';
import { moduleTable, operationTable, commandName, tableName } from '../surface-entries.js';
import { Imports, runtime, commandFile, MCP_SDK } from '../code/imports.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile, CodeSymbol, OutputFile } from '../source-file.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { hasFeatures } from '../code/api-features.js';
import { featuresSymbol, serviceSymbol } from '../layout.js';

/** Emits `operation-table.ts`, which joins the operation tables of all resources. */
export function emitOperationTable(context: EmitContext): SourceFile {
  const { api, layout } = context;
  const { name, module } = operationTable;
  const imports = new Imports(module, [name]);
  const modules = new Map(api.operations.map((one) => [one.module, moduleTable(layout.descriptor(one).module)]));
  const tables = Array.from(modules.values(), (table) => imports.use(table));
  const view = { name, type: imports.useType(runtime('Operation')), tables };
  return imports.toFile([render(context, 'surfaces/operation-table.hbs', view)]);
}

/** Imports symbols; returns members of an object literal for them: `service`, or `service: serviceImport` if the name is taken. */
export function useMembers(
  imports: Imports,
  symbols: Readonly<Record<string, CodeSymbol>>,
): Readonly<Record<string, Code>> {
  const members = Object.entries(symbols).map(([name, symbol]) => {
    const variable = imports.use(symbol);
    return [name, code(name === variable ? name : `${name}: ${variable}`)] as const;
  });
  return Object.fromEntries(members);
}

/** `tools`: the operations of a package by name, for its command line and its MCP server. */
const toolsSymbol: CodeSymbol = { name: 'tools', module: 'tools' };

/** Emits `tools.ts`: the operations by their names in the client, and the facts that are needed to call them by name. */
export function emitTools(context: EmitContext): SourceFile {
  const { api, parts, packageName } = context;
  const imports = new Imports(toolsSymbol.module, [toolsSymbol.name]);
  const isBytes = (shape: Shape): boolean =>
    shape.kind === 'binary' || (shape.kind === 'array' && shape.items.kind === 'binary');
  const files = api.operations.flatMap((one) => {
    const forms = (one.body?.contents ?? []).filter(({ kind }) => kind === 'multipart');
    const members = forms.flatMap(({ shape }) => listShapeMembers(shape)).filter(({ shape }) => isBytes(shape));
    return members.length === 0 ? [] : [[tableName(one), [...new Set(members.map(({ name }) => name))]] as const];
  });
  const [signIn] = api.securitySchemes.flatMap((one) =>
    one.kind === 'bearer' && one.signIn ? { ...one.signIn, scopes: one.scopes.map(({ name }) => name) } : [],
  );
  const view = {
    name: toolsSymbol.name,
    type: imports.useType({ name: 'ToolPackage', module: 'runtime/tools' }),
    packageName: literalCode(packageName),
    command: literalCode(commandName(packageName)),
    features: false,
    ...useMembers(imports, {
      service: serviceSymbol,
      ...(hasFeatures(context) && { features: featuresSymbol }),
      operations: operationTable,
      document: { name: 'document', module: 'spec' },
      schemas: { name: 'schemas', module: 'validators/schemas' },
    }),
    files: files.length > 0 && literalCode(Object.fromEntries(files)),
    signIn: literalCode(signIn),
    hasEmulator: parts.includes('emulator'),
  };
  return imports.toFile([render(context, 'surfaces/tools.hbs', view)]);
}

function listShapeMembers(shape: Shape): readonly Member[] {
  if (shape.kind === 'object') return shape.members;
  return shape.kind === 'union' || shape.kind === 'intersection' ? shape.of.flatMap(listShapeMembers) : [];
}

/** Emits the command line: the command (`cli/bin.ts`), and a function that runs it inside another process (`cli/index.ts`). */
export function emitCli(context: EmitContext): readonly OutputFile[] {
  const imports = new Imports('cli/index', ['run']);
  const view = {
    ...useAll(imports, 'runtime/cli', { io: 'type CliIo', runCli: 'runCli' }),
    tools: imports.use(toolsSymbol),
  };
  const bin = `import { tools } from '../tools.js';

/** Ends the process with the exit code of the command. */
export const finished: Promise<never> = runProcess(tools);
`;
  return [
    imports.toFile([
      render(context, 'surfaces/cli.hbs', view),
      "export type { CliIo, CliOutput } from '@speccast/runtime/cli';",
    ]),
    commandFile(context, 'src/cli/bin.ts', bin, `import { runProcess } from '@speccast/runtime/cli';`),
  ];
}

/** Emits `mcp/index.ts`, with a function that creates the MCP server, and `mcp/bin.ts`, its command. */
export function emitMcp(context: EmitContext): readonly OutputFile[] {
  const imports = new Imports('mcp/index', ['createMcpServer']);
  const view = {
    server: imports.use({ name: 'Server', module: `npm:${MCP_SDK}` }),
    ...useAll(imports, 'runtime/mcp', {
      options: 'type McpServerOptions',
      create: 'createServer',
      open: 'openSession',
    }),
    tools: imports.use(toolsSymbol),
  };
  const bin = `import { tools } from '../tools.js';

/** Resolves to the exit code when the server has stopped. */
export const finished: Promise<number> = runMcpCommand({
  tools,
  load: async () => ({ sdk: await import('${MCP_SDK}'), stdio: await import('${MCP_SDK}/stdio') }),
});
`;
  return [
    imports.toFile([
      render(context, 'surfaces/mcp.hbs', view),
      `export type { McpServerOptions, PermissionOptions, ToolChoice } from '@speccast/runtime/mcp';`,
    ]),
    commandFile(context, 'src/mcp/bin.ts', bin, `import { runMcpCommand } from '@speccast/runtime/mcp';`),
  ];
}
