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
  try {
    if (profile === 'vendor') authenticateVendor(plan, credentials, shared.plan, query);
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
function authenticateVendor(plan: OperationPlan, credentials: Credentials, emulator: EmulatorPlan, query: Query): void {
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

/** Counts the cost of a request. In the profile `vendor`, rejects requests that exceed the quota. */
export function spendQuota({ quota, shared }: Engine, exchange: Exchange): void {
  const full = quota.spend(exchange);
  const rule = shared.plan.vendor?.settings?.quota;
  if (full === undefined || rule === undefined || shared.profile !== 'vendor') return;
  const { message = 'The {limit} units a {per} of the budget {bucket} are spent.', status, reason } = rule;
  const { bucket, limit, per } = full;
  const facts: Readonly<Record<string, unknown>> = { bucket, limit, per };
  const text = message.replace(/\{(bucket|limit|per)\}/g, (_found, name: string) => String(facts[name]));
  throw new HttpError(status, reason, text);
}
