import type { HttpExchange } from './exchange.js';
import { ServedRequest } from './served-request.js';

// What `Request` does not take, and no service answers.
const unsupported: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];

/** A request as web standards have it; undefined where its method or address is none that they know. */
export function readRequest(exchange: HttpExchange): ServedRequest | undefined {
  const { incoming } = exchange;
  const method = incoming.method ?? 'GET';
  const address = addressOf(exchange);
  if (address === undefined || unsupported.includes(method)) return undefined;
  return new ServedRequest(exchange, method, address);
}

function addressOf({ incoming, scheme }: HttpExchange): string | undefined {
  const { headers, url = '/' } = incoming;
  const host = headers[':authority'] ?? headers.host ?? 'localhost';
  if (typeof host !== 'string' || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  const address = url.startsWith('/') ? `${scheme}://${host}${url}` : url;
  return /^https?:\/\/[^/@]+(?:[/?]|$)/.test(address) && URL.canParse(address) ? new URL(address).href : undefined;
}
