import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, K, T1, T2, type Answer, type Sent } from './call.js';
import { srt, startPlatform, type Platform } from './platform.js';

/** A track on a video of the first user. */
async function track(
  platform: Platform,
  snippet: object = {},
): Promise<{ readonly id: string; readonly videoId: string }> {
  const videoId = await platform.video(T1);
  return { id: expectOk(await platform.caption(T1, { videoId, ...snippet })).id, videoId };
}

async function listed({ get }: Platform, user: Sent, videoId: string): Promise<readonly string[]> {
  return expectOk(await get('/captions', { ...user, query: { videoId } })).ids;
}

function download({ get }: Platform, id: string, query: Sent['query'] = {}): Promise<Answer> {
  return get(`/captions/${encodeURIComponent(id)}`, { ...K, query });
}

test('CP1: a track belongs to one video that exists', async () => {
  const platform = startPlatform();
  expectRefused(await platform.caption(T1, {}), 400);
  expectRefused(await platform.caption(T1, { videoId: 'no-such' }), 404);
});

test('CP1: an update does not move a track to another video', async () => {
  const platform = startPlatform();
  const { id, videoId } = await track(platform);
  const other = await platform.video(T1);
  await platform.put('/captions', { ...T1, json: { id, snippet: { videoId: other, isDraft: false } } });
  expect([await listed(platform, K, videoId), await listed(platform, K, other)]).toEqual([[id], []]);
});

test('CP1: the tracks of a video go with it', async () => {
  const platform = startPlatform();
  const { id, videoId } = await track(platform);
  expectDone(await platform.remove('/videos', { ...T1, query: { id: videoId } }));
  expectRefused(await download(platform, id), 404);
});

test('CP2: a draft is for its owner alone until an update publishes it', async () => {
  const platform = startPlatform();
  const { id, videoId } = await track(platform, { isDraft: true });
  const own = await platform.get('/captions', { ...T1, query: { videoId } });
  expect(own.items).toMatchObject([{ id, snippet: { isDraft: true } }]);
  for (const other of [K, T2]) expect(await listed(platform, other, videoId)).toEqual([]);
  expectRefused(await download(platform, id), 404, 403);
  expectOk(await platform.put('/captions', { ...T1, json: { id, snippet: { isDraft: false } } }));
  for (const other of [K, T2]) expect(await listed(platform, other, videoId)).toEqual([id]);
});

test('CP3: a download answers the very bytes that were uploaded, also after a conversion', async () => {
  const platform = startPlatform();
  const odd = `\uFEFF${srt.replaceAll('\n', '\r\n')}\r\n\r\n`;
  const videoId = await platform.video(T1);
  const { id } = expectOk(await platform.caption(T1, { videoId }, odd));
  expect(Buffer.from((await download(platform, id)).bytes).equals(Buffer.from(odd))).toBe(true);
  expectOk(await download(platform, id, { tfmt: 'vtt' }));
  expect(Buffer.from((await download(platform, id)).bytes).equals(Buffer.from(odd))).toBe(true);
});

test('CP4: a track is converted to WebVTT with the same cues and times', async () => {
  const platform = startPlatform();
  const { id } = await track(platform);
  const { text } = expectOk(await download(platform, id, { tfmt: 'vtt' }));
  expect(text).toMatch(/^WEBVTT\n/);
  expect(text).toContain('00:00:01.000 --> 00:00:02.500\nHello there');
  expect(text).toContain('00:00:03.000 --> 00:00:04.000\nGoodbye');
});

test.each([
  ['srt', '00:00:01,000 --> 00:00:02,500'],
  ['sbv', '0:00:01.000,0:00:02.500'],
  ['ttml', 'begin="00:00:01.000"'],
  ['scc', 'Scenarist_SCC V1.0'],
])('CP4: a track is converted to %s', async (tfmt, wanted) => {
  const platform = startPlatform();
  const { id } = await track(platform);
  expect(expectOk(await download(platform, id, { tfmt })).text).toContain(wanted);
});

test('CP4: a format that nobody knows is rejected', async () => {
  const platform = startPlatform();
  const { id } = await track(platform);
  const answer = await download(platform, id, { tfmt: 'doc' });
  expectRefused(answer, 400);
  expect(answer.reason).toBe('couldNotConvert');
});

test('CP5: a track is translated where a language is asked for, always in the same way', async () => {
  const platform = startPlatform();
  const { id } = await track(platform);
  const french = expectOk(await download(platform, id, { tlang: 'fr' }));
  expect(french.text).not.toBe(srt);
  expect(french.headers.get('content-language')).toBe('fr');
  expect((await download(platform, id, { tlang: 'fr' })).text).toBe(french.text);
  expect((await download(platform, id, { tlang: 'de' })).text).not.toBe(french.text);
  const original = await download(platform, id);
  expect([original.text, original.headers.get('content-language')]).toEqual([srt, 'en']);
});

