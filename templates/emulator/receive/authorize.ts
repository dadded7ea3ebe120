import { HttpError, type HttpErrorDetails, readCredential, readMember } from '@speccast/runtime/requests';
import { isSent } from '@speccast/runtime/validators';
import { rejectOrWarn } from '../plan/notes.js';
import type { EmulatorPlan, OperationPlan, Routed } from '../plan/plan.js';
import { listNeeds, type Need } from '../plan/prepare-plan.js';
import type { Shared } from './shared.js';
import { type IssuedToken, withoutWorld } from './stored-tokens.js';
import type { SecurityScheme, Service } from '@speccast/runtime';
import type { Query } from '@speccast/runtime/parameters';
import type { KnownCredentials, KnownToken } from '../plan/options.js';

/** The caller of requests without credentials, in the profile `lenient`. */
const anonymous = 'anonymous';

/** The members of a world that identify its callers. */
interface Realm {
  readonly shared: Shared;
  /** Name of the world, with which credentials may end: `t1~blue`. */
  readonly name: string | undefined;
  /** Finds a token that the emulator issued in this world. */
  readonly findIssued: (token: string) => IssuedToken | undefined;
}

/** Checks the credentials of a request (400, 401, 403) and returns its token. */
export function authorize(realm: Realm, routed: Routed): string | undefined {
  const { shared } = realm;
  const { profile } = shared;
  const { plan, notes } = routed;
  const credentials = identify(realm, routed);
  try {
    if (profile === 'vendor') authenticateVendor(routed, credentials, shared.plan);
    else authenticate(plan.operation, credentials, shared.plan);
    // The scopes of tokens that the emulator issued count in all profiles.
    if (credentials.isIssued === true) checkNeeds(listNeeds(plan, shared.plan), credentials);
    return credentials.token;
  } catch (error) {
    if (profile !== 'lenient' || !(error instanceof HttpError)) throw error;
    rejectOrWarn({ profile, notes }, error);
    return credentials.token ?? anonymous;
  }
}

const inAuthorization = { location: 'Authorization', locationType: 'header' } as const;

/**
 * Rejects requests as the real service does: with two different tokens (400), without credentials (status from its settings), with
 * insufficient credentials (401), with a token without the scopes (403), and, for operations for users, with a token of a client
 * (status from its settings).
 */
function authenticateVendor({ plan, query }: Routed, credentials: Credentials, emulator: EmulatorPlan) {
  const { schemes, tokens } = credentials;
  const { security } = emulator.service;
  if (new Set(tokens).size > 1)
    throw new HttpError(400, 'badRequest', 'The header and the query carry different tokens.', inAuthorization);
  const { schemes: counted = [], parameters } = plan.vendor ?? {};
  const stated = listNeeds(plan, emulator);
  const needs = stated.filter((need) => {
    const names = Object.keys(need);
    return counted.length === 0 || (names.length > 0 && names.every((name) => counted.includes(name)));
  });
  const isScoped = needs.some((need) => Object.values(need).flat().length > 0);
  if (!isScoped && needs.length === stated.length) return authenticate(plan.operation, credentials, emulator);
  const { anonymous, clients } = emulator.vendor?.settings ?? {};
  if (schemes.size === 0 && needs.length > 0 && anonymous)
    throw new HttpError(anonymous.status, anonymous.reason, 'The request carries neither a key nor a token.', {
      domain: 'global',
    });
  const auth = needs.map((need) => Object.keys(need));
  authenticate({ auth }, credentials, emulator);
  checkNeeds(needs, credentials);
  if (!clients || needs.length === 0 || credentials.isForClient !== true) return;
  const isForUsers =
    auth.every((names) => names.some((name) => security[name]?.kind === 'bearer')) ||
    parameters?.token?.some((name) => isSent(query.get(name) ?? undefined)) === true;
  if (isForUsers)
    throw new HttpError(
      clients.status,
      clients.reason,
      'The token is that of a client, not of a user.',
      inAuthorization,
    );
}

