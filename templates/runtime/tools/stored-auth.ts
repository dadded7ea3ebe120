import type { Auth } from '../client/options/auth.js';
import { rejectTokens } from '../client/auth/token-cache.js';
import type { OAuthTokens } from '../client/auth/fetched-token.js';
import { oauthRefresh } from '../client/auth/oauth-refresh.js';
import { TokenError } from '../client/errors/errors.js';
import { withLock } from './private-file.js';
import { readSignIn, writeSignIn, type StoredSignIn } from './stored-sign-in.js';

/** Milliseconds before the end of a token from which it is not used any more. */
const lateMs = 60_000;

/**
 * Makes a credential of a stored sign-in: its access token as long as that is good, then a new one, which is stored. Processes that
 * need a new token at the same time fetch one, as a refresh token may be accepted only once.
 */
export function storedAuth(path: string, first: StoredSignIn): Auth {
  let known = first;
  const { location } = oauthRefresh(first);
  const secret: Auth['secret'] = async (need, scheme, rejected) => {
    const isGood = ({ accessToken, expiresAt }: StoredSignIn): boolean =>
      accessToken !== rejected && (expiresAt === undefined || expiresAt - need.now() > lateMs);
    for (const one of [known.refreshToken, known.clientSecret ?? '']) need.redactor.add(one);
    if (isGood(known)) return known.accessToken;
    return withLock(path, async () => {
      const stored = await readSignIn(path);
      if (stored === undefined) throw new TokenError(need.operation, 'You have signed out meanwhile: sign in again');
      known = stored;
      // Another process may have been faster.
      if (isGood(known)) return known.accessToken;
      const onTokens = async ({
        accessToken,
        refreshToken,
        expiresAt,
        scope = known.scope,
      }: OAuthTokens): Promise<void> => {
        // The end of the old token says nothing about the new one.
        known = { ...known, accessToken, refreshToken, expiresAt, ...(scope !== undefined && { scope }) };
        await writeSignIn(path, known);
      };
      return await oauthRefresh({ ...known, onTokens }).secret(need, scheme, rejected);
    });
  };
  return { kind: 'bearer', scheme: undefined, location, renew: rejectTokens, secret };
}
