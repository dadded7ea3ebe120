import type { JsonObject } from '@speccast/runtime';
import { base64url, readMember } from '@speccast/runtime/requests';
import {
  hashSecret,
  issueToken,
  newSecret,
  readTokenState,
  revokeGrant,
  revokeToken,
} from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';
import { sha256 } from '../../values/sha256.js';
import { stringAt } from '../../values/json-path.js';
import { checkAssertion, findClient, readClient, requireClient } from './clients.js';
import {
  invalidClient,
  invalidGrant,
  invalidRequest,
  OAuthError,
  type Parameters,
  readForm,
  requireParameter,
  toParameters,
  findSecret,
  findSent,
  isExpired,
  isUserName,
  listClaims,
  parseScopes,
  readScopes,
  type Scene,
  type SecretKind,
  secretKinds,
} from './scene.js';
import { readJwt, signJwt, verifyJwt } from './signing-keys.js';

/** Issues the tokens for one kind of grant. */
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
  if (sub !== undefined && (typeof sub !== 'string' || !isUserName(sub)))
    throw invalidGrant('The sub is not the name of a user.');
  checkAssertion(scene, jwt, invalidGrant);
  if (scene.options.clients) {
    const key = findClient(scene.options, iss)?.publicKey;
    if (key === undefined) throw invalidGrant('The issuer of the assertion is not a client with a public key.');
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
  scene.received.body = Object.fromEntries(
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
  const row = findSecret(scene, 'code', requireParameter(form, 'code'), client.id);
  if (!row) throw invalidGrant('The code is unknown, or was issued to another client.');
  const { redirectUri, hasRedirectUri, grant, used, challenge, method } = row;
  if (used === true) {
    scene.change((tables) => revokeGrant(tables, String(grant)));
    throw invalidGrant('The code was used before; the tokens that were issued for it are revoked.');
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
    if (!verifierForm.test(verifier)) throw invalidGrant('The code_verifier does not have the format of RFC 7636.');
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
  // Revoked like an access token, so that the other tokens of its grant stay valid.
  if (isOffline) change((tables) => revokeToken(tables, { ...token, kind: 'access' }));
  return grantTokens(scene, { id, user, client: client.id, scopes, refreshScopes: granted, isOffline, signedInAt });
}

/** Issues the tokens of a device after its user has allowed it (RFC 8628, section 3.5). */
async function exchangeDeviceCode(scene: Scene, form: Parameters): Promise<object> {
  const client = await requireClient(scene, form);
  const row = findSecret(scene, 'device', requireParameter(form, 'device_code'), client.id);
  if (!row || row['state'] === 'used')
    throw invalidGrant('The device code is unknown, was used, or was issued to another client.');
  if (isExpired(scene, row)) throw new OAuthError('expired_token', 'The device code has expired.');
  if (row['state'] === 'denied') throw new OAuthError('access_denied', 'The user denied access.');
  if (row['state'] !== 'allowed') throw askLater(scene, row);
  return grantKept(scene, 'device', row, { state: 'used' });
}

/** Creates the error for a device whose user has not decided yet; if it asked too soon, it has to wait longer between requests. */
function askLater({ change, now }: Scene, row: Row): OAuthError {
  const { interval, askedAt } = row;
  const isTooSoon = typeof askedAt === 'number' && now < askedAt + Number(interval) * 1000;
  const next = Number(interval) + (isTooSoon ? 5 : 0);
  change((tables) => tables.put(secretKinds.device.table, { ...row, askedAt: now, interval: next }));
  return isTooSoon
    ? new OAuthError('slow_down', `Ask every ${next} seconds.`)
    : new OAuthError('authorization_pending', 'The user has not decided yet.');
}

/** The consent of a user to the access of a client. */
interface Grant {
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

/** Issues the tokens of a grant, with an ID token for the scope `openid`. */
async function grantTokens(scene: Scene, grant: Grant): Promise<object> {
  const { engine, options, now } = scene;
  const { id = newSecret('g_'), user, client, scopes, refreshScopes = scopes, signedInAt } = grant;
  const { accessTokenSeconds = usualSeconds, refreshTokenSeconds = Infinity } = options;
  const tokens = scene.change((tables) => {
    const issue = (kind: 'access' | 'refresh', scopes: readonly string[], seconds: number) => {
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

/** Issues tokens for the consent in the row of a secret, and changes the row. */
function grantKept(scene: Scene, kind: SecretKind, row: Row, change: JsonObject): Promise<object> {
  scene.change((tables) => tables.put(secretKinds[kind].table, { ...row, ...change }));
  return grantTokens(scene, {
    id: stringAt(row, 'grant'),
    user: String(row['user']),
    client: String(row['client']),
    scopes: readScopes(row),
    isOffline: true,
    nonce: stringAt(row, 'nonce'),
    signedInAt: Number(row['signedInAt']),
  });
}

/** Creates an ID token for a client. */
async function makeIdToken(
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
  const { request, url } = scene.received;
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
  const [, sent] = /^bearer +([\w.~+/-]+=*) *$/i.exec(scene.received.request.headers.get('authorization') ?? '') ?? [];
  if (sent === undefined)
    throw new OAuthError('invalid_request', 'The access token is missing: Authorization: Bearer.', 401, {
      'www-authenticate': 'Bearer realm="emulator"',
    });
  const token = findSent(scene, sent);
  const state = token ? readTokenState(token, scene.now) : 'unknown';
  if (token?.kind !== 'access' || state !== 'active')
    throw refuseBearer(401, 'invalid_token', state === 'active' ? 'Not an access token.' : `The token is ${state}.`);
  const { user, scopes = ['openid', 'profile', 'email'] } = token;
  if (!scopes.includes('openid'))
    throw refuseBearer(403, 'insufficient_scope', 'The token lacks the scope openid.', ', scope="openid"');
  return listClaims(scene, user, scopes);
}

/** Creates an error of RFC 6750, which a header repeats: `Bearer realm="emulator", error="invalid_token", …`. */
function refuseBearer(status: number, code: string, message: string, more = ''): OAuthError {
  const header = `Bearer realm="emulator", error="${code}", error_description="${message}"${more}`;
  return new OAuthError(code, message, status, { 'www-authenticate': header });
}
