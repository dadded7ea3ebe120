import type { Credentials } from '../request/credentials.js';
import { authenticate } from '../request/credentials.js';
import { Refusal, type EmulatorPlan, type OperationPlan } from '../plan/plan.js';

/**
 * Refuses as the real service does: two tokens that differ (400), no credential at all (as its settings say), credentials
 * that are not enough (401), a token without the scopes (403).
 */
export function authenticateVendor(plan: OperationPlan, credentials: Credentials, emulator: EmulatorPlan): void {
  const { schemes, tokens = [] } = credentials;
  if (new Set(tokens).size > 1)
    throw new Refusal(400, 'badRequest', 'The header and the query carry different tokens.', {
      location: 'Authorization',
      locationType: 'header',
    });
  const needs = plan.vendor?.needs;
  if (needs === undefined) return authenticate(plan, credentials);
  const { anonymous } = emulator.vendor?.settings ?? {};
  if (schemes.size === 0 && needs.length > 0 && anonymous !== undefined)
    throw new Refusal(anonymous.status, anonymous.reason, 'The request carries neither a key nor a token.', {
      domain: 'global',
    });
  const satisfied = needs.filter((need) => Object.keys(need).every((name) => schemes.has(name)));
  const auth = needs.map((need) => Object.keys(need));
  if (satisfied.length === 0) return authenticate({ ...plan, operation: { ...plan.operation, auth } }, credentials);
  if (!satisfied.some((need) => Object.values(need).every((scopes) => hasScopes(credentials, scopes))))
    throw new Refusal(403, 'insufficientPermissions', 'The token has none of the scopes that this operation asks for.');
}

/** A token of which no scopes are known has all. */
function hasScopes({ scopes }: Credentials, needed: readonly string[]): boolean {
  return scopes === undefined || needed.every((one) => scopes.includes(one));
}
