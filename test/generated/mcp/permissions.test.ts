import { createEmulator } from '@speccast/video-platform/mocks';
import { createMcpServer, type McpServerOptions } from '@speccast/video-platform/mcp';
import { expect, test } from 'vitest';
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

test('an emulator is no open world', async () => {
  const { tools } = await connect(createMcpServer({ emulator: true }));
  expect((await tools()).every(({ annotations }) => annotations?.openWorldHint === false)).toBe(true);
});

test('what only reads lists and calls nothing else', async () => {
  const reading = videoOperations.filter(({ method }) => method === 'GET').map(({ id }) => id.replaceAll('.', '_'));
  expect(await listed({ readOnly: true })).toEqual(expect.arrayContaining(reading));
  expect(await listed({ readOnly: true })).toHaveLength(reading.length);
});

test('a quota budget is not spent by what is not sent, and holds for calls at the same time', async () => {
  const { call, sent } = await serve({ quota: 3 });
  await call('playlists_list', { maxResults: 'many' });
  await call('playlists_delete', { id: 'a' });
  const all = await Promise.all(Array.from({ length: 8 }, () => call('videos_list', { chart: 'mostPopular' })));
  expect(all.filter(({ isError }) => !isError)).toHaveLength(3);
  expect(sent).toHaveLength(3);
});

test('a search finds nothing that is not allowed', async () => {
  const { call } = await serve({ tools: 'search', readOnly: true, allow: ['playlists.*', 'videos.*'] });
  const { text } = await call('search', { query: 'captions delete playlist' });
  expect(text).not.toMatch(/captions|delete/);
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
