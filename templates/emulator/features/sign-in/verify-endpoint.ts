import { alertOf, askConsent, readDecision } from './pages/consent-page.js';
import { decideDevice, findDevice } from './device-codes.js';
import { OAuthError } from './oauth-error.js';
import { markup, sendMessage, sendPage } from './pages/pages.js';
import { readFields } from './read-form.js';
import { addressOf, type Scene } from './pages/scene.js';

/** The page on which the user of a device enters its code and decides (RFC 8628, section 3.3). */
export async function serveVerify(scene: Scene): Promise<Response> {
  const { request, url } = scene.exchange;
  try {
    const fields = request.method === 'POST' ? await readFields(request) : url.searchParams;
    const codes = fields.getAll('user_code');
    if (codes.length > 1) throw new OAuthError('invalid_request', 'The parameter user_code comes twice.');
    const [userCode = ''] = codes;
    return userCode === '' ? askCode(scene) : verify(scene, fields, userCode);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return sendMessage(error.status, 'This sign-in cannot work', error.message);
  }
}

function verify(scene: Scene, fields: URLSearchParams, userCode: string): Response {
  const device = findDevice(scene, userCode);
  if (device === undefined)
    return askCode(scene, 'No device waits with this code. It may have expired, or be used already.');
  const ask = (problem?: string): Response =>
    askConsent(scene, {
      action: addressOf(scene, 'verify'),
      client: device.client,
      scopes: device.scopes,
      fields: [['user_code', userCode]],
      problem,
    });
  if (scene.exchange.request.method !== 'POST') return ask();
  try {
    const decision = readDecision(fields, device.scopes);
    if (decision === undefined) return ask();
    decideDevice(scene, device, decision.isAllowed ? decision : undefined);
    return decision.isAllowed
      ? sendMessage(200, 'You are signed in', `The device continues as ${decision.user}. You can close this page.`)
      : sendMessage(200, 'Access denied', 'The device gets no access. You can close this page.');
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return ask(error.message);
  }
}

function askCode(scene: Scene, problem?: string): Response {
  const body = markup`${alertOf(problem)}
<form method="post" action="${addressOf(scene, 'verify')}">
<label for="user_code">The code that the device shows</label>
<input type="text" id="user_code" name="user_code" required autocomplete="off" autocapitalize="characters">
<p><button type="submit">Continue</button></p>
</form>`;
  return sendPage(problem === undefined ? 200 : 400, { title: 'Connect a device', body });
}
