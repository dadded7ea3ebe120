import { hashSecret } from '../../receive/stored-tokens.js';
import { requireClient } from './clients.js';
import { askConsent, readDecision, markup, sendMessage, sendPage } from './pages.js';
import { type Parameters, sentTwice } from './oauth-messages.js';
import { isExpired, keepSecret, parseScopes, readScopes, type Scene, secretKinds } from './scene.js';

const { table, seconds } = secretKinds.device;
const usualInterval = 5;

/** Consonants: they cannot be mistaken for digits, and make no words. */
const codeLetters = 'BCDFGHJKLMNPQRSTVWXZ';

/** Starts the sign-in of a device (RFC 8628, section 3.1). */
export async function startDevice(scene: Scene, form: Parameters): Promise<object> {
  const client = await requireClient(scene, form);
  const numbers = crypto.getRandomValues(new Uint32Array(8));
  const userCode = Array.from(numbers, (number) => codeLetters.charAt(number % codeLetters.length)).join('');
  const { deviceInterval: interval = usualInterval, user } = scene.options;
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
    // The name that Google gave it before there was a standard.
    verification_url: address,
    verification_uri_complete: `${address}?user_code=${spaced}`,
    expires_in: seconds,
    interval,
  };
}

/** Serves the page on which the user of a device enters its code and decides (RFC 8628, section 3.3). */
export function serveVerify(scene: Scene, fields: URLSearchParams): Response {
  const [userCode = '', ...more] = fields.getAll('user_code');
  if (more.length > 0) throw sentTwice('user_code');
  if (userCode === '') return askCode(scene);
  // As people type it: `bcdf ghjk`.
  const letters = userCode.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const [device] = scene.change((tables) => tables.find(table, 'userCode', hashSecret(letters)));
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
  scene.change((tables) => tables.put(table, { ...device, ...outcome }));
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
