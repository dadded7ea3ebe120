import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface LabRequest {
  readonly method: string;
  /** Path and query of the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves with the whole body. */
  readonly body: Promise<Buffer>;
  /** The time of arrival in milliseconds, as of `performance.now()`. */
  readonly at: number;
  /** Resolves to true if the client closed the connection before the response was complete. */
  readonly hungUp: Promise<boolean>;
}

/** Responds to a request. */
export type Reply = (response: ServerResponse, received: LabRequest) => void | Promise<void>;

/** A server that responds with replies in turn. */
export interface LabServer {
  /** The address, without a slash at the end. */
  readonly url: string;
  readonly requests: readonly LabRequest[];
}

/** Starts a server that sends these replies in turn and repeats the last one, calls `use`, and closes the server. */
export async function withServer<T>(replies: readonly Reply[], use: (server: LabServer) => Promise<T>): Promise<T> {
  const requests: LabRequest[] = [];
  const server = createServer((incoming, response) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    const received = toLabRequest(incoming, response);
    requests.push(received);
    void reply?.(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `as`: a server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo;
  try {
    return await use({ url: `http://127.0.0.1:${port}`, requests });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function toLabRequest(incoming: IncomingMessage, response: ServerResponse): LabRequest {
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
    // The client has closed the connection; the bytes before are returned.
  }
  return Buffer.concat(chunks);
}

type Headers = Readonly<Record<string, string>>;

const jsonType = { 'content-type': 'application/json' };

/** Responds with a text. */
export function text(body: string | Buffer, headers: Headers, status: number = 200): Reply {
  return async (response, received) => {
    // A response before the end of the request's body may reset the connection.
    await received.body;
    response.writeHead(status, headers).end(body);
  };
}

/** Responds with JSON. */
export function json(body: unknown, headers: Headers = {}, status: number = 200): Reply {
  return text(JSON.stringify(body), { ...jsonType, ...headers }, status);
}

/** Responds with an error in the form of Google's services. */
export function invalid(status: number, headers: Headers = {}, reason: string = 'labReason'): Reply {
  const error = { code: status, message: 'rejected by the lab', errors: [{ reason, message: 'rejected by the lab' }] };
  return json({ error }, headers, status);
}

/** Responds with a page of films, in the forms that all compared clients can read; `next` is the token of the next page. */
export function films(ids: readonly string[] = ['a'], next?: string): Reply {
  const items = ids.map((id) => ({ id, object: 'model', type: 'model' }));
  return (response, received) => {
    const link =
      next === undefined ? {} : { link: `<http://${received.headers['host']}/next?page=${next}>; rel="next"` };
    const more = next === undefined ? {} : { nextPageToken: next, next_page: next };
    const page = { items, data: items, object: 'list', has_more: next !== undefined, last_id: next ?? null, ...more };
    return json({ total_count: ids.length, incomplete_results: false, ...page }, link)(response, received);
  };
}

/** Never responds. */
export const silence: Reply = () => undefined;

/** Closes the connection without a response. */
export const hangUp: Reply = async (response, received) => {
  await received.body;
  response.destroy();
};

/** Sends the beginning of a response, and never the rest. */
export function stall(beginning: string): Reply {
  return (response) => void response.writeHead(200, { ...jsonType, 'content-length': '10000' }).write(beginning);
}

/** Sends the beginning of a response, then closes the connection. */
export function cut(beginning: string): Reply {
  return (response) => {
    response.writeHead(200, { ...jsonType, 'content-length': '10000' }).write(beginning, () => response.destroy());
  };
}

/** Responds with pieces of a body, with a pause before each except the first. */
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

/** Responds with films to the token `fresh`, and rejects other tokens. */
export const takeFresh: Reply = (response, received) =>
  (received.headers['authorization'] === 'Bearer fresh' ? films() : invalid(401))(response, received);

/** Accepts an upload in one request, or in chunks by Google's protocol. */
export function takeUpload(): Reply {
  let size = 0;
  return async (response, received) => {
    if (received.method === 'POST' && received.target.includes('uploadType=resumable')) {
      const location = `http://${received.headers['host']}${received.target}&upload_id=1`;
      return text('', { location })(response, received);
    }
    const total = /\/(\d+)$/.exec(received.headers['content-range'] ?? '')?.[1];
    size += (await received.body).length;
    if (total === undefined || size >= Number(total)) return films()(response, received);
    return text('', { range: `bytes=0-${size - 1}` }, 308)(response, received);
  };
}
