import { createEmulator } from '@speccast/video-platform/mocks';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asClientCode, asCurl, asTest } from '../../../templates/emulator/console/journal/copy-as.js';
import { findPosition } from '../../../templates/emulator/console/parts/json-position.js';
import { hostile } from './fill-shelf.js';

type WholeEntry = Parameters<typeof asCurl>[0];

const operation = {
  id: 'playlists.insert',
  method: 'POST',
  path: '/playlists',
  reasons: {},
  names: ['playlists', 'insert'],
  auth: [],
  parameters: [],
};

async function insertPlaylist(
  title: string,
): Promise<{ entry: WholeEntry; emulator: ReturnType<typeof createEmulator> }> {
  const emulator = createEmulator();
  const { baseUrl, fetch } = emulator;
  const client = createVideoPlatform({ auth: bearer('secret'), baseUrl, fetch });
  await client.playlists.insert({ part: ['snippet'], body: { snippet: { title } } });
  // The console gets the entry as JSON.
  return { entry: JSON.parse(JSON.stringify(emulator.journal[0])) as WholeEntry, emulator };
}

test.each(['Tides', "it's $HOME `id` \\ \u2028", hostile, '__proto__'])(
  'the client code of %j makes the same call',
  async (title) => {
    const { entry } = await insertPlaylist(title);
    const code = asClientCode(entry, operation) ?? '';
    const fresh = createEmulator();
    const client = createVideoPlatform({ auth: bearer('t'), baseUrl: fresh.baseUrl, fetch: fresh.fetch });
    const Program = Object.getPrototypeOf(async () => {}).constructor;
    await new Program('client', code)(client);
    expect(fresh.journal[0]).toMatchObject({
      operation: 'playlists.insert',
      params: entry.params,
      body: entry.body,
      status: 200,
    });
    expect(code).not.toContain('secret');
  },
);

test.each(['Tides', "it's $HOME `id` \\", hostile])('the command of %j sends the same body', async (title) => {
  const { entry } = await insertPlaylist(title);
  const command = asCurl(entry, 'http://127.0.0.1:1');
  const args = execFileSync('sh', ['-c', command.replace(/^curl /, 'printf "%s\\n" ')], {
    encoding: 'utf8',
    env: { ...process.env, TOKEN: 'mine' },
  });
  expect(args).toContain('Bearer mine');
  expect(args).toContain(JSON.stringify(entry.body));
  expect(args).not.toContain('secret');
});

test('the test code of an entry parses, and expects the status of its response', async () => {
  const { entry } = await insertPlaylist(hostile);
  const code = asTest(entry, { baseUrl: 'http://localhost:4010/v3', operation });
  expect(code).toContain('expect(response.status).toBe(200);');
  expect(code).toMatch(/fetch\(emulator \+ '\/v3\/playlists\?part=snippet'/);
  expect(code).not.toContain('secret');
  const body = code.replace(/^import .*$/m, '');
  const names: string[] = [];
  new Function('test', 'expect', 'process', body)((name: string) => names.push(name), expect, { env: {} });
  expect(names).toEqual(['playlists.insert responds with 200']);
});

test('the position of a JSON Pointer is found in a text whose strings contain brackets and quotes', () => {
  const text = '{\n  "a": {"}": "\\"{["},\n  "b/c": [1, {"d": 5}]\n}';
  expect(findPosition(text, '/b~1c/1/d')).toEqual({ line: 3, column: 20, offset: text.indexOf('5}') });
  expect(findPosition(text, '/a/none')).toMatchObject({ line: 2, column: 8 });
  expect(findPosition(text, '')).toMatchObject({ line: 1, column: 1 });
});
