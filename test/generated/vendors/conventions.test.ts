import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

function open() {
  const emulator = createEmulator({ credentials: { keys: ['k1'], tokens: ['ann'] } });
  const post = (path: string, headers: Record<string, string>, body?: string): Promise<Response> =>
    emulator.fetch(`http://a.test/youtube/v3${path}`, { method: 'POST', headers, ...(body !== undefined && { body }) });
  return { emulator, post };
}

describe('X-HTTP-Method-Override', () => {
  test('makes a POST with a form the GET that it stands for, of any length', async () => {
    const { emulator, post } = open();
    const ids = Array.from({ length: 200 }, (_, index) => `video${index}`.padEnd(11, '-')).join(',');
    const body = `part=id&id=${ids}&key=k1`;
    const response = await post('/videos', { ...form, 'x-http-method-override': 'GET' }, body);
    expect([response.status, await response.json()]).toMatchObject([200, { kind: 'youtube#videoListResponse' }]);
    expect(emulator.journal[0]).toMatchObject({ method: 'GET', operation: 'videos.list', params: { part: ['id'] } });
    expect(emulator.journal[0]?.url).not.toContain('k1');
  });

  test('adds the fields to the query, and needs none', async () => {
    const { post } = open();
    const override = { 'x-http-method-override': 'get' };
    expect((await post('/videoCategories?part=snippet&key=k1', { ...form, ...override }, 'regionCode=US')).status).toBe(
      200,
    );
    expect((await post('/videoCategories?part=snippet&regionCode=US&key=k1', override)).status).toBe(200);
  });

  test('changes and deletes with a body as it is', async () => {
    const { post } = open();
    const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' };
    const made = await post('/playlists?part=snippet', headers, JSON.stringify({ snippet: { title: 'a' } }));
    // The response is a playlist.
    const { id } = (await made.json()) as { id: string };
    const body = JSON.stringify({ id, snippet: { title: 'b' } });
    const put = await post('/playlists?part=snippet', { ...headers, 'x-http-method-override': 'PUT' }, body);
    expect([put.status, await put.json()]).toMatchObject([200, { id, snippet: { title: 'b' } }]);
    const gone = await post(`/playlists?id=${id}`, { ...headers, 'x-http-method-override': 'DELETE' });
    expect(gone.status).toBe(204);
  });

  test('works in worlds', async () => {
    const { emulator } = open();
    const response = await emulator.fetch('http://a.test/w/one/youtube/v3/videoCategories', {
      method: 'POST',
      headers: { ...form, 'x-http-method-override': 'GET' },
      body: 'part=snippet&regionCode=US&key=k1',
    });
    expect(response.status).toBe(200);
    expect([emulator.world('one').journal.length, emulator.journal.length]).toEqual([1, 0]);
  });

  test.each([
    ['an unknown method', { ...form, 'x-http-method-override': 'BREW' }, 'part=id', 400],
    ['a form that is no UTF-8', { ...form, 'x-http-method-override': 'GET' }, 'part=%FF', 400],
    ['JSON for a GET', { 'content-type': 'application/json', 'x-http-method-override': 'GET' }, '{}', 415],
    ['a form longer than addresses', { ...form, 'x-http-method-override': 'GET' }, `id=${'x'.repeat(70_000)}`, 413],
    ['a method that the path does not have', { ...form, 'x-http-method-override': 'PATCH' }, 'part=id', 405],
  ])('rejects %s', async (_what, headers, body, status) => {
    const { post } = open();
    expect((await post('/videos', headers, body)).status).toBe(status);
  });

  test('means nothing on a GET', async () => {
    const { emulator } = open();
    const response = await emulator.fetch(
      'http://a.test/youtube/v3/videoCategories?part=snippet&regionCode=US&key=k1',
      {
        headers: { 'x-http-method-override': 'DELETE' },
      },
    );
    expect(response.status).toBe(200);
  });
});

describe('X-Goog-Api-Key', () => {
  const categories = 'http://a.test/youtube/v3/videoCategories?part=snippet&regionCode=US';

  test('is the key, is validated, and is not recorded', async () => {
    const { emulator } = open();
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await emulator.fetch(categories, { headers })).status;
    expect(await status({ 'x-goog-api-key': 'k1' })).toBe(200);
    expect(await status({ 'x-goog-api-key': 'k2' })).toBe(400);
    expect(await status({})).toBe(401);
    expect(emulator.journal[0]?.requestHeaders['x-goog-api-key']).toBe('redacted');
  });

  test('other headers of that family are ignored', async () => {
    const { emulator } = open();
    const headers = { 'x-goog-api-key': 'k1', 'x-goog-api-client': 'gl-node/20', 'x-goog-user-project': 'p' };
    expect((await emulator.fetch(categories, { headers })).status).toBe(200);
  });

  test('is nothing where the spec does not say so', async () => {
    const emulator = createAdEmulator({ profile: 'vendor' });
    const response = await emulator.fetch('http://a.test/v1/accounts', { headers: { 'x-goog-api-key': 'k1' } });
    expect(response.status).toBe(401);
  });
});
