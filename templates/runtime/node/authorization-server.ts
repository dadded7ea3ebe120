import { checkSecret } from '../client/auth/credentials.js';
import {
  checkUrl,
  parseObject,
  postForm,
  readTokenResponse,
  receive,
  type SendOptions,
  tokenErrors,
  type TokenResponse,
} from '../client/auth/token-response.js';
import { globalFetch } from '../client/transport/send-request.js';
import { InvalidOptionError, TokenError } from '../client/errors/errors.js';
import { readOwn } from '../client/params/values.js';
import { createRedactor } from '../client/features/redact.js';
import { follow, openScope } from '../client/options/scope.js';
import type { CommonSignInOptions, SignedIn, SignInAddresses } from './sign-in-types.js';
import type { Redactor } from '../client/options/hooks.js';

/** The addresses of a sign-in, and the issuer where the configuration was fetched. */
type KnownAddresses = SignInAddresses & { readonly issuer?: string | undefined };

/** A sign-in in progress. */
export interface SignInWork extends SendOptions {
  readonly options: CommonSignInOptions;
  readonly addresses: KnownAddresses;
  readonly redactor: Redactor;
}

/** Runs a sign-in until its time limit, or until the caller aborts it. `name` is that of the function, for errors. */
export async function runSignIn(
  name: string,
  declared: SignInAddresses,
  options: CommonSignInOptions,
  run: (work: SignInWork) => Promise<SignedIn>,
): Promise<SignedIn> {
  const { clientId, clientSecret, signal, timeoutMs } = options;
  checkSecret('clientId', clientId);
  const redactor = createRedactor(['code', 'client_secret', 'access_token', 'refresh_token']);
  if (clientSecret !== undefined) redactor.add(clientSecret);
  const invalid = tokenErrors(redactor, name, 'Not signed in');
  const scope = openScope(signal && follow(signal, (reason) => reason));
  scope.limit(timeoutMs, () => invalid(`the user has not decided within ${timeoutMs} ms`));
  try {
    scope.check();
    const { fetch = globalFetch } = options;
    const started: SignInWork = { fetch, scope, invalid, options, addresses: declared, redactor };
    const addresses = await scope.wait(findAddresses(started));
    return await scope.wait(run({ ...started, addresses }));
  } finally {
    scope.close();
  }
}

/** Finds the addresses: of the options, else of the spec, else of the configuration of OpenID Connect. */
async function findAddresses(work: SignInWork): Promise<KnownAddresses> {
  const { options, addresses, fetch, scope } = work;
  const {
    authorizationUrl = addresses.authorizationUrl,
    tokenUrl = addresses.tokenUrl,
    deviceAuthorizationUrl = addresses.deviceAuthorizationUrl,
    openIdConnectUrl = addresses.openIdConnectUrl,
  } = options;
  const known = { authorizationUrl, tokenUrl, deviceAuthorizationUrl };
  if (openIdConnectUrl === undefined || (authorizationUrl !== undefined && tokenUrl !== undefined)) return known;
  const url = checkUrl(openIdConnectUrl, 'openIdConnectUrl');
  const { signal } = scope;
  const request = new Request(url, { redirect: 'manual', headers: { accept: 'application/json' }, signal });
  const { status, text } = await hideSecrets(work, async () => receive(await fetch(request, { signal }), work));
  const body = parseObject(status === 200 ? text : '');
  return {
    authorizationUrl: authorizationUrl ?? readAddress(body, 'authorization_endpoint'),
    tokenUrl: tokenUrl ?? readAddress(body, 'token_endpoint'),
    deviceAuthorizationUrl: deviceAuthorizationUrl ?? readAddress(body, 'device_authorization_endpoint'),
    issuer: readText(body, 'issuer'),
  };
}

/** Reads a member that is a string with characters. */
export function readText(body: object, name: string): string | undefined {
  const value = readOwn(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads a member that is an http or https address. */
export function readAddress(body: object, name: string): string | undefined {
  const text = readText(body, name) ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Finds an address of a sign-in. Throws where neither options nor spec nor service name it. */
export function findAddress({ addresses }: SignInWork, name: keyof SignInAddresses): string {
  const address = addresses[name];
  if (address === undefined)
    throw new InvalidOptionError(name, 'must be given: neither the spec nor the service names it');
  return checkUrl(address, name);
}

/** Posts a form with the credentials of the client. Throws where the address is not known. */
export function postAs(
  work: SignInWork,
  name: keyof SignInAddresses,
  fields: Readonly<Record<string, string>>,
): Promise<TokenResponse> {
  const { clientId, clientSecret } = work.options;
  const form = new URLSearchParams({ ...fields, client_id: clientId });
  if (clientSecret !== undefined) form.set('client_secret', clientSecret);
  return hideSecrets(work, () => postForm(findAddress(work, name), form, work));
}

/** Sends a request. An error of the network becomes one without secrets. */
async function hideSecrets<Result>(
  { scope, invalid, redactor }: SignInWork,
  send: () => Promise<Result>,
): Promise<Result> {
  try {
    return await scope.wait(send());
  } catch (error) {
    if (scope.signal.aborted) throw scope.signal.reason;
    if (error instanceof TokenError || error instanceof InvalidOptionError) throw error;
    throw invalid('the network failed', { cause: redactor.error(error) });
  }
}

/** Requests tokens, for `oauthRefresh`. Throws where there is no refresh token. */
export async function requestTokens(work: SignInWork, fields: Readonly<Record<string, string>>): Promise<SignedIn> {
  const { options, invalid } = work;
  const startedAt = Date.now();
  const response = await postAs(work, 'tokenUrl', fields);
  const { accessToken, expiresIn, refreshToken, scope } = readTokenResponse(response, invalid);
  if (refreshToken === undefined)
    throw invalid(
      'the service gave no refresh token; some give one for the scope `offline_access`, others for parameters such as {access_type: "offline", prompt: "consent"}',
    );
  const { clientId, clientSecret } = options;
  const idToken = readText(parseObject(response.text), 'id_token');
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    tokenUrl: findAddress(work, 'tokenUrl'),
    refreshToken,
    accessToken,
    ...(expiresIn !== undefined && { expiresAt: startedAt + expiresIn * 1000 }),
    ...(scope && { scope }),
    ...(idToken && { idToken }),
  };
}
