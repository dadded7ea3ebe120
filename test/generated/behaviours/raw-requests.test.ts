import { createEmulator } from '@speccast/video-platform/mocks';
import { serve, type RunningServer } from '@speccast/video-platform/server';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  call,
  expectOk,
  expectRejected,
  K,
  listAt,
  T1,
  textAt,
  type FetchedResponse,
  type RequestOptions,
} from './call.js';
import { toItem } from './platform.js';

let server: RunningServer;

beforeAll(async () => {
  server = await serve(createEmulator({ checkResponses: true }), { port: 0 });
});

afterAll(() => server.close());

function send(method: string, path: string, sent: RequestOptions): Promise<FetchedResponse> {
  return call({ baseUrl: server.url, fetch }, method, path, sent);
}

/** Sends a text unchanged over TCP, and returns the first line of the response. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(5000, () => socket.destroy(new Error('no response within 5 seconds')));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data).split('\r\n')[0] ?? '');
    });
    socket.once('error', reject);
  });
}

test.each([
  'GET // HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://[/ HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /v3/videos HTTP/1.1\r\nHost: a b\r\n\r\n',
  'TRACE /v3/videos HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /v3/videos?key=%zz HTTP/1.1\r\nHost: x\r\n\r\n',
  'nonsense\r\n\r\n',
])('the server rejects the malformed request %j, and responds to the next one', async (text) => {
  expect(await sendRaw(text)).toMatch(/ 4\d\d /);
  expectOk(await send('GET', '/i18nRegions', K));
});

test('the base address ends in the version, and URLs in responses point to this server', async () => {
  expect(new URL(server.url).pathname).toBe('/v3');
  const { items } = await send('GET', '/channels', { ...T1, query: { mine: true } });
  const url = textAt(items[0], 'snippet.thumbnails.default.url');
  expect(new URL(url).origin).toBe(new URL(server.url).origin);
  expect((await send('GET', url, {})).headers.get('content-type')).toBe('image/png');
});

test('items that are moved concurrently have distinct positions', async () => {
  const { id: videoId } = await send('POST', '/videos', { ...T1, bytes: 'film', type: 'video/mp4' });
  const { id: playlistId } = await send('POST', '/playlists', { ...T1, json: { snippet: { title: 'Mix' } } });
  const json = toItem({ playlistId, videoId });
  const items = await Promise.all(Array.from({ length: 12 }, () => send('POST', '/playlistItems', { ...T1, json })));
  const moves = items.map(({ id }, index) => ({ id, snippet: { position: (index * 7) % 12 } }));
  await Promise.all(moves.map((move) => send('PUT', '/playlistItems', { ...T1, json: move })));
  const { json: list, ids } = await send('GET', '/playlistItems', { ...K, query: { playlistId } });
  expect(ids.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
  const positions = listAt(list, 'items').map((item) => Object(item).snippet.position);
  expect(positions).toEqual(items.map((_one, index) => index));
});

test('JSON that is nested too deeply and bytes that are not UTF-8 are rejected', async () => {
  const post = (bytes: Uint8Array | string): Promise<FetchedResponse> =>
    send('POST', '/playlists', { ...T1, bytes, type: 'application/json' });
  const nested = (depth: number): string => '{"snippet":'.repeat(depth) + '1' + '}'.repeat(depth);
  expectOk(await post(`{"a":${nested(90)}}`));
  for (const depth of [200, 5000, 100_000]) expectRejected(await post(nested(depth)), 400);
  expectRejected(await post(new Uint8Array([0xff, 0xfe])), 400);
});
