import { parseObject, readText, type TokenResponse } from '../client/auth/token-response.js';
import { TokenError } from '../client/errors/errors.js';
import { readOwn } from '../client/params/values.js';
import { pause } from '../client/options/scope.js';
import { findAddress, postAs, readAddress, requestTokens, runSignIn, type SignInWork } from './authorization-server.js';
import type { DeviceSignInOptions, SignedIn, SignInAddresses } from './sign-in-types.js';

/** Maximum number of milliseconds for which a code is used, even if the service states more. */
const longestLife = 3_600_000;

/**
 * Signs a user in with a browser on another device, by a code that this device shows (RFC 8628):
 * `signInWithDevice(addresses, { clientId, onCode: ({ url, userCode }) => console.log(url, userCode) })`. Rejects with a `TokenError`, an
 * `InvalidOptionError`, or the reason of `signal`.
 */
export function signInWithDevice(addresses: SignInAddresses, options: DeviceSignInOptions): Promise<SignedIn> {
  const { onCode, scopes, parameters, timeoutMs = longestLife } = options;
  return runSignIn('signInOnDevice', addresses, { ...options, timeoutMs }, async (work) => {
    // Throws for a missing address before the user is asked to sign in.
    findAddress(work, 'tokenUrl');
    const fields = { ...parameters, ...(scopes && { scope: scopes.join(' ') }) };
    const response = await postAs(work, 'deviceAuthorizationUrl', fields);
    const { deviceCode, intervalMs, ...code } = readDevice(work, response);
    work.redactor.add(deviceCode);
    await work.scope.wait(Promise.resolve().then(() => onCode(code)));
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode };
    let waitMs = intervalMs;
    while (Date.now() < code.expiresAt) {
      await pause(work.scope, waitMs);
      try {
        return await requestTokens(work, form);
      } catch (error) {
        waitMs = findNextWait(error, waitMs);
      }
    }
    throw work.invalid('the code has expired', { code: 'expired_token' });
  });
}

/** Returns the milliseconds to wait after a temporary error; throws any other error. */
function findNextWait(error: unknown, waitMs: number) {
  if (!(error instanceof TokenError)) throw error;
  const { code, status = 0, cause } = error;
  if (code === 'authorization_pending') return waitMs;
  if (code === 'slow_down') return waitMs + 5000;
  // The network or the service failed. RFC 8628 requires a longer interval then.
  if (cause === undefined && (code !== undefined || status < 500)) throw error;
  return Math.min(2 * Math.max(waitMs, 500), 60_000);
}

/** Reads the response with the codes; throws a `TokenError` if it has none. */
function readDevice({ invalid }: SignInWork, { status, text }: TokenResponse) {
  const body = parseObject(text);
  const error = readText(body, 'error');
  if (error !== undefined || status < 200 || status >= 300) {
    const why = [error, readText(body, 'error_description')].filter(Boolean).join(': ');
    throw invalid(`the service responded with ${status} ${why}`.trim(), { status, code: error });
  }
  const [deviceCode, userCode] = [readText(body, 'device_code'), readText(body, 'user_code')];
  // Programs print the code on terminals, which act on control characters.
  if (!deviceCode || !userCode || userCode.length > 100 || /[\p{Cc}\p{Cf}]/u.test(userCode))
    throw invalid('the response of the service has no code that a user could enter', { status });
  const url = readAddress(body, 'verification_uri') ?? readAddress(body, 'verification_url');
  if (url === undefined) throw invalid('the response of the service has no address', { status });
  const completeUrl = readAddress(body, 'verification_uri_complete');
  const readMs = (name: string, usualSeconds: number) => {
    const seconds = readOwn(body, name);
    return 1000 * (typeof seconds === 'number' && seconds >= 0 && seconds < Infinity ? seconds : usualSeconds);
  };
  return {
    deviceCode,
    intervalMs: Math.min(readMs('interval', 5), 60_000),
    userCode,
    url,
    ...(completeUrl && { completeUrl }),
    expiresAt: Date.now() + Math.min(readMs('expires_in', 600), longestLife),
  };
}