test('CP5: format and language combine', async () => {
  const platform = startPlatform();
  const { id } = await track(platform);
  const both = expectOk(await download(platform, id, { tlang: 'fr', tfmt: 'vtt' }));
  expect(both.text).toMatch(/^WEBVTT\n/);
  expect(both.headers.get('content-language')).toBe('fr');
  expect(both.text).not.toBe((await download(platform, id, { tfmt: 'vtt' })).text);
});

test('CP6: the id is part of the path, percent-encoded or not', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  const ids = new Set<string>();
  for (let index = 0; index < 20; index += 1)
    ids.add(expectOk(await platform.caption(T1, { videoId, name: String(index) })).id);
  expect([...ids].join('')).toMatch(/-.*_|_.*-/);
  const hex = (id: string): string => [...id].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
  for (const id of ids) expectOk(await platform.get(`/captions/${id}`, K));
  for (const id of ids) expectOk(await platform.get(`/captions/${hex(id)}`, K));
});

test('CP6: an unknown id is rejected, and a download is a file, not JSON', async () => {
  const platform = startPlatform();
  const { id } = await track(platform);
  const unknown = await download(platform, 'no-such/track');
  expectRefused(unknown, 404);
  expect(unknown.reason).toBe('captionNotFound');
  expectRefused(await platform.get('/captions/%E0%A4%A', K), 400, 404);
  expect((await download(platform, id)).headers.get('content-type')).not.toMatch(/json/);
});

test('CP7: a track is uploaded as parts, as a form or as raw bytes, and its resource comes back without content', async () => {
  const { post, caption, video } = startPlatform();
  const videoId = await video(T1);
  const form = new FormData();
  form.append(
    'metadata',
    new Blob([JSON.stringify({ snippet: { videoId, language: 'en', name: 'Form' } })], { type: 'application/json' }),
  );
  form.append('file', new Blob([srt], { type: 'text/plain' }), 'track.srt');
  const encoded = new Request('https://example.test', { method: 'POST', body: form });
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const answers = [
    await caption(T1, { videoId, name: 'Parts' }),
    await post('/captions', { ...T1, bytes, type: encoded.headers.get('content-type') ?? '' }),
    await post('/captions', { ...T1, query: { videoId, language: 'en', name: 'Raw' }, bytes: srt, type: 'text/plain' }),
  ];
  for (const answer of answers) {
    expect(expectOk(answer).id).not.toBe('');
    expect(at(answer.json, 'snippet.language')).toBe('en');
    expect(answer.text).not.toContain('Hello there');
  }
  expect(answers.map((answer) => at(answer.json, 'snippet.name'))).toEqual(['Parts', 'Form', 'Raw']);
});

test('CP7: an upload without a file is rejected', async () => {
  const { post, video } = startPlatform();
  const videoId = await video(T1);
  expectRefused(
    await post('/captions', { ...T1, json: { snippet: { videoId, language: 'en', name: 'English' } } }),
    400,
  );
  expectRefused(await post('/captions', { ...T1, query: { videoId } }), 400);
});

test('CP8: tracks are listed for the video that is specified, without their content', async () => {
  const platform = startPlatform();
  const { id, videoId } = await track(platform);
  const other = await track(platform);
  expectRefused(await platform.get('/captions', K), 400);
  const answer = expectOk(await platform.get('/captions', { ...K, query: { videoId } }));
  expect(answer.ids).toEqual([id]);
  expect(answer.ids).not.toContain(other.id);
  expect(answer.text).not.toMatch(/Hello there|Goodbye/);
  expectRefused(await platform.get('/captions', { ...K, query: { videoId: 'no-such' } }), 404);
});

test('CP9: an update changes the draft status, the file, or both', async () => {
  const platform = startPlatform();
  const { id } = await track(platform);
  const file = srt.replace('Hello', 'Greetings');
  const draft = expectOk(await platform.put('/captions', { ...T1, json: { id, snippet: { isDraft: true } } }));
  expect(draft.json).toMatchObject({ id, snippet: { isDraft: true, language: 'en' } });
  const own = (): Promise<Answer> => platform.get(`/captions/${id}`, T1);
  expect((await own()).text).toBe(srt);
  const replaced = expectOk(await platform.put('/captions', { ...T1, query: { id }, bytes: file }));
  expect(replaced.json).toMatchObject({ snippet: { isDraft: true } });
  expect((await own()).text).toBe(file);
  expectOk(await platform.put('/captions', { ...T1, query: { id, isDraft: false }, bytes: srt }));
  expect((await download(platform, id)).text).toBe(srt);
});

test('CP9: an update of nothing is rejected', async () => {
  const platform = startPlatform();
  const { id } = await track(platform);
  expectRefused(await platform.put('/captions', { ...T1, json: { id } }), 400);
});

test('CP10: a track is deleted once, by the owner of its video', async () => {
  const platform = startPlatform();
  const { id, videoId } = await track(platform);
  expectRefused(await platform.remove('/captions', { ...T2, query: { id } }), 403);
  expectDone(await platform.remove('/captions', { ...T1, query: { id } }));
  expect(await listed(platform, T1, videoId)).toEqual([]);
  expectRefused(await platform.remove('/captions', { ...T1, query: { id } }), 404);
});
