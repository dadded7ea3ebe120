import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of resumable uploads of one file at a time. */
export interface KillServer {
  readonly url: string;
  /** Called when bytes arrive, with the total number of received bytes. */
  onBytes: (arrived: number) => void;
  /** Deletes the stored file, to begin with a new one. */
  readonly reset: () => void;
  /** Returns the hash of the stored file, whether it is complete, and the counts of sessions and received bytes. */
  readonly result: () => {
    readonly hash: string;
    readonly done: boolean;
    readonly sessions: number;
    readonly arrived: number;
  };
  /** Waits until no request is open. */
  readonly idle: () => Promise<void>;
  readonly close: () => void;
}

const block = 262_144;

/** Starts a server. It keeps only whole blocks of a chunk that breaks off, so clients have to ask for the stored length. */
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
    // The connection broke: only whole blocks are kept.
    request.on('error', () => {
      stored = before + Math.floor(got / block) * block;
      bytes.fill(0, stored);
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `as`: a server that listens on a port has this type of address.
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
