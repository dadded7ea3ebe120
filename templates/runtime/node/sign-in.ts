import { createHash, randomBytes } from 'node:crypto';
import { InvalidOptionError } from '../client/errors/errors.js';
import { addressIn, postAs, readSignedIn, runSignIn, type SignInWork } from './authorization-server.js';
import { awaitCallback, type Callback, listenForCallback } from './loopback-server.js';
import type { SignedIn, SignInAddresses, SignInOptions } from './sign-in-types.js';

const usualTimeoutMs = 300_000;
const usualMessage = 'You are signed in. You can close this page.';

/**
 * Signs a user in with a browser on this machine: the authorization code flow with PKCE (RFC 7636) over a loopback address
 * (RFC 8252). It opens no browser; `onUrl` gets the address. Rejects with a `TokenError`, or with the reason of `signal`.
 */
export async function signInWithBrowser(addresses: SignInAddresses, options: SignInOptions): Promise<SignedIn> {
  const { path = '/', port = 0 } = options;
  if (!/^\/[\w.~/-]*$/.test(path)) throw new InvalidOptionError('path', 'must begin with a slash and need no escapes');
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) throw new InvalidOptionError('port', 'must be a port');
  const work = (started: SignInWork): Promise<SignedIn> => signIn(started, options, { path, port });
  return runSignIn(addresses, options, { name: 'signIn', timeoutMs: usualTimeoutMs, work });
}

async function signIn(
  work: SignInWork,
  { onUrl, message = usualMessage }: SignInOptions,
  at: { readonly path: string; readonly port: number },
): Promise<SignedIn> {
  // What is missing is told before anybody is asked to sign in.
  addressIn(work, 'authorizationUrl');
  addressIn(work, 'tokenUrl');
  const state = randomBytes(16).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  work.redactor.add(verifier);
  const server = await listenForCallback(at, state);
  try {
    const url = authorizationUrl(work, { state, verifier, redirectUri: server.redirectUri });
    const shown = Promise.resolve().then(() => onUrl(url));
    const callback = await work.scope.wait(awaitCallback(server, shown));
    return await finish(work, callback, { verifier, redirectUri: server.redirectUri, message });
  } finally {
    server.close();
  }
}

interface Attempt {
  readonly verifier: string;
  readonly redirectUri: string;
}

function authorizationUrl(work: SignInWork, { state, verifier, redirectUri }: Attempt & { state: string }): string {
  const { clientId, scopes, parameters } = work.options;
  const url = new URL(addressIn(work, 'authorizationUrl'));
  const fields = {
    ...parameters,
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes !== undefined && { scope: scopes.join(' ') }),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges the code, and shows the user how it ended. */
async function finish(
  work: SignInWork,
  { parameters, show }: Callback,
  { verifier, redirectUri, message }: Attempt & { readonly message: string },
): Promise<SignedIn> {
  try {
    const signedIn = await exchange(work, parameters, { verifier, redirectUri });
    await show(200, message);
    return signedIn;
  } catch (error) {
    await show(400, 'The sign-in failed. The application says why.');
    throw error;
  }
}

async function exchange(
  work: SignInWork,
  parameters: URLSearchParams,
  { verifier, redirectUri }: Attempt,
): Promise<SignedIn> {
  const { invalid, addresses } = work;
  const issuer = parameters.get('iss');
  if (issuer !== null && addresses.issuer !== undefined && issuer !== addresses.issuer)
    throw invalid('the response comes from another authorization server');
  const code = parameters.get('error') ?? undefined;
  if (code !== undefined) {
    const description = parameters.get('error_description');
    throw invalid(`the service responded with ${code}${description === null ? '' : `: ${description}`}`, { code });
  }
  const given = parameters.get('code') ?? '';
  if (given === '') throw invalid('the response has no code');
  work.redactor.add(given);
  const startedAt = Date.now();
  const fields = { grant_type: 'authorization_code', code: given, redirect_uri: redirectUri, code_verifier: verifier };
  return readSignedIn(work, await postAs(work, addressIn(work, 'tokenUrl'), fields), startedAt);
}
