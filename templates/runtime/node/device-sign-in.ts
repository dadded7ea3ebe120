import { parseObject, type TokenResponse } from '../client/auth/token-response.js';
import { TokenError } from '../client/errors/errors.js';
import { readOwn } from '../client/params/values.js';
import { pause } from '../client/options/scope.js';
import { addressIn, isAddress, postAs, readSignedIn, runSignIn, type SignInWork } from './authorization-server.js';
import type { DeviceCode, DeviceSignInOptions, SignedIn, SignInAddresses } from './sign-in-types.js';

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** Milliseconds. Whatever a service says, nobody is to wait for longer. */
const longestLife = 3_600_000;

/**
 * Signs a user in with a browser elsewhere, by a code that this device shows (RFC 8628). Rejects with a `TokenError`, or with the
 * reason of `signal`.
 */
export function signInWithDevice(addresses: SignInAddresses, options: DeviceSignInOptions): Promise<SignedIn> {
  const work = (started: SignInWork): Promise<SignedIn> => signIn(started, options);
  return runSignIn(addresses, options, { name: 'signInOnDevice', timeoutMs: longestLife, work });
}

async function signIn(work: SignInWork, { onCode, scopes, parameters }: DeviceSignInOptions): Promise<SignedIn> {
  addressIn(work, 'tokenUrl');
  const fields = { ...parameters, ...(scopes !== undefined && { scope: scopes.join(' ') }) };
  const response = await postAs(work, addressIn(work, 'deviceAuthorizationUrl'), fields);
  const { deviceCode, intervalMs, ...code } = readDevice(work, response);
  work.redactor.add(deviceCode);
  await work.scope.wait(Promise.resolve().then(() => onCode(code)));
  let wait = intervalMs;
  while (Date.now() < code.expiresAt) {
    await pause(work.scope, wait);
    const startedAt = Date.now();
    try {
      const form = { grant_type: grantType, device_code: deviceCode };
      return readSignedIn(work, await postAs(work, addressIn(work, 'tokenUrl'), form), startedAt);
    } catch (error) {
      wait = nextWait(error, wait);
    }
  }
  throw work.invalid('the code has expired', { code: 'expired_token' });
}

/** How long to wait after an error, if it is one that passes. Throws any other. */
function nextWait(error: unknown, wait: number): number {
  if (!(error instanceof TokenError)) throw error;
  if (error.code === 'authorization_pending') return wait;
  if (error.code === 'slow_down') return wait + 5000;
  // The network failed, or the service for a moment: ask half as often, as RFC 8628 wants it.
  const passes = error.code === undefined && (error.status ?? 0) >= 500;
  if (!passes && error.cause === undefined) throw error;
  return Math.min(2 * Math.max(wait, 500), 60_000);
}

interface StartedDevice extends DeviceCode {
  readonly deviceCode: string;
  readonly intervalMs: number;
}

/** What a user may be shown: no controls, which terminals would obey. */
const isPrintable = (text: string): boolean => text.length <= 100 && !/[\p{Cc}\p{Cf}]/u.test(text);

function readDevice({ invalid }: SignInWork, { status, text }: TokenResponse): StartedDevice {
  const body = parseObject(text);
  const word = (name: string): string | undefined => {
    const value = readOwn(body, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const code = word('error');
  if (code !== undefined || status < 200 || status >= 300)
    throw invalid(
      `the service responded with ${status} ${[code, word('error_description')].filter(Boolean).join(': ')}`.trim(),
      {
        status,
        code,
      },
    );
  const [deviceCode, userCode] = [word('device_code'), word('user_code')];
  const url = word('verification_uri') ?? word('verification_url');
  const completeUrl = word('verification_uri_complete');
  const seconds = (name: string, usual: number): number => {
    const value = readOwn(body, name);
    return typeof value === 'number' && value >= 0 && value < Infinity ? value : usual;
  };
  if (deviceCode === undefined || userCode === undefined || !isPrintable(userCode))
    throw invalid('the response of the service has no code that a user could enter', { status });
  if (url === undefined || !isAddress(url)) throw invalid('the response of the service has no address', { status });
  return {
    deviceCode,
    userCode,
    url: new URL(url).href,
    ...(completeUrl !== undefined && isAddress(completeUrl) && { completeUrl: new URL(completeUrl).href }),
    expiresAt: Date.now() + Math.min(seconds('expires_in', 600) * 1000, longestLife),
    intervalMs: Math.min(seconds('interval', 5) * 1000, 60_000),
  };
}
