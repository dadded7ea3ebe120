import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server got it. */
export interface Seen {
  readonly method: string;
  /** Path and query, as they stood in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, once all of it has come. */
  readonly body: Promise<Buffer>;
  /** When it came, in milliseconds. */
  readonly at: number;
  /** True if the client hung up before the response was whole. */
  readonly hungUp: Promise<boolean>;
}

/** What the server does with a request. */
export type Reply = (response: ServerResponse, seen: Seen) => void | Promise<void>;

/** A server that follows a script. */
export interface LabServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly requests: readonly Seen[];
}

/** Runs something beside a server that gives these replies in turn, the last one again and again. */
export async function withServer<T>(replies: readonly Reply[], use: (server: LabServer) => Promise<T>): Promise<T> {
  const requests: Seen[] = [];
  const server = createServer((incoming, response) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    const seen = see(incoming, response);
    requests.push(seen);
    void reply?.(response, seen);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has no other kind of address.
  const { port } = server.address() as AddressInfo;
  try {
    return await use({ url: `http://127.0.0.1:${port}`, requests });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function see(incoming: IncomingMessage, response: ServerResponse): Seen {
  const { method = '', url = '', headers } = incoming;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return {
    method,
    target: url,
    headers: Object.fromEntries(texts),
    body: readBody(incoming),
    at: performance.now(),
    hungUp: new Promise((resolve) => response.once('close', () => resolve(!response.writableFinished))),
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  } catch {
    // The client hung up; what came is what there is.
  }
  return Buffer.concat(chunks);
}

type Headers = Readonly<Record<string, string>>;

const jsonType = { 'content-type': 'application/json' };

/** Responses text. */
export function text(body: string | Buffer, headers: Headers, status: number = 200): Reply {
  return async (response, seen) => {
    // Whoever responses before the whole body has come may see the connection reset.
    await seen.body;
    response.writeHead(status, headers).end(body);
  };
}

/** Responses JSON. */
export function json(body: unknown, headers: Headers = {}, status: number = 200): Reply {
  return text(JSON.stringify(body), { ...jsonType, ...headers }, status);
}

/** Refuses with a status, in the words of Google's services. */
export function invalid(status: number, headers: Headers = {}, reason: string = 'labReason'): Reply {
  const error = { code: status, message: 'rejected by the lab', errors: [{ reason, message: 'rejected by the lab' }] };
  return json({ error }, headers, status);
}

/** A page of films with these ids, in the shapes of all clients' services; `next` names the page after it. */
export function films(ids: readonly string[] = ['a'], next?: string): Reply {
  const items = ids.map((id) => ({ id, object: 'model', type: 'model' }));
  return (response, seen) => {
    const link = next === undefined ? {} : { link: `<http://${seen.headers['host']}/next?page=${next}>; rel="next"` };
    const more = next === undefined ? {} : { nextPageToken: next, next_page: next };
    const page = { items, data: items, object: 'list', has_more: next !== undefined, last_id: next ?? null, ...more };
    return json({ total_count: ids.length, incomplete_results: false, ...page }, link)(response, seen);
  };
}

/** Never responses. */
export const silence: Reply = () => undefined;

/** Hangs up instead of a response. */
export const hangUp: Reply = async (response, seen) => {
  await seen.body;
  response.destroy();
};

/** Begins a response and never goes on. */
export function stall(beginning: string): Reply {
  return (response) => void response.writeHead(200, { ...jsonType, 'content-length': '10000' }).write(beginning);
}

/** Begins a response and hangs up in its middle. */
export function cut(beginning: string): Reply {
  return (response) => {
    response.writeHead(200, { ...jsonType, 'content-length': '10000' }).write(beginning, () => response.destroy());
  };
}

/** Responses bytes in pieces, with a pause before each but the first. */
export function drip(pieces: readonly string[], pauseMs: number): Reply {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      response.write(piece);
    }
    response.end();
  };
}

/** Rejects every token but a fresh one. */
export const takeFresh: Reply = (response, seen) =>
  (seen.headers['authorization'] === 'Bearer fresh' ? films() : invalid(401))(response, seen);

/** Takes an upload: whole, or in chunks by Google's protocol. */
export function takeUpload(): Reply {
  let size = 0;
  return async (response, seen) => {
    if (seen.method === 'POST' && seen.target.includes('uploadType=resumable')) {
      const location = `http://${seen.headers['host']}${seen.target}&upload_id=1`;
      return text('', { location })(response, seen);
    }
    const total = /\/(\d+)$/.exec(seen.headers['content-range'] ?? '')?.[1];
    size += (await seen.body).length;
    if (total === undefined || size >= Number(total)) return films()(response, seen);
    return text('', { range: `bytes=0-${size - 1}` }, 308)(response, seen);
  };
}
