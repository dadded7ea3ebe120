import type { IncomingMessage } from 'node:http';
import { findEntry } from '../world/direct-fetch.js';
import { offerStore } from '../receive/read-body.js';
import {
  type HttpExchange,
  type ServedConnections,
  asRequest,
  readRequest,
  type ServedRequest,
} from './served-request.js';
import { envelope } from '../respond/envelope.js';
import { whenMalformed } from './reject-malformed.js';
import { temporaryMedia } from './temporary-media.js';
import { type WriteOptions, writeResponse } from './write-response.js';
import { isConnectionFault } from '../respond/connection-fault.js';

type Fetch = (request: Request) => Promise<Response>;

/** Responds to a request. Never rejects. */
export async function handleRequest(
  fetch: Fetch,
  exchange: HttpExchange,
  connections: ServedConnections,
): Promise<void> {
  const { incoming, outgoing } = exchange;
  // `close` reports disconnects. An error without a listener would end the process.
  for (const one of [incoming, outgoing]) one.on('error', () => {});
  const read = readRequest(exchange);
  const request = read instanceof Response ? undefined : read;
  if (request) offerStore(request, temporaryMedia);
  let isGone = false;
  const leave = () => {
    isGone = true;
    request?.leave();
  };
  outgoing.once('close', leave);
  const unwatch = incoming.httpVersionMajor === 1 ? whenMalformed(incoming.socket, leave) : () => {};
  const response = await respond(read, fetch);
  if (!response) return breakOff(exchange);
  // A stream of events ends when the client leaves or the server closes.
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) connections.endless.add(leave);
  try {
    const options = await prepareBody(exchange, request, response, connections.isClosing);
    if (isGone) await response.body?.cancel();
    else await writeResponse(outgoing, response, options);
  } catch {
    // The headers are sent already, so the connection breaks after what is written.
    breakOff(exchange);
  }
  connections.endless.delete(leave);
  outgoing.off('close', leave);
  unwatch();
  if (!incoming.complete) request?.skip();
  if (connections.isClosing && incoming.httpVersionMajor === 1) incoming.socket.destroySoon();
}

function breakOff({ incoming, outgoing }: HttpExchange) {
  if (incoming.httpVersionMajor === 1) incoming.socket.destroySoon();
  else outgoing.destroy();
}

/** Resolves to undefined if the connection is to break without a response. */
async function respond(request: ServedRequest | Response, fetch: Fetch) {
  if (request instanceof Response) return request;
  const entry = findEntry(fetch);
  try {
    return await (entry ? entry(asRequest(request)) : fetch(request.whole));
  } catch (error) {
    if (isConnectionFault(error) || request.isGone) return undefined;
    if (request.isBroken) return envelope(400, 'incompleteBody', 'The body ended before its announced length.');
    return envelope(500, 'internalError', error instanceof Error ? error.message : 'The emulator failed.');
  }
}

/** Discards an unread body before the response, or closes the connection after it. Otherwise it would be read as the next request. */
async function prepareBody(
  { incoming, waits }: HttpExchange,
  request: ServedRequest | undefined,
  response: Response,
  isClosing: boolean,
): Promise<WriteOptions> {
  if (incoming.httpVersionMajor > 1) return { isLast: false };
  if (request?.isAwaited ?? waits) return { isLast: true };
  const isLeft = request?.isLeft(response) ?? !incoming.complete;
  if (!isLeft || (await discard(incoming))) return { isLast: isClosing };
  return { isLast: true, until: () => discard(incoming, Infinity, 1000) };
}

/** Reads and discards the rest of a body. Resolves to false if it exceeds the limits: 64 MiB and ten seconds by default. */
async function discard(incoming: IncomingMessage, maxBytes = 64 * 1024 * 1024, timeoutMs = 10_000) {
  if (incoming.complete || incoming.destroyed) return incoming.complete;
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return false;
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > maxBytes) finish();
    };
    const finish = () => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', finish).off('close', finish);
      resolve(incoming.complete);
    };
    const timer = setTimeout(finish, timeoutMs);
    incoming.on('data', count).on('end', finish).on('close', finish).resume();
  });
}
