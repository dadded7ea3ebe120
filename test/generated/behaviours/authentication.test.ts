import { expect, test } from 'vitest';
import { videoOperations, type DocumentedOperation } from '../../documents/operations.js';
import { at, call, expectDone, expectOk, expectRefused, K, listAt, T1, T2, type Sent } from './call.js';
import { picture } from './pictures.js';
import { specialList, startPlatform, valuesAt, type Platform } from './platform.js';

const pathOf = ({ path }: DocumentedOperation): string => path.replace(/[{<]\w+[}>]/, 'some-id');
const writes = videoOperations.filter(({ method }) => method !== 'GET');

test('U1: there are 51 operations to try', () => {
  expect(videoOperations).toHaveLength(51);
  expect(writes).toHaveLength(31);
});

test.each(videoOperations)('U1: $id without a credential is rejected with 401', async (operation) => {
  const platform = startPlatform();
  const before = platform.state();
  const answer = await platform.call(operation.method, pathOf(operation));
  expectRefused(answer, 401);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(platform.state()).toBe(before);
});

test('U2: a key in the query opens public reads; in a header, or empty, it does not', async () => {
  const { get } = startPlatform();
  const query = { chart: 'mostPopular' };
  expectOk(await get('/videos', { key: 'k', query }));
  expectRefused(await get('/videos', { headers: { 'x-api-key': 'k' }, query }), 401);
  expectRefused(await get('/videos', { key: '', query }), 401, 400);
});

test('U2: a key that is known to be bad is rejected', async () => {
  const { get } = startPlatform();
  const answer = await get('/i18nRegions', { key: 'invalid-key' });
  expectRefused(answer, 400);
  expect(answer.reason).toBe('keyInvalid');
});

test('U3: a token is taken from the query and from the header, whatever the case of its scheme', async () => {
  const { post } = startPlatform();
  const json = { snippet: { title: 'Mix' } };
  const inQuery = expectOk(await post('/playlists', { json, query: { access_token: 'first-user' } }));
  const channel = at(inQuery.json, 'snippet.channelId');
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const answer = expectOk(await post('/playlists', { json, headers: { authorization: `${scheme} first-user` } }));
    expect(at(answer.json, 'snippet.channelId')).toBe(channel);
  }
});

test.each(['Basic Zmlyc3Q6dXNlcg==', 'Bearer', 'Bearer ', 'first-user'])(
  'U3: the header "Authorization: %s" is no token',
  async (authorization) => {
    const { post } = startPlatform();
    expectRefused(await post('/playlists', { json: { snippet: { title: 'Mix' } }, headers: { authorization } }), 401);
  },
);

test.each(['invalid-token', 'expired-token'])('U3: the token %s is refused', async (token) => {
  const { get } = startPlatform();
  const answer = await get('/i18nRegions', { token });
  expectRefused(answer, 401);
  expect(answer.reason).toBe('authError');
});

test('U3: a token beside a key says who is calling, and the header wins over the query', async () => {
  const { get, channelId } = startPlatform();
  const mine = { query: { mine: true, access_token: 'second-user' }, key: 'k' };
  expect((await get('/channels', mine)).ids).toEqual([await channelId(T2)]);
  expect((await get('/channels', { ...mine, ...T1 })).ids).toEqual([await channelId(T1)]);
});

test.each(writes)('U4: $id with a key alone is rejected with 401 and changes nothing', async (operation) => {
  const platform = startPlatform();
  const video = await platform.video(T1);
  const before = platform.state();
  const upload: Sent =
    operation.upload === 'must' ? { bytes: picture(2048, 1152) } : { json: { id: video, snippet: { title: 'x' } } };
  const answer = await platform.call(operation.method, operation.path, {
    ...K,
    ...upload,
    query: { id: video, videoId: video, rating: 'like' },
  });
  expectRefused(answer, 401);
  expect(answer.reason).toBe('required');
  expect(platform.state()).toBe(before);
});

test.each([
  ['/activities', { mine: true }],
  ['/channels', { mine: true }],
  ['/playlists', { mine: true }],
  ['/subscriptions', { mine: true }],
  ['/channelSections', { mine: true }],
  ['/videos/getRating', { id: 'alwsoKhExNl' }],
  ['/members', {}],
  ['/membershipsLevels', {}],
])('U5: private data from %s %j needs a token', async (path, query) => {
  const { get } = startPlatform();
  expectRefused(await get(path, { ...K, query }), 401);
  expectOk(await get(path, { ...T1, query }));
});

test.each([
  ['/videos', { myRating: 'like' }],
  ['/subscriptions', { mySubscribers: true }],
  ['/commentThreads', { videoId: 'alwsoKhExNl', moderationStatus: 'heldForReview' }],
  ['/comments', { parentId: 'UgJx3RIK8vQW9BQtni68xJeJXM', moderationStatus: 'heldForReview' }],
  ['/search', { forMine: true, type: 'video' }],
])('U6: %s %j needs a token', async (path, query) => {
  const { get } = startPlatform();
  expectRefused(await get(path, { ...K, query }), 401);
  expectOk(await get(path, { ...T1, query }));
});

test('U7: a private video is in the uploads of its owner and nobody else finds it', async () => {
  const platform = startPlatform();
  const { get } = platform;
  const uploads = specialList(await platform.channel(T1), 'uploads');
  const hidden = await platform.video(T1, {
    snippet: { title: 'Zebra crossing' },
    status: { privacyStatus: 'private' },
  });
  const uploaded = async (user: Sent): Promise<readonly unknown[]> =>
    valuesAt(
      (await get('/playlistItems', { ...user, query: { playlistId: uploads } })).items,
      'snippet.resourceId.videoId',
    );
  expect(await uploaded(T1)).toContain(hidden);
  expect((await get('/videos', { ...T1, query: { id: hidden } })).ids).toEqual([hidden]);
  for (const other of [K, T2]) {
    expect(await uploaded(other)).not.toContain(hidden);
    expect((await get('/videos', { ...other, query: { id: hidden } })).items).toEqual([]);
  }
  for (const user of [K, T1, T2]) expect((await get('/search', { ...user, query: { q: 'zebra' } })).items).toEqual([]);
});

