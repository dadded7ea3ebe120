import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, type Server, type Tool } from '@modelcontextprotocol/server';

/** The result of a tool. */
export interface Called {
  /** The first text of the content: the result itself. */
  readonly text: string;
  /** Further texts, such as how to read the next page. */
  readonly notes: readonly string[];
  readonly isError: boolean;
}

/** The official MCP client, connected to a server in this process. */
export interface Connected {
  readonly client: Client;
  readonly tools: () => Promise<readonly Tool[]>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Called>;
  /** Calls a tool, and returns its result as JSON; throws if it is an error. */
  readonly json: (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

/** Connects the official MCP client to a server. */
export async function connect(server: Server): Promise<Connected> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  const call: Connected['call'] = async (name, args = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const [text = '', ...notes] = content.map((one) => (one.type === 'text' ? one.text : `(${one.type})`));
    return { text, notes, isError };
  };
  return {
    client,
    call,
    tools: async () => (await client.listTools()).tools,
    json: async (name, args) => {
      const { text, isError } = await call(name, args);
      if (isError) throw new Error(`${name}: ${text}`);
      const value: unknown = JSON.parse(text);
      return { ...Object(value), ...(Array.isArray(value) && { length: value.length }) };
    },
  };
}
