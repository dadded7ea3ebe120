import { revokeToken, readTokenState } from '../../receive/stored-tokens.js';
import { readClient } from './clients.js';
import {
  invalidClient,
  OAuthError,
  type Parameters,
  readForm,
  requireParameter,
  toParameters,
} from './oauth-messages.js';
import { findSent, listClaims, type Scene } from './scene.js';

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
