import type { Json } from '@speccast/runtime';
import { newSecret, hashSecret } from '../../receive/stored-tokens.js';
import { defined } from '../../values/defined.js';
import { findClient, isAllowedRedirect, requireClient } from './clients.js';
import { askConsent, pageFields, readDecision, sendForm, markup, sendMessage, sendPage } from './pages.js';
import { verifierForm } from './token-endpoint.js';
import {
  errorFields,
  invalidRequest,
  OAuthError,
  type Parameters,
  requireParameter,
  sendSecret,
  sentTwice,
  toParameters,
  isExpired,
  isUserName,
  keepSecret,
  parseScopes,
  type Scene,
  findSecret,
  secretKinds,
  readScopes,
} from './scene.js';

/** The client that the user returns to, and the way back. */
interface Return {
  readonly client: string;
  readonly redirectUri: string;
  /** True if the request had a `redirect_uri`: then the token request must repeat it. */
  readonly hasRedirectUri: boolean;
  readonly state: string | undefined;
  /** Transport of the response: in the query of the URL, or by a form that the browser sends (OAuth 2.0 Form Post Response Mode). */
  readonly mode: (typeof responseModes)[number];
}

/** The known response modes. */
export const responseModes = ['query', 'form_post'] as const;

/** Serves the authorization endpoint (RFC 6749, section 3.1): by a page, or by a redirect to the client. */
export function serveAuthorize(scene: Scene, fields: URLSearchParams): Response {
  const own = takePushed(scene, new URLSearchParams([...fields].filter(([name]) => !pageFields.has(name))));
  // Until the client and its address are known, an error is shown as a page, and not sent to that address.
  const back = readReturn(scene, own);
  try {
    const parameters = toParameters(own);
    const asked = readRequest(scene, parameters, back);
    const ask = (problem?: string) =>
      askConsent(scene, {
        action: scene.locate('authorize'),
        client: back.client,
        scopes: asked.scopes,
        fields: Object.entries(parameters),
        hint: parameters['login_hint'],
        target: back.redirectUri,
        problem,
      });
    const decision = readDecision(scene, fields, asked.scopes);
    if (decision && 'problem' in decision) return ask(decision.problem);
    if (decision?.isAllowed === false) throw new OAuthError('access_denied', 'The user denied access.');
    const user = decision?.user ?? findUser(scene, parameters);
    if (user === undefined) return ask();
    const scopes = decision?.scopes ?? asked.scopes;
    const consent = { grant: newSecret('g_'), ...asked, scopes, user, signedInAt: scene.now };
    return sendBack(scene, back, { code: keepSecret(scene, 'code', consent) });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return sendBack(scene, back, errorFields(error));
  }
}

const requestPrefix = 'urn:ietf:params:oauth:request_uri:';

/** Parameters with credentials of the client. They are not kept with its request. */
const proofs: ReadonlySet<string> = new Set(['client_secret', 'client_assertion', 'client_assertion_type']);

/** Stores an authorization request that a client sends before the browser does (RFC 9126). Responds with its `request_uri`. */
export async function servePushed(scene: Scene, form: Parameters): Promise<Response> {
  const { id } = await requireClient(scene, form);
  if (form['request_uri'] !== undefined) throw invalidRequest('A pushed request has no request_uri.');
  const request = { ...form, client_id: id };
  readRequest(scene, request, readReturn(scene, new URLSearchParams(request)));
  const fields = Object.entries(request).filter(([name]) => !proofs.has(name));
  const name = keepSecret(scene, 'pushed', { client: id, fields });
  return sendSecret({ request_uri: requestPrefix + name, expires_in: secretKinds.pushed.seconds }, 201);
}

/**
 * Returns the pushed request that a request names, once, or the request itself if it names none. Rejects (400) names that are unknown,
 * expired, used, or of another client.
 */