/** Matches a scope as RFC 6749 and RFC 6750 allow it. */
export const scopeForm: RegExp = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Rejects (403) credentials without the scopes of any alternative whose schemes they have. A token without registered scopes has all. */
function checkNeeds(needs: readonly Need[], { schemes, scopes }: Credentials) {
  const satisfied = needs.filter((need) => Object.keys(need).every((name) => schemes.has(name)));
  const sets = satisfied.map((need) => Object.values(need).flat());
  if (!scopes || sets.length === 0 || sets.some((set) => set.every((one) => scopes.includes(one)))) return;
  const needed = new Set(sets.flat().filter((one) => scopeForm.test(one)));
  const header = `Bearer realm="emulator", error="insufficient_scope", scope="${[...needed].join(' ')}"`;
  const message = 'The token lacks the scopes that this operation requires.';
  throw new HttpError(403, 'insufficientPermissions', message, { headers: { 'www-authenticate': header } });
}

/** The credentials of a request. */
export interface Credentials {
  /** Names of the security schemes that the request satisfies. */
  readonly schemes: ReadonlySet<string>;
  /** The caller: the user that the token is registered for, else the token itself. */
  readonly token?: string;
  /** All tokens that were sent. */
  readonly tokens: readonly string[];
  /** Scopes of the token, if known. */
  readonly scopes?: readonly string[] | undefined;
  /** True if the emulator issued the token. Then its scopes are checked in all profiles. */
  readonly isIssued?: boolean;
  /** True if the token belongs to a client without a user, such as a service account. */
  readonly isForClient?: boolean;
}

/**
 * Reads the credentials of a request. A token in the header takes precedence over one in the query. Rejects invalid ones (400, 401).
 * With `auth: 'strict'`, only registered tokens and those of the scenario's callers are valid.
 */
export function identify({ shared, name: world, findIssued }: Realm, { request, query }: Routed): Credentials {
  const { credentials: { keys, tokens: stated } = {}, auth, scenario } = shared.options;
  const { security } = shared.plan.service;
  const isStrict = auth === 'strict';
  const callers = isStrict ? Object.values(scenario?.callers ?? {}) : [];
  const known = isStrict || stated ? { ...tokensByName(callers), ...tokensByName(stated) } : undefined;
  const registeredTokens = known && Object.keys(known);
  const schemes = new Set<string>();
  const tokens: string[] = [];
  for (const [name, scheme] of Object.entries(security)) {
    const isKey = scheme.kind === 'apiKey';
    const registered = isKey ? keys : registeredTokens;
    const read = (text = '') => (registered?.includes(text) ? text : withoutWorld(text, world));
    const value = read(readCredential(scheme, request.headers, query));
    // Certificates of clients belong to the connection, so a request always satisfies mutual TLS.
    if (value !== '' || scheme.kind === 'mutualTLS') schemes.add(name);
    if (value === '') continue;
    if (!isKey) tokens.push(value);
    else if (registered ? !registered.includes(value) : value.startsWith('invalid'))
      throw new HttpError(400, 'keyInvalid', 'The API key is not valid.', {
        location: 'key',
        locationType: 'parameter',
      });
    // The token in the query comes after the one in the header.
    if (scheme.kind === 'bearer' && scheme.queryParameter !== undefined)
      tokens.push(read(query.get(scheme.queryParameter)));
  }
  const sent = { schemes, tokens: tokens.filter((one) => one !== '') };
  const [token] = tokens;
  if (token === undefined) return sent;
  const isRegistered = registeredTokens?.includes(token) === true;
  const issued = isRegistered ? undefined : findIssued(token);
  const isValid = isRegistered || (!known && !/^(invalid|expired)/.test(token));
  const usualFault = isValid ? undefined : 'The token is not valid or has expired.';
  const fault = issued ? issued.fault : usualFault;
  if (fault !== undefined) throw unauthorized('authError', fault, 'Bearer realm="emulator", error="invalid_token"');
  const { user = token, scopes } = issued ?? readMember(known, token) ?? {};
  return { ...sent, token: user, scopes, isIssued: issued !== undefined, isForClient: issued?.isForClient === true };
}

