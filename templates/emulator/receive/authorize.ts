import { HttpError, type HttpErrorDetails, readCredential, readMember } from '@speccast/runtime/requests';
import { isSent } from '@speccast/runtime/validators';
import { rejectOrWarn } from '../plan/notes.js';
import type { EmulatorPlan, OperationPlan, Routed } from '../plan/plan.js';
import { listNeeds } from '../plan/prepare-plan.js';
import type { Shared } from './shared.js';
import { type IssuedToken, withoutWorld } from './stored-tokens.js';
import type { SecurityScheme, Service } from '@speccast/runtime';
import type { Query } from '@speccast/runtime/parameters';
import type { KnownCredentials, KnownToken } from '../plan/options.js';

/** The caller of requests without credentials, in the profile `lenient`. */
const anonymous = 'anonymous';

/** A world, as far as it knows the credentials of its callers. */
interface Realm {
  readonly shared: Shared;
  /** Name of the world, which may end credentials: `t1~blue`. */
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
    else authenticate(plan, credentials);
    // The scopes of tokens that the emulator issued count in all profiles.
    const { document } = shared.plan;
    if (credentials.isIssued === true && document) checkNeeds(listNeeds(document, plan), credentials);
    return credentials.token;
  } catch (error) {
    if (profile !== 'lenient' || !(error instanceof HttpError)) throw error;
    rejectOrWarn({ profile, notes }, error);
    return credentials.token ?? anonymous;
  }
}

const invalidToken = 'Bearer realm="emulator", error="invalid_token"';

const inAuthorization = { location: 'Authorization', locationType: 'header' } as const;

/**
 * Rejects as the real service does: two different tokens (400), no credentials (by its settings), insufficient credentials
 * (401), a token without the scopes (403), a client without a user if the operation is for users (by its settings).
 */