function takePushed(scene: Scene, fields: URLSearchParams): URLSearchParams {
  const name = fields.get('request_uri') ?? '';
  if (!name.startsWith(requestPrefix)) return fields;
  const row = findSecret(scene, 'pushed', name.slice(requestPrefix.length), fields.get('client_id') ?? '');
  if (row) scene.change((tables) => tables.remove(secretKinds.pushed.table, String(row['id'])));
  if (!row || isExpired(scene, row))
    throw new OAuthError(
      'invalid_request_uri',
      'The request_uri is unknown, has expired, was used already, or belongs to another client.',
    );
  const pairs = Array.isArray(row['fields']) ? row['fields'] : [];
  return new URLSearchParams(pairs.map((pair: Json) => (Array.isArray(pair) ? pair.map(String) : [])));
}

/** Reads the client and its address. */
function readReturn({ options }: Scene, fields: URLSearchParams): Return {
  for (const name of ['client_id', 'redirect_uri']) if (fields.getAll(name).length > 1) throw sentTwice(name);
  const client = fields.get('client_id');
  if (!client) throw invalidRequest('The parameter client_id is missing.');
  const registered = findClient(options, client);
  if (options.clients && !registered) throw new OAuthError('invalid_client', 'There is no client with this client_id.');
  const [only, ...more] = registered?.redirectUris ?? [];
  const sent = fields.get('redirect_uri');
  const redirectUri = sent || (more.length === 0 && only);
  if (!redirectUri) throw invalidRequest('The parameter redirect_uri is missing.');
  if (!isAllowedRedirect(options, client, redirectUri))
    throw invalidRequest(
      'The redirect_uri is not allowed. Addresses on this machine are (http://127.0.0.1 and any port), and those in the option signIn.redirectUris.',
    );
  const [state, ...others] = fields.getAll('state');
  const isForm = fields.get('response_mode') === 'form_post' && /^https?:/i.test(redirectUri);
  return {
    client,
    redirectUri,
    hasRedirectUri: Boolean(sent),
    state: others.length === 0 ? state : undefined,
    mode: isForm ? 'form_post' : 'query',
  };
}

