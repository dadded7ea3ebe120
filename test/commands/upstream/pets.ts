import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';

/** A service of pets; the tests name its lines. */
export const petsSpec: string = readFileSync(new URL('pets.yaml', import.meta.url), 'utf8');

/** A folder with the spec of the pets. */
export function petsFolder(): string {
  const folder = temporaryFolder();
  writeTexts(folder, { 'pets.yaml': petsSpec });
  return folder;
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A real service as far as a test needs it: its address. */
export async function realService(handler: Handler): Promise<string> {
  return listening(
    createServer((request, response) => {
      void textOf(request).then(
        (body) => handler(request, response, body),
        () => response.destroy(),
      );
    }),
  );
}

/** A service that writes what it wants to each connection. */
export async function rawService(handler: (socket: Socket) => void): Promise<string> {
  return listening(
    createSocketServer((socket) => {
      socket.on('error', () => {});
      handler(socket);
    }),
  );
}

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a port has this type of address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Keeps pets, with a list for each caller. */
export function keepPets(): Handler {
  const byCaller = new Map<string, Map<string, { readonly id: string; name: string; readonly age: number }>>();
  let last = 0;
  return ({ method, url = '', headers }, response, body) => {
    const send = (status: number, value?: unknown, more: Record<string, string> = {}): void => {
      response.writeHead(status, { ...(value !== undefined && { 'content-type': 'application/json' }), ...more });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    if (url === '/v1/login') return send(200, { token: `secret-of-${String(Object(JSON.parse(body)).user)}` });
    const caller = headers.authorization ?? '';
    const pets = byCaller.get(caller) ?? new Map<string, { readonly id: string; name: string; readonly age: number }>();
    byCaller.set(caller, pets);
    const [, id] = /^\/v1\/pets\/(\w+)/.exec(url) ?? [];
    const pet = id === undefined ? undefined : pets.get(id);
    if (id === undefined && method === 'GET') return send(200, [...pets.values()], { 'x-total': String(pets.size) });
    if (id === undefined) {
      last += 1;
      const made = { id: `p${last}`, name: String(Object(JSON.parse(body)).name), age: last };
      pets.set(made.id, made);
      return send(201, made, { location: `http://${headers.host ?? ''}/v1/pets/${made.id}` });
    }
    if (pet === undefined) return send(404);
    if (method === 'DELETE') pets.delete(id);
    if (method === 'PUT') pet.name = String(Object(JSON.parse(body)).name);
    return method === 'DELETE' ? send(204) : send(200, pet);
  };
}

/** A service that keeps pets. */
export function petService(): Promise<string> {
  return realService(keepPets());
}

/** What a call got; the members of the JSON are those that a test looks at. */
export interface CallResult {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: ReturnType<typeof JSON.parse>;
}

/** Calls a service with the token `ann-secret-token`, or with other headers. */
export async function call(
  base: string,
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): Promise<CallResult> {
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: {
      authorization: 'Bearer ann-secret-token',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as CallResult['json'];
    },
  };
}