test('U8: members are listed for the owner of the channel alone', async () => {
  const { get, channelId } = startPlatform();
  expectRefused(await get('/members', K), 401);
  const own = await get('/members', T1);
  expect(own.items.length).toBeGreaterThan(0);
  expect(new Set(valuesAt(own.items, 'snippet.creatorChannelId'))).toEqual(new Set([await channelId(T1)]));
  const others = await get('/members', { ...T2, query: { channelId: await channelId(T1) } });
  expect(valuesAt(others.items, 'snippet.creatorChannelId')).not.toContain(await channelId(T1));
});

test('U9: the owner of the video moderates comments on it, their author does not', async () => {
  const platform = startPlatform();
  const comment = await platform.comment(T2, await platform.video(T1));
  const query = { id: comment, moderationStatus: 'heldForReview' };
  const before = platform.state();
  expectRefused(await platform.post('/comments/setModerationStatus', { ...T2, query }), 403);
  expect(platform.state()).toBe(before);
  expectDone(await platform.post('/comments/setModerationStatus', { ...T1, query }));
});

test('U9: the owner of the channel moderates comments on it', async () => {
  const platform = startPlatform();
  const channelId = await platform.channelId(T1);
  const json = { snippet: { channelId, topLevelComment: { snippet: { textOriginal: 'Hello, channel' } } } };
  const thread = expectOk(await platform.post('/commentThreads', { ...T2, json }));
  const query = { id: thread.id, moderationStatus: 'rejected' };
  expectRefused(await platform.post('/comments/setModerationStatus', { ...T2, query }), 403);
  expectDone(await platform.post('/comments/setModerationStatus', { ...T1, query }));
});

test("U9: where one of several comments is not the caller's to moderate, none changes", async () => {
  const platform = startPlatform();
  const own = await platform.comment(T2, await platform.video(T1));
  const foreign = await platform.comment(T1, await platform.video(T2));
  const before = platform.state();
  expectRefused(
    await platform.post('/comments/setModerationStatus', {
      ...T1,
      query: { id: `${own},${foreign}`, moderationStatus: 'rejected' },
    }),
    403,
  );
  expectRefused(
    await platform.post('/comments/setModerationStatus', {
      ...T1,
      query: { id: `${own},no-such`, moderationStatus: 'rejected' },
    }),
    404,
  );
  expect(platform.state()).toBe(before);
});

test('U10: membership levels are those of the channel that authorized the request', async () => {
  const { get } = startPlatform();
  const [first, second] = [await get('/membershipsLevels', T1), await get('/membershipsLevels', T2)];
  expect(first.items.length).toBeGreaterThan(1);
  expect(second.items.length).toBeGreaterThan(1);
  expect(first.ids.filter((id) => second.ids.includes(id))).toEqual([]);
});

/** Resources of the first user by the path of their operations. */
async function resourcesOf(platform: Platform): Promise<Readonly<Record<string, string>>> {
  const videoId = await platform.video(T1);
  const playlistId = await platform.playlist(T1);
  return {
    '/videos': videoId,
    '/playlists': playlistId,
    '/playlistItems': expectOk(await platform.item(T1, { playlistId, videoId })).id,
    '/captions': expectOk(await platform.caption(T1, { videoId })).id,
    '/channelSections': expectOk(
      await platform.post('/channelSections', { ...T1, json: { snippet: { type: 'recentUploads' } } }),
    ).id,
    '/comments': await platform.comment(T1, videoId),
    '/subscriptions': (await platform.get('/subscriptions', { ...T1, query: { mine: true } })).ids[0] ?? '',
    '/channels': await platform.channelId(T1),
  };
}

const changes = { title: 'Taken', textOriginal: 'Taken', isDraft: true, position: 0 };

test('U11: what belongs to another user is neither changed nor deleted', async () => {
  const platform = startPlatform();
  await platform.channelId(T2);
  const resources = await resourcesOf(platform);
  const before = platform.state();
  for (const [path, id] of Object.entries(resources)) {
    expect(id, path).not.toBe('');
    if (path !== '/subscriptions')
      expectRefused(
        await platform.put(path, {
          ...T2,
          json: { id, snippet: changes, brandingSettings: { channel: { title: 'Taken' } } },
        }),
        403,
      );
    if (path !== '/channels') expectRefused(await platform.remove(path, { ...T2, query: { id } }), 403);
  }
  expect(platform.state()).toBe(before);
});

test('U11: what does not exist is rejected with 404, and what is not named with 400', async () => {
  const platform = startPlatform();
  const paths = Object.keys(await resourcesOf(platform));
  for (const path of paths) {
    const json = { id: 'no-such-id', snippet: changes, brandingSettings: {} };
    if (path !== '/subscriptions') expectRefused(await platform.put(path, { ...T1, json }), 404);
    if (path === '/channels') continue;
    expectRefused(await platform.remove(path, { ...T1, query: { id: 'no-such-id' } }), 404);
    expectRefused(await platform.remove(path, T1), 400);
  }
});

test('U12: scopes are not asked for', async () => {
  const { emulator } = startPlatform();
  const answer = await call(emulator, 'POST', '/playlists', {
    token: 'any-opaque.text_without~scopes',
    json: { snippet: { title: 'Mix' } },
  });
  expectOk(answer);
  expect(listAt(answer.json, 'error.errors')).toEqual([]);
});
