import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { keepPets, startService } from './upstream/pets.js';

/** A text, or a response. A `body` that is not a string is sent as JSON. `raw` is written to the connection unchanged; `end` then closes it. */
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

/** Responses by request: `GET /path?a=1`, `/path` or `any`. All other requests get 404. */
export type Replies = Readonly<Record<string, Reply>>;

/** A service on this machine, which stops at the end of the test. */
export interface ScriptedService {
  readonly host: string;
  replies: Replies | 'pets';
  seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
}

/** Starts a service that responds with `replies`, or that stores pets. */
export async function serveReplies(replies: ScriptedService['replies']): Promise<ScriptedService> {
  const pets = keepPets();
  const service = { host: '', replies, seen: [] as ScriptedService['seen'] };
  const origin = await startService((request, response, body) => {
    const { method = '', url = '', headers } = request;
    service.seen.push({ method, url, headers });
    if (service.replies === 'pets') return pets(request, response, body);
    const { replies } = service;
    const key = [`${method} ${url}`, url, url.replace(/\?.*/, ''), 'any'].find((one) => Object.hasOwn(replies, one));
    const reply = replies[key ?? ''] ?? { status: 404 };
    // `as`: a reply is JSON, also after `<service>` is replaced by the host.
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
