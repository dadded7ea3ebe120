import type { JsonObject } from '@speccast/runtime';
import { base64url } from '@speccast/runtime/requests';
import { issueToken, newSecret } from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';
import type { Tables } from '../../store/tables.js';

import { sha256 } from '../../values/sha256.js';
import { readScopes } from './keep-secret.js';
import { listClaims, type Scene } from './scene.js';
import { signJwt } from './signing-keys.js';

/** The consent of a user to the access of a client. */
export interface Grant {
  /** Default: a new one. */
  readonly id?: string;
  readonly user: string;
  readonly client: string;
  readonly scopes: readonly string[];
  /** Issues a refresh token, too. */
  readonly isOffline?: boolean;
  /** Scopes of the refresh token, if it has more. */
  readonly refreshScopes?: readonly string[] | undefined;
  readonly nonce?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly signedInAt?: number | undefined;
}

/** A response of the token endpoint. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token?: string;
  readonly id_token?: string;
}

const usualSeconds = 3600;

/** Issues the tokens of a grant, with an ID token for the scope `openid`. `alsoChange` makes other changes in the same transaction. */
export async function grantTokens(
  scene: Scene,
  grant: Grant,
  alsoChange?: (tables: Tables) => void,
): Promise<TokenResponse> {
  const { engine, options, now } = scene;
  const { id = newSecret('g_'), user, client, scopes, refreshScopes = scopes, signedInAt } = grant;
  const { accessTokenSeconds = usualSeconds, refreshTokenSeconds } = options;
  const tokens = scene.change((tables): TokenResponse => {
    alsoChange?.(tables);
    const issue = (kind: 'access' | 'refresh', scopes: readonly string[], seconds: number | undefined): string => {
      const lifetime = seconds === undefined ? undefined : seconds * 1000;
      const at = { now, world: engine.name };
      return issueToken(tables, { grant: id, user, client, signedInAt, kind, scopes, lifetime }, at);
    };
    return {
      access_token: issue('access', scopes, accessTokenSeconds),
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      scope: scopes.join(' '),
      ...(grant.isOffline && { refresh_token: issue('refresh', refreshScopes, refreshTokenSeconds) }),
    };
  });
  if (!scopes.includes('openid')) return tokens;
  return { ...tokens, id_token: await makeIdToken(scene, grant, tokens.access_token) };
}

/** Issues the tokens of a consent that a row keeps, and changes the row in the same transaction. */
export function grantKept(
  scene: Scene,
  { table, row, change }: { readonly table: string; readonly row: Row; readonly change: JsonObject },
): Promise<TokenResponse> {
  const { grant: id, user, client, nonce, signedInAt } = row;
  const grant: Grant = {
    ...(typeof id === 'string' && { id }),
    user: String(user),
    client: String(client),
    scopes: readScopes(row),
    isOffline: true,
    ...(typeof nonce === 'string' && { nonce }),
    signedInAt: Number(signedInAt),
  };
  return grantTokens(scene, grant, (tables) => tables.put(table, { ...row, ...change }));
}

/** Makes an ID token for a client. */
export async function makeIdToken(
  scene: Scene,
  { user, client, scopes, nonce, signedInAt }: Grant,
  accessToken?: string,
): Promise<string> {
  const seconds = Math.floor(scene.now / 1000);
  const { accessTokenSeconds = usualSeconds } = scene.options;
  return signJwt({
    ...listClaims(scene, user, scopes),
    iss: scene.issuer,
    aud: client,
    azp: client,
    iat: seconds,
    exp: seconds + accessTokenSeconds,
    ...(signedInAt !== undefined && { auth_time: Math.floor(signedInAt / 1000) }),
    ...(nonce !== undefined && { nonce }),
    ...(accessToken !== undefined && {
      at_hash: base64url(sha256(new TextEncoder().encode(accessToken)).subarray(0, 16)),
    }),
  });
}
