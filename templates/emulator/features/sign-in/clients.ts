import type { Json } from '@speccast/runtime';
import { fromBase64 } from '@speccast/runtime/requests';
import { OAuthError } from './oauth-error.js';
import { type Parameters, required } from './read-form.js';
import { addressOf, baseOf, issuerOf, type Scene } from './pages/scene.js';
import type { SignInClient, SignInOptions } from './sign-in-options.js';
import { endpointKinds } from './sign-in-plan.js';
import { type ReadJwt, readJwt, verifyJwt } from './signing-keys.js';

/** What clients may sign their assertions with. */
export const clientAlgorithms: readonly string[] = ['RS256', 'ES256', 'HS256'];

/** The client of a request. */
export interface Client {
  readonly id: string;
  /** Whether it has proved who it is; any secret is a proof where no clients are registered. */
  readonly isAuthenticated: boolean;
  readonly registered?: SignInClient | undefined;
}

/**
 * The client of a request: by HTTP Basic, by `client_id` and `client_secret` in the form, by an assertion (RFC 7523), or by
 * `client_id` alone; undefined if it names none. Rejects (401) unknown clients and wrong secrets, and (400) credentials in two
 * places.
 */
export async function clientOf(scene: Scene, form: Parameters): Promise<Client | undefined> {
  const { options } = scene;
  const header = scene.exchange.request.headers.get('authorization');
  const basic = header === null ? undefined : readBasic(header);
  const inForm = form.get('client_secret');
  if (form.has('client_assertion') || form.has('client_assertion_type')) {
    if (basic !== undefined || inForm !== undefined)
      throw new OAuthError('invalid_request', 'The client sent an assertion and a secret.');
    return clientOfAssertion(scene, form);
  }
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
  if (registered.secret === undefined && registered.publicKey !== undefined)
    throw invalidClient('The client has to send a client_assertion that its key signed.');
  return { id, isAuthenticated: registered.secret !== undefined, registered };
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The client that signed an assertion, with its private key (RS256, ES256) or with its secret (HS256). */
async function clientOfAssertion(scene: Scene, form: Parameters): Promise<Client> {
  if (form.get('client_assertion_type') !== assertionType)
    throw new OAuthError('invalid_request', `The client_assertion_type has to be ${assertionType}.`);
  const jwt = readJwt(required(form, 'client_assertion'));
  if (jwt === undefined || !clientAlgorithms.includes(jwt.algorithm))
    throw invalidClient(`The client_assertion is no JWT that is signed with ${clientAlgorithms.join(', ')}.`);
  const { iss, sub } = jwt.claims;
  if (typeof sub !== 'string' || sub === '' || iss !== sub || (form.get('client_id') ?? sub) !== sub)
    throw invalidClient('The iss and the sub of the client_assertion have to be the client_id.');
  const problem = assertionProblem(scene, jwt);
  if (problem !== undefined) throw invalidClient(problem);
  const registered = registeredClient(scene.options, sub);
  if (scene.options.clients === undefined) return { id: sub, isAuthenticated: true };
  if (registered === undefined) throw invalidClient('There is no client with this client_id.');
  const { secret, publicKey } = registered;
  const key = jwt.algorithm === 'HS256' ? secret : publicKey;
  if (key === undefined || !(await verifyJwt(jwt, key)))
    throw invalidClient('The signature of the client_assertion is wrong.');
  return { id: sub, isAuthenticated: true, registered };
}

/** What is wrong with the times or the audience of an assertion; undefined if nothing is. */
export function assertionProblem(scene: Scene, { claims: { exp, nbf, aud } }: ReadJwt): string | undefined {
  const seconds = scene.engine.clock.now() / 1000;
  if (typeof exp !== 'number') return 'The assertion has no exp.';
  if (exp <= seconds) return 'The assertion has expired, by the clock of the emulator.';
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= seconds))
    return 'The assertion is not valid yet, by the clock of the emulator.';
  // It has to be for this server: one of its endpoints, its issuer, or the token URL of the spec.
  const { plan } = scene;
  const own = [issuerOf(scene), ...endpointKinds.map((kind) => addressOf(scene, kind))];
  const paths = plan.tokenPaths.map((path) => baseOf(scene) + path);
  const valid = new Set<Json | undefined>([...own, ...paths, ...plan.tokenUrls]);
  return [aud].flat().some((one) => valid.has(one)) ? undefined : 'The assertion is for another audience.';
}

/** The client of a request that has to name one. */
export async function requiredClient(scene: Scene, form: Parameters): Promise<Client> {
  const client = await clientOf(scene, form);
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
    const bytes = fromBase64(text);
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
