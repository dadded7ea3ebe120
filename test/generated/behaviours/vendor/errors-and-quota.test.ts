import { createEmulator } from '@speccast/ad-reporting/mocks';
import { apiKey, createVideoPlatform, QuotaError } from '@speccast/video-platform';
import { expect, test } from 'vitest';
import { at, call, expectOk, K, T1, T2 } from '../call.js';
import { startVendor } from './vendor-platform.js';

const popular = { ...K, part: 'id', query: { chart: 'mostPopular' } };

test('errors of the service itself carry the domain of their area, and no `status`', async () => {
  const { send } = startVendor();
  const answer = await send('GET', '/playlistItems', { ...K, part: 'id', query: { playlistId: 'PLnone' } });
  expect(answer.json).toEqual({
    error: {
      code: 404,
      message: expect.any(String),
      errors: [
        {
          message: expect.any(String),
          domain: 'youtube.playlistItem',
          reason: 'playlistNotFound',
          location: 'playlistId',
          locationType: 'parameter',
        },
      ],
    },
  });
});

test('errors of its front end carry `status` and `details`', async () => {
  const { send } = startVendor();
  const answer = await send('GET', '/videos', { ...popular, key: 'invalid-key' });
  expect(answer.json).toMatchObject({
    error: {
      code: 400,
      status: 'INVALID_ARGUMENT',
      errors: [{ domain: 'global', reason: 'badRequest' }],
      details: [{ reason: 'API_KEY_INVALID', domain: 'googleapis.com' }],
    },
  });
});

test('search has a budget of a hundred calls a day, which is whole again at midnight Pacific', async () => {
  const { send, emulator } = startVendor();
  emulator.clock.set(Date.parse('2026-03-01T20:00:00Z'));
  for (let count = 0; count < 100; count += 1) expectOk(await send('GET', '/search', { ...K, part: 'id' }));
  const refused = await send('GET', '/search', { ...K, part: 'id' });
  expect([refused.status, refused.reason]).toEqual([429, 'rateLimitExceeded']);
  expect(at(refused.json, 'error.errors.0')).toMatchObject({
    domain: 'usageLimits',
    message: expect.stringMatching(
      /^Quota exceeded for quota metric 'search\.list' and limit '.* per day' of 100 units/,
    ),
  });
  expect(at(refused.json, 'error.status')).toBe('RESOURCE_EXHAUSTED');
  expectOk(await send('GET', '/videos', popular));
  emulator.clock.set(Date.parse('2026-03-02T07:59:00Z'));
  expect((await send('GET', '/search', { ...K, part: 'id' })).status).toBe(429);
  emulator.clock.set(Date.parse('2026-03-02T08:00:30Z'));
  expectOk(await send('GET', '/search', { ...K, part: 'id' }));
});

test('rejected calls cost as much as others', async () => {
  const { send, emulator } = startVendor();
  for (let count = 0; count < 200; count += 1) await send('POST', '/playlists', { ...T1 });
  expect(emulator.quota.units).toBe(10_000);
  expect((await send('GET', '/videos', popular)).reason).toBe('rateLimitExceeded');
});

test('the client takes a spent budget for a QuotaError, and sends nothing again', async () => {
  const emulator = startVendor().emulator;
  const client = createVideoPlatform({ fetch: emulator.fetch, auth: apiKey('key') });
  for (let count = 0; count < 100; count += 1) await client.search.list({ part: ['id'] });
  const error: unknown = await client.search.list({ part: ['id'] }).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(QuotaError);
  expect(error).toMatchObject({ status: 429, reason: 'rateLimitExceeded', meta: { attempts: 1 } });
});

test('D19: the ads service wants a token with one of its scopes, and lists no reasons', async () => {
  const emulator = createEmulator({
    profile: 'vendor',
    checkResponses: true,
    credentials: { tokens: { reports: { scopes: ['https://www.googleapis.com/auth/admob.report'] } } },
  });
  const none = await call(emulator, 'GET', '/v1/accounts');
  expect(none.json).toEqual({ error: { code: 401, message: expect.any(String), status: 'UNAUTHENTICATED' } });
  const accounts = await call(emulator, 'GET', '/v1/accounts', { token: 'reports' });
  expect(accounts.status).toBe(200);
  const name = at(accounts.json, 'account.0.name');
  const units = await call(emulator, 'GET', `/v1/${String(name)}/adUnits`, { token: 'reports' });
  expect([units.status, at(units.json, 'error.status')]).toEqual([403, 'PERMISSION_DENIED']);
});

test.each([
  ['GET', '', 404],
  ['GET', '/adUnits', 400],
  ['GET', '/apps', 400],
  ['POST', '/networkReport:generate', 400],
  ['POST', '/mediationReport:generate', 400],
])('an account of the ads service is for its owner: %s %s', async (method, path, unknown) => {
  const emulator = createEmulator({ profile: 'vendor' });
  const send = (account: unknown) =>
    call(emulator, method, `/v1/${String(account)}${path}`, {
      ...T1,
      ...(method === 'POST' && { json: { reportSpec: { metrics: ['CLICKS'] } } }),
    });
  const own = await call(emulator, 'GET', '/v1/accounts', T1);
  expectOk(await send(at(own.json, 'account.0.name')));
  const foreign = await call(emulator, 'GET', '/v1/accounts', T2);
  expect(at((await send(at(foreign.json, 'account.0.name'))).json, 'error')).toMatchObject({
    code: 403,
    status: 'PERMISSION_DENIED',
  });
  expect((await send('accounts/pub-1')).status).toBe(unknown);
});

test('the ads service takes 120 reads of its inventory a minute', async () => {
  const emulator = createEmulator({ profile: 'vendor', now: () => 0 });
  const path = `/v1/accounts/${emulator.as('t').ownId.replace(/^accounts\//, '')}/apps`;
  let last = 0;
  for (let count = 0; count <= 120; count += 1) last = (await call(emulator, 'GET', path, { token: 't' })).status;
  expect(last).toBe(429);
});
