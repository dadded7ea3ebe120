import { HttpError } from '@speccast/runtime/requests';
import { isSent } from '@speccast/runtime/validators';
import { rejectOrWarn } from '../plan/notes.js';
import type { EmulatorPlan, Routed } from '../plan/plan.js';
import { listNeeds } from '../plan/with-document.js';
import { authenticate, type Credentials, type IssuedToken, readCredentials, tokensByName } from './credentials.js';
import type { Shared } from './shared.js';

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
    if (credentials.isIssued === true && document !== undefined) checkNeeds(listNeeds(document, plan), credentials);
    return credentials.token;
  } catch (error) {
    if (profile !== 'lenient' || !(error instanceof HttpError)) throw error;
    rejectOrWarn({ profile, notes }, error);
    return credentials.token ?? anonymous;
  }
}

const inAuthorization = { location: 'Authorization', locationType: 'header' } as const;

/**
 * Rejects as the real service does: two different tokens (400), no credentials (by its settings), insufficient credentials
 * (401), a token without the scopes (403), a client without a user if the operation is for users (by its settings).
 */
function authenticateVendor({ plan, query }: Routed, credentials: Credentials, emulator: EmulatorPlan): void {
  const { schemes, tokens = [], security } = credentials;
  if (new Set(tokens).size > 1)
    throw new HttpError(400, 'badRequest', 'The header and the query carry different tokens.', inAuthorization);
  const { needs, parameters } = plan.vendor ?? {};
  if (needs === undefined) return authenticate(plan, credentials);
  const { anonymous, clients } = emulator.vendor?.settings ?? {};
  if (schemes.size === 0 && needs.length > 0 && anonymous !== undefined)
    throw new HttpError(anonymous.status, anonymous.reason, 'The request carries neither a key nor a token.', {
      domain: 'global',
    });
  const auth = needs.map((need) => Object.keys(need));
  if (!auth.some((names) => names.every((name) => schemes.has(name))))
    return authenticate({ ...plan, operation: { ...plan.operation, auth } }, credentials);
  checkNeeds(needs, credentials);
  if (clients === undefined || credentials.isForClient !== true) return;
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

/** Matches a scope as RFC 6750 allows it. */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Rejects (403) credentials without the scopes of any alternative whose schemes they have. A token without registered scopes has all. */
function checkNeeds(needs: readonly Need[], { schemes, scopes }: Credentials): void {
  const satisfied = needs.filter((need) => Object.keys(need).every((name) => schemes.has(name)));
  const isCovered = (need: Need): boolean =>
    scopes === undefined ||
    Object.values(need)
      .flat()
      .every((one) => scopes.includes(one));
  if (satisfied.length === 0 || satisfied.some(isCovered)) return;
  const needed = new Set(satisfied.flatMap((need) => Object.values(need).flat()).filter((one) => scopeForm.test(one)));
  const header = `Bearer realm="emulator", error="insufficient_scope", scope="${[...needed].join(' ')}"`;
  const message = 'The token has none of the scopes that this operation asks for.';
  throw new HttpError(403, 'insufficientPermissions', message, { headers: { 'www-authenticate': header } });
}

/**
 * Reads the credentials of a request. Rejects invalid ones (400, 401). With `auth: 'strict'`, the tokens of a scenario are registered,
 * too.
 */
export function identify({ shared, name, findIssued }: Realm, { request, query }: Routed): Credentials {
  const { credentials, auth, scenario } = shared.options;
  const isStrict = auth === 'strict';
  const named = isStrict ? Object.values(scenario?.callers ?? {}) : [];
  return readCredentials(shared.plan.service, request.headers, query, {
    ...credentials,
    ...(named.length > 0 && { tokens: { ...tokensByName(named), ...tokensByName(credentials?.tokens) } }),
    isStrict,
    world: name,
    issued: findIssued,
  });
}
