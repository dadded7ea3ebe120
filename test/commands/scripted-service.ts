import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { keepPets, realService } from './upstream/pets.js';

/** A text, or a response: `raw` is written to the connection as it is, which `end` then closes. What is no text is sent as JSON. */
type Reply =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | string[]>>;
      readonly body?: unknown;
      readonly as?: 'gzip' | 'latin1';
      readonly raw?: string | readonly string[];
      readonly end?: boolean;
    };

/** Responses by `GET /path?a=1`, `/path` or `any`; all others are 404. */
export type Replies = Readonly<Record<string, Reply>>;

/** A service on this machine until the test is over. */
export interface ScriptedService {
  readonly host: string;
  replies: Replies | 'pets';
  seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
}

/** Starts a service that responds as it is told, or keeps pets. */
export async function serveReplies(replies: ScriptedService['replies']): Promise<ScriptedService> {
  const pets = keepPets();
  const service = { host: '', replies, seen: [] as ScriptedService['seen'] };
  const origin = await realService((request, response, body) => {
    const { method = '', url = '', headers } = request;
    service.seen.push({ method, url, headers });
    if (service.replies === 'pets') return pets(request, response, body);
    const { replies } = service;
    const key = [`${method} ${url}`, url, url.replace(/\?.*/, ''), 'any'].find((one) => Object.hasOwn(replies, one));
    const reply = replies[key ?? ''] ?? { status: 404 };
    // A reply is JSON, which stays one with the host in it.
    respond(response, JSON.parse(JSON.stringify(reply).replaceAll('<service>', service.host)) as Reply);
  });
  service.host = new URL(origin).host;
  return service;
}

function respond(response: ServerResponse, reply: Reply): void {
  const {
    status = 200,
    headers,
    body = '',
    as,
    raw,
    end = false,
  } = typeof reply === 'string' ? { body: reply } : reply;
  if (raw !== undefined) {
    response.socket?.write([raw].flat().join(''), 'latin1');
    if (end) response.socket?.end();
    return;
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { ...(text !== body && { 'content-type': 'application/json' }), ...headers });
  response.end(as === 'gzip' ? gzipSync(text) : Buffer.from(text, as));
}
