import { createEmulator } from '@speccast/video-platform/mocks';
import { createMcpServer, type McpServerOptions } from '@speccast/video-platform/mcp';
import { describe, expect, test } from 'vitest';
import { videoOperations } from '../../documents/operations.js';
import { connect, type Connected } from './connect.js';
import { recordRequests, type Recorder } from '../recorder.js';

/** A server that sends to an emulator as if that were the service. */
async function serve(options: McpServerOptions = {}): Promise<Connected & { readonly sent: Recorder['all'] }> {
  const emulator = createEmulator();
  const { fetch, all } = recordRequests(emulator.fetch);
  const auth = { apiKey: 'key-of-the-caller', env: { VIDEO_PLATFORM_TOKEN: 'unused' } };
  const connected = await connect(createMcpServer({ baseUrl: emulator.baseUrl, fetch, ...auth, ...options }));
  return { ...connected, sent: all };
}

const own = ['describe', 'read_more'];

async function listed(options: McpServerOptions): Promise<readonly string[]> {
  const { tools } = await serve(options);
  return (await tools()).map(({ name }) => name).filter((name) => !own.includes(name));
}

test('hints come from methods, and from what the spec says', async () => {
  const { tools } = await connect(createMcpServer({ env: {} }));
  const hints = new Map((await tools()).map(({ name, annotations }) => [name, annotations]));
  const of = (name: string): unknown => hints.get(name);
  const world = { openWorldHint: true };
  expect(of('videos_list')).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, ...world });
  expect(of('videos_delete')).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: true, ...world });
  expect(of('playlists_insert')).toEqual({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    ...world,
  });
  expect(of('playlists_update')).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    ...world,
  });
  // They are POST, and take away or replace.
  for (const name of ['watermarks_unset', 'thumbnails_set', 'comments_setModerationStatus', 'comments_markAsSpam'])
    expect(of(name)).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  for (const { id, method } of videoOperations)
    expect(of(id.replaceAll('.', '_'))).toMatchObject({ readOnlyHint: method === 'GET' });
});

test('an emulator is no open world, and lets everything be called', async () => {
  const { tools, call } = await connect(createMcpServer({ emulator: true }));
  expect((await tools()).every(({ annotations }) => annotations?.openWorldHint === false)).toBe(true);
  expect((await call('playlists_delete', { id: 'none' })).text).toContain('404 playlistNotFound');
});

test('what deletes or overwrites needs permission; without it, nothing is sent', async () => {
  const { call, sent } = await serve();
  for (const name of ['playlists_delete', 'playlists.delete', 'videos_update', 'watermarks_unset'])
    expect(await call(name, { id: 'some' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^\w+\.\w+ was not called: it deletes or overwrites data.*`--allow-destructive`/),
    });
  expect(sent).toEqual([]);
});

test.each<[string, McpServerOptions]>([
  ['all of it', { allowDestructive: true }],
  ['one operation', { allow: 'playlists.delete' }],
  ['those of a pattern', { allow: ['videos.*', '*lists.delete'] }],
])('permission is given for %s', async (_, options) => {
  const { call, sent } = await serve({
    auth: undefined,
    apiKey: undefined,
    env: { VIDEO_PLATFORM_TOKEN: 'a token' },
    ...options,
  });
  expect((await call('playlists_delete', { id: 'none' })).text).toContain('404 playlistNotFound');
  expect(sent).toHaveLength(1);
});

test('what only reads lists and calls nothing else', async () => {
  const reading = videoOperations.filter(({ method }) => method === 'GET').map(({ id }) => id.replaceAll('.', '_'));
  expect(await listed({ readOnly: true })).toEqual(expect.arrayContaining(reading));
  expect(await listed({ readOnly: true })).toHaveLength(reading.length);
  const { call, sent } = await serve({ readOnly: true, allowDestructive: true });
  for (const name of ['playlists_insert', 'playlists.insert', 'videos_delete'])
    expect(await call(name, { body: {} })).toMatchObject({
      isError: true,
      text: expect.stringContaining('it changes data, and this server only reads'),
    });
  expect(sent).toEqual([]);
  expect(await call('videos_list', { chart: 'mostPopular' })).toMatchObject({ isError: false });
});

test('what is not allowed is neither listed nor called', async () => {
  const some = { allow: ['playlists.*', 'videos_list'] };
  expect(await listed(some)).toEqual([
    'playlists_delete',
    'playlists_list',
    'playlists_insert',
    'playlists_update',
    'videos_list',
  ]);
  expect(await listed({ ...some, readOnly: true })).toEqual(['playlists_list', 'videos_list']);
  const { call, sent } = await serve(some);
  for (const name of ['captions_list', 'captions.list', 'playlistItems_list'])
    expect(await call(name)).toMatchObject({ isError: true, text: expect.stringContaining('does not allow it') });
  expect(sent).toEqual([]);
});

