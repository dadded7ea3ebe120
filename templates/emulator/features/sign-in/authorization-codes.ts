import { base64url } from '@speccast/runtime/requests';
import { revokeGrant } from '../../receive/stored-tokens.js';
import type { Row } from '../../store/table.js';
import { sha256 } from '../../values/sha256.js';
import type { Client } from './clients.js';
import { grantTokens, type TokenResponse } from './grant-tokens.js';
import { findSecret, isExpired, readScopes } from './keep-secret.js';
import { invalidGrant, invalidRequest } from './oauth-error.js';
import { type Parameters, requireParameter } from './read-form.js';
import type { Scene } from './scene.js';

/** The table of the authorization codes, by their hashes. */
export const codeTable = '~codes';

/** Exchanges an authorization code for tokens, once: the second time, revokes the tokens of the first. */
export async function exchangeCode(scene: Scene, client: Client, form: Parameters): Promise<TokenResponse> {
  const row = findSecret(scene, codeTable, requireParameter(form, 'code'));
  if (row === undefined || row['client'] !== client.id)
    throw invalidGrant('The code is unknown, or was issued to another client.');
  const { redirectUri, hasRedirectUri, nonce, user, signedInAt } = row;
  const id = String(row['grant']);
  if (row['used'] === true) {
    scene.engine.change((tables) => revokeGrant(tables, id));
    throw invalidGrant('The code was used before; the tokens that it gave are revoked.');
  }
  if (isExpired(scene, row)) throw invalidGrant('The code has expired.');
  const sent = form.get('redirect_uri');
  if (sent === undefined && hasRedirectUri === true)
    throw invalidRequest('The parameter redirect_uri is missing: the authorization request had one.');
  if (sent !== undefined && sent !== redirectUri)
    throw invalidGrant('The redirect_uri is not that of the authorization request.');
  checkVerifier(row, form.get('code_verifier'));
  const grant = {
    id,
    user: String(user),
    client: client.id,
    scopes: readScopes(row),
    isOffline: true,
    nonce: typeof nonce === 'string' ? nonce : undefined,
    signedInAt: Number(signedInAt),
  };
  return grantTokens(scene, grant, (tables) => tables.put(codeTable, { ...row, used: true }));
}

/** Checks the proof that the client of the token request made the authorization request (RFC 7636). */
function checkVerifier({ challenge, method }: Row, verifier: string | undefined): void {
  if (challenge === undefined) {
    if (verifier === undefined) return;
    throw invalidGrant('There is a code_verifier, but the authorization request had no code_challenge.');
  }
  if (verifier === undefined) throw invalidGrant('The code_verifier is missing.');
  if (!verifierForm.test(verifier)) throw invalidGrant('The code_verifier is not what RFC 7636 allows.');
  const made = method === 'plain' ? verifier : base64url(sha256(new TextEncoder().encode(verifier)));
  if (made !== challenge) throw invalidGrant('The code_verifier is wrong.');
}

/** The form of a verifier or of a plain challenge (RFC 7636, section 4). */
export const verifierForm: RegExp = /^[\w.~-]{43,128}$/;
