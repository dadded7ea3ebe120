import { checkSecret } from '../client/auth/credentials.js';
import {
  askServer,
  checkUrl,
  parseObject,
  readText,
  readTokenResponse,
  type SendOptions,
  tokenErrors,
  type TokenResponse,
} from '../client/auth/token-response.js';
import { InvalidOptionError } from '../client/errors/errors.js';
import { createRedactor } from '../client/features/redact.js';
import { follow, openScope } from '../client/options/scope.js';
import { globalFetch } from '../client/transport/send-request.js';
import type { CommonSignInOptions, SignedIn, SignInAddresses } from './sign-in-types.js';

/** The addresses of a sign-in, and the issuer if its configuration was fetched. */
type KnownAddresses = SignInAddresses & { readonly issuer?: string | undefined };

/** A sign-in in progress. */
export interface SignInWork extends SendOptions {
  readonly options: CommonSignInOptions;
  readonly addresses: KnownAddresses;
}

/** Runs a sign-in, until its time limit or until the caller aborts it. `name` is the name of the function in errors. */
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
  const scope = openScope(signal && follow(signal));
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

/** Finds the addresses of a sign-in: in the options, or else in the spec, or else in the OpenID Connect configuration. */
async function findAddresses(work: SignInWork) {
  const { options, addresses } = work;
  const {
    authorizationUrl = addresses.authorizationUrl,
    tokenUrl = addresses.tokenUrl,
    deviceAuthorizationUrl = addresses.deviceAuthorizationUrl,
    openIdConnectUrl = addresses.openIdConnectUrl,
  } = options;
  const known = { authorizationUrl, tokenUrl, deviceAuthorizationUrl };
  if (openIdConnectUrl === undefined || (authorizationUrl !== undefined && tokenUrl !== undefined)) return known;
  const url = checkUrl(openIdConnectUrl, 'openIdConnectUrl');
  const { status, text } = await askServer(url, work);
  const body = parseObject(status === 200 ? text : '');
  return {
    authorizationUrl: authorizationUrl ?? readAddress(body, 'authorization_endpoint'),
    tokenUrl: tokenUrl ?? readAddress(body, 'token_endpoint'),
    deviceAuthorizationUrl: deviceAuthorizationUrl ?? readAddress(body, 'device_authorization_endpoint'),
    issuer: readText(body, 'issuer'),
  };
}

/** Returns a member that is an http or https URL; `undefined` for other values. */
export function readAddress(body: object, name: string): string | undefined {
  const text = readText(body, name) ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Returns an address of a sign-in; throws `InvalidOptionError` if it is unknown. */
export function findAddress({ addresses }: SignInWork, name: keyof SignInAddresses): string {
  const address = addresses[name];
  if (address === undefined)
    throw new InvalidOptionError(name, 'is required: neither the spec nor the service states it');
  return checkUrl(address, name);
}

/** Posts a form with the credentials of the client; throws `InvalidOptionError` if the address is unknown. */
export function postAs(
  work: SignInWork,
  name: keyof SignInAddresses,
  fields: Readonly<Record<string, string>>,
): Promise<TokenResponse> {
  const { clientId, clientSecret } = work.options;
  const form = new URLSearchParams({ ...fields, client_id: clientId });
  if (clientSecret !== undefined) form.set('client_secret', clientSecret);
  return askServer(findAddress(work, name), work, form);
}

/** Requests tokens, as options for `oauthRefresh`; throws a `TokenError` if the response has no refresh token. */
export async function requestTokens(work: SignInWork, fields: Readonly<Record<string, string>>): Promise<SignedIn> {
  const startedAt = Date.now();
  const response = await postAs(work, 'tokenUrl', fields);
  const { accessToken, expiresAt, refreshToken, scope } = readTokenResponse(response, work.invalid, startedAt);
  if (refreshToken === undefined)
    throw work.invalid(
      'the service issued no refresh token; some issue one for the scope `offline_access`, others for parameters such as {access_type: "offline", prompt: "consent"}',
    );
  const { clientId, clientSecret } = work.options;
  const idToken = readText(parseObject(response.text), 'id_token');
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    tokenUrl: findAddress(work, 'tokenUrl'),
    refreshToken,
    accessToken,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(scope && { scope }),
    ...(idToken && { idToken }),
  };
}
