import { createEmulator } from '@speccast/video-platform/mocks';
import { createMcpServer, type McpServerOptions } from '@speccast/video-platform/mcp';
import { expect, test } from 'vitest';
import { videoOperations } from '../../documents/operations.js';
import { readRows } from '../../rows.js';
import { connect, type Connected } from './connect.js';
import { recordRequests, type Recorder } from '../recorder.js';

const { data, table } = readRows(import.meta.url);

/** Connects to a server that calls an emulator in place of the service. */
async function serve(options: McpServerOptions = {}): Promise<Connected & { readonly sent: Recorder['all'] }> {
  const emulator = createEmulator();
  const { fetch, all } = recordRequests(emulator.fetch);
  const auth = { apiKey: 'key-of-the-caller', env: { VIDEO_PLATFORM_TOKEN: 'unused' } };
  const connected = await connect(createMcpServer({ baseUrl: emulator.baseUrl, fetch, ...auth, ...options }));
  return { ...connected, sent: all };
}

/** Tools that call no operation. */
const own = ['describe', 'read_more'];

/** Lists the tools of operations. */
async function listTools(options: McpServerOptions): Promise<readonly string[]> {
  const { tools } = await serve({ ...options, tools: 'all' });
  return (await tools()).map(({ name }) => name).filter((name) => !own.includes(name));
}

test('hints are derived from methods and from the spec', async () => {
  const { tools } = await connect(createMcpServer({ env: {}, tools: 'all' }));
  const hints = new Map((await tools()).map(({ name, annotations }) => [name, annotations]));
  for (const [name, want] of Object.entries(data<Readonly<Record<string, object>>>('hints')))
    expect(hints.get(name), name).toMatchObject(want);
  for (const { id, method } of videoOperations)
    expect(hints.get(id.replaceAll('.', '_'))).toMatchObject({ readOnlyHint: method === 'GET', openWorldHint: true });
});

test('tools of an emulator have `openWorldHint: false`', async () => {
  const { tools } = await connect(createMcpServer({ emulator: true, tools: 'all' }));
  expect((await tools()).every(({ annotations }) => annotations?.openWorldHint === false)).toBe(true);
});

test('with `readOnly` only operations that read are listed', async () => {
  const reading = videoOperations.filter(({ method }) => method === 'GET').map(({ id }) => id.replaceAll('.', '_'));
  expect(await listTools({ readOnly: true })).toEqual(expect.arrayContaining(reading));
  expect(await listTools({ readOnly: true })).toHaveLength(reading.length);
});

test('calls that are not sent cost no quota, and the budget limits concurrent calls', async () => {
  const { call, sent } = await serve({ quota: 3 });
  await call('playlists_list', { maxResults: 'many' });
  await call('playlists_delete', { id: 'a' });
  const all = await Promise.all(Array.from({ length: 8 }, () => call('videos_list', { chart: 'mostPopular' })));
  expect(all.filter(({ isError }) => !isError)).toHaveLength(3);
  expect(sent).toHaveLength(3);
});

test('a search finds only operations that are allowed', async () => {
  const { call } = await serve({ tools: 'search', readOnly: true, allow: ['playlists.*', 'videos.*'] });
  const { text } = await call('search', { query: 'captions delete playlist' });
  expect(text).not.toMatch(/captions|delete/);
});

table('the options %j are an error at once', (options: McpServerOptions, message: string) => {
  expect(() => createMcpServer(options)).toThrow(message);
});
