import { base64url } from '@speccast/runtime/requests';
import { sha256 } from '../../values/sha256.js';
import { type Grant, grantTokens, newGrantId, type TokenResponse, withIdToken } from '../tokens/grant-tokens.js';
import { OAuthError } from './oauth-error.js';
import { type Parameters, required } from './read-form.js';
import type { Client } from './clients.js';
import { type Scene, scopesAsked } from './pages/scene.js';
import { forgetOldest, revokeGrant, hashSecret, newSecret } from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';

/** The table of the authorization codes, by their hashes. */
const codeTable = '~codes';

const mostCodes = 10_000;

/** Milliseconds. */
const codeLifetime = 600_000;

/** What a user consented to. */
export interface Consent {
  readonly user: string;
  readonly client: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  /** Whether the request named the address, so that the token request has to name it, too. */
  readonly hasRedirectUri: boolean;
  readonly challenge?: { readonly method: 'plain' | 'S256'; readonly value: string } | undefined;
  readonly nonce?: string | undefined;
}

/** Issues an authorization code. */
export function issueCode({ engine }: Pick<Scene, 'engine'>, consent: Consent): string {
  const code = newSecret('code_');
  const { user, client, scopes, redirectUri, hasRedirectUri, challenge, nonce } = consent;
  const now = engine.clock.now();
  engine.change((tables) => {
    tables.put(codeTable, {
      id: hashSecret(code),
      grant: newGrantId(),
      user,
      client,
      scopes: [...scopes],
      redirectUri,
      hasRedirectUri,
      ...(challenge && { challenge: challenge.value, method: challenge.method }),
      ...(nonce === undefined ? {} : { nonce }),
      signedInAt: now,
      expiresAt: now + codeLifetime,
    });
    forgetOldest(tables, codeTable, mostCodes);
  });
  return code;
}

/** Exchanges an authorization code for tokens, once: the second time, the tokens of the first are revoked. */
export async function exchangeCode(scene: Scene, client: Client, form: Parameters): Promise<TokenResponse> {
  const { engine } = scene;
  const id = hashSecret(required(form, 'code'));
  const row = engine.change((tables) => tables.get(codeTable, id));
  if (row === undefined || row['client'] !== client.id)
    throw invalidGrant('The code is unknown, or was issued to another client.');
  const grantId = String(row['grant']);
  if (row['used'] === true) {
    engine.change((tables) => revokeGrant(tables, grantId));
    throw invalidGrant('The code was used before; the tokens that it gave are revoked.');
  }
  if (Number(row['expiresAt']) <= engine.clock.now()) throw invalidGrant('The code has expired.');
  checkRedirect(row, form.get('redirect_uri'));
  checkVerifier(row, form.get('code_verifier'));
  const scopes = scopesIn(row);
  const grant: Grant = {
    id: grantId,
    user: String(row['user']),
    client: client.id,
    scopes,
    isOffline: true,
    nonce: typeof row['nonce'] === 'string' ? row['nonce'] : undefined,
    signedInAt: Number(row['signedInAt']),
  };
  const tokens = engine.change((tables) => {
    tables.put(codeTable, { ...row, used: true });
    return grantTokens(scene, tables, grant);
  });
  return withIdToken(scene, tokens, grant);
}

/** The scopes in a row. */
export function scopesIn({ scopes }: Row): readonly string[] {
  return Array.isArray(scopes) ? scopes.filter((one) => typeof one === 'string') : [];
}

function checkRedirect({ redirectUri, hasRedirectUri }: Row, sent: string | undefined): void {
  if (sent === undefined && hasRedirectUri === true)
    throw new OAuthError(
      'invalid_request',
      'The parameter redirect_uri is missing: the authorization request had one.',
    );
  if (sent !== undefined && sent !== redirectUri)
    throw invalidGrant('The redirect_uri is not that of the authorization request.');
}

function checkVerifier({ challenge, method }: Row, verifier: string | undefined): void {
  if (challenge === undefined) {
    if (verifier !== undefined)
      throw invalidGrant('There is a code_verifier, but the authorization request had no code_challenge.');
    return;
  }
  if (verifier === undefined) throw invalidGrant('The code_verifier is missing.');
  if (!verifierForm.test(verifier)) throw invalidGrant('The code_verifier is not what RFC 7636 allows.');
  const made = method === 'plain' ? verifier : base64url(sha256(new TextEncoder().encode(verifier)));
  if (made !== challenge) throw invalidGrant('The code_verifier is wrong.');
}

/** A verifier or a plain challenge (RFC 7636, section 4). */
export const verifierForm: RegExp = /^[\w.~-]{43,128}$/;

/** The error (400) for a code, a refresh token or an assertion that is not valid. */
export function invalidGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', message);
}

/** The scopes of a refreshed token: all, or fewer. */
export function narrowScopes(
  scene: Scene,
  granted: readonly string[] | undefined,
  asked: string | undefined,
): readonly string[] {
  const all = granted ?? [...scene.plan.scopes.keys()];
  if (asked === undefined) return all;
  const fewer = scopesAsked(scene, asked);
  const more = fewer.find((one) => granted !== undefined && !granted.includes(one));
  if (more !== undefined) throw new OAuthError('invalid_scope', `The scope ${more} was not granted.`);
  return fewer;
}
