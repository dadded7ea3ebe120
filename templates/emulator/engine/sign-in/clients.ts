import { OAuthError } from './oauth-error.js';
import type { Parameters } from './read-form.js';
import type { SignInClient, SignInOptions } from './sign-in-options.js';

/** The client of a request. */
export interface Client {
  readonly id: string;
  /** Whether it has proved who it is; any secret is a proof where no clients are registered. */
  readonly isAuthenticated: boolean;
  readonly registered?: SignInClient | undefined;
}

/**
 * The client of a request: by HTTP Basic, by `client_id` and `client_secret` in the form, or by `client_id` alone; undefined if it
 * names none. Rejects (401) unknown clients and wrong secrets, and (400) credentials in two places.
 */
export function clientOf(options: SignInOptions, headers: Headers, form: Parameters): Client | undefined {
  const header = headers.get('authorization');
  const basic = header === null ? undefined : readBasic(header);
  const inForm = form.get('client_secret');
  if (form.has('client_assertion'))
    throw invalidClient('Clients authenticate with a secret here; client_assertion is not supported.');
  if (basic !== undefined && inForm !== undefined)
    throw new OAuthError('invalid_request', 'The client sent its secret in the header and in the form.');
  if (basic !== undefined && form.has('client_id') && form.get('client_id') !== basic.id)
    throw new OAuthError('invalid_request', 'The header and the form name two clients.');
  const id = basic?.id ?? form.get('client_id');
  const secret = basic === undefined ? inForm : basic.secret;
  if (id === undefined) return undefined;
  const registered = registeredClient(options, id);
  if (options.clients === undefined) return { id, isAuthenticated: secret !== undefined };
  if (registered === undefined) throw invalidClient('There is no client with this client_id.');
  if (registered.secret !== undefined && secret !== registered.secret)
    throw invalidClient(secret === undefined ? 'The client has to send its secret.' : 'The client secret is wrong.');
  return { id, isAuthenticated: registered.secret !== undefined, registered };
}

/** The client of a request that has to name one. */
export function requiredClient(options: SignInOptions, headers: Headers, form: Parameters): Client {
  const client = clientOf(options, headers, form);
  if (client === undefined) throw invalidClient('The request names no client: client_id is missing.');
  return client;
}

/** A registered client; undefined if there is none of this name. */
export function registeredClient({ clients }: SignInOptions, id: string): SignInClient | undefined {
  return clients !== undefined && Object.hasOwn(clients, id) ? clients[id] : undefined;
}

/** The error (401) for a client that could not be authenticated. */
export function invalidClient(message: string): OAuthError {
  return new OAuthError('invalid_client', message, {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="emulator", charset="UTF-8"' },
  });
}

/** The id and the secret of a Basic header, each of them form-encoded. */
function readBasic(header: string): { readonly id: string; readonly secret: string | undefined } {
  const [, text = ''] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header) ?? [];
  try {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const [, id = '', secret = ''] =
      /^([^:]*):([^]*)$/.exec(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ?? [];
    if (id !== '') return { id: decode(id), secret: secret === '' ? undefined : decode(secret) };
  } catch {
    // It is reported below, whatever is wrong with it.
  }
  throw invalidClient('The Authorization header does not hold a client_id and a secret (Basic).');
}

/** Clients that do not encode ids and secrets are common, so that a wrong escape is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/;

/**
 * Whether users may be sent to an address: one on this machine (RFC 8252, any port), or one that is registered for the client or
 * for all.
 */
export function isAllowedRedirect(options: SignInOptions, clientId: string, address: string): boolean {
  if (!URL.canParse(address) || address.includes('#') || /\s/.test(address)) return false;
  const url = new URL(address);
  if (/^(?:javascript|data|vbscript|blob|file|about):$/.test(url.protocol)) return false;
  const own = registeredClient(options, clientId)?.redirectUris;
  const listed = [...(own ?? []), ...(options.redirectUris ?? [])];
  if (listed.some((one) => one === address || isSameButPort(one, url))) return true;
  // A client that lists its addresses may use no others.
  return own === undefined && url.protocol === 'http:' && loopback.test(url.hostname) && url.username === '';
}

function isSameButPort(registered: string, address: URL): boolean {
  if (!URL.canParse(registered) || !loopback.test(address.hostname)) return false;
  const one = new URL(registered);
  one.port = address.port;
  return one.href === address.href;
}
