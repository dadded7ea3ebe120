import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, Server, type Tool } from '@modelcontextprotocol/server';
import type { JsonObject, Operation } from '@speccast/runtime';
import { createServer, openSession, type McpServerOptions } from '@speccast/runtime/mcp';
import type { ToolPackage } from '@speccast/runtime/tools';

/** Creates a package of operations and their document. */
export function createToolPackage(
  operations: Readonly<Record<string, Operation<never, unknown>>>,
  document: JsonObject,
): ToolPackage {
  const service = { name: 'pets', version: '1', baseUrl: 'https://pets.example', security: {} };
  return { name: 'pets', command: 'pets', service, operations, document: { info: { title: 'Pets' }, ...document } };
}

/** Starts an MCP server for a package, and connects the official client to it. */
export async function connect(tools: ToolPackage, options: McpServerOptions = {}): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createServer(Server, openSession(tools, { env: {}, ...options })).connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  return client;
}

/** Lists the tools of a package. */
export async function listTools(tools: ToolPackage, options?: McpServerOptions): Promise<readonly Tool[]> {
  return (await (await connect(tools, options)).listTools()).tools;
}
