import { createHash, randomBytes } from 'node:crypto';
import { InvalidOptionError } from '../client/errors/errors.js';
import { findAddress, requestTokens, runSignIn, type SignInWork } from './authorization-server.js';
import { listenForCallback, showPage } from './loopback-server.js';
import type { SignedIn, SignInAddresses, SignInOptions } from './sign-in-types.js';

/**
 * Signs a user in with a browser on this machine, by the authorization code flow with PKCE (RFC 7636) and a loopback address (RFC 8252):
 * `signInWithBrowser(addresses, { clientId, onUrl: (url) => open(url) })`. Rejects with a `TokenError`, an `InvalidOptionError`, or the
 * reason of `signal`.
 */
export async function signInWithBrowser(addresses: SignInAddresses, options: SignInOptions): Promise<SignedIn> {
  const { clientId, scopes, path = '/', port = 0, timeoutMs = 300_000 } = options;
  if (!/^\/[\w.~/-]*$/.test(path))
    throw new InvalidOptionError('path', 'must start with a slash, and contain only letters, digits and `_.~-/`');
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new InvalidOptionError('port', 'must be a whole number from 0 to 65535');
  return runSignIn('signIn', addresses, { ...options, timeoutMs }, async (work) => {
    // Throws for a missing address before the user is asked to sign in.
    const url = new URL(findAddress(work, 'authorizationUrl'));
    findAddress(work, 'tokenUrl');
    const state = randomBytes(16).toString('base64url');
    const verifier = randomBytes(32).toString('base64url');
    work.redactor.add(verifier);
    const { redirectUri, callback, close } = await listenForCallback(path, port, state);
    try {
      const fields = {
        ...options.parameters,
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        ...(scopes && { scope: scopes.join(' ') }),
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
      // If `onUrl` fails, the sign-in ends. The callback may arrive before it returns.
      const opened = Promise.resolve().then(() => options.onUrl(url.href));
      const { parameters, response } = await work.scope.wait(Promise.race([callback, opened.then(() => callback)]));
      try {
        const signedIn = await exchange(work, parameters, { redirect_uri: redirectUri, code_verifier: verifier });
        await showPage(response, 200, options.message ?? 'You are signed in. You can close this page.');
        return signedIn;
      } catch (error) {
        await showPage(response, 400, 'The sign-in failed. The application shows the reason.');
        throw error;
      }
    } finally {
      close();
    }
  });
}

/** Exchanges the code in the parameters of the callback for tokens. */
async function exchange(work: SignInWork, parameters: URLSearchParams, fields: Readonly<Record<string, string>>) {
  const { invalid, addresses } = work;
  const { issuer } = addresses;
  const { iss = issuer, error, error_description: description, code = '' } = Object.fromEntries(parameters);
  if (issuer !== undefined && iss !== issuer) throw invalid('the response comes from another authorization server');
  if (error !== undefined) {
    const why = description === undefined ? error : `${error}: ${description}`;
    throw invalid(`the service responded with ${why}`, { code: error });
  }
  if (code === '') throw invalid('the response has no code');
  work.redactor.add(code);
  return requestTokens(work, { grant_type: 'authorization_code', code, ...fields });
}