function authenticateVendor({ plan, query }: Routed, credentials: Credentials, emulator: EmulatorPlan): void {
  const { schemes, tokens, security } = credentials;
  if (new Set(tokens).size > 1)
    throw new HttpError(400, 'badRequest', 'The header and the query carry different tokens.', inAuthorization);
  const { needs, parameters } = plan.vendor ?? {};
  if (!needs) return authenticate(plan, credentials);
  const { anonymous, clients } = emulator.vendor?.settings ?? {};
  if (schemes.size === 0 && needs.length > 0 && anonymous)
    throw new HttpError(anonymous.status, anonymous.reason, 'The request carries neither a key nor a token.', {
      domain: 'global',
    });
  const auth = needs.map((need) => Object.keys(need));
  if (!auth.some((names) => names.every((name) => schemes.has(name))))
    return authenticate({ ...plan, operation: { ...plan.operation, auth } }, credentials);
  checkNeeds(needs, credentials);
  if (!clients || credentials.isForClient !== true) return;
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

/** Scopes by security scheme. */
type Need = Readonly<Record<string, readonly string[]>>;

/** Matches a scope as RFC 6749 and RFC 6750 allow it. */
export const scopeForm: RegExp = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Rejects (403) credentials without the scopes of any alternative whose schemes they have. A token without registered scopes has all. */
function checkNeeds(needs: readonly Need[], { schemes, scopes }: Credentials): void {
  const satisfied = needs.filter((need) => Object.keys(need).every((name) => schemes.has(name)));
  const sets = satisfied.map((need) => Object.values(need).flat());
  if (!scopes || sets.length === 0 || sets.some((set) => set.every((one) => scopes.includes(one)))) return;
  const needed = new Set(sets.flat().filter((one) => scopeForm.test(one)));
  const header = `Bearer realm="emulator", error="insufficient_scope", scope="${[...needed].join(' ')}"`;
  const message = 'The token has none of the scopes that this operation asks for.';
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
  /** The emulator issued the token, so its scopes count in all profiles. */
  readonly isIssued?: boolean;
  /** A client got the token without a user, as service accounts do. */
  readonly isForClient?: boolean;
  /** An API key was sent. */
  readonly keyed: boolean;
  /** Ways to send credentials, by the name of the scheme. */
  readonly security: Service['security'];
}

/**
 * Reads the credentials of a request. A token in the header takes precedence over one in the query. Rejects invalid ones (400, 401).
 * With `auth: 'strict'` only registered tokens are valid, which those of a scenario are, too.
 */
export function identify({ shared, name: world, findIssued }: Realm, { request, query }: Routed): Credentials {
  const { credentials: { keys, tokens: stated } = {}, auth, scenario } = shared.options;
  const { security } = shared.plan.service;
  const isStrict = auth === 'strict';
  const named = isStrict ? Object.values(scenario?.callers ?? {}) : [];
  const known = { ...tokensByName(named), ...tokensByName(stated) };
  const listed = stated || named.length > 0 ? Object.keys(known) : undefined;
  const schemes = new Set<string>();
  const tokens: string[] = [];
  let keyed = false;
  for (const [name, scheme] of Object.entries(security)) {
    const registered = scheme.kind === 'apiKey' ? keys : listed;
    const read = (text: string | undefined): string => {
      const value = text ?? '';
      return registered?.includes(value) ? value : withoutWorld(value, world);
    };
    const value = read(readCredential(scheme, request.headers, query));
    // There is no connection here that could have a certificate.
    if (value !== '' || scheme.kind === 'mutualTLS') schemes.add(name);
    if (value === '') continue;
    if (scheme.kind === 'apiKey') {
      const isValid = registered ? registered.includes(value) : !value.startsWith('invalid');
      if (!isValid)
        throw new HttpError(400, 'keyInvalid', 'The API key is not valid.', {
          location: 'key',
          locationType: 'parameter',
        });
      keyed = true;
      continue;
    }
    tokens.push(value);
    // The token in the query comes after the one in the header.
    const second =
      scheme.kind === 'bearer' && scheme.queryParameter !== undefined && read(query.get(scheme.queryParameter));
    if (second) tokens.push(second);
  }
  const sent = { schemes, keyed, security, tokens };
  const [token] = tokens;
  if (token === undefined) return sent;
  const issued = listed?.includes(token) === true ? undefined : findIssued(token);
  if (issued) {
    const { user, fault, ...rest } = issued;
    if (fault !== undefined) throw unauthorized('authError', fault, invalidToken);
    return { ...sent, token: user, isIssued: true, ...rest };
  }
  const isValid = listed ? listed.includes(token) : !isStrict && !/^(invalid|expired)/.test(token);
  if (!isValid) throw unauthorized('authError', 'The token is not valid or has expired.', invalidToken);
  const { user = token, scopes } = readMember(known, token) ?? {};
  return { ...sent, token: user, scopes };
}

/** Lists the registered tokens by name: `['a']` → `{ a: {} }`. */
export function tokensByName(tokens: KnownCredentials['tokens'] = []): Readonly<Record<string, KnownToken>> {
  // Array.isArray does not narrow readonly arrays away from the other case.
  if (!Array.isArray(tokens)) return tokens as Readonly<Record<string, KnownToken>>;
  return Object.fromEntries(tokens.map((token: string): [string, KnownToken] => [token, {}]));
}

/** Rejects (401) a request whose credentials satisfy none of the operation's alternatives. */
function authenticate(plan: OperationPlan, credentials: Credentials): void {
  const { auth } = plan.operation;
  const satisfied = auth.some((one) =>
    (typeof one === 'string' ? [one] : one).every((name) => credentials.schemes.has(name)),
  );
  if (auth.length === 0 || satisfied) return;
  const { security, keyed } = credentials;
  const missing = [...new Set(auth.flat())].filter((name) => !credentials.schemes.has(name));
  const challenges = writeChallenges(missing, credentials);
  const keys = missing.map((name) => security[name]).filter((scheme) => scheme?.kind === 'apiKey');
  const [first] = keys;
  if (!first || keys.length < missing.length) throw missingCredentials(keyed, undefined, challenges);
  const names = keys.map((one) => `${one.name} (${one.in})`).join(' or ');
  throw new HttpError(401, 'required', `This request needs the API key ${names}: it carries none.`, {
    headers: { 'www-authenticate': challenges },
    rule: 'auth',
    location: first.name,
    locationType: first.in === 'query' ? 'parameter' : 'header',
  });
}

/**
 * Writes challenges for schemes (RFC 9110, 11.6.1): `Basic realm="emulator"`, `ApiKey realm="emulator", name="X-Key", in="header"`.
 * Those of API keys come last: HTTP has no scheme for them.
 */
function writeChallenges(names: readonly string[], { security }: Credentials): string {
  const challenges = names.map((name) => {
    const scheme = security[name];
    if (scheme?.kind === 'apiKey')
      return `ApiKey realm="emulator", name="${scheme.name.replace(/[^\w.~-]/g, '')}", in="${scheme.in}"`;
    const { scheme: stated = '' } = Object(scheme);
    const other = /^[\w-]+$/.test(String(stated)) ? String(stated) : 'Bearer';
    const kind = scheme?.kind === 'basic' ? 'Basic' : other.charAt(0).toUpperCase() + other.slice(1);
    return `${kind} realm="emulator"${kind === 'Digest' ? ', qop="auth", algorithm=SHA-256, nonce="emulator"' : ''}`;
  });
  const rank = (challenge: string): number => Number(challenge.startsWith('ApiKey '));
  const inOrder = [...new Set(challenges)].toSorted((one, other) => rank(one) - rank(other));
  return inOrder.join(', ') || 'Bearer realm="emulator"';
}

/** Creates the error (401) for a missing token, or for missing credentials. */
export function missingCredentials(keyed: boolean, location?: string, challenges?: string): HttpError {
  const message = keyed
    ? 'This request needs an OAuth 2.0 token; an API key is not enough.'
    : 'This request needs a credential: it carries none.';
  return unauthorized(
    'required',
    message,
    challenges,
    location === undefined ? inAuthorization : { location, locationType: 'parameter' },
  );
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
  place: Pick<HttpErrorDetails, 'location' | 'locationType'> = inAuthorization,
): HttpError {
  return new HttpError(401, reason, message, { headers: { 'www-authenticate': challenges }, ...place });
}
