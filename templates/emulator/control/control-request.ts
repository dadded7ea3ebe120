import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { HttpError, mediaTypeOf, parseExactly } from '@speccast/runtime/requests';
import { readBytes } from '../receive/read-bytes.js';

/** Who may use the control plane. */
export interface Admission {
  /** Must be sent as `Authorization: Bearer` or `x-mock-token`. Default: requests from this machine need no token. */
  readonly token?: string | undefined;
  /** Host of the emulator's `baseUrl`, which is in no network. */
  readonly ownHost: string;
}

const loopback = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Rejects (401, 403) requests that may not use the control plane: without the token, if there is one; else with another host
 * name (DNS rebinding); and from pages of other origins.
 */
export function admit({ method, headers, url }: Request, { token, ownHost }: Admission): void {
  const { host, hostname, origin, pathname } = new URL(url);
  // Without a token, the host name is what tells that a caller is on this machine.
  if (token === undefined && host !== ownHost && !loopback.test(hostname))
    throw forbidden(`The control plane does not answer under the name ${hostname}; use localhost, or a control token.`);
  const from = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'none';
  const isNavigation = headers.get('sec-fetch-mode') === 'navigate' && method === 'GET';
  if ((from !== null && from !== origin) || !(isNavigation || site === 'none' || site === 'same-origin'))
    throw forbidden('The control plane does not answer pages of other origins.');
  // The page itself contains no data. It requests data with the token.
  if (token === undefined || pathname.endsWith('/__mock/ui') || tokenOf(headers) === token) return;
  throw new HttpError(401, 'required', 'The control plane needs its token: Authorization: Bearer, or x-mock-token.', {
    headers: { 'www-authenticate': 'Bearer realm="control"' },
    location: 'Authorization',
    locationType: 'header',
  });
}

function tokenOf(headers: Headers): string | undefined {
  const given = headers.get('x-mock-token') ?? /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1];
  return given ?? undefined;
}

function forbidden(message: string): HttpError {
  return new HttpError(403, 'forbidden', message);
}

const maxBytes = 64 * 1024 * 1024;

/** Reads the JSON object of a request; empty without a body. Rejects anything else (400, 413, 415). */
export async function readControlBody(request: Request): Promise<JsonObject> {
  const bytes = await readBytes(request, maxBytes);
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  // Other sites can send forms without a preflight request, but not JSON.
  if (type !== '' && type !== 'application/json')
    throw new HttpError(415, 'unsupportedMediaType', `The control plane takes application/json, not ${type}.`, {
      location: 'Content-Type',
      locationType: 'header',
    });
  if (bytes.length === 0) return {};
  if (type === '') throw wrongBody('it needs the content type application/json');
  const body = parseExactly(new TextDecoder().decode(bytes));
  if (body !== undefined && isJsonObject(body)) return body;
  throw wrongBody('it has to be a JSON object');
}

/** The error (400) for a body. */
export function wrongBody(why: string, location?: string): HttpError {
  const where = location === undefined ? {} : { location };
  return new HttpError(400, 'invalidBody', `The body does not fit: ${why}${why.endsWith('?') ? '' : '.'}`, {
    ...where,
    locationType: 'body',
  });
}

/** The whole number of a parameter; undefined if it is absent. Rejects (400) anything else. */
export function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new HttpError(400, 'invalidParameter', `${name} has to be a whole number.`, {
    location: name,
    locationType: 'parameter',
  });
}
