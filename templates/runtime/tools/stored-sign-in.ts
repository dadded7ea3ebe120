import { rm } from 'node:fs/promises';
import type { Auth } from '../client/options/auth.js';
import type { OAuthTokens } from '../client/auth/fetched-token.js';
import { oauthRefresh } from '../client/auth/oauth-refresh.js';
import { TokenError } from '../client/errors/errors.js';
import { parseObject, readText } from '../client/auth/token-response.js';
import type { SignedIn } from '../node/sign-in-types.js';
import { isMissing, readPrivate, ToolError, withLock, writePrivate } from './private-file.js';

/** A stored sign-in: the tokens, the facts to refresh them, and the origin of the service. */
export interface StoredSignIn extends Omit<SignedIn, 'idToken'> {
  /** Origin of the service. Tokens are sent only to it. */
  readonly origin: string;
}

/** Reads the stored sign-in; `undefined` if there is none. Throws a `ToolError` if its file cannot be used. */
export async function readSignIn(path: string): Promise<StoredSignIn | undefined> {
  const text = await readPrivate(path);
  if (text === undefined) return undefined;
  const value = parseObject(text);
  const needed = ['origin', 'clientId', 'tokenUrl', 'refreshToken', 'accessToken'];
  // `as`: the strings are checked, and this module wrote the rest.
  if (needed.every((name) => readText(value, name))) return value as StoredSignIn;
  throw new ToolError(`${path} is not a stored sign-in: sign in again, which replaces it`);
}

/** Writes a sign-in to a file that only its owner can read. */
export async function writeSignIn(path: string, signedIn: StoredSignIn): Promise<void> {
  await writePrivate(path, `${JSON.stringify({ version: 1, ...signedIn }, null, 2)}\n`);
}

/** Removes a stored sign-in; returns false if there was none. */
export async function removeSignIn(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Milliseconds before its expiry at which a token is no longer used. */
const lateMs = 60_000;

/**
 * Creates a credential from a stored sign-in. It uses the stored access token until that expires, and then fetches and stores a new one.
 * Only one process at a time fetches a token, because a refresh token may be accepted only once.
 */
export function storedAuth(path: string, first: StoredSignIn): Auth {
  let known = first;
  const secret: Auth['secret'] = async (need, scheme, rejected) => {
    const isValid = ({ accessToken, expiresAt = Infinity }: StoredSignIn) =>
      accessToken !== rejected && expiresAt - need.now() > lateMs;
    for (const one of [known.refreshToken, known.clientSecret ?? '']) need.redactor.add(one);
    if (isValid(known)) return known.accessToken;
    return withLock(path, async () => {
      const stored = await readSignIn(path);
      if (!stored) throw new TokenError(need.operation, 'You have signed out meanwhile: sign in again');
      known = stored;
      // Another process may have stored a new token meanwhile.
      if (isValid(known)) return known.accessToken;
      const onTokens = async ({ accessToken, refreshToken, expiresAt, scope = known.scope }: OAuthTokens) => {
        // Also sets `expiresAt` if it is `undefined`: that of the old token does not apply.
        known = { ...known, accessToken, refreshToken, expiresAt, scope };
        await writeSignIn(path, known);
      };
      return await oauthRefresh({ ...known, onTokens }).secret(need, scheme, rejected);
    });
  };
  return { ...oauthRefresh(first), secret };
}
