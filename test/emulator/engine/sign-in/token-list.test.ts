import { type Emulator, type EmulatorOptions, startEmulator } from '@speccast/emulator';
import { describe, expect, test } from 'vitest';
import { shelfPlan } from '../../shelf/open-shelf.js';

const start = (options: EmulatorOptions = {}): Emulator => startEmulator(shelfPlan, options);

async function list(emulator: Emulator, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await emulator.fetch(`${emulator.baseUrl}/books?mine=true`, { headers })).status;
}

describe("with auth: 'strict'", () => {
  test('only issued and registered tokens are accepted', async () => {
    const emulator = start({
      auth: 'strict',
      credentials: { tokens: { registered: { user: 'ann' } } },
      scenario: { callers: { bob: 'of-bob' } },
    });
    const { accessToken } = emulator.tokens.issue({ user: 'ann' });
    const tokens = [accessToken, 'registered', 'of-bob', 'any', `${accessToken}x`, accessToken.slice(0, -1)];
    expect(await Promise.all(tokens.map((token) => list(emulator, token)))).toEqual([200, 200, 200, 401, 401, 401]);
  });

  test('a rejected token is a 401 in the form of the service, and neither journal nor state has it', async () => {
    const emulator = start({ auth: 'strict' });
    const { accessToken, refreshToken } = emulator.tokens.issue({ user: 'ann' });
    const headers = { authorization: `Bearer made-up-${accessToken}` };
    const response = await emulator.fetch(`${emulator.baseUrl}/books?mine=true`, { headers });
    const body = await response.text();
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="emulator", error="invalid_token"',
    ]);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 401, errors: [{ reason: 'authError' }] } });
    await list(emulator, accessToken);
    await emulator.fetch(`${emulator.baseUrl}/books?mine=true&access_token=${accessToken}`);
    const all = JSON.stringify([body, emulator.journal, emulator.save(), emulator.tokens.list()]);
    expect([all.includes(accessToken.slice(0, -4)), all.includes(refreshToken.slice(0, -4))]).toEqual([false, false]);
  });

  test('API keys are accepted as before', async () => {
    const emulator = start({ auth: 'strict' });
    expect((await emulator.fetch(`${emulator.baseUrl}/books?shelfId=old&key=any`)).status).toBe(200);
  });
});

test('by default any token is accepted, and issued ones until they end', async () => {
  const emulator = start({ now: () => 1e12 });
  const { accessToken, expiresAt } = emulator.tokens.issue({ user: 'ann', expiresIn: 60 });
  expect([await list(emulator, 'any'), await list(emulator, accessToken), expiresAt]).toEqual([
    200,
    200,
    1e12 + 60_000,
  ]);
  emulator.clock.advance(60_000);
  expect([await list(emulator, 'any'), await list(emulator, accessToken)]).toEqual([200, 401]);
  expect(emulator.tokens.list().map(({ kind, state }) => [kind, state])).toEqual([
    ['access', 'expired'],
    ['refresh', 'active'],
  ]);
});

test('tokens of one user share their data, also with the user as a token', async () => {
  const emulator = start();
  const [first, second] = [emulator.tokens.issue({ user: 'ann' }), emulator.tokens.issue({ user: 'ann' })];
  const send = async (token: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await emulator.fetch(`${emulator.baseUrl}/books?mine=true`, { ...init, headers });
    return response.json();
  };
  await send(first.accessToken, { method: 'POST', body: JSON.stringify({ shelfId: 'old', title: 'Tides' }) });
  const shelfId = emulator.as('ann').ownId;
  expect(shelfId).toBeTruthy();
  expect(await send(second.accessToken)).toEqual(await send(first.accessToken));
  expect(await send('ann')).toEqual(await send(first.accessToken));
});

test('a revoked token is rejected; a revoked refresh token takes the access tokens of its consent with it', async () => {
  const emulator = start();
  const [first, second] = [emulator.tokens.issue({ user: 'ann' }), emulator.tokens.issue({ user: 'ann' })];
  expect(emulator.tokens.revoke(first.accessToken)).toBe(true);
  const [, , , refresh] = emulator.tokens.list();
  expect(refresh?.token).toBe(`…${second.refreshToken.slice(-4)}`);
  expect(emulator.tokens.revoke(refresh?.id ?? '')).toBe(true);
  expect(emulator.tokens.revoke('nothing')).toBe(false);
  expect(emulator.tokens.list().map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'access revoked',
    'refresh active',
    'access revoked',
    'refresh revoked',
  ]);
  expect([await list(emulator, first.accessToken), await list(emulator, second.accessToken)]).toEqual([401, 401]);
});

test('a refresh token calls no operation', async () => {
  const emulator = start();
  expect(await list(emulator, emulator.tokens.issue({ user: 'ann' }).refreshToken)).toBe(401);
});

test('snapshots, saved states and forks have the tokens, and worlds have their own', async () => {
  const emulator = start({ auth: 'strict' });
  const empty = emulator.snapshot();
  const { accessToken } = emulator.tokens.issue({ user: 'ann' });
  const other = start({ auth: 'strict' });
  other.load(JSON.parse(JSON.stringify(emulator.save())));
  expect([await list(other, accessToken), await list(emulator.fork(), accessToken)]).toEqual([200, 200]);
  const world = emulator.world('w1');
  const inWorld = world.tokens.issue({ user: 'bob' }).accessToken;
  expect(inWorld.endsWith('~w1')).toBe(true);
  // The token names its world.
  expect([await list(emulator, inWorld), await list(world, inWorld), await list(world, accessToken)]).toEqual([
    200, 200, 200,
  ]);
  expect(await list(emulator, inWorld.replace('~w1', ''))).toBe(401);
  world.tokens.revoke(accessToken);
  expect([await list(world, accessToken), await list(emulator, accessToken)]).toEqual([401, 200]);
  emulator.restore(empty);
  expect([await list(emulator, accessToken), emulator.tokens.list()]).toEqual([401, []]);
  emulator.reset();
  expect(emulator.tokens.list()).toEqual([]);
});

test.each([
  [{ user: '' }, 'user has to be a string of 1 to 255 characters.'],
  [{ user: 'ann', scopes: 'all' }, 'scopes has to be an array of strings.'],
  [{ user: 'ann', expiresIn: -1 }, 'expiresIn has to be a number of seconds up to 1,000,000,000.'],
  [{ user: 'ann', expiresIn: NaN }, 'expiresIn has to be a number of seconds up to 1,000,000,000.'],
  [{ user: 'ann', clientId: '' }, 'clientId has to be a string.'],
])('%j is no token request', (request, message) => {
  // What JavaScript callers can pass.
  expect(() => start().tokens.issue(request as never)).toThrow(new TypeError(message));
});
