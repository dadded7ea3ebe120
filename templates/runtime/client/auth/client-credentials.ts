import type { SecurityScheme } from '../../operation.js';
import type { Fetch } from '../options/hooks.js';
import type { Auth, BearerOptions } from '../options/auth.js';
import { checkSecret } from './credentials.js';
import { fetchedToken, requestToken } from './fetched-token.js';
import { checkUrl } from './token-response.js';

/** Options of `clientCredentials`. */
export interface ClientCredentialsOptions extends BearerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: the token URL of the spec. */
  readonly tokenUrl?: string | undefined;
  /** Default: those that the spec names for this grant. */
  readonly scopes?: readonly string[] | undefined;
  /** Sends the token request. Default: the client's. */
  readonly fetch?: Fetch | undefined;
}

/**
 * Makes the credential of a program itself (RFC 6749, section 4.4): its token is fetched ahead of its end, once for all calls that wait, and once more when
 * the service rejects it.
 */
export function clientCredentials(options: ClientCredentialsOptions): Auth {
  const { clientId, clientSecret, tokenUrl, fetch } = options;
  checkSecret('clientId', clientId);
  checkSecret('clientSecret', clientSecret);
  if (tokenUrl !== undefined) checkUrl(tokenUrl, 'tokenUrl');
  // Schemes that get their tokens in the same way share them.
  const all = new Map<string, Auth>();
  const create = (url?: string, scope?: string) => {
    let recent: readonly string[] = [];
    return fetchedToken(options, {
      secrets: () => [clientSecret, ...recent],
      fetchToken: (need) => {
        const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
        return requestToken(need, { url, form, fetch }, ({ accessToken }) => {
          // A call that is in progress may have been sent with one of the latest.
          recent = [...recent.slice(-3), accessToken];
        });
      },
    });
  };
  const find = (scheme: SecurityScheme) => {
    const bearer = scheme.kind === 'bearer' ? scheme : undefined;
    const flow = bearer?.clientCredentials;
    const url = tokenUrl ?? flow?.tokenUrl ?? bearer?.tokenUrl;
    const scope = (options.scopes ?? flow?.scopes)?.join(' ') || undefined;
    const key = `${url} ${scope}`;
    const found = all.get(key) ?? create(url, scope);
    all.set(key, found);
    return found;
  };
  return {
    ...create(),
    secret: (need, scheme, rejected) => find(scheme).secret(need, scheme, rejected),
  };
}