/** Lists the registered tokens by name: `['a']` → `{ a: {} }`. */
export function tokensByName(tokens: KnownCredentials['tokens'] = []): Readonly<Record<string, KnownToken>> {
  // Array.isArray does not narrow readonly arrays away from the other case.
  if (!Array.isArray(tokens)) return tokens as Readonly<Record<string, KnownToken>>;
  return Object.fromEntries(tokens.map((token: string): [string, KnownToken] => [token, {}]));
}

/**
 * Rejects (401) a request whose credentials satisfy none of an operation's alternatives, with a challenge for each scheme (RFC 9110,
 * 11.6.1): `Basic realm="emulator"`, `ApiKey realm="emulator", name="X-Key", in="header"`.
 */
function authenticate(
  { auth }: Pick<OperationPlan['operation'], 'auth'>,
  { schemes }: Credentials,
  { service: { security } }: EmulatorPlan,
) {
  const alternatives = auth.map((one) => [one].flat());
  if (auth.length === 0 || alternatives.some((names) => names.every((name) => schemes.has(name)))) return;
  const missing = [...new Set(alternatives.flat())].filter((name) => !schemes.has(name)).map((name) => security[name]);
  const keys = missing.filter((scheme) => scheme?.kind === 'apiKey');
  const others = missing.filter((scheme) => scheme?.kind !== 'apiKey');
  const challenges = others.map((scheme) => {
    const { scheme: stated = '' } = Object(scheme);
    const other = /^[\w-]+$/.test(String(stated)) ? String(stated) : 'Bearer';
    const kind = scheme?.kind === 'basic' ? 'Basic' : other.charAt(0).toUpperCase() + other.slice(1);
    return `${kind} realm="emulator"${kind === 'Digest' ? ', qop="auth", algorithm=SHA-256, nonce="emulator"' : ''}`;
  });
  // HTTP has no scheme for API keys, so these come last.
  for (const one of keys)
    challenges.push(`ApiKey realm="emulator", name="${one.name.replace(/[^\w.~-]/g, '')}", in="${one.in}"`);
  const challenge = [...new Set(challenges)].join(', ');
  const [key] = keys;
  if (key && others.length === 0) {
    const names = keys.map((one) => `${one.name} (${one.in})`).join(' or ');
    const message = `This request needs the API key ${names}: it carries none.`;
    const locationType = key.in === 'query' ? 'parameter' : 'header';
    throw unauthorized('required', message, challenge, { rule: 'auth', location: key.name, locationType });
  }
  const hasKey = [...schemes].some((name) => security[name]?.kind === 'apiKey');
  throw unauthorized('required', hasKey ? needsToken : 'This request needs a credential: it carries none.', challenge);
}

const needsToken = 'This request needs an OAuth 2.0 token; an API key is not enough.';

/** Creates the error (401) for a request, or a parameter, that needs a token. */
export function missingToken(parameter?: string): HttpError {
  const place = parameter === undefined ? undefined : ({ location: parameter, locationType: 'parameter' } as const);
  return unauthorized('required', needsToken, undefined, place);
}

/** Lists the keys and tokens of a request, unchanged. A service without security schemes takes a token in `Authorization`. */
export function listCredentials({ security }: Service, headers: Headers, query: Query): readonly string[] {
  const schemes: readonly SecurityScheme[] = Object.values(security);
  return (schemes.length === 0 ? [{ kind: 'bearer' } as const] : schemes).flatMap((scheme) =>
    scheme.kind === 'basic' ? [] : (readCredential(scheme, headers, query) ?? []),
  );
}

function unauthorized(
  reason: string,
  message: string,
  challenges = 'Bearer realm="emulator"',
  details: HttpErrorDetails = inAuthorization,
) {
  return new HttpError(401, reason, message, { headers: { 'www-authenticate': challenges }, ...details });
}
