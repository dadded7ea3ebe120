import type { Json } from '@speccast/runtime';
import { exchangeCode, invalidGrant, narrowScopes } from './authorization-codes.js';
import { assertionProblem, type Client, clientOf, invalidClient, registeredClient, requiredClient } from './clients.js';
import { exchangeDeviceCode } from './device-codes.js';
import {
  type Grant,
  grantTokens,
  makeIdToken,
  newGrantId,
  type TokenResponse,
  withIdToken,
} from '../tokens/grant-tokens.js';
import { OAuthError, sendSecret } from './oauth-error.js';
import { type Parameters, readForm, required } from './read-form.js';
import { isUser, type Scene, scopesAsked } from './pages/scene.js';
import { readJwt, verifyJwt } from './signing-keys.js';
import { findToken, revokeGrant, revokeToken, readTokenState } from '../../receive/stored-tokens.js';

/** Gives tokens for one kind of grant. */
type GrantType = (scene: Scene, form: Parameters) => Promise<TokenResponse | { readonly id_token: string }>;

const withClient =
  (exchange: (scene: Scene, client: Client, form: Parameters) => Promise<TokenResponse>): GrantType =>
  async (scene, form) =>
    exchange(scene, await requiredClient(scene, form), form);

/** The kinds of grants by `grant_type`. */
export const grantTypes: Readonly<Record<string, GrantType>> = {
  authorization_code: withClient(exchangeCode),
  refresh_token: withClient(refresh),
  client_credentials: withClient(grantToClient),
  'urn:ietf:params:oauth:grant-type:device_code': withClient(exchangeDeviceCode),
  'urn:ietf:params:oauth:grant-type:jwt-bearer': exchangeAssertion,
};

/** Fields of a token request that are no secrets. */
const harmless = ['grant_type', 'client_id', 'scope', 'redirect_uri'];

/** The token endpoint (RFC 6749, section 3.2). */
export async function serveToken(scene: Scene): Promise<Response> {
  const { exchange } = scene;
  const form = await readForm(exchange.request);
  const shown = harmless.flatMap((name): [string, Json][] => {
    const value = form.get(name);
    return value === undefined ? [] : [[name, value.slice(0, 1000)]];
  });
  exchange.body = Object.fromEntries(shown);
  const type = required(form, 'grant_type');
  const grant = Object.hasOwn(grantTypes, type) ? grantTypes[type] : undefined;
  if (grant === undefined) throw new OAuthError('unsupported_grant_type', 'The grant_type is not supported.');
  return sendSecret(200, await grant(scene, form));
}

async function refresh(scene: Scene, client: Client, form: Parameters): Promise<TokenResponse> {
  const { engine, options } = scene;
  const sent = required(form, 'refresh_token');
  const token = engine.change((tables) => findToken(tables, sent, engine.name));
  if (token?.kind !== 'refresh') throw invalidGrant('The refresh token is unknown.');
  if (token.client !== undefined && token.client !== client.id)
    throw invalidGrant('The refresh token was issued to another client.');
  const state = readTokenState(token, engine.clock.now());
  if (state === 'revoked') {
    // Whoever uses an old one may have stolen it.
    engine.change((tables) => revokeGrant(tables, token.grant));
    throw invalidGrant('The refresh token was revoked.');
  }
  if (state === 'expired') throw invalidGrant('The refresh token has expired.');
  const scopes = narrowScopes(scene, token.scopes, form.get('scope'));
  const isOffline = options.rotateRefreshTokens === true;
  const { user, grant: id } = token;
  const refreshScopes = token.scopes;
  const grant: Grant = {
    id,
    user,
    client: client.id,
    scopes,
    refreshScopes,
    isOffline,
    signedInAt: token.signedInAt ?? token.issuedAt,
  };
  const tokens = engine.change((tables) => {
    const given = grantTokens(scene, tables, grant);
    if (isOffline) revokeToken(tables, { ...token, kind: 'access' });
    return given;
  });
  return withIdToken(scene, tokens, grant);
}

async function grantToClient(scene: Scene, client: Client, form: Parameters): Promise<TokenResponse> {
  if (!client.isAuthenticated) throw invalidClient('Only a client with a secret gets tokens of its own.');
  const scopes = scopesAsked(scene, form.get('scope')).filter((scope) => scope !== 'openid');
  const grant: Grant = { id: newGrantId(), user: client.id, client: client.id, scopes, isOffline: false };
  return scene.engine.change((tables) => grantTokens(scene, tables, grant));
}

/** Exchanges a JWT that a service account signed (RFC 7523). */
async function exchangeAssertion(
  scene: Scene,
  form: Parameters,
): Promise<TokenResponse | { readonly id_token: string }> {
  const jwt = readJwt(required(form, 'assertion'));
  if (jwt === undefined) throw invalidGrant('The assertion is not a signed JWT.');
  if (jwt.algorithm !== 'RS256' && jwt.algorithm !== 'ES256')
    throw invalidGrant('The assertion has to be signed with RS256 or ES256.');
  await clientOf(scene, form);
  const { iss, sub, scope, target_audience: target } = jwt.claims;
  if (typeof iss !== 'string' || !isUser(iss)) throw invalidGrant('The assertion has no iss.');
  if (sub !== undefined && (typeof sub !== 'string' || !isUser(sub))) throw invalidGrant('The sub is no user.');
  const problem = assertionProblem(scene, jwt);
  if (problem !== undefined) throw invalidGrant(problem);
  if (scene.options.clients !== undefined) {
    const key = registeredClient(scene.options, iss)?.publicKey;
    if (key === undefined) throw invalidGrant('The issuer of the assertion is no client with a public key.');
    if (!(await verifyJwt(jwt, key))) throw invalidGrant('The signature of the assertion is wrong.');
  }
  const user = sub ?? iss;
  if (typeof target === 'string')
    return { id_token: await makeIdToken(scene, { user, client: target, scopes: ['openid', 'email'] }) };
  const scopes = scopesAsked(scene, typeof scope === 'string' ? scope : form.get('scope'));
  const grant: Grant = { id: newGrantId(), user, client: iss, scopes, isOffline: false };
  return withIdToken(
    scene,
    scene.engine.change((tables) => grantTokens(scene, tables, grant)),
    grant,
  );
}
