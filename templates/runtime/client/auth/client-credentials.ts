import type { SecurityScheme } from '../../operation.js';
import type { Auth } from '../options/auth.js';
import { checkSecret } from './credentials.js';
import { fetchedToken, type FetchedTokenOptions } from './fetched-token.js';

/** Options of `clientCredentials`. */
export interface ClientCredentialsOptions extends FetchedTokenOptions {
  readonly clientSecret: string;
  /** Default: those that the spec names for this grant. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Makes the credential of a program itself (RFC 6749, section 4.4): its token is fetched ahead of its end, once for all calls that wait, and once more when
 * the service rejects it.
 */
export function clientCredentials(options: ClientCredentialsOptions): Auth {
  checkSecret('clientSecret', options.clientSecret);
  // Schemes that get their tokens in the same way share them.
  const all = new Map<string, Auth>();
  const find = (scheme?: SecurityScheme) => {
    const bearer = scheme?.kind === 'bearer' ? scheme : undefined;
    const flow = bearer?.clientCredentials;
    const way = {
      url: options.tokenUrl ?? flow?.tokenUrl ?? bearer?.tokenUrl,
      scope: (options.scopes ?? flow?.scopes)?.join(' ') || undefined,
    };
    const key = JSON.stringify(way);
    const found = all.get(key) ?? fetchedToken(options, () => way);
    all.set(key, found);
    return found;
  };
  return {
    ...find(),
    secret: (need, scheme, rejected) => find(scheme).secret(need, scheme, rejected),
  };
}
