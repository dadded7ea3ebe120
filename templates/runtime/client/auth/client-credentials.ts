import type { SecurityScheme } from '../../operation.js';
import type { Auth } from '../options/auth.js';
import { checkSecret } from './credentials.js';
import { fetchedToken, type FetchedTokenOptions } from './fetched-token.js';

/** Options of `clientCredentials`. */
export interface ClientCredentialsOptions extends FetchedTokenOptions {
  readonly clientSecret: string;
  /** Scopes to request. Default: those of the flow `clientCredentials` in the spec. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Creates a credential for a program without a user (RFC 6749, section 4.4): `auth: clientCredentials({ clientId, clientSecret })`. Its
 * token is fetched once for all calls, renewed before it expires, and fetched again when the service rejects it. Calls fail with a
 * `TokenError` if no token can be fetched.
 */
export function clientCredentials(options: ClientCredentialsOptions): Auth {
  checkSecret('clientSecret', options.clientSecret);
  // Schemes with the same token URL and scopes share their token.
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
