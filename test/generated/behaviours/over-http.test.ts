import { createEmulator } from '@speccast/video-platform/mocks';
import { serve, type RunningServer } from '@speccast/video-platform/server';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, expectDone, expectOk, expectRefused, K, T1, T2, textAt, type Answer, type Sent } from './call.js';
import { picture } from './pictures.js';
import { itemOf, related, srt } from './platform.js';

let server: RunningServer;

beforeAll(async () => {
  server = await serve(createEmulator({ checkResponses: true }), { port: 0 });
});

afterAll(async () => {
  await server.close();
});

function send(method: string, path: string, sent: Sent): Promise<Answer> {
  return call({ baseUrl: server.url, fetch }, method, path, sent);
}

/** Sends bytes as they are and gives the first line of the answer. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(5000, () => socket.destroy(new Error('no answer')));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data).split('\r\n')[0] ?? '');
    });
    socket.once('error', reject);
  });
}

test('G3: over HTTP, the base address ends in the version', async () => {
  expect(new URL(server.url).pathname).toBe('/v3');
  expectOk(await send('GET', '/i18nRegions', K));
});

test('G2: over HTTP, an unknown path is 404 and an unknown method 405 with what is allowed', async () => {
  expectRefused(await send('GET', '/nosuch', K), 404);
  const answer = await send('PATCH', '/playlists', T1);
  expectRefused(answer, 405);
  expect(answer.headers.get('allow')).toContain('PUT');
});

test('U1: over HTTP, a request without a credential is 401', async () => {
  expectRefused(await send('GET', '/i18nRegions', {}), 401);
});

test('CP3: over HTTP, a caption file comes back byte for byte', async () => {
  const video = expectOk(await send('POST', '/videos', { ...T1, bytes: 'film', type: 'video/mp4' }));
  const caption = expectOk(
    await send('POST', '/captions', {
      ...T1,
      ...related({ snippet: { videoId: video.id, language: 'en' } }, srt, 'text/plain'),
    }),
  );
  expect((await send('GET', `/captions/${caption.id}`, K)).text).toBe(srt);
  expectDone(await send('DELETE', '/captions', { ...T1, query: { id: caption.id } }));
});

test('B4: over HTTP, the address of a banner leads to this server and serves the image', async () => {
  const image = picture(2048, 1152);
  const url = textAt(
    expectOk(await send('POST', '/channelBanners/insert', { ...T1, bytes: image, type: 'image/png' })).json,
    'url',
  );
  expect(new URL(url).origin).toBe(new URL(server.url).origin);
  expect(Buffer.from((await send('GET', url, {})).bytes).equals(Buffer.from(image))).toBe(true);
});

test('P6: over HTTP, the 201st video of a playlist is rejected, also when inserts overlap', async () => {
  const [video, playlist] = [
    await send('POST', '/videos', { ...T1, bytes: 'film', type: 'video/mp4' }),
    await send('POST', '/playlists', { ...T1, json: { snippet: { title: 'Mix' } } }),
  ];
  const json = itemOf({ playlistId: playlist.id, videoId: video.id });
  const statuses = await Promise.all(
    Array.from({ length: 210 }, async () => (await send('POST', '/playlistItems', { ...T1, json })).status),
  );
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 403).length,
  ]).toEqual([200, 10]);
});

test('S2: over HTTP, eleven inserts at once leave ten sections', async () => {
  const json = { snippet: { type: 'recentUploads' } };
  const answers = await Promise.all(
    Array.from({ length: 11 }, () => send('POST', '/channelSections', { ...T2, json })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
});

test('G4: over HTTP, requests that are hardly HTTP are rejected and the server goes on', async () => {
  expect(await sendRaw('GET // HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/ 4\d\d /);
  expect(await sendRaw('GET http://[/ HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/ 4\d\d /);
  expect(await sendRaw('GET /v3/videos HTTP/1.1\r\nHost: a b\r\n\r\n')).toMatch(/ 4\d\d /);
  expect(await sendRaw('TRACE /v3/videos HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/ 4\d\d /);
  expect(await sendRaw('GET /v3/videos?key=%zz HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/ 4\d\d /);
  expect(await sendRaw('nonsense\r\n\r\n')).toMatch(/ 4\d\d /);
  expectOk(await send('GET', '/i18nRegions', K));
});
