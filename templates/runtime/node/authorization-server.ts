import { checkSecret } from '../client/auth/credentials.js';
import {
  checkUrl,
  parseObject,
  postForm,
  readTokenResponse,
  receive,
  tokenErrors,
  type SendOptions,
  type TokenResponse,
  type ToError,
} from '../client/auth/token-response.js';
import { InvalidOptionError, TokenError } from '../client/errors/errors.js';
import { readOwn } from '../client/params/values.js';
import { createRedactor } from '../client/features/redact.js';
import { follow, openScope, type Scope } from '../client/options/scope.js';
import type { CommonSignInOptions, SignedIn, SignInAddresses } from './sign-in-types.js';
import type { Fetch, Redactor } from '../client/options/hooks.js';

/** A sign-in in progress. */
export interface SignInWork extends SendOptions {
  readonly options: CommonSignInOptions;
  readonly addresses: SignInAddresses & {
    /** The issuer, where the configuration was fetched. */
    readonly issuer?: string | undefined;
  };
  readonly redactor: Redactor;
}

/** Runs a sign-in with a time limit, and until the caller aborts it. */
export async function runSignIn(
  stated: SignInAddresses,
  options: CommonSignInOptions,
  { name, timeoutMs, work }: SignInJob,
): Promise<SignedIn> {
  checkSecret('clientId', options.clientId);
  const redactor = createRedactor(['code', 'client_secret', 'access_token', 'refresh_token']);
  if (options.clientSecret !== undefined) redactor.add(options.clientSecret);
  const invalid = tokenErrors(redactor, name, 'Not signed in');
  const scope = openScope(options.signal && follow(options.signal, (reason) => reason));
  const limit = options.timeoutMs ?? timeoutMs;
  scope.limit(limit, () => invalid(`the user has not decided within ${limit} ms`));
  try {
    scope.check();
    const fetch: Fetch = options.fetch ?? ((request, init) => globalThis.fetch(request, init));
    const sending = { fetch, scope, invalid };
    const addresses = await scope.wait(findAddresses({ ...stated, ...defined(options) }, sending, redactor));
    return await scope.wait(work({ ...sending, options, addresses, redactor }));
  } finally {
    scope.close();
  }
}

interface SignInJob {
  /** Name of the function, for errors. */
  readonly name: string;
  readonly timeoutMs: number;
  readonly work: (work: SignInWork) => Promise<SignedIn>;
}

const addressNames = ['authorizationUrl', 'tokenUrl', 'deviceAuthorizationUrl', 'openIdConnectUrl'] as const;

/** The addresses that are given; one that is undefined counts as absent. */
function defined(options: SignInAddresses): SignInAddresses {
  return Object.fromEntries(
    addressNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}

/** The addresses, as far as they are known; what is missing comes from the configuration of OpenID Connect. */
async function findAddresses(
  known: SignInAddresses,
  sending: SendOptions,
  redactor: Redactor,
): Promise<SignInWork['addresses']> {
  const { openIdConnectUrl } = known;
  if (openIdConnectUrl === undefined || (known.authorizationUrl !== undefined && known.tokenUrl !== undefined))
    return known;
  const url = checkUrl(openIdConnectUrl, 'openIdConnectUrl');
  const init = { redirect: 'manual', headers: { accept: 'application/json' }, signal: sending.scope.signal } as const;
  const { status, text } = await reported(sending, redactor, async () =>
    receive(await sending.fetch(new Request(url, init), { signal: sending.scope.signal }), sending),
  );
  const body = parseObject(text);
  const word = (name: string): string | undefined => {
    const value = readOwn(body, name);
    return status === 200 && typeof value === 'string' && isAddress(value) ? value : undefined;
  };
  return {
    authorizationUrl: word('authorization_endpoint'),
    tokenUrl: word('token_endpoint'),
    deviceAuthorizationUrl: word('device_authorization_endpoint'),
    issuer: word('issuer'),
    ...known,
  };
}

/** Whether a string is an http or https address. */
export function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** An address that has to be known. Throws where neither options nor spec have it. */
export function addressIn({ addresses }: SignInWork, name: (typeof addressNames)[number]): string {
  const address = addresses[name];
  if (address === undefined)
    throw new InvalidOptionError(name, 'must be given: neither the spec nor the service names it');
  return checkUrl(address, name);
}

/** Posts a form with the client's credentials. */
export function postAs(
  work: SignInWork,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<TokenResponse> {
  const { clientId, clientSecret } = work.options;
  const form = new URLSearchParams({ ...fields, client_id: clientId });
  if (clientSecret !== undefined) form.set('client_secret', clientSecret);
  return reported(work, work.redactor, () => postForm(url, form, work));
}

/** Makes an error of a network that fails one without secrets. */
async function reported<Result>(
  { scope, invalid }: { readonly scope: Scope; readonly invalid: ToError },
  redactor: Redactor,
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

/** The tokens of a response, for `oauthRefresh`. Throws where there is no refresh token. */
export function readSignedIn(work: SignInWork, response: TokenResponse, startedAt: number): SignedIn {
  const { options, invalid } = work;
  const { accessToken, expiresIn, refreshToken, scope } = readTokenResponse(response, invalid);
  if (refreshToken === undefined)
    throw invalid(
      'the service gave no refresh token; some give one for the scope `offline_access`, others for parameters such as {access_type: "offline", prompt: "consent"}',
    );
  const idToken: unknown = readOwn(parseObject(response.text), 'id_token');
  return {
    clientId: options.clientId,
    ...(options.clientSecret !== undefined && { clientSecret: options.clientSecret }),
    tokenUrl: addressIn(work, 'tokenUrl'),
    refreshToken,
    accessToken,
    ...(expiresIn !== undefined && { expiresAt: startedAt + expiresIn * 1000 }),
    ...(scope !== undefined && { scope }),
    ...(typeof idToken === 'string' && { idToken }),
  };
}
