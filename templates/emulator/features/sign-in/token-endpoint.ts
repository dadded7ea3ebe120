import { readMember } from '@speccast/runtime/requests';
import { hashSecret, revokeGrant, revokeToken, readTokenState } from '../../receive/stored-tokens.js';
import { checkAssertion, findClient, readClient, requireClient } from './clients.js';
import { exchangeDeviceCode } from './device-codes.js';
import { grantKept, grantTokens, makeIdToken } from './grant-tokens.js';
import { readJwt, verifyJwt } from './signing-keys.js';
import {
  invalidClient,
  invalidGrant,
  invalidRequest,
  OAuthError,
  type Parameters,
  requireParameter,
} from './oauth-messages.js';
import { findSecret, findSent, isExpired, isUserName, parseScopes, type Scene } from './scene.js';

/** Gives tokens for one kind of grant. */
type GrantType = (scene: Scene, form: Parameters) => Promise<object>;

/** Exchanges a JWT that a service account signed (RFC 7523). */
const exchangeAssertion: GrantType = async (scene, form) => {
  const jwt = readJwt(requireParameter(form, 'assertion'));
  if (!jwt) throw invalidGrant('The assertion is not a signed JWT.');
  if (jwt.algorithm !== 'RS256' && jwt.algorithm !== 'ES256')
    throw invalidGrant('The assertion has to be signed with RS256 or ES256.');
  await readClient(scene, form);
  const { iss, sub, scope, target_audience: target } = jwt.claims;
  if (typeof iss !== 'string' || !isUserName(iss)) throw invalidGrant('The assertion has no iss.');
  if (sub !== undefined && (typeof sub !== 'string' || !isUserName(sub))) throw invalidGrant('The sub is no user.');
  checkAssertion(scene, jwt, invalidGrant);
  if (scene.options.clients) {
    const key = findClient(scene.options, iss)?.publicKey;
    if (key === undefined) throw invalidGrant('The issuer of the assertion is no client with a public key.');
    if (!(await verifyJwt(jwt, key))) throw invalidGrant('The signature of the assertion is wrong.');
  }
  const user = sub ?? iss;
  if (typeof target === 'string')
    return { id_token: await makeIdToken(scene, { user, client: target, scopes: ['openid', 'email'] }) };
  const scopes = parseScopes(scene, typeof scope === 'string' ? scope : form['scope']);
  return grantTokens(scene, { user, client: iss, scopes });
};

/** The kinds of grants by `grant_type`. */
export const grantTypes: Readonly<Record<string, GrantType>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
  client_credentials: async (scene, form) => {
    const { id, isAuthenticated } = await requireClient(scene, form);
    if (!isAuthenticated) throw invalidClient('Only a client with a secret gets tokens of its own.');
    const scopes = parseScopes(scene, form['scope']).filter((scope) => scope !== 'openid');
    return grantTokens(scene, { user: id, client: id, scopes });
  },
  'urn:ietf:params:oauth:grant-type:device_code': exchangeDeviceCode,
  'urn:ietf:params:oauth:grant-type:jwt-bearer': exchangeAssertion,
};

/** Fields of a token request that are no secrets. */
const harmless = ['grant_type', 'client_id', 'scope', 'redirect_uri'];

/** Serves the token endpoint (RFC 6749, section 3.2). */
export async function serveToken(scene: Scene, form: Parameters): Promise<object> {
  scene.exchange.body = Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => harmless.includes(name))
      .map(([name, value]) => [name, value.slice(0, 1000)]),
  );
  const exchange = readMember(grantTypes, requireParameter(form, 'grant_type'));
  if (!exchange) throw new OAuthError('unsupported_grant_type', 'The grant_type is not supported.');
  return exchange(scene, form);
}

/** The form of a verifier or of a plain challenge (RFC 7636, section 4). */
export const verifierForm: RegExp = /^[\w.~-]{43,128}$/;

/** Exchanges an authorization code for tokens, once: the second time, revokes the tokens of the first. */
async function exchangeCode(scene: Scene, form: Parameters): Promise<object> {
  const client = await requireClient(scene, form);
  const row = findSecret(scene, 'code', requireParameter(form, 'code'));
  if (!row || row['client'] !== client.id) throw invalidGrant('The code is unknown, or was issued to another client.');
  const { redirectUri, hasRedirectUri, grant, used, challenge, method } = row;
  if (used === true) {
    scene.change((tables) => revokeGrant(tables, String(grant)));
    throw invalidGrant('The code was used before; the tokens that it gave are revoked.');
  }
  if (isExpired(scene, row)) throw invalidGrant('The code has expired.');
  const sent = form['redirect_uri'];
  if (sent === undefined && hasRedirectUri === true)
    throw invalidRequest('The parameter redirect_uri is missing: the authorization request had one.');
  if (sent !== undefined && sent !== redirectUri)
    throw invalidGrant('The redirect_uri is not that of the authorization request.');
  // The proof that the client of the token request made the authorization request (RFC 7636).
  const verifier = form['code_verifier'];
  if (challenge === undefined && verifier !== undefined)
    throw invalidGrant('There is a code_verifier, but the authorization request had no code_challenge.');
  if (challenge !== undefined) {
    if (verifier === undefined) throw invalidGrant('The code_verifier is missing.');
    if (!verifierForm.test(verifier)) throw invalidGrant('The code_verifier is not what RFC 7636 allows.');
    if (challenge !== (method === 'plain' ? verifier : hashSecret(verifier)))
      throw invalidGrant('The code_verifier is wrong.');
  }
  return grantKept(scene, 'code', row, { used: true });
}

async function refresh(scene: Scene, form: Parameters): Promise<object> {
  const client = await requireClient(scene, form);
  const { options, change } = scene;
  const token = findSent(scene, requireParameter(form, 'refresh_token'));
  if (token?.kind !== 'refresh') throw invalidGrant('The refresh token is unknown.');
  if (token.client !== undefined && token.client !== client.id)
    throw invalidGrant('The refresh token was issued to another client.');
  const { user, grant: id, scopes: granted, signedInAt = token.issuedAt } = token;
  const state = readTokenState(token, scene.now);
  if (state === 'revoked') {
    // A thief may have used it, or stolen the token that replaced it.
    change((tables) => revokeGrant(tables, id));
    throw invalidGrant('The refresh token was revoked.');
  }
  if (state === 'expired') throw invalidGrant('The refresh token has expired.');
  const asked = form['scope'];
  const scopes = asked === undefined && granted ? granted : parseScopes(scene, asked);
  const more = granted && scopes.find((one) => !granted.includes(one));
  if (more !== undefined) throw new OAuthError('invalid_scope', `The scope ${more} was not granted.`);
  const isOffline = options.rotateRefreshTokens === true;
  const grant = { id, user, client: client.id, scopes, refreshScopes: granted, isOffline, signedInAt };
  return grantTokens(scene, grant, (tables) => {
    // As an access token: its grant goes on.
    if (isOffline) revokeToken(tables, { ...token, kind: 'access' });
  });
}
