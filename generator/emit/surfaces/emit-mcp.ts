import { Imports, MCP_SDK, commandFile } from '../code/imports.js';
import type { EmitContext } from '../emit-context.js';
import type { OutputFile, SourceFile } from '../source-file.js';
import { createTemplates } from '../code/templates.js';
import { toolsSymbol } from './emit-tools.js';

const module = 'mcp/index';

/** Emits `mcp/index.ts`, which makes an MCP server of the package, and `mcp/bin.ts`, its command. */
export function emitMcp(context: EmitContext): readonly OutputFile[] {
  return [emitIndex(context), emitBin(context)];
}

function emitIndex({ assets }: EmitContext): SourceFile {
  const imports = new Imports(module, ['createMcpServer']);
  const engine = 'runtime/mcp';
  const view = {
    server: imports.use({ name: 'Server', module: `npm:${MCP_SDK}` }),
    options: imports.useType({ name: 'McpServerOptions', module: engine }),
    create: imports.use({ name: 'createServer', module: engine }),
    open: imports.use({ name: 'openSession', module: engine }),
    tools: imports.use(toolsSymbol),
  };
  const body = [
    createTemplates(assets.templates).render('surfaces/mcp.hbs', view),
    `export type { McpServerOptions, PermissionOptions, ToolChoice } from '@speccast/runtime/mcp';`,
  ];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

function emitBin(context: EmitContext): OutputFile {
  return commandFile(
    context,
    'src/mcp/bin.ts',
    `import { tools } from '../tools.js';

/** Settles with the exit code when the server has stopped. */
export const finished: Promise<number> = runMcpCommand({
  tools,
  load: async () => ({ sdk: await import('${MCP_SDK}'), stdio: await import('${MCP_SDK}/stdio') }),
});
`,
    `import { runMcpCommand } from '@speccast/runtime/mcp';`,
  );
}
