import { base64url } from '@speccast/runtime/requests';
import type { Tables } from '../../store/tables.js';
import { sha256 } from '../../values/sha256.js';
import { claimsOf, issuerOf, type Scene } from '../sign-in/pages/scene.js';
import { signJwt } from '../sign-in/signing-keys.js';
import { issueToken, newSecret } from '../../receive/stored-tokens.js';

/** What a client is granted. */
export interface Grant {
  readonly id: string;
  readonly user: string;
  readonly client: string;
  readonly scopes: readonly string[];
  /** Whether there is a refresh token to be issued. */
  readonly isOffline: boolean;
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

/** A new id for a consent. */
export function newGrantId(): string {
  return newSecret('g_');
}

/** Issues the tokens of a grant. */
export function grantTokens(scene: Scene, tables: Tables, grant: Grant): TokenResponse {
  const { engine, options } = scene;
  const { user, client, scopes, refreshScopes = scopes } = grant;
  const { accessTokenSeconds = usualSeconds, refreshTokenSeconds } = options;
  const at = { now: engine.clock.now(), world: engine.name };
  const draft = { grant: grant.id, user, client, scopes, signedInAt: grant.signedInAt };
  const access = issueToken(tables, { ...draft, kind: 'access', lifetime: accessTokenSeconds * 1000 }, at);
  const lifetime = refreshTokenSeconds === undefined ? undefined : refreshTokenSeconds * 1000;
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    scope: scopes.join(' '),
    ...(grant.isOffline && {
      refresh_token: issueToken(tables, { ...draft, scopes: refreshScopes, kind: 'refresh', lifetime }, at),
    }),
  };
}

/** Adds the ID token to the tokens of a grant that has the scope `openid`. */
export async function withIdToken(scene: Scene, tokens: TokenResponse, grant: Grant): Promise<TokenResponse> {
  if (!grant.scopes.includes('openid')) return tokens;
  return { ...tokens, id_token: await makeIdToken(scene, grant, tokens.access_token) };
}

/** An ID token for a client. */
export async function makeIdToken(
  scene: Scene,
  { user, client, scopes, nonce, signedInAt }: Omit<Grant, 'id' | 'isOffline'>,
  accessToken?: string,
): Promise<string> {
  const seconds = Math.floor(scene.engine.clock.now() / 1000);
  const { accessTokenSeconds = usualSeconds } = scene.options;
  return signJwt({
    ...claimsOf(scene, user, scopes),
    iss: issuerOf(scene),
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
