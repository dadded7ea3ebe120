import type { Query } from '@speccast/runtime/parameters';
import { HttpError } from '@speccast/runtime/requests';
import { isSent } from '@speccast/runtime/validators';
import type { Engine } from '../world/engine.js';
import type { Exchange } from '../plan/exchange.js';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { listNeeds } from '../plan/with-document.js';
import { authenticate, type Credentials } from './credentials.js';
import type { Addressed } from './read-input.js';
import { rejectOrWarn } from '../plan/notes.js';

/** The caller of requests without credentials, in the profile `lenient`. */
const anonymous = 'anonymous';

/** Checks the credentials of a request (400, 401, 403) and returns its token. */
export function admit(
  { shared }: Engine,
  { notes }: Exchange,
  { plan, query }: Pick<Addressed, 'plan' | 'query'>,
  credentials: Credentials,
): string | undefined {
  const { profile } = shared;
  if (profile === 'vendor') authenticateVendor(plan, credentials, shared.plan, query);
  if (profile === 'documented') authenticate(plan, credentials);
  if (profile !== 'lenient') {
    if (credentials.isIssued === true) checkScopes(shared.plan, plan, credentials);
    return credentials.token;
  }
  try {
    authenticate(plan, credentials);
    if (credentials.isIssued === true) checkScopes(shared.plan, plan, credentials);
    return credentials.token;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    rejectOrWarn({ profile, notes }, error);
    return credentials.token ?? anonymous;
  }
}

/**
 * Rejects as the real service does: two different tokens (400), no credentials (by its settings), insufficient credentials
 * (401), a token without the scopes (403), a client that calls for itself where a user has to (by its settings).
 */
function authenticateVendor(plan: OperationPlan, credentials: Credentials, emulator: EmulatorPlan, query: Query): void {
  const { schemes, tokens = [] } = credentials;
  if (new Set(tokens).size > 1)
    throw new HttpError(400, 'badRequest', 'The header and the query carry different tokens.', {
      location: 'Authorization',
      locationType: 'header',
    });
  const needs = plan.vendor?.needs;
  if (needs === undefined) return authenticate(plan, credentials);
  const { anonymous, clients } = emulator.vendor?.settings ?? {};
  if (schemes.size === 0 && needs.length > 0 && anonymous !== undefined)
    throw new HttpError(anonymous.status, anonymous.reason, 'The request carries neither a key nor a token.', {
      domain: 'global',
    });
  const satisfied = needs.filter((need) => Object.keys(need).every((name) => schemes.has(name)));
  const auth = needs.map((need) => Object.keys(need));
  if (satisfied.length === 0) return authenticate({ ...plan, operation: { ...plan.operation, auth } }, credentials);
  if (!satisfied.some((need) => isCovered(need, credentials))) throw insufficientScope(satisfied);
  if (clients === undefined || credentials.isForClient !== true) return;
  const isForUsers =
    needs.every((need) => Object.keys(need).some((name) => credentials.security[name]?.kind === 'bearer')) ||
    plan.vendor?.parameters?.token?.some((name) => isSent(query.get(name) ?? undefined)) === true;
  if (isForUsers)
    throw new HttpError(clients.status, clients.reason, 'The token is that of a client, not of a user.', {
      location: 'Authorization',
      locationType: 'header',
    });
}

/** Rejects (403) a token without the scopes that the document states for the operation. */
function checkScopes({ document }: EmulatorPlan, plan: OperationPlan, credentials: Credentials): void {
  const needs = document === undefined ? [] : listNeeds(document, plan);
  const satisfied = needs.filter((need) => Object.keys(need).every((name) => credentials.schemes.has(name)));
  if (satisfied.length > 0 && !satisfied.some((need) => isCovered(need, credentials)))
    throw insufficientScope(satisfied);
}

/** Scopes by security scheme. */
type Need = Readonly<Record<string, readonly string[]>>;

function isCovered(need: Need, credentials: Credentials): boolean {
  return Object.values(need).every((scopes) => hasScopes(credentials, scopes));
}

/** What RFC 6750 allows in a scope. */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function insufficientScope(needs: readonly Need[]): HttpError {
  const scopes = new Set(needs.flatMap((need) => Object.values(need).flat()).filter((scope) => scopeForm.test(scope)));
  const header = `Bearer realm="emulator", error="insufficient_scope", scope="${[...scopes].join(' ')}"`;
  return new HttpError(
    403,
    'insufficientPermissions',
    'The token has none of the scopes that this operation asks for.',
    { headers: { 'www-authenticate': header } },
  );
}

/** A token without registered scopes has all scopes. */
function hasScopes({ scopes }: Credentials, needed: readonly string[]): boolean {
  return scopes === undefined || needed.every((one) => scopes.includes(one));
}

/** Counts the cost of a request. In the profile `vendor`, rejects requests that exceed the quota. */
export function spendQuota({ quota, shared }: Engine, exchange: Exchange): void {
  const full = quota.spend(exchange);
  const rule = shared.plan.vendor?.settings?.quota;
  if (full === undefined || rule === undefined || shared.profile !== 'vendor') return;
  const { message = 'The {limit} units a {per} of the budget {bucket} are spent.', status, reason } = rule;
  const { bucket, limit, per } = full;
  const facts: Readonly<Record<string, unknown>> = { bucket, limit, per };
  const filled = message.replace(/\{(bucket|limit|per)\}/g, (_found, name: string) => String(facts[name]));
  throw new HttpError(status, reason, filled);
}
