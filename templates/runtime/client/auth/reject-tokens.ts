import { ApiError } from '../errors/api-error.js';
import type { Auth } from '../options/auth.js';

/** Marks the tokens that a service has rejected with 401, once a call; returns whether there were any that can be replaced. */
export const rejectTokens: Auth['renew'] = ({ sent, rejected }, error) => {
  if (!ApiError.is(error) || error.status !== 401 || rejected.size > 0) return false;
  for (const [auth, secret] of sent) if (auth.renew) rejected.set(auth, secret);
  return true;
};
