import { fromBase64, readMember } from '@speccast/runtime/requests';
import type { SignInClient, SignInOptions } from '../../plan/options.js';
import { clientAlgorithms, type ReadJwt, readJwt, verifyJwt } from './signing-keys.js';
import {
  invalidClient,
  invalidRequest,
  type OAuthError,
  type Parameters,
  requireParameter,
  type Scene,
} from './scene.js';

/** The client of a request. */
export interface Client {
  readonly id: string;
  /** True if it sent valid credentials. If no clients are registered, any secret is valid. */
  readonly isAuthenticated: boolean;
}

/**
 * Reads the client of a request: by HTTP Basic, by `client_id` and `client_secret` in the form, by an assertion (RFC 7523), or by
 * `client_id` alone; undefined if it names none. Rejects (401) unknown clients and wrong secrets, and (400) credentials in two
 * places.
 */
export async function readClient(scene: Scene, form: Parameters): Promise<Client | undefined> {
  const { options, received } = scene;
  const header = received.request.headers.get('authorization');
  const basic = header === null ? undefined : readBasic(header);
  const { client_id: stated, client_secret: inForm, client_assertion: assertion, client_assertion_type: type } = form;
  if (assertion !== undefined || type !== undefined) {
    if (basic || inForm !== undefined) throw invalidRequest('The client sent an assertion and a secret.');
    return readAssertion(scene, form);
  }
  if (basic && inForm !== undefined) throw invalidRequest('The client sent its secret in the header and in the form.');
  if (basic && stated !== undefined && stated !== basic.id)
    throw invalidRequest('The header and the form name two clients.');
  const id = basic?.id ?? stated;
  const secret = basic?.secret ?? inForm;
  if (id === undefined) return undefined;
  if (!options.clients) return { id, isAuthenticated: secret !== undefined };
  const registered = findClient(options, id);
  if (!registered) throw invalidClient('There is no client with this client_id.');
  if (registered.secret !== undefined && secret !== registered.secret)
    throw invalidClient(secret === undefined ? 'The client has to send its secret.' : 'The client secret is wrong.');
  if (registered.secret === undefined && registered.publicKey !== undefined)
    throw invalidClient('The client has to send a client_assertion that its key signed.');
  return { id, isAuthenticated: registered.secret !== undefined };
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Reads the client that signed an assertion, with its private key (RS256, ES256) or with its secret (HS256). */
async function readAssertion(scene: Scene, form: Parameters): Promise<Client> {
  if (form['client_assertion_type'] !== assertionType)
    throw invalidRequest(`The client_assertion_type has to be ${assertionType}.`);
  const jwt = readJwt(requireParameter(form, 'client_assertion'));
  if (!jwt || !clientAlgorithms.includes(jwt.algorithm))
    throw invalidClient(`The client_assertion is not a JWT that is signed with ${clientAlgorithms.join(', ')}.`);
  const { iss, sub } = jwt.claims;
  if (typeof sub !== 'string' || sub === '' || iss !== sub || (form['client_id'] ?? sub) !== sub)
    throw invalidClient('The iss and the sub of the client_assertion have to be the client_id.');
  checkAssertion(scene, jwt, invalidClient);
  if (scene.options.clients) {
    const registered = findClient(scene.options, sub);
    if (!registered) throw invalidClient('There is no client with this client_id.');
    const key = jwt.algorithm === 'HS256' ? registered.secret : registered.publicKey;
    if (key === undefined || !(await verifyJwt(jwt, key)))
      throw invalidClient('The signature of the client_assertion is wrong.');
  }
  return { id: sub, isAuthenticated: true };
}

/** Rejects an assertion that is not valid at this time, or is for another audience. */
export function checkAssertion(
  { now, base, issuer, plan }: Scene,
  { claims: { exp, nbf, aud } }: ReadJwt,
  fail: (message: string) => OAuthError,
): void {
  const seconds = now / 1000;
  if (typeof exp !== 'number') throw fail('The assertion has no exp.');
  if (exp <= seconds) throw fail('The assertion has expired, by the clock of the emulator.');
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= seconds))
    throw fail('The assertion is not valid yet, by the clock of the emulator.');
  // It has to be for this server: one of its endpoints, its issuer, or the token URL of the spec.
  const endpoints = plan.endpoints.filter(({ kind }) => kind !== 'configuration');
  const valid = [issuer, ...endpoints.map(({ path }) => base + path), ...plan.tokenUrls];
  if (![aud].flat().some((one) => typeof one === 'string' && valid.includes(one)))
    throw fail('The assertion is for another audience.');
}

/** Reads the client of a request that has to name one. Rejects (401) others. */
export async function requireClient(scene: Scene, form: Parameters): Promise<Client> {
  const client = await readClient(scene, form);
  if (!client) throw invalidClient('The request names no client: client_id is missing.');
  return client;
}

/** Finds a registered client; undefined if there is none of this name. */
export function findClient({ clients }: SignInOptions, id: string): SignInClient | undefined {
  return readMember(clients, id);
}

/** Reads the id and the secret of a Basic header, each of them form-encoded. */
function readBasic(header: string) {
  const [, text = ''] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header) ?? [];
  try {
    const pair = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(text));
    const [, id = '', secret = ''] = /^([^:]*):([^]*)$/.exec(pair) ?? [];
    if (id !== '') return { id: decode(id), secret: secret === '' ? undefined : decode(secret) };
  } catch {
    // Invalid Base64 or UTF-8 is reported below.
  }
  throw invalidClient('The Authorization header does not contain a client_id and a secret (Basic).');
}

/** Decodes an id or a secret. Keeps text with a wrong escape as it is, because many clients do not encode them. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/;

/** Returns whether users may be sent to an address: one on this machine (RFC 8252, any port), or one that is registered for the client or for all. */
export function isAllowedRedirect(options: SignInOptions, clientId: string, address: string): boolean {
  if (!URL.canParse(address) || address.includes('#') || /\s/.test(address)) return false;
  const { protocol, hostname, username, port, href } = new URL(address);
  if (/^(?:javascript|data|vbscript|blob|file|about):$/.test(protocol)) return false;
  const own = findClient(options, clientId)?.redirectUris;
  const isLocal = loopback.test(hostname);
  const isListed = [...(own ?? []), ...(options.redirectUris ?? [])].some((one) => {
    if (one === address || !isLocal || !URL.canParse(one)) return one === address;
    return Object.assign(new URL(one), { port }).href === href;
  });
  // A client with registered addresses may use only these.
  return isListed || (own === undefined && protocol === 'http:' && isLocal && username === '');
}
