import { apiKey, createVideoPlatform, QuotaError } from '@speccast/video-platform';
import { expect, test } from 'vitest';
import { pngOf } from '../images.js';
import { expectOk, K, T1, type Answer, type Sent } from './call.js';
import { related, startPlatform, type Platform } from './platform.js';

// What takes more than requests: the rest is in checks/vendor.yaml.

function startVendor(): Platform {
  return startPlatform({ profile: 'vendor' });
}

const search = { ...K, query: { part: 'id' } };
const popular = { ...K, query: { part: 'id', chart: 'mostPopular' } };

test('search has a budget of a hundred calls a day, which is whole again at midnight Pacific', async () => {
  const { get, emulator } = startVendor();
  emulator.clock.set(Date.parse('2026-03-01T20:00:00Z'));
  for (let count = 0; count < 100; count += 1) expectOk(await get('/search', search));
  const { status, json } = await get('/search', search);
  const message = expect.stringMatching(
    /^Quota exceeded for quota metric 'search\.list' and limit '.* per day' of 100 units/,
  );
  const errors = [{ domain: 'usageLimits', reason: 'rateLimitExceeded', message }];
  expect([status, json]).toMatchObject([429, { error: { status: 'RESOURCE_EXHAUSTED', errors } }]);
  expectOk(await get('/videos', popular));
  emulator.clock.set(Date.parse('2026-03-02T07:59:00Z'));
  expect((await get('/search', search)).status).toBe(429);
  emulator.clock.set(Date.parse('2026-03-02T08:00:30Z'));
  expectOk(await get('/search', search));
});

test('rejected calls cost as much as others', async () => {
  const { get, post, emulator } = startVendor();
  for (let count = 0; count < 200; count += 1) await post('/playlists', T1);
  expect(emulator.quota.units).toBe(10_000);
  expect((await get('/videos', popular)).reason).toBe('rateLimitExceeded');
});

test('the client takes a spent budget for a QuotaError, and sends nothing again', async () => {
  const { emulator, get } = startVendor();
  for (let count = 0; count < 100; count += 1) await get('/search', search);
  const client = createVideoPlatform({ fetch: emulator.fetch, auth: apiKey('k') });
  const error: unknown = await client.search.list({ part: ['id'] }).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(QuotaError);
  expect(error).toMatchObject({ status: 429, reason: 'rateLimitExceeded', meta: { attempts: 1 } });
});

test('a service account reads what is public, and has no channel', async () => {
  const { emulator, get, post } = startVendor();
  const as = (user: string): Sent => ({ token: emulator.tokens.issue({ user, clientId: 'robot' }).accessToken });
  const own = { query: { part: 'snippet', mine: true } };
  expectOk(await get('/videos', { ...popular, ...as('robot') }));
  const refused = [
    await get('/channels', { ...as('robot'), ...own }),
    await get('/videos', { ...as('robot'), query: { part: 'snippet', myRating: 'like' } }),
    await post('/playlists', { ...as('robot'), query: { part: 'snippet' }, json: { snippet: { title: 'Mix' } } }),
  ];
  for (const { status, json } of refused)
    expect([status, json]).toMatchObject([
      401,
      { error: { errors: [{ domain: 'youtube.header', reason: 'youtubeSignupRequired' }] } },
    ]);
  expectOk(await get('/channels', { ...as('ann'), ...own }));
});

test('titles and tags are counted in characters, descriptions in bytes', async () => {
  // The tags count as `"a b",xxx…`.
  const snippet = { title: '😀'.repeat(100), description: 'é'.repeat(2500), tags: ['a b', 'x'.repeat(494)] };
  const upload = related({ snippet }, 'film', 'video/mp4');
  expectOk(await startVendor().post('/videos', { ...T1, query: { part: 'snippet' }, ...upload }));
});

test('an update is checked by what it leaves in the row, as far as it writes it', async () => {
  const { emulator, put, post } = startVendor();
  const upload = related({ snippet: { title: 'Tides', defaultLanguage: 'en' } }, 'film', 'video/mp4');
  const { id } = expectOk(await post('/videos', { ...T1, query: { part: 'snippet' }, ...upload }));
  const update = (part: string, body: object): Promise<Answer> =>
    put('/videos', { ...T1, query: { part }, json: { id, ...body } });
  expectOk(await update('localizations', { localizations: { es: { title: 'Mareas' } } }));
  const { videos } = emulator.state;
  videos.insert({ ...videos.get(id), status: { privacyStatus: 'public', publishAt: '2040-01-01T00:00:00Z' } });
  const snippet = { title: 'Ebb', categoryId: '20' };
  expect((await update('snippet', { snippet })).reason).toBe('defaultLanguageNotSet');
  expectOk(await update('snippet', { snippet: { ...snippet, defaultLanguage: 'en' } }));
});

test('a thumbnail may be larger where the document alone is followed', async () => {
  const platform = startPlatform();
  const bytes = new Uint8Array(3 * 1024 * 1024);
  bytes.set(pngOf(1280, 720));
  const query = { videoId: await platform.video(T1) };
  expectOk(await platform.post('/thumbnails/set', { ...T1, query, bytes, type: 'image/png' }));
});
