import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A response to a path: a text, or a function that writes the response. */
export type Reply = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A server on this machine, which stops at the end of the test. */
export interface SpecServer {
  /** `http://127.0.0.1:…` */
  readonly origin: string;
  readonly replies: Record<string, Reply>;
  /** Requested paths, with the header `x-key`: `/a.yaml x-key: k`. */
  readonly requested: string[];
}

/** Starts a server with a response for each path. Other paths get 404. */
export async function serveSpecs(replies: Record<string, Reply>): Promise<SpecServer> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const key = request.headers['x-key'];
    requested.push(`${request.url ?? ''}${key === undefined ? '' : ` x-key: ${String(key)}`}`);
    const reply = replies[(request.url ?? '').replace(/\?.*/, '')];
    if (typeof reply === 'function') return reply(request, response);
    response.statusCode = reply === undefined ? 404 : 200;
    response.end(reply);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${await listen(server)}`, replies, requested };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Returns a small document whose pets have these properties. With `ref`, the schema is in another file. */
export function petsSpec(properties: readonly string[], ref?: string): string {
  const schema = ref === undefined ? petSchema(properties) : `{ $ref: ${ref} }`;
  return `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses:
        '200': { description: Pets., content: { application/json: { schema: ${schema} } } }
`;
}

/** Returns the schema of a pet with these properties. */
export function petSchema(properties: readonly string[]): string {
  return `{ type: object, properties: { ${properties.map((one) => `${one}: { type: string }`).join(', ')} } }`;
}
