import { clientOf, invalidClient } from './clients.js';
import { OAuthError, sendSecret } from './oauth-error.js';
import { onceEach, type Parameters, readForm, required } from './read-form.js';
import { claimsOf, issuerOf, type Scene } from './pages/scene.js';
import { findToken, revokeToken, readTokenState, type StoredToken } from '../../receive/stored-tokens.js';

/** Revokes a token (RFC 7009). Some clients send it in the query. */
export async function serveRevoke(scene: Scene): Promise<Response> {
  const { engine } = scene;
  const form = await formOrQuery(scene);
  const token = tokenIn(scene, required(form, 'token'));
  const client = await clientOf(scene, form);
  if (token !== undefined && client !== undefined && token.client !== undefined && token.client !== client.id)
    throw new OAuthError('unauthorized_client', 'The token was issued to another client.');
  if (token !== undefined) engine.change((tables) => revokeToken(tables, token));
  return sendSecret(200, {});
}

async function formOrQuery({ exchange: { request, url } }: Scene): Promise<Parameters> {
  const inQuery = onceEach(url.searchParams);
  if (inQuery.has('token') && !request.headers.has('content-type')) return inQuery;
  return readForm(request);
}

/** Tells a client what a token is (RFC 7662). */
export async function serveIntrospect(scene: Scene): Promise<Response> {
  const { engine, exchange } = scene;
  const form = await readForm(exchange.request);
  const client = await clientOf(scene, form);
  if (client === undefined || !client.isAuthenticated)
    throw invalidClient('Only a client with a secret may introspect tokens.');
  const token = tokenIn(scene, required(form, 'token'));
  if (token === undefined || readTokenState(token, engine.clock.now()) !== 'active')
    return sendSecret(200, { active: false });
  const { user, scopes, expiresAt, issuedAt, kind } = token;
  return sendSecret(200, {
    active: true,
    scope: (scopes ?? [...scene.plan.scopes.keys()]).join(' '),
    ...(token.client !== undefined && { client_id: token.client, aud: token.client }),
    username: user,
    sub: user,
    token_type: kind === 'access' ? 'Bearer' : 'refresh_token',
    iat: Math.floor(issuedAt / 1000),
    ...(expiresAt !== undefined && { exp: Math.floor(expiresAt / 1000) }),
    iss: issuerOf(scene),
  });
}

/** The claims of the user of a token (OpenID Connect Core, section 5.3). */
export function serveUserInfo(scene: Scene): Response {
  const { engine, exchange } = scene;
  const [, sent] = /^bearer +([\w.~+/-]+=*) *$/i.exec(exchange.request.headers.get('authorization') ?? '') ?? [];
  if (sent === undefined)
    throw new OAuthError('invalid_request', 'The access token is missing: Authorization: Bearer.', {
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="emulator"' },
    });
  const token = tokenIn(scene, sent);
  const state = token === undefined ? 'unknown' : readTokenState(token, engine.clock.now());
  if (token?.kind !== 'access' || state !== 'active')
    throw bearerError(401, 'invalid_token', state === 'active' ? 'It is no access token.' : `The token is ${state}.`);
  const scopes = token.scopes ?? ['openid', 'profile', 'email'];
  if (!scopes.includes('openid')) throw bearerError(403, 'insufficient_scope', 'The token lacks the scope openid.');
  return sendSecret(200, claimsOf(scene, token.user, scopes));
}

function bearerError(status: number, code: string, message: string): OAuthError {
  const scope = code === 'insufficient_scope' ? ', scope="openid"' : '';
  const header = `Bearer realm="emulator", error="${code}", error_description="${message}"${scope}`;
  return new OAuthError(code, message, { status, headers: { 'www-authenticate': header } });
}

function tokenIn({ engine }: Scene, token: string): StoredToken | undefined {
  return engine.change((tables) => findToken(tables, token, engine.name));
}
