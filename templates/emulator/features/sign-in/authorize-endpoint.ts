import { type Consent, issueCode, verifierForm } from './authorization-codes.js';
import { isAllowedRedirect, registeredClient, requiredClient } from './clients.js';
import { askConsent, pageFields, readDecision } from './pages/consent-page.js';
import { errorFields, OAuthError, sendSecret } from './oauth-error.js';
import { sendForm, sendMessage } from './pages/pages.js';
import { keepRequest, pushedRequest } from './pushed-requests.js';
import { onceEach, type Parameters, readFields, readForm } from './read-form.js';
import { addressOf, isUser, issuerOf, type Scene, scopesAsked } from './pages/scene.js';

/** Where the user goes back to. */
interface Return {
  readonly client: string;
  readonly redirectUri: string;
  readonly hasRedirectUri: boolean;
  readonly state: string | undefined;
  /** How the browser takes the response there. */
  readonly mode: ResponseMode;
}

/** How a response gets to the client: in its address, or by a form that the browser sends (OAuth 2.0 Form Post Response Mode). */
type ResponseMode = (typeof responseModes)[number];

/** The known response modes. */
export const responseModes = ['query', 'form_post'] as const;

/** The authorization endpoint (RFC 6749, section 3.1): a page, or a redirect. */
export async function serveAuthorize(scene: Scene): Promise<Response> {
  const { request, url } = scene.exchange;
  try {
    const fields = request.method === 'POST' ? await readFields(request) : url.searchParams;
    return authorize(scene, fields);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return sendMessage(error.status, 'This sign-in cannot work', error.message);
  }
}

function authorize(scene: Scene, fields: URLSearchParams): Response {
  const sent = new URLSearchParams([...fields].filter(([name]) => !pageFields.has(name)));
  const own = pushedRequest(scene, sent);
  const back = returnOf(scene, own);
  const { redirectUri } = back;
  try {
    const parameters = onceEach(own);
    const asked = readRequest(scene, parameters, back);
    const decision = scene.exchange.request.method === 'POST' ? readChoice(fields, asked.scopes) : undefined;
    if (decision instanceof OAuthError) return ask(scene, parameters, { asked, problem: decision.message });
    if (decision?.isAllowed === false) throw new OAuthError('access_denied', 'The user denied access.');
    const user = decision?.user ?? userWithoutPage(scene, parameters);
    if (user === undefined) return ask(scene, parameters, { asked });
    return sendBack(scene, back, { code: issueCode(scene, { ...asked, ...decision, user }) });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return sendBack(scene, { ...back, redirectUri }, errorFields(error));
  }
}

/** Takes an authorization request before the browser makes it (RFC 9126). */
export async function servePushed(scene: Scene): Promise<Response> {
  const form = await readForm(scene.exchange.request);
  const client = await requiredClient(scene, form);
  if (form.has('request_uri')) throw new OAuthError('invalid_request', 'A pushed request has no request_uri.');
  const request = new Map([...form, ['client_id', client.id]]);
  readRequest(scene, request, returnOf(scene, new URLSearchParams([...request])));
  return sendSecret(201, keepRequest(scene, client.id, request));
}

