import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of resumable uploads of one file at a time. */
export interface KillServer {
  readonly url: string;
  /** Called with the number of bytes that have arrived in all, as they arrive. */
  onBytes: (arrived: number) => void;
  /** Begins with a new file. */
  readonly reset: () => void;
  /** What was stored of the last session, and whether it is all. */
  readonly result: () => {
    readonly hash: string;
    readonly done: boolean;
    readonly sessions: number;
    readonly arrived: number;
  };
  /** Resolves when no request is open. */
  readonly idle: () => Promise<void>;
  readonly close: () => void;
}

const block = 262_144;

/** Starts it. Of a chunk that breaks off only whole blocks are kept, so that the client has to ask. */
export async function startKillServer(size: number): Promise<KillServer> {
  const bytes = Buffer.alloc(size);
  let [stored, sessions, arrived] = [0, 0, 0];
  const open = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    if (request.method === 'POST') start(request, response);
    else put(request, response);
  });

  function start(request: IncomingMessage, response: ServerResponse): void {
    sessions += 1;
    stored = 0;
    bytes.fill(0);
    request.resume();
    response.writeHead(200, { location: `/session?upload_id=${sessions}-of-many` }).end();
  }

  function put(request: IncomingMessage, response: ServerResponse): void {
    const [, from] = /^bytes (?:(\d+)-\d+|\*)\/\d+$/.exec(request.headers['content-range'] ?? '') ?? [];
    if (!request.url?.endsWith(`=${sessions}-of-many`)) return void response.writeHead(404).end();
    if (from !== undefined && Number(from) !== stored) return void response.writeHead(400).end();
    const before = stored;
    let got = 0;
    request.on('data', (piece: Buffer) => {
      piece.copy(bytes, before + got);
      got += piece.length;
      arrived += piece.length;
      api.onBytes(arrived);
    });
    request.on('end', () => {
      stored = before + got;
      if (stored === size) response.writeHead(201, { 'content-type': 'application/json' }).end(`{"size":${size}}`);
      else response.writeHead(308, stored === 0 ? {} : { range: `bytes=0-${stored - 1}` }).end();
    });
    // Broken off: what is not a whole block is lost.
    request.on('error', () => {
      stored = before + Math.floor(got / block) * block;
      bytes.fill(0, stored);
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const api: KillServer = {
    url: `http://127.0.0.1:${port}`,
    onBytes: () => undefined,
    reset: () => void ([stored, sessions, arrived] = [0, 0, 0]),
    result: () => ({
      hash: createHash('sha256').update(bytes).digest('hex'),
      done: stored === size,
      sessions,
      arrived,
    }),
    idle: async () => {
      while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    },
    close: () => void server.close(),
  };
  return api;
}
