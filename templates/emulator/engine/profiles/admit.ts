import { authenticate, type Credentials } from '../request/credentials.js';
import type { Engine } from '../engine.js';
import type { Exchange } from '../exchange.js';
import { Refusal, type OperationPlan } from '../plan/plan.js';
import { authenticateVendor } from './authenticate-vendor.js';
import { objectTo } from './object-to.js';

/** Who calls where nobody says who it is, in the profile `lenient`. */
export const anonymous = 'anonymous';

/** The token under which a request is carried out; refuses (400, 401, 403) those whose credentials are not enough. */
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
    if (!(error instanceof Refusal)) throw error;
    objectTo({ profile, notes }, error);
    return credentials.token ?? anonymous;
  }
}
