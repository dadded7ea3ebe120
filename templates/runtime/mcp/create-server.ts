import type { CallToolRequest, CallToolResult, Server } from '@modelcontextprotocol/server';
import { isJsonObject } from '../json.js';
import type { Tool } from '../tools/catalogue.js';
import { callTool, type CallContext } from './call-tool.js';
import { failure, more, success, type ToolResult } from './results/results.js';
import { searchOperations } from './search-operations.js';
import type { Session } from './session.js';
import { chooseCall, describeOperation, ownTools, writeInstructions } from './tool-definitions.js';
import { nearestNames, toToolName } from './tool-names.js';

/** The class of the SDK that servers are made of. */
export type ServerClass = typeof Server;

/** Creates the server of one connection; all connections of a session share its budget, its handles and its emulator. */
export function createServer(server: ServerClass, session: Session): Server {
  const { tools, version } = session;
  const made = new server(
    { name: `${tools.command}-mcp`, version },
    { capabilities: { tools: {} }, instructions: writeInstructions(session) },
  );
  made.setRequestHandler('tools/list', () => ({ tools: session.definitions().map((one) => ({ ...one })) }));
  made.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    const { signal, _meta, notify } = mcpReq;
    const progressToken = _meta?.progressToken;
    const onProgress: CallContext['onProgress'] = ({ sent, total }) =>
      progressToken !== undefined &&
      notify({
        method: 'notifications/progress',
        params: { progressToken, progress: sent, ...(total !== undefined && { total }) },
      }).catch(() => undefined);
    try {
      return await handle(session, params, { signal, ...(progressToken !== undefined && { onProgress }) });
    } catch (error) {
      // No error may stop the server, or show its stack.
      return failure(session, `${params.name} failed: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  });
  return made;
}

async function handle(
  session: Session,
  { name, arguments: args = {} }: CallToolRequest['params'],
  context: CallContext,
): Promise<ToolResult> {
  const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
  // The list takes time for a large service: only names of own tools ask for it.
  const isOwn = Object.hasOwn(ownTools, name) && session.definitions().some((one) => one.name === name);
  if (isOwn && name === 'read_more') return more(session, asText(args['handle']));
  if (isOwn && name === 'search') return search(session, asText(args['query']), args['limit']);
  const asked = isOwn ? asText(args['operation']) : name;
  const found = findOperation(session, asked);
  if (found === undefined) return rejectUnknown(session, asked);
  if (!isOwn) return callTool(session, found, args, context);
  if (name === 'describe') return describe(session, found);
  const by = chooseCall(found);
  if (by !== name && session.permissions.rejects(found) === undefined)
    return failure(session, `${found.name} was not called: call it with ${by}. Nothing was sent.`);
  const inner = args['arguments'] ?? {};
  if (!isJsonObject(inner)) return failure(session, '`arguments` has to be an object. Nothing was sent.');
  return callTool(session, found, inner, context);
}

/** Finds an operation by the name of its tool, its name in the client or its id; also one that is not listed, to say why it is not called. */
function findOperation({ named, catalogue }: Session, asked: string): Tool | undefined {
  const all = [...named.values(), ...catalogue];
  return (
    named.get(asked) ??
    all.find(({ name }) => name === asked) ??
    all.find(({ operation }) => operation.id === asked) ??
    all.find(({ name }) => toToolName(name) === asked)
  );
}

function rejectUnknown(session: Session, asked: string): ToolResult {
  const names = [...session.named].map(([name, tool]) => (isSearching(session) ? tool.name : name));
  const near = nearestNames(asked, names, 5);
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
  return failure(session, `There is no operation ${JSON.stringify(asked.slice(0, 100))}.${meant} Nothing was sent.`);
}

function isSearching(session: Session): boolean {
  return session.definitions().some(({ name }) => name === 'search');
}

function search(session: Session, query: string, limit: unknown): ToolResult {
  const most = typeof limit === 'number' && limit >= 1 ? Math.min(Math.floor(limit), 100) : 20;
  const found = searchOperations([...session.named.values()], query, most);
  const notes =
    found.length === 0 ? ['Nothing was found: try other words, or an empty query for the first operations.'] : [];
  return success(session, found, { notes });
}

function describe(session: Session, tool: Tool): ToolResult {
  const why = session.permissions.lists(tool) ? undefined : session.permissions.rejects(tool);
  if (why !== undefined) return failure(session, `${tool.name} cannot be called: ${why}.`);
  const [own = tool.name] = [...session.named.keys()].filter((name) => session.named.get(name) === tool);
  return success(session, describeOperation(tool, isSearching(session) ? chooseCall(tool) : own));
}