test('the tools that call any operation keep to the same limits', async () => {
  const { call, tools, sent } = await serve({ tools: 'search', readOnly: true, allow: ['playlists.*', 'videos.*'] });
  expect((await tools()).map(({ name }) => name)).toEqual(['search', 'describe', 'call_read', 'read_more']);
  const rejected = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { isError, text } = await call(name, args);
    expect(isError).toBe(true);
    return text;
  };
  expect(await rejected('call_read', { operation: 'playlists.delete', arguments: { id: 'a' } })).toContain(
    'only reads',
  );
  expect(await rejected('call_read', { operation: 'captions.list' })).toContain('does not allow it');
  expect(await rejected('describe', { operation: 'captions.list' })).toContain('does not allow it');
  // It is not listed, and the name of no operation either.
  expect(await rejected('call_write', { operation: 'playlists.list' })).toContain('no operation "call_write"');
  expect((await call('search', { query: 'captions delete playlist' })).text).not.toMatch(/captions|delete/);
  expect(sent).toEqual([]);
});

test('a call by the tool of another kind is not sent: a host asked for permission for that kind', async () => {
  const { call, sent } = await serve({ tools: 'search', allowDestructive: true });
  expect(await call('call_read', { operation: 'playlists.insert', arguments: {} })).toMatchObject({
    isError: true,
    text: 'playlists.insert was not called: call it with call_write. Nothing was sent.',
  });
  expect((await call('call_write', { operation: 'playlists.delete', arguments: { id: 'a' } })).text).toContain(
    'call it with call_destructive',
  );
  expect(sent).toEqual([]);
});

describe('a quota budget', () => {
  test('is spent by what calls cost, and rejects before a call is sent', async () => {
    const { call, sent } = await serve({ quota: 102, apiKey: undefined, env: { VIDEO_PLATFORM_TOKEN: 'a token' } });
    const insert = { body: { snippet: { title: 'Mix' } } };
    expect((await call('playlists_list', { mine: true })).notes).toContain('101 units of the quota budget are left.');
    expect((await call('playlists_insert', insert)).notes).toEqual(['51 units of the quota budget are left.']);
    expect((await call('playlists_insert', insert)).notes).toEqual(['1 units of the quota budget are left.']);
    expect(await call('playlists_insert', insert)).toMatchObject({
      isError: true,
      text: "playlists.insert costs 50 of the service's quota, and 1 of this server's budget of 102 are left (`--quota`). Nothing was sent.",
    });
    expect(sent).toHaveLength(3);
    expect(await call('playlists_list', { mine: true })).toMatchObject({ isError: false });
    expect(await call('playlists_list', { mine: true })).toMatchObject({ isError: true });
    expect(sent).toHaveLength(4);
  });

  test('is not spent by what is not sent, and holds for calls at the same time', async () => {
    const { call, sent } = await serve({ quota: 3 });
    await call('playlists_list', { maxResults: 'many' });
    await call('playlists_delete', { id: 'a' });
    const all = await Promise.all(Array.from({ length: 8 }, () => call('videos_list', { chart: 'mostPopular' })));
    expect(all.filter(({ isError }) => !isError)).toHaveLength(3);
    expect(sent).toHaveLength(3);
  });

  test('holds for all connections of a server, and for retries', async () => {
    const emulator = createEmulator();
    const { fetch, all } = recordRequests(
      async () => new Response('{}', { status: 503, headers: { 'retry-after': '0' } }),
    );
    const { call } = await connect(createMcpServer({ baseUrl: emulator.baseUrl, fetch, apiKey: 'some-key', quota: 2 }));
    expect(await call('videos_list', { chart: 'mostPopular' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('0 of this server'),
    });
    expect(all).toHaveLength(2);
  });
});

test.each<[McpServerOptions, string]>([
  [{ allow: 'playlist.*' }, 'Option `allow` names no operation: "playlist.*"'],
  [{ allow: '' }, 'Option `allow` names no operation: ""'],
  [{ budget: 10 }, 'Option `budget` must be a whole number of characters, 200 or more'],
  [{ budget: NaN }, 'Option `budget` must be a whole number of characters, 200 or more'],
  [{ quota: -1 }, 'Option `quota` must be a number of units, 0 or more'],
  [{ files: '/no/such/folder' }, '/no/such/folder is not a folder that can be read'],
])('an option that cannot be used is an error at once: %j', (options, message) => {
  expect(() => createMcpServer(options)).toThrow(message);
});
