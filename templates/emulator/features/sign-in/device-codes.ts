import type { Row } from '../../store/table.js';
import { invalidGrant, scopesIn } from './authorization-codes.js';
import type { Client } from './clients.js';
import { type Grant, grantTokens, newGrantId, type TokenResponse, withIdToken } from '../tokens/grant-tokens.js';
import { OAuthError } from './oauth-error.js';
import { type Parameters, required } from './read-form.js';
import { addressOf, type Scene, scopesAsked } from './pages/scene.js';
import { forgetOldest, hashSecret, newSecret } from '../../receive/stored-tokens.js';

/** The table of the codes of devices, by the hash of the device code. */
const deviceTable = '~devices';

const mostDevices = 10_000;
const lifetimeSeconds = 1800;
const usualInterval = 5;

/** Consonants, which look like nothing else and make no words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/** Starts the sign-in of a device (RFC 8628, section 3.1). */
export function startDevice(scene: Scene, client: Client, form: Parameters): object {
  const { engine, options } = scene;
  const scopes = scopesAsked(scene, form.get('scope'));
  const deviceCode = newSecret('device_');
  const numbers = crypto.getRandomValues(new Uint32Array(8));
  const userCode = Array.from(numbers, (number) => letters.charAt(number % letters.length)).join('');
  const { deviceInterval: interval = usualInterval, user } = options;
  const now = engine.clock.now();
  engine.change((tables) => {
    tables.put(deviceTable, {
      id: hashSecret(deviceCode),
      userCode: hashSecret(userCode),
      client: client.id,
      scopes: [...scopes],
      expiresAt: now + lifetimeSeconds * 1000,
      interval,
      state: user === undefined ? 'pending' : 'allowed',
      ...(user === undefined ? {} : { user, signedInAt: now }),
    });
    forgetOldest(tables, deviceTable, mostDevices);
  });
  const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
  const address = addressOf(scene, 'verify');
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: address,
    // The name that Google gave it before there was a standard.
    verification_url: address,
    verification_uri_complete: `${address}?user_code=${shown}`,
    expires_in: lifetimeSeconds,
    interval,
  };
}

/** A device that waits for its user. */
export interface WaitingDevice {
  readonly id: string;
  readonly client: string;
  readonly scopes: readonly string[];
}

/** The device of a user code, as people type it; undefined if none waits with it. */
export function findDevice({ engine }: Scene, userCode: string): WaitingDevice | undefined {
  const plain = userCode.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const [row] = engine.change((tables) => tables.find(deviceTable, 'userCode', hashSecret(plain)));
  if (row === undefined || row['state'] !== 'pending' || isExpired(row, engine.clock.now())) return undefined;
  return { id: String(row['id']), client: String(row['client']), scopes: scopesIn(row) };
}

/** Records what the user of a device decided; `undefined` denies. */
export function decideDevice(
  { engine }: Scene,
  { id }: WaitingDevice,
  allowed: { readonly user: string; readonly scopes: readonly string[] } | undefined,
): void {
  const signedInAt = engine.clock.now();
  engine.change((tables) => {
    const row = tables.get(deviceTable, id);
    if (row === undefined) return;
    const decision =
      allowed === undefined
        ? { state: 'denied' }
        : { state: 'allowed', user: allowed.user, scopes: [...allowed.scopes], signedInAt };
    tables.put(deviceTable, { ...row, ...decision });
  });
}

/** Gives a device its tokens once its user allowed it (RFC 8628, section 3.5). */
export async function exchangeDeviceCode(scene: Scene, client: Client, form: Parameters): Promise<TokenResponse> {
  const { engine } = scene;
  const id = hashSecret(required(form, 'device_code'));
  const row = engine.change((tables) => tables.get(deviceTable, id));
  if (row === undefined || row['client'] !== client.id || row['state'] === 'used')
    throw invalidGrant('The device code is unknown, was used, or was issued to another client.');
  if (isExpired(row, engine.clock.now())) throw new OAuthError('expired_token', 'The device code has expired.');
  if (row['state'] === 'denied') throw new OAuthError('access_denied', 'The user denied access.');
  if (row['state'] !== 'allowed') throw stillPending(scene, row);
  const grant: Grant = {
    id: newGrantId(),
    user: String(row['user']),
    client: client.id,
    scopes: scopesIn(row),
    isOffline: true,
    signedInAt: Number(row['signedInAt']),
  };
  const tokens = engine.change((tables) => {
    tables.put(deviceTable, { ...row, state: 'used' });
    return grantTokens(scene, tables, grant);
  });
  return withIdToken(scene, tokens, grant);
}

/** Tells a device to go on waiting, and more slowly if it asked too soon. */
function stillPending({ engine }: Scene, row: Row): OAuthError {
  const now = engine.clock.now();
  const interval = Number(row['interval']);
  const isTooSoon = typeof row['askedAt'] === 'number' && now < row['askedAt'] + interval * 1000;
  const next = isTooSoon ? interval + 5 : interval;
  engine.change((tables) => tables.put(deviceTable, { ...row, askedAt: now, interval: next }));
  return isTooSoon
    ? new OAuthError('slow_down', `Ask every ${next} seconds.`)
    : new OAuthError('authorization_pending', 'The user has not decided yet.');
}

function isExpired({ expiresAt }: Row, now: number): boolean {
  return Number(expiresAt) <= now;
}
