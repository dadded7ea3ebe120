import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';

/** Text of `pets.yaml`, a description of a service of pets. Tests expect positions in it. */
export const petsSpec: string = readFileSync(new URL('pets.yaml', import.meta.url), 'utf8');

/** Creates a folder with `pets.yaml`. */
export function createPetsFolder(): string {
  const folder = temporaryFolder();
  writeTexts(folder, { 'pets.yaml': petsSpec });
  return folder;
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Starts a service, which stops at the end of the test, and returns its origin. */
export async function startService(handler: Handler): Promise<string> {
  return listen(
    createServer((request, response) => {
      void readText(request).then(
        (body) => handler(request, response, body),
        () => response.destroy(),
      );
    }),
  );
}

/** Starts a service that writes raw bytes to each connection, and returns its origin. */
export async function startRawService(handler: (socket: Socket) => void): Promise<string> {
  return listen(
    createSocketServer((socket) => {
      socket.on('error', () => {});
      handler(socket);
    }),
  );
}

async function listen(server: Server): Promise<string> {
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
  // `as`: a server that listens on a port has an address object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Creates a handler that stores pets, with a list for each caller. */
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
      const pet = { id: `p${last}`, name: String(Object(JSON.parse(body)).name), age: last };
      pets.set(pet.id, pet);
      return send(201, pet, { location: `http://${headers.host ?? ''}/v1/pets/${pet.id}` });
    }
    if (pet === undefined) return send(404);
    if (method === 'DELETE') pets.delete(id);
    if (method === 'PUT') pet.name = String(Object(JSON.parse(body)).name);
    return method === 'DELETE' ? send(204) : send(200, pet);
  };
}

/** Starts a service that stores pets, and returns its origin. */
export function startPetService(): Promise<string> {
  return startService(keepPets());
}

/** The response to a call. `json` has the type `any`: each test knows the members that it reads. */
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
