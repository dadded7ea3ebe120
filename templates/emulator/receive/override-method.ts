import { HttpError, readFormText, accepts, mediaTypeOf, unsupported } from '@speccast/runtime/requests';
import type { Exchange } from '../plan/exchange.js';
import { readDiscoveryName } from '../plan/operations/discovery-name.js';
import type { Shared } from '../world/shared.js';
import { shareStore } from './media-limits.js';
import { bytesOf } from './read-bytes.js';
import { locate } from './router.js';

const header = 'x-http-method-override';

const formType = 'application/x-www-form-urlencoded';

/** Longest form in place of a query, in bytes: as much as an address may have. */
const maxQueryBytes = 64 * 1024;

/** Whether a request asks to be handled as one with another method. */
export function asksForMethod({ method, headers }: Request): boolean {
  return method === 'POST' && headers.has(header);
}

/**
 * Replaces the request of an exchange by one with the method of `X-HTTP-Method-Override`; the fields of the form that a `GET`
 * comes with are query parameters. That happens where the spec says that the service is one of Google's, and for requests that
 * would be no operation otherwise. A mistake becomes the error of the exchange.
 */
export async function overrideMethod(shared: Shared, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  try {
    const method = methodOf(request);
    if (method === 'POST' || !isMeant(shared, exchange, method)) return;
    const isRead = method === 'GET' || method === 'HEAD';
    exchange.request = isRead ? await readRequest(request, method) : sameRequest(request, method);
    exchange.url = new URL(exchange.request.url);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    exchange.error = error;
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function methodOf({ headers }: Request): string {
  const method = headers.get(header)?.trim().toUpperCase() ?? '';
  if (methods.includes(method)) return method;
  const message = `X-HTTP-Method-Override has to be one of ${methods.join(', ')}.`;
  throw new HttpError(400, 'invalidHeader', message, { location: 'X-HTTP-Method-Override', locationType: 'header' });
}

function isMeant(shared: Shared, { request, url }: Exchange, method: string): boolean {
  if (readDiscoveryName(shared.plan).isGoogles) return true;
  const pathname = shared.worldInPath?.(url.pathname)?.pathname ?? url.pathname;
  const { route } = locate(shared, 'POST', pathname, url.search);
  if (route.kind !== 'operation') return true;
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  const bodies = route.plan.operation.body ?? [];
  return method === 'GET' && type === formType && !bodies.some(({ mediaType }) => accepts(mediaType, type));
}

async function readRequest(request: Request, method: string): Promise<Request> {
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  if (type !== '' && type !== formType) throw unsupported(type, [formType]);
  const form = readFormText(await bytesOf(request, maxQueryBytes));
  const address = new URL(request.url);
  const fields = form.replace(/^&+|&+$/g, '');
  if (fields !== '') address.search = address.search === '' ? `?${fields}` : `${address.search}&${fields}`;
  const { signal } = request;
  return new Request(address, { method, headers: headersOf(request, /^content-|^transfer-encoding$/), signal });
}

function sameRequest(request: Request, method: string): Request {
  const { url, body, signal } = request;
  const init: RequestInit & { duplex: 'half' } = { method, headers: headersOf(request), body, signal, duplex: 'half' };
  const changed = new Request(url, init);
  shareStore(request, changed);
  return changed;
}

function headersOf({ headers }: Request, left = /^$/): Headers {
  return new Headers([...headers].filter(([name]) => !left.test(name)));
}
