import { createMcpServer as createAdServer } from '@speccast/ad-reporting/mcp';
import { createMcpServer, type McpServerOptions } from '@speccast/video-platform/mcp';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { adOperations, videoOperations } from '../../documents/operations.js';
import { readRows } from '../../rows.js';
import { recordRequests } from '../recorder.js';
import { connect } from './connect.js';

const { table } = readRows(import.meta.url);

const searching = ['search', 'describe', 'call_read', 'call_write', 'call_destructive', 'read_more'];

/** Lists the names of the tools of a server, and estimates the tokens of the list at four characters each. */
async function list(server: ReturnType<typeof createMcpServer>) {
  const { client } = await connect(server);
  const { tools } = await client.listTools();
  return { names: tools.map(({ name }) => name), tokens: JSON.stringify({ tools }).length / 4 };
}

describe('the list of tools', () => {
  test('of the video platform has tools to search, describe and call operations, and takes few tokens', async () => {
    const { names, tokens } = await list(createMcpServer({ env: {} }));
    expect(names).toEqual(searching);
    expect(tokens).toBeLessThan(600);
  });

  test('of ad reporting has a tool for each operation', async () => {
    const { names, tokens } = await list(createAdServer({ env: {} }));
    expect(names).toHaveLength(adOperations.length + 2);
    expect(tokens).toBeLessThan(3_600);
  });

  test('depends on the option `tools`, whatever the number of operations', async () => {
    const all = await list(createMcpServer({ env: {}, tools: 'all' }));
    expect(all.names).toHaveLength(videoOperations.length + 2);
    expect(all.tokens).toBeGreaterThan(8_000);
    expect(all.tokens).toBeLessThan(24_000);
    const few = await list(createAdServer({ env: {}, tools: 'search' }));
    expect(few.names).toEqual(['search', 'describe', 'call_read', 'read_more']);
  });

  test('of the video platform has a tool for each allowed operation, if these are few', async () => {
    const { names } = await list(createMcpServer({ env: {}, allow: 'playlists.*' }));
    expect(names).toEqual([
      ...videoOperations.flatMap(({ id }) => (id.startsWith('playlists.') ? id.replace('.', '_') : [])),
      'describe',
      'read_more',
    ]);
  });
});

test('an agent finds, reads and calls an operation with a fraction of the tokens of the whole list', async () => {
  const { call, json, client } = await connect(createMcpServer({ emulator: true }));
  const { tools } = await client.listTools();
  const found = await call('search', { query: 'create a playlist' });
  expect(JSON.parse(found.text)[0]).toMatchObject({ operation: 'playlists.insert' });
  const described = await call('describe', { operation: 'playlists.insert' });
  const { callWith, inputSchema } = JSON.parse(described.text);
  expect(inputSchema.$defs.PlaylistSnippet.properties).toHaveProperty('title');
  const read = JSON.stringify({ tools }).length + found.text.length + described.text.length;
  expect(read / 4).toBeLessThan(2_500);
  const body = { snippet: { title: 'Tides' } };
  expect(await json(callWith, { operation: 'playlists.insert', arguments: { body } })).toMatchObject(body);
});

table('%s has the same result by its own tool and by %s: %j', async (operation: string, by: string, args: object) => {
  const [direct, through] = await Promise.all(
    [
      { tools: 'all', call: [operation.replace('.', '_'), args] },
      { tools: undefined, call: [by, { operation, arguments: args }] },
    ].map(async ({ tools, call: [name, input] }) => {
      const emulator = createEmulator();
      const { fetch, all } = recordRequests(emulator.fetch);
      // `as`: a row of this test.
      const options = { tools, baseUrl: emulator.baseUrl, fetch, apiKey: 'any' } as McpServerOptions;
      const { call } = await connect(createMcpServer({ ...options, allowDestructive: true }));
      const { text, notes, isError } = await call(String(name), Object(input));
      return { text, notes, isError, sent: all.map(({ method, url }) => `${method} ${url.href}`) };
    }),
  );
  expect(through).toEqual(direct);
});