/** Reads the members of a consent that the client asks for. */
function readRequest(scene: Scene, parameters: Parameters, { client, redirectUri, hasRedirectUri, mode }: Return) {
  if (requireParameter(parameters, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'The response_type has to be code.');
  const { response_mode: responseMode = 'query', max_age: age = '0', scope, nonce } = parameters;
  const { code_challenge: challenge, code_challenge_method: method = 'plain' } = parameters;
  if (responseMode !== mode)
    throw invalidRequest('The response_mode has to be query, or form_post to an http: or https: URL.');
  if (!/^\d{1,15}$/.test(age)) throw invalidRequest('The max_age has to be a number of seconds.');
  for (const name of ['request', 'request_uri'])
    if (parameters[name] !== undefined)
      throw new OAuthError(`${name}_not_supported`, `The parameter ${name} is not supported.`);
  const scopes = parseScopes(scene, scope);
  if (challenge === undefined && parameters['code_challenge_method'] !== undefined)
    throw invalidRequest('The parameter code_challenge is missing.');
  if (method !== 'plain' && method !== 'S256')
    throw invalidRequest('The code_challenge_method has to be S256 or plain.');
  if (challenge !== undefined && !verifierForm.test(challenge))
    throw invalidRequest('The code_challenge does not have the format of RFC 7636.');
  return defined({ client, scopes, redirectUri, hasRedirectUri, challenge, method: challenge && method, nonce });
}

/** Finds the user who signs in without a page: by `prompt=none` with `login_hint`, or the one of the options. */
function findUser({ options }: Scene, parameters: Parameters): string | undefined {
  const { prompt = '', login_hint: hint } = parameters;
  const prompts = prompt.split(' ').filter((one) => one !== '');
  if (hint !== undefined && !isUserName(hint)) throw invalidRequest('The login_hint names no user.');
  if (prompts.includes('none') && prompts.length > 1)
    throw invalidRequest('The prompt none cannot be combined with others.');
  if (options.user !== undefined) return hint ?? options.user;
  if (!prompts.includes('none')) return undefined;
  if (hint === undefined) throw new OAuthError('login_required', 'Without a page, login_hint has to name the user.');
  return hint;
}

/** Sends the browser back to the client, with the issuer (RFC 9207). */
function sendBack(
  scene: Scene,
  { redirectUri, state, mode }: Return,
  fields: Readonly<Record<string, string>>,
): Response {
  const { href } = new URL(redirectUri);
  const all = { ...fields, ...defined({ state }), iss: scene.issuer };
  if (mode === 'form_post') return sendForm(href, all);
  return new Response(null, {
    status: scene.received.request.method === 'POST' ? 303 : 302,
    headers: {
      location: `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams(all)}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}

/** Consonants: they cannot be mistaken for digits, and make no words. */
const codeLetters = 'BCDFGHJKLMNPQRSTVWXZ';

/** Starts the sign-in of a device (RFC 8628, section 3.1). */
export async function startDevice(scene: Scene, form: Parameters): Promise<object> {
  const client = await requireClient(scene, form);
  const numbers = crypto.getRandomValues(new Uint32Array(8));
  const userCode = Array.from(numbers, (number) => codeLetters.charAt(number % codeLetters.length)).join('');
  const { deviceInterval: interval = 5, user } = scene.options;
  const deviceCode = keepSecret(scene, 'device', {
    userCode: hashSecret(userCode),
    client: client.id,
    scopes: parseScopes(scene, form['scope']),
    interval,
    ...(user === undefined ? { state: 'pending' } : { state: 'allowed', user, signedInAt: scene.now }),
  });
  const spaced = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
  const address = scene.locate('verify');
  return {
    device_code: deviceCode,
    user_code: spaced,
    verification_uri: address,
    // The name of Google, which is older than the standard.
    verification_url: address,
    verification_uri_complete: `${address}?user_code=${spaced}`,
    expires_in: secretKinds.device.seconds,
    interval,
  };
}

/** Serves the page on which the user of a device enters its code and decides (RFC 8628, section 3.3). */
export function serveVerify(scene: Scene, fields: URLSearchParams): Response {
  const [userCode = '', ...more] = fields.getAll('user_code');
  if (more.length > 0) throw sentTwice('user_code');
  if (userCode === '') return askCode(scene);
  // People may type it as `bcdf ghjk`.
  const letters = userCode.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const [device] = scene.change((tables) => tables.find(secretKinds.device.table, 'userCode', hashSecret(letters)));
  if (!device || device['state'] !== 'pending' || isExpired(scene, device))
    return askCode(scene, 'No device waits with this code. It may have expired, or be used already.');
  const asked = readScopes(device);
  const decision = readDecision(scene, fields, asked);
  if (!decision || 'problem' in decision)
    return askConsent(scene, {
      action: scene.locate('verify'),
      client: String(device['client']),
      scopes: asked,
      fields: [['user_code', userCode]],
      problem: decision?.problem,
    });
  const { isAllowed, user, scopes } = decision;
  const outcome = isAllowed ? { state: 'allowed', user, scopes, signedInAt: scene.now } : { state: 'denied' };
  scene.change((tables) => tables.put(secretKinds.device.table, { ...device, ...outcome }));
  return isAllowed
    ? sendMessage(200, 'You are signed in', `The device continues as ${user}. You can close this page.`)
    : sendMessage(200, 'Access denied', 'The device gets no access. You can close this page.');
}

function askCode(scene: Scene, problem?: string): Response {
  const body = markup`<form method="post" action="${scene.locate('verify')}">
<label for="user_code">The code that the device shows</label>
<input type="text" id="user_code" name="user_code" required autocomplete="off" autocapitalize="characters">
<p><button type="submit">Continue</button></p>
</form>`;
  return sendPage({ title: 'Connect a device', body, problem });
}
