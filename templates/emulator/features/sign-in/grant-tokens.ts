import type { JsonObject } from '@speccast/runtime';
import { base64url } from '@speccast/runtime/requests';
import { issueToken, newSecret, readTokenState, revokeToken } from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';
import type { Tables } from '../../store/world.js';
import { sha256 } from '../../values/hashes.js';
import { stringAt } from '../../values/json-path.js';
import { signJwt } from './signing-keys.js';
import { type Scene, type SecretKind, findSent, listClaims, readScopes, secretKinds } from './scene.js';
import { readClient } from './clients.js';
import {
  OAuthError,
  type Parameters,
  invalidClient,
  readForm,
  requireParameter,
  toParameters,
} from './oauth-messages.js';

/** The consent of a user to the access of a client. */
export interface Grant {
  /** Default: a new one. */
  readonly id?: string | undefined;
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
  const { access_token: token } = tokens;
  return { ...tokens, id_token: scopes.includes('openid') ? await makeIdToken(scene, grant, token) : undefined };
}

/** Issues the tokens of the consent that the row about a secret has, and changes the row in the same transaction. */
export function grantKept(scene: Scene, kind: SecretKind, row: Row, change: JsonObject): Promise<object> {
  const grant: Grant = {
    id: stringAt(row, 'grant'),
    user: String(row['user']),
    client: String(row['client']),
    scopes: readScopes(row),
    isOffline: true,
    nonce: stringAt(row, 'nonce'),
    signedInAt: Number(row['signedInAt']),
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
  const hash = accessToken && sha256(new TextEncoder().encode(accessToken)).subarray(0, 16);
  return signJwt({
    ...listClaims(scene, user, scopes),
    iss: scene.issuer,
    aud: client,
    azp: client,
    iat: seconds,
    exp: seconds + accessTokenSeconds,
    auth_time: signedInAt && Math.floor(signedInAt / 1000),
    nonce,
    at_hash: hash && base64url(hash),
  });
}

/** Revokes a token (RFC 7009). Some clients send it in the query. */
export async function serveRevoke(scene: Scene): Promise<object> {
  const { request, url } = scene.exchange;
  const query = toParameters(url.searchParams);
  const form = query['token'] !== undefined && !request.headers.has('content-type') ? query : await readForm(request);
  const token = findSent(scene, requireParameter(form, 'token'));
  const client = await readClient(scene, form);
  if (token?.client !== undefined && client && token.client !== client.id)
    throw new OAuthError('unauthorized_client', 'The token was issued to another client.');
  if (token) scene.change((tables) => revokeToken(tables, token));
  return {};
}

/** Describes a token to a client with a secret (RFC 7662). */
export async function serveIntrospect(scene: Scene, form: Parameters): Promise<object> {
  const asking = await readClient(scene, form);
  if (!asking?.isAuthenticated) throw invalidClient('Only a client with a secret may introspect tokens.');
  const token = findSent(scene, requireParameter(form, 'token'));
  if (!token || readTokenState(token, scene.now) !== 'active') return { active: false };
  const { client, user, scopes = [...scene.plan.scopes.keys()], expiresAt, issuedAt, kind } = token;
  return {
    active: true,
    scope: scopes.join(' '),
    client_id: client,
    aud: client,
    username: user,
    sub: user,
    token_type: kind === 'access' ? 'Bearer' : 'refresh_token',
    iat: Math.floor(issuedAt / 1000),
    exp: expiresAt && Math.floor(expiresAt / 1000),
    iss: scene.issuer,
  };
}

/** Returns the claims of the user of a token (OpenID Connect Core, section 5.3). */
export function serveUserInfo(scene: Scene): object {
  const [, sent] = /^bearer +([\w.~+/-]+=*) *$/i.exec(scene.exchange.request.headers.get('authorization') ?? '') ?? [];
  if (sent === undefined)
    throw new OAuthError('invalid_request', 'The access token is missing: Authorization: Bearer.', 401, {
      'www-authenticate': 'Bearer realm="emulator"',
    });
  const token = findSent(scene, sent);
  const state = token ? readTokenState(token, scene.now) : 'unknown';
  if (token?.kind !== 'access' || state !== 'active')
    throw refuseBearer(401, 'invalid_token', state === 'active' ? 'It is no access token.' : `The token is ${state}.`);
  const { user, scopes = ['openid', 'profile', 'email'] } = token;
  if (!scopes.includes('openid'))
    throw refuseBearer(403, 'insufficient_scope', 'The token lacks the scope openid.', ', scope="openid"');
  return listClaims(scene, user, scopes);
}

/** Makes an error of RFC 6750, which a header repeats: `Bearer realm="emulator", error="invalid_token", …`. */
function refuseBearer(status: number, code: string, message: string, more = ''): OAuthError {
  const header = `Bearer realm="emulator", error="${code}", error_description="${message}"${more}`;
  return new OAuthError(code, message, status, { 'www-authenticate': header });
}
