import type { CallToolResult, Server, ServerContext } from '@modelcontextprotocol/server';
import { isJsonObject } from '../json.js';
import type { Tool } from '../tools/catalogue.js';
import { callTool, type CallContext } from './call-tool.js';
import { failure, more, success, type ToolResult } from './results/results.js';
import { searchOperations } from './search-operations.js';
import { ownTools, type Session } from './session.js';
import { callToolOf, defineTools, describeOperation, instructionsOf, type ToolDefinition } from './tool-definitions.js';
import { findTool, nearestNames } from './tool-names.js';

/** The class of the SDK that servers are made of. */
export type ServerClass = typeof Server;

const definitions = new WeakMap<Session, readonly ToolDefinition[]>();

/** Makes the server of one connection; all of a session share its budget, its handles and its emulator. */
export function createServer(server: ServerClass, session: Session): Server {
  const { tools, version } = session;
  const made = new server(
    { name: `${tools.command}-mcp`, version },
    { capabilities: { tools: {} }, instructions: instructionsOf(session) },
  );
  made.setRequestHandler('tools/list', () => ({ tools: definitionsOf(session).map(copyOf) }));
  made.setRequestHandler('tools/call', async ({ params }, context): Promise<CallToolResult> => {
    const { name, arguments: args = {} } = params;
    try {
      return await handle(session, { name, args }, contextOf(context));
    } catch (error) {
      // Whatever it is, it must not take the server down, nor show what is inside.
      return failure(session, `${name} failed: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  });
  return made;
}

function definitionsOf(session: Session): readonly ToolDefinition[] {
  const known = definitions.get(session) ?? defineTools(session);
  definitions.set(session, known);
  return known;
}

/** The SDK takes what may be changed. */
function copyOf(definition: ToolDefinition): ToolDefinition {
  return { ...definition };
}

function contextOf({ mcpReq }: ServerContext): CallContext {
  const { signal, _meta, notify } = mcpReq;
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { signal };
  const onProgress: CallContext['onProgress'] = ({ sent, total }) =>
    notify({
      method: 'notifications/progress',
      params: { progressToken, progress: sent, ...(total !== undefined && { total }) },
    }).catch(() => undefined);
  return { signal, onProgress };
}

interface Asked {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

async function handle(session: Session, { name, args }: Asked, context: CallContext): Promise<ToolResult> {
  // What is listed is made when somebody asks for it, or calls a tool that is no operation.
  const isListed = isOwn(name) && definitionsOf(session).some((one) => one.name === name);
  if (isListed && name === 'read_more') return more(session, textOf(args, 'handle'));
  if (isListed && name === 'search') return search(session, args);
  if (isListed && name === 'describe') return describe(session, args);
  if (isListed && name.startsWith('call_')) {
    const found = findOperation(session, textOf(args, 'operation'));
    if (isFailure(found)) return found;
    const wanted = callToolOf(found);
    const why = session.permissions.rejects(found);
    if (wanted !== name && why === undefined)
      return failure(session, `${found.name} was not called: call it with ${wanted}. Nothing was sent.`);
    const inner = args['arguments'] ?? {};
    if (!isJsonObject(inner)) return failure(session, '`arguments` has to be an object. Nothing was sent.');
    return callTool(session, found, inner, context);
  }
  const found = findOperation(session, name);
  return isFailure(found) ? found : callTool(session, found, args, context);
}

function isOwn(name: string): boolean {
  return ownTools.some((one) => one === name);
}

function isFailure(found: Tool | ToolResult): found is ToolResult {
  return 'isError' in found;
}

/** The operation of a name: also one that is not listed, of which the reason is told. */
function findOperation(session: Session, asked: string): Tool | ToolResult {
  const { named, catalogue } = session;
  const found = findTool(named, asked) ?? findTool(new Map(catalogue.map((one) => [one.name, one])), asked);
  const hidden = found ?? catalogue.find(({ name }) => name.replace(/[^\w-]+/g, '_') === asked);
  if (hidden !== undefined) return hidden;
  const near = nearestNames(
    asked,
    isSearching(session) ? [...named.values()].map(({ name }) => name) : [...named.keys()],
    5,
  );
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
  return failure(session, `There is no operation ${JSON.stringify(asked.slice(0, 100))}.${meant} Nothing was sent.`);
}

function isSearching(session: Session): boolean {
  return definitionsOf(session).some(({ name }) => name === 'search');
}

function search(session: Session, args: Asked['args']): ToolResult {
  const { limit = 20 } = args;
  const most = typeof limit === 'number' && limit >= 1 ? Math.min(Math.floor(limit), 100) : 20;
  const found = searchOperations([...session.named.values()], textOf(args, 'query'), most);
  const notes =
    found.length === 0 ? ['Nothing was found: try other words, or an empty query for the first operations.'] : [];
  return success(session, found, { notes });
}

function describe(session: Session, args: Asked['args']): ToolResult {
  const found = findOperation(session, textOf(args, 'operation'));
  if (isFailure(found)) return found;
  const why = session.permissions.lists(found) ? undefined : session.permissions.rejects(found);
  if (why !== undefined) return failure(session, `${found.name} cannot be called: ${why}.`);
  const [own = found.name] = [...session.named].flatMap(([name, tool]) => (tool === found ? [name] : []));
  return success(session, describeOperation(found, isSearching(session) ? callToolOf(found) : own));
}

function textOf(args: Asked['args'], name: string): string {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === 'string' ? value : '';
}
