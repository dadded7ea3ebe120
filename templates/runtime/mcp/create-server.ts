import type { CallToolRequest, Server } from '@modelcontextprotocol/server';
import type { CallOptions } from '../client/options/options.js';
import { isJsonObject } from '../json.js';
import { asText, type Tool } from '../tools/catalogue.js';
import { callTool } from './call-tool.js';
import { explainRejection } from './permissions.js';
import { makeFailure, readMore, makeResult } from './results/results.js';
import { searchOperations } from './search-operations.js';
import type { Session } from './session.js';
import { chooseCall, describeOperation, ownTools, writeInstructions } from './tool-definitions.js';
import { listNearest, toToolName } from './tool-names.js';

/** The class `Server` of the MCP SDK. */
export type ServerClass = typeof Server;

/** Creates the server of one connection. All connections of a session share its quota, its handles and its emulator. */
export function createServer(McpServer: ServerClass, session: Session): Server {
  const { version = session.tools.service.version } = session.options;
  const server = new McpServer(
    { name: `${session.tools.command}-mcp`, version },
    { capabilities: { tools: {} }, instructions: writeInstructions(session) },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...session.definitions()] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { signal, _meta: { progressToken } = {}, notify } = mcpReq;
    const onProgress: CallOptions['onProgress'] =
      progressToken === undefined
        ? undefined
        : ({ sent, total }) =>
            notify({
              method: 'notifications/progress',
              params: { progressToken, progress: sent, ...(total !== undefined && { total }) },
            }).catch(() => undefined);
    try {
      return await handle(session, params, { signal, onProgress });
    } catch (error) {
      // An error must not stop the server, and the agent must not see its stack.
      return makeFailure(session, `${params.name} failed: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  });
  return server;
}

async function handle(
  session: Session,
  { name, arguments: args = {} }: CallToolRequest['params'],
  options: CallOptions,
) {
  const { named } = session;
  const isListed = (tool: string) => session.definitions().some((one) => one.name === tool);
  // Listing the tools of a large service takes time: it is only needed for the names of own tools.
  const isOwn = Object.hasOwn(ownTools, name) && isListed(name);
  if (isOwn && name === 'read_more') return readMore(session, asText(args['handle']));
  if (isOwn && name === 'search') {
    const { limit } = args;
    const most = typeof limit === 'number' && limit >= 1 ? Math.min(Math.floor(limit), 100) : 20;
    const found = searchOperations([...named.values()], asText(args['query']), most);
    const hint = 'Nothing was found: try other words, or an empty query for the first operations.';
    return makeResult(session, found, found.length ? [] : [hint]);
  }
  const operation = isOwn ? asText(args['operation']) : name;
  const tool = findOperation(session, operation);
  if (!tool) {
    const names = isListed('search') ? Array.from(named.values(), (one) => one.name) : [...named.keys()];
    const near = listNearest(operation, names, 5).join(', ');
    const meant = near === '' ? '' : ` Did you mean ${near}?`;
    return makeFailure(
      session,
      `There is no operation ${JSON.stringify(operation.slice(0, 100))}.${meant} Nothing was sent.`,
    );
  }
  if (!isOwn) return callTool(session, tool, args, options);
  const call = chooseCall(tool);
  const why = explainRejection(tool, session.options);
  if (name === 'describe') {
    const own = [...named.keys()].find((key) => named.get(key) === tool);
    if (own === undefined) return makeFailure(session, `${tool.name} cannot be called: ${why}.`);
    return makeResult(session, describeOperation(tool, isListed('search') ? call : own));
  }
  if (call !== name && why === undefined)
    return makeFailure(session, `${tool.name} was not called: call it with ${call}. Nothing was sent.`);
  const inner = args['arguments'] ?? {};
  if (!isJsonObject(inner)) return makeFailure(session, '`arguments` has to be an object. Nothing was sent.');
  return callTool(session, tool, inner, options);
}

/** Finds an operation by the name of its tool, its name in the client, or its id. Also finds those that must not be called. */
function findOperation({ named, catalogue }: Session, text: string): Tool | undefined {
  const all = [...named.values(), ...catalogue];
  return (
    named.get(text) ??
    all.find(({ name }) => name === text) ??
    all.find(({ operation }) => operation.id === text) ??
    all.find(({ name }) => toToolName(name) === text)
  );
}
