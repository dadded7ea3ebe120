import { newNotes } from '../plan/notes.js';
import type { Received } from '../plan/plan.js';
import { HttpError, accepts, mediaTypeOf, readFormText, unsupported } from '@speccast/runtime/requests';
import { readDiscoveryName } from '../plan/operations/discovery-name.js';
import type { Shared } from './shared.js';
import { shareStore, readBytes } from './read-body.js';
import { locate } from './router.js';

/** Facts about a request that a real service should have handled. */
type Background = Pick<Received, 'source' | 'violations'>;

const backgrounds = new WeakMap<Request, Background>();

/** Remembers facts about a request until `receive`. */
export function noteBackground(request: Request, background: Background): void {
  backgrounds.set(request, background);
}

/** Starts the way of a request. */
export function receive(request: Request): Received {
  const known = backgrounds.get(request);
  return { request, url: new URL(request.url), notes: newNotes(), started: performance.now(), ...known };
}

const formType = 'application/x-www-form-urlencoded';

/** Longest form in place of a query, in bytes: that of an address. */
const maxQueryBytes = 64 * 1024;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Replaces the request by one with the method of `X-HTTP-Method-Override`; the fields of the form that a `GET`
 * comes with are query parameters. That happens if the spec says that the service is one of Google's, and for requests that
 * would call no operation otherwise. A mistake becomes the error.
 */
export async function overrideMethod(shared: Shared, received: Received): Promise<void> {
  const { request } = received;
  const method = request.headers.get('x-http-method-override')?.trim().toUpperCase();
  if (method === undefined || request.method !== 'POST') return;
  try {
    if (!methods.includes(method)) {
      const message = `X-HTTP-Method-Override has to be one of ${methods.join(', ')}.`;
      throw new HttpError(400, 'invalidHeader', message, {
        location: 'X-HTTP-Method-Override',
        locationType: 'header',
      });
    }
    if (method === 'POST' || !isOverridden(shared, received, method)) return;
    if (method === 'GET' || method === 'HEAD') received.request = await moveFormToQuery(request, method);
    else {
      const { url, headers, body, signal } = request;
      const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' };
      received.request = new Request(url, init);
      shareStore(request, received.request);
    }
    received.url = new URL(received.request.url);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    received.error = error;
  }
}

function isOverridden(shared: Shared, { request, url }: Received, method: string) {
  if (readDiscoveryName(shared.plan).isGoogles) return true;
  const pathname = shared.worldInPath?.(url.pathname)?.pathname ?? url.pathname;
  const { route } = locate(shared, 'POST', pathname, url.search);
  if (route.kind !== 'operation') return true;
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  const bodies = route.plan.operation.body ?? [];
  return method === 'GET' && type === formType && !bodies.some(({ mediaType }) => accepts(mediaType, type));
}

/** Copies a request with its form as the query: `POST /notes` with `color=red` → `GET /notes?color=red`. */
async function moveFormToQuery(request: Request, method: string) {
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  if (type !== '' && type !== formType) throw unsupported(type, [formType]);
  const form = readFormText(await readBytes(request, maxQueryBytes));
  const address = new URL(request.url);
  const fields = form.replace(/^&+|&+$/g, '');
  if (fields !== '') address.search = address.search === '' ? `?${fields}` : `${address.search}&${fields}`;
  const headers = [...request.headers].filter(([name]) => !/^content-|^transfer-encoding$/.test(name));
  return new Request(address, { method, headers, signal: request.signal });
}
