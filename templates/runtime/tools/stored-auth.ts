import type { Auth, SecretNeed } from '../client/options/auth.js';
import { renewTokens } from '../client/auth/renew-tokens.js';
import { oauthRefresh, type OAuthTokens } from '../client/auth/oauth-refresh.js';
import { TokenError } from '../client/errors/errors.js';
import { withLock } from './private-file.js';
import { readSignIn, writeSignIn, type StoredSignIn } from './stored-sign-in.js';

/** A token this close to its end, in milliseconds, is not used any more. */
const lateMs = 60_000;

/**
 * The credential of a stored sign-in: its access token as long as that is good, then a new one, which is stored. Processes that
 * need a new token at the same time fetch one: an endpoint that replaces refresh tokens takes each of them once.
 */
export function storedAuth(path: string, first: StoredSignIn): Auth {
  let known = first;
  const { location } = oauthRefresh(first);
  const secret = async (
    need: SecretNeed,
    scheme: Parameters<Auth['secret']>[1],
    rejected?: string,
  ): Promise<string> => {
    for (const one of [known.refreshToken, known.clientSecret ?? '']) need.redactor.add(one);
    if (isGood(known, need, rejected)) return known.accessToken;
    return withLock(path, async () => {
      const stored = await readSignIn(path);
      if (stored === undefined) throw new TokenError(need.operation, 'You have signed out meanwhile: sign in again');
      known = stored;
      // Another process may have been faster.
      if (isGood(known, need, rejected)) return known.accessToken;
      const onTokens = async (tokens: OAuthTokens): Promise<void> => {
        known = renewed(known, tokens);
        await writeSignIn(path, known);
      };
      return await oauthRefresh({ ...known, onTokens }).secret(need, scheme, rejected);
    });
  };
  return { kind: 'bearer', scheme: undefined, location, renew: renewTokens, secret };
}

function isGood({ accessToken, expiresAt }: StoredSignIn, { now }: SecretNeed, rejected: string | undefined): boolean {
  return accessToken !== rejected && (expiresAt === undefined || expiresAt - now() > lateMs);
}

function renewed(old: StoredSignIn, { accessToken, refreshToken, expiresAt, scope }: OAuthTokens): StoredSignIn {
  // The end of the old token says nothing about the new one.
  return { ...old, accessToken, refreshToken, expiresAt, ...(scope !== undefined && { scope }) };
}
