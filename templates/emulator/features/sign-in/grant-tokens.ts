import type { JsonObject } from '@speccast/runtime';
import { base64url } from '@speccast/runtime/requests';
import { issueToken, newSecret } from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';
import type { Tables } from '../../store/world.js';
import { sha256 } from '../../values/sha256.js';
import { signJwt } from './signing-keys.js';
import { listClaims, readScopes, type Scene, secretKinds, type SecretKind } from './scene.js';

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

const usualSeconds = 3600;

/** Issues the tokens of a grant, with an ID token for the scope `openid`. `alsoChange` makes other changes in the same transaction. */
export async function grantTokens(scene: Scene, grant: Grant, alsoChange?: (tables: Tables) => void): Promise<object> {
  const { engine, options, now } = scene;
  const { id = newSecret('g_'), user, client, scopes, refreshScopes = scopes, signedInAt } = grant;
  const { accessTokenSeconds = usualSeconds, refreshTokenSeconds = Infinity } = options;
  const tokens = scene.change((tables) => {
    alsoChange?.(tables);
    const issue = (kind: 'access' | 'refresh', scopes: readonly string[], seconds: number): string => {
      const lifetime = seconds === Infinity ? undefined : seconds * 1000;
      const draft = { grant: id, user, client, signedInAt, kind, scopes, lifetime };
      return issueToken(tables, draft, { now, world: engine.name });
    };
    return {
      access_token: issue('access', scopes, accessTokenSeconds),
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      scope: scopes.join(' '),
      refresh_token: grant.isOffline ? issue('refresh', refreshScopes, refreshTokenSeconds) : undefined,
    };
  });
  if (!scopes.includes('openid')) return tokens;
  return { ...tokens, id_token: await makeIdToken(scene, grant, tokens.access_token) };
}

/** Issues the tokens of the consent that the row about a secret has, and changes the row in the same transaction. */
export function grantKept(scene: Scene, kind: SecretKind, row: Row, change: JsonObject): Promise<object> {
  const { grant: id, user, client, nonce, signedInAt } = row;
  const grant: Grant = {
    ...(typeof id === 'string' && { id }),
    user: String(user),
    client: String(client),
    scopes: readScopes(row),
    isOffline: true,
    nonce: typeof nonce === 'string' ? nonce : undefined,
    signedInAt: Number(signedInAt),
  };
  return grantTokens(scene, grant, (tables) => tables.put(secretKinds[kind].table, { ...row, ...change }));
}

/** Makes an ID token for a client. */
export async function makeIdToken(
  scene: Scene,
  { user, client, scopes, nonce, signedInAt }: Grant,
  accessToken?: string,
): Promise<string> {
  const seconds = Math.floor(scene.now / 1000);
  const { accessTokenSeconds = usualSeconds } = scene.options;
  const hash = accessToken === undefined ? undefined : sha256(new TextEncoder().encode(accessToken));
  return signJwt({
    ...listClaims(scene, user, scopes),
    iss: scene.issuer,
    aud: client,
    azp: client,
    iat: seconds,
    exp: seconds + accessTokenSeconds,
    ...(signedInAt !== undefined && { auth_time: Math.floor(signedInAt / 1000) }),
    ...(nonce !== undefined && { nonce }),
    ...(hash && { at_hash: base64url(hash.subarray(0, 16)) }),
  });
}
