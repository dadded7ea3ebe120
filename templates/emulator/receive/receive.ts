import { newNotes } from '../plan/notes.js';
import type { Received } from '../plan/plan.js';
import { HttpError, accepts, mediaTypeOf, readFormText, unsupported } from '@speccast/runtime/requests';
import { readDiscoveryName } from '../plan/operations/discovery-name.js';
import type { Shared } from './shared.js';
import { shareStore, readBytes } from './read-body.js';
import { locate } from './router.js';

/** Facts about a request that was meant for a real service, and that the emulator handles instead. */
type Background = Pick<Received, 'source' | 'violations'>;

const backgrounds = new WeakMap<Request, Background>();

/** Stores facts about a request, which `receive` adds to it. */
export function noteBackground(request: Request, background: Background): void {
  backgrounds.set(request, background);
}

/** Creates the record of a request, which the later steps complete. */
export function receive(request: Request): Received {
  const known = backgrounds.get(request);
  return { request, url: new URL(request.url), notes: newNotes(), started: performance.now(), ...known };
}

const formType = 'application/x-www-form-urlencoded';

/** Longest form in place of a query, in bytes: that of an address. */
const maxQueryBytes = 64 * 1024;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Replaces the request by one with the method in `X-HTTP-Method-Override`. For `GET`, moves the fields of its form to the query.
 * Applies to services of Google (by the spec), and to requests that would call no operation otherwise. An invalid header becomes
 * `received.error`.
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
