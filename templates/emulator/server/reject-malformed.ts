import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { writeEnvelope } from '../respond/envelope.js';

/** Responses to malformed requests, by the code of Node's error. */
const errors: Readonly<Record<string, readonly [status: string, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headersTooLarge',
    'The address and headers are longer than 64 KiB.',
  ],
  HPE_INVALID_EOF_STATE: ['400 Bad Request', 'incompleteBody', 'The request ended before its announced length.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'requestTimeout', 'The request did not arrive in time.'],
};

/** The methods that operations can have. */
export const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

const malformed = ['400 Bad Request', 'badRequest', 'This is not an HTTP request.'] as const;

const pending = new WeakMap<Duplex, Set<() => void>>();

/** Calls a function when a connection carries something else than requests, until the returned function is called. */
export function whenMalformed(socket: Duplex, leave: () => void): () => void {
  const all = pending.get(socket) ?? new Set<() => void>();
  pending.set(socket, all);
  all.add(leave);
  return () => all.delete(leave);
}

/** Makes a server respond to malformed and slow requests with the JSON envelope, and close the connection. */
export function rejectMalformed(server: Server): void {
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Duplex) => {
    // Bytes after the announced length are no request: the one before them is not carried out either.
    for (const leave of pending.get(socket) ?? []) leave();
    // A response that has begun must not be interrupted.
    const hasBegun = Object(Reflect.get(socket, '_httpMessage')).headersSent === true;
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) socket.destroy();
    else end(socket, errors[error.code ?? ''] ?? malformed);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // Over HTTP/2, the second argument is a response, not a socket.
    if (request.httpVersionMajor === 1)
      end(socket, ['405 Method Not Allowed', 'httpMethodNotAllowed', 'This server is not a proxy.']);
    else socket.destroy();
  });
}

function end(socket: Duplex, [status, reason, message]: readonly [string, string, string]): void {
  const body = writeEnvelope(Number.parseInt(status, 10), reason, message);
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=UTF-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status.startsWith('405') ? [`Allow: ${methods}`] : []),
  ];
  socket.on('error', () => {});
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