/** A choice that makes no sense is an error that the page shows. */
function readChoice(fields: URLSearchParams, scopes: readonly string[]): ReturnType<typeof readDecision> | OAuthError {
  try {
    return readDecision(fields, scopes);
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

/** The client and the address. While they are not known, errors are shown and never sent anywhere. */
function returnOf({ options }: Scene, fields: URLSearchParams): Return {
  for (const name of ['client_id', 'redirect_uri'])
    if (fields.getAll(name).length > 1) throw new OAuthError('invalid_request', `The parameter ${name} comes twice.`);
  const client = fields.get('client_id') ?? '';
  if (client === '') throw new OAuthError('invalid_request', 'The parameter client_id is missing.');
  const registered = registeredClient(options, client);
  if (options.clients !== undefined && registered === undefined)
    throw new OAuthError('invalid_client', 'There is no client with this client_id.');
  const [only, ...more] = registered?.redirectUris ?? [];
  const sent = fields.get('redirect_uri') || undefined;
  const redirectUri = sent ?? (more.length === 0 ? only : undefined);
  if (redirectUri === undefined) throw new OAuthError('invalid_request', 'The parameter redirect_uri is missing.');
  if (!isAllowedRedirect(options, client, redirectUri))
    throw new OAuthError(
      'invalid_request',
      'The redirect_uri is not allowed. Addresses on this machine are (http://127.0.0.1 and any port), and those that the emulator was told of: signIn.redirectUris.',
    );
  const states = fields.getAll('state');
  const state = states.length === 1 ? states[0] : undefined;
  const isForm = fields.get('response_mode') === 'form_post' && /^https?:/i.test(redirectUri);
  return { client, redirectUri, hasRedirectUri: sent !== undefined, state, mode: isForm ? 'form_post' : 'query' };
}

/** What the client asks for, without the user. */
type Asked = Omit<Consent, 'user'>;

function readRequest(scene: Scene, parameters: Parameters, back: Return): Asked {
  const { client, redirectUri, hasRedirectUri, mode } = back;
  const type = parameters.get('response_type');
  if (type === undefined) throw new OAuthError('invalid_request', 'The parameter response_type is missing.');
  if (type !== 'code') throw new OAuthError('unsupported_response_type', 'The response_type has to be code.');
  if ((parameters.get('response_mode') ?? 'query') !== mode)
    throw new OAuthError('invalid_request', 'The response_mode has to be query, or form_post to an address of HTTP.');
  if (!/^\d{1,15}$/.test(parameters.get('max_age') ?? '0'))
    throw new OAuthError('invalid_request', 'The max_age has to be a number of seconds.');
  for (const name of ['request', 'request_uri'])
    if (parameters.has(name)) throw new OAuthError(`${name}_not_supported`, `The parameter ${name} is not supported.`);
  const scopes = scopesAsked(scene, parameters.get('scope'));
  const challenge = readChallenge(parameters);
  return { client, redirectUri, hasRedirectUri, scopes, challenge, nonce: parameters.get('nonce') };
}

function readChallenge(parameters: Parameters): Consent['challenge'] {
  const value = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (value === undefined) {
    if (method !== undefined) throw new OAuthError('invalid_request', 'The parameter code_challenge is missing.');
    return undefined;
  }
  if (method !== undefined && method !== 'plain' && method !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge_method has to be S256 or plain.');
  if (!verifierForm.test(value))
    throw new OAuthError('invalid_request', 'The code_challenge is not what RFC 7636 allows.');
  return { method: method ?? 'plain', value };
}

/** The user who signs in without a page: `prompt=none` with `login_hint`, or the one of the options. */
function userWithoutPage({ options }: Scene, parameters: Parameters): string | undefined {
  const prompts = (parameters.get('prompt') ?? '').split(' ').filter((one) => one !== '');
  const hint = parameters.get('login_hint');
  if (hint !== undefined && !isUser(hint)) throw new OAuthError('invalid_request', 'The login_hint names no user.');
  if (prompts.includes('none') && prompts.length > 1)
    throw new OAuthError('invalid_request', 'The prompt none cannot be combined with others.');
  if (options.user !== undefined) return hint ?? options.user;
  if (!prompts.includes('none')) return undefined;
  if (hint !== undefined) return hint;
  throw new OAuthError('login_required', 'Without a page, login_hint has to name the user.');
}

function ask(
  scene: Scene,
  parameters: Parameters,
  { asked, problem }: { readonly asked: Asked; readonly problem?: string },
): Response {
  return askConsent(scene, {
    action: addressOf(scene, 'authorize'),
    client: asked.client,
    scopes: asked.scopes,
    fields: parameters,
    hint: parameters.get('login_hint'),
    target: asked.redirectUri,
    problem,
  });
}

/** Sends the browser back to the client, with the issuer (RFC 9207). */
function sendBack(
  scene: Scene,
  { redirectUri, state, mode }: Return,
  fields: Readonly<Record<string, string>>,
): Response {
  const { href } = new URL(redirectUri);
  const all = { ...fields, ...(state !== undefined && { state }), iss: issuerOf(scene) };
  if (mode === 'form_post') return sendForm(href, all);
  const query = new URLSearchParams(all);
  const status = scene.exchange.request.method === 'POST' ? 303 : 302;
  return new Response(null, {
    status,
    headers: {
      location: `${href}${href.includes('?') ? '&' : '?'}${query}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}
