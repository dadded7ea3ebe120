import type { Engine } from '../engine.js';
import type { Exchange } from '../exchange.js';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { authenticate, type Credentials } from '../request/credentials.js';
import { HttpError } from '../response/http-error.js';
import { rejectOrWarn } from './notes.js';

/** The caller of requests without credentials, in the profile `lenient`. */
const anonymous = 'anonymous';

/** Checks the credentials of a request (400, 401, 403) and returns its token. */
export function admit(
  { shared }: Engine,
  { notes }: Exchange,
  plan: OperationPlan,
  credentials: Credentials,
): string | undefined {
  const { profile } = shared;
  if (profile === 'vendor') authenticateVendor(plan, credentials, shared.plan);
  if (profile === 'documented') authenticate(plan, credentials);
  if (profile !== 'lenient') return credentials.token;
  try {
    authenticate(plan, credentials);
    return credentials.token;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    rejectOrWarn({ profile, notes }, error);
    return credentials.token ?? anonymous;
  }
}

/**
 * Rejects as the real service does: two different tokens (400), no credentials (by its settings), insufficient credentials
 * (401), a token without the scopes (403).
 */
function authenticateVendor(plan: OperationPlan, credentials: Credentials, emulator: EmulatorPlan): void {
  const { schemes, tokens = [] } = credentials;
  if (new Set(tokens).size > 1)
    throw new HttpError(400, 'badRequest', 'The header and the query carry different tokens.', {
      location: 'Authorization',
      locationType: 'header',
    });
  const needs = plan.vendor?.needs;
  if (needs === undefined) return authenticate(plan, credentials);
  const { anonymous } = emulator.vendor?.settings ?? {};
  if (schemes.size === 0 && needs.length > 0 && anonymous !== undefined)
    throw new HttpError(anonymous.status, anonymous.reason, 'The request carries neither a key nor a token.', {
      domain: 'global',
    });
  const satisfied = needs.filter((need) => Object.keys(need).every((name) => schemes.has(name)));
  const auth = needs.map((need) => Object.keys(need));
  if (satisfied.length === 0) return authenticate({ ...plan, operation: { ...plan.operation, auth } }, credentials);
  if (!satisfied.some((need) => Object.values(need).every((scopes) => hasScopes(credentials, scopes))))
    throw new HttpError(
      403,
      'insufficientPermissions',
      'The token has none of the scopes that this operation asks for.',
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
