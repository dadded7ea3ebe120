import { expect, test } from 'vitest';
import { at, expectOk, expectRefused, K, T1 } from './call.js';
import { quarters } from './pictures.js';
import { startPlatform } from './platform.js';

function warningsOf({ headers }: { readonly headers: Headers }): string | null {
  return headers.get('x-mock-warning');
}

test('who sends no credential is somebody all the same', async () => {
  const { post, get } = startPlatform({ profile: 'lenient' });
  const answer = expectOk(await post('/playlists', { json: { snippet: { title: 'Mix' } } }));
  expect(warningsOf(answer)).toBe('required (Authorization)');
  expect((await get('/playlists', { query: { mine: true } })).ids).toContain(answer.id);
});

test('what could be rejected is carried out with a warning, in header and journal', async () => {
  const { emulator, get } = startPlatform({ profile: 'lenient' });
  const answer = expectOk(
    await get('/videos', { ...K, query: { chart: 'mostPopular', regionCode: 'ZZ', maxResults: 'many' } }),
  );
  expect(answer.items.length).toBeGreaterThan(0);
  expect(warningsOf(answer)).toBe('invalidRegionCode (regionCode), invalidParameter (maxResults)');
  expect(emulator.journal.at(-1)?.warnings).toEqual([
    'invalidRegionCode (regionCode)',
    'invalidParameter (maxResults)',
  ]);
});

test('limits and values are not enforced', async () => {
  const { post, playlist, video } = startPlatform({ profile: 'lenient' });
  const [playlistId, videoId] = [await playlist(T1), await video(T1)];
  const snippet = { playlistId, resourceId: { kind: 'youtube#video', videoId } };
  let last = await post('/playlistItems', { ...T1, json: { snippet } });
  for (let count = 1; count <= 200; count += 1) last = await post('/playlistItems', { ...T1, json: { snippet } });
  expect([last.status, warningsOf(last)]).toEqual([200, 'playlistContainsMaximumNumberOfVideos']);
  const small = await post('/channelBanners/insert', { ...T1, bytes: quarters(64, 36), type: 'image/png' });
  expect(small.status).toBe(200);
});

test('what cannot be carried out is rejected', async () => {
  const { put, post, get, playlist } = startPlatform({ profile: 'lenient' });
  expectRefused(await put('/playlists', { ...T1, json: { id: 'PLnone', snippet: { title: 'x' } } }), 404);
  expectRefused(await post('/playlists', { ...T1, bytes: '{', type: 'application/json' }), 400);
  expectRefused(await get('/nosuch', K), 404);
  const id = await playlist(T1);
  expectRefused(await put('/playlists', { token: 'another', json: { id, snippet: { title: 'x' } } }), 403);
});

test('a warning is told once, without characters that a header cannot hold', async () => {
  const { get } = startPlatform({ profile: 'lenient' });
  const answer = expectOk(await get('/videos', { ...K, query: { chart: 'mostPopular', fields: 'ä(' } }));
  expect(warningsOf(answer)).toBe('invalidParameter (fields)');
});

test('D21: members of a body that no schema names are neither kept nor sent back, and told', async () => {
  const { emulator, post, get } = startPlatform();
  const json = { snippet: { title: 'Mix', colour: 'blue' }, mood: { calm: true } };
  const answer = expectOk(await post('/playlists', { ...T1, json }));
  expect(answer.headers.get('x-mock-ignored')).toBe('mood, snippet.colour');
  expect(emulator.journal.at(-1)?.ignored).toEqual(['mood', 'snippet.colour']);
  const [stored] = (await get('/playlists', { ...T1, query: { id: answer.id } })).items;
  for (const one of [answer.json, stored, emulator.state.playlists.get(answer.id)]) {
    expect([at(one, 'mood'), at(one, 'snippet.colour'), at(one, 'snippet.title')]).toEqual([
      undefined,
      undefined,
      'Mix',
    ]);
  }
});
