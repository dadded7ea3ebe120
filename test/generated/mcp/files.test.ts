import { createMcpServer } from '@speccast/video-platform/mcp';
import * as fc from 'fast-check';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readRows } from '../../rows.js';
import { recordRequests } from '../recorder.js';
import { connect, type Connected } from './connect.js';

const { table } = readRows(import.meta.url);

const root = mkdtempSync(join(tmpdir(), 'speccast-mcp-files-'));
const allowed = join(root, 'allowed');
const other = join(root, 'other');
afterAll(() => rmSync(root, { recursive: true }));

beforeEach(() => {
  rmSync(root, { recursive: true });
  for (const folder of [root, allowed, other, join(root, 'allowed-too'), join(allowed, 'inner')]) mkdirSync(folder);
  for (const file of [
    'allowed/a.srt',
    'allowed/inner/b.srt',
    'other/secret.srt',
    'allowed-too/secret.srt',
    'secret.srt',
  ])
    writeFileSync(join(root, file), `1\n00:00:01,000 --> 00:00:02,500\n${file}\n`);
  symlinkSync(join(other, 'secret.srt'), join(allowed, 'link.srt'));
  symlinkSync(other, join(allowed, 'linked'));
  symlinkSync(join(allowed, 'a.srt'), join(other, 'back.srt'));
  symlinkSync(join(other, 'new.srt'), join(allowed, 'dangling.srt'));
});

/** Connects to a server in front of a service that stores one caption. */
async function connectStore(files: readonly string[]) {
  let kept = new Uint8Array();
  const { fetch, all } = recordRequests(async (request) => {
    if (request.method === 'GET')
      return new Response(kept, { headers: { 'content-type': 'application/octet-stream' } });
    kept = new Uint8Array(await request.arrayBuffer());
    return Response.json({ kind: 'youtube#caption', id: 'made' });
  });
  const env = { VIDEO_PLATFORM_TOKEN: 'a-token-of-tests' };
  const server = await connect(
    createMcpServer({ baseUrl: 'https://video.test/v3', fetch, env, files, allowDestructive: true }),
  );
  return {
    ...server,
    sent: all,
    upload: (path: string) => server.call('captions_insert', { media: { path } }),
  };
}

/** Replaces the names of folders: `${other}/secret.srt` → `/tmp/…/other/secret.srt`. */
function insertFolders(path: string): string {
  return path.replace('${allowed}', allowed).replace('${other}', other);
}

table('a file outside of the allowed folders is not read: %s', async (row: string) => {
  const path = insertFolders(row);
  const { upload, sent } = await connectStore([allowed]);
  const before = sent.length;
  expect(await upload(path)).toEqual({
    isError: true,
    notes: [],
    text: `captions.insert: ${path} is not in a folder that this server allows (\`--files\`). Nothing was sent.`,
  });
  expect(sent).toHaveLength(before);
});

table('a path in an allowed folder that is not a file is an error: %j', async (path: string, message: string) => {
  const { upload, sent } = await connectStore([allowed]);
  const before = sent.length;
  expect((await upload(path)).text).toBe(`captions.insert: ${message}. Nothing was sent.`);
  expect(sent).toHaveLength(before);
});

test('files in several allowed folders are sent, by relative and absolute paths', async () => {
  const { upload } = await connectStore([allowed, other]);
  for (const path of [
    'a.srt',
    'inner/b.srt',
    'inner/../a.srt',
    join(allowed, 'a.srt'),
    'link.srt',
    join(other, 'back.srt'),
  ])
    expect(await upload(path)).toMatchObject({ isError: false });
});

test('without an allowed folder no file is read or written', async () => {
  const { upload, call } = await connectStore([]);
  const text = /no folder is allowed: start this server with `--files <folder>`\. Nothing was sent\.$/;
  expect((await upload(join(allowed, 'a.srt'))).text).toMatch(text);
  expect((await call('captions_download', { id: 'a', saveTo: join(allowed, 'new.srt') })).text).toMatch(text);
});

test('an upload reports its progress', async () => {
  const { client } = await connectStore([allowed]);
  const seen: unknown[] = [];
  await client.callTool(
    { name: 'captions_insert', arguments: { media: { path: 'a.srt' } } },
    { onprogress: (one) => seen.push(one) },
  );
  const { length } = readFileSync(join(allowed, 'a.srt'));
  expect(seen.at(-1)).toEqual({ progress: length, total: length });
});

/** Uploads a caption, and returns a function that downloads it into a file. */
async function connectDownload() {
  const server = await connectStore([allowed]);
  const { id } = JSON.parse((await server.upload('a.srt')).text);
  return { ...server, save: (saveTo: string, more = {}) => server.call('captions_download', { id, saveTo, ...more }) };
}

test('a download is written completely or not at all, and overwrites a file only with `overwrite`', async () => {
  const { save, sent } = await connectDownload();
  const content = readFileSync(join(allowed, 'a.srt'), 'utf8');
  expect(JSON.parse((await save('new.srt')).text)).toMatchObject({
    savedTo: join(allowed, 'new.srt'),
    bytes: content.length,
  });
  expect(readFileSync(join(allowed, 'new.srt'), 'utf8')).toBe(content);
  writeFileSync(join(allowed, 'mine.srt'), 'mine');
  const before = sent.length;
  expect((await save('mine.srt')).text).toMatch(
    /mine\.srt already exists: set `overwrite`, or choose another file\. Nothing was sent\.$/,
  );
  expect(sent).toHaveLength(before);
  expect(readFileSync(join(allowed, 'mine.srt'), 'utf8')).toBe('mine');
  expect(await save('mine.srt', { overwrite: true })).toMatchObject({ isError: false });
  expect(readFileSync(join(allowed, 'mine.srt'), 'utf8')).toBe(content);
  // No temporary file is left.
  expect(readdirSync(allowed).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test.each(['link.srt', 'dangling.srt', 'inner', 'linked', '.'])(
  'a download does not overwrite a link or a folder: %s',
  async (path) => {
    const { save } = await connectDownload();
    expect(await save(path, { overwrite: true })).toMatchObject({ isError: true });
    expect(existsSync(join(other, 'new.srt'))).toBe(false);
    expect(readFileSync(join(other, 'secret.srt'), 'utf8')).toContain('other/secret.srt');
  },
);

table('a download is not written outside of the allowed folders: %s', async (path: string) => {
  const { save, sent } = await connectDownload();
  const before = sent.length;
  expect(await save(insertFolders(path), { overwrite: true })).toMatchObject({ isError: true });
  expect(sent).toHaveLength(before);
  for (const folder of [other, root, `${allowed}-too`]) expect(existsSync(join(folder, 'new.srt'))).toBe(false);
});

test('a text download is returned as text, bytes need `saveTo`, and a broken download leaves no file', async () => {
  const { call } = await connectStore([allowed]);
  const text = await serveBytes('text/vtt', ['WEBVTT\n', 'Hello'], undefined);
  expect(await text.call('captions_download', { id: 'a' })).toEqual({
    text: 'WEBVTT\nHello',
    notes: [],
    isError: false,
  });
  const bytes = await serveBytes('application/octet-stream', ['abc'], undefined);
  expect(await bytes.call('captions_download', { id: 'a' })).toMatchObject({
    isError: true,
    text: 'captions.download responded with bytes (application/octet-stream): set `saveTo` to a file in an allowed folder.',
  });
  const broken = await serveBytes('application/octet-stream', ['abc'], new Error('broken'));
  expect(await broken.call('captions_download', { id: 'a', saveTo: 'half.bin' })).toMatchObject({ isError: true });
  expect(readdirSync(allowed).toSorted()).toEqual(['a.srt', 'dangling.srt', 'inner', 'link.srt', 'linked']);
  expect(await call('captions_download', { id: 'a', saveTo: 5 })).toMatchObject({ isError: true });
});

/** Connects to a server in front of a service that responds with parts of bytes, and then with an error if there is one. */
function serveBytes(type: string, parts: readonly string[], error: Error | undefined): Promise<Connected> {
  const fetch = async (): Promise<Response> => {
    const all = parts.map((part) => new TextEncoder().encode(part));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = all.shift();
        if (part !== undefined) controller.enqueue(part);
        else if (error !== undefined) controller.error(error);
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': type } });
  };
  const env = { VIDEO_PLATFORM_TOKEN: 'a-token-of-tests' };
  return connect(createMcpServer({ baseUrl: 'https://video.test/v3', fetch, env, files: allowed, retry: false }));
}

test('no generated path is read outside of the allowed folder', async () => {
  const { upload, sent } = await connectStore([allowed]);
  const steps = fc.constantFrom(
    '..',
    '.',
    '',
    'inner',
    'linked',
    'link.srt',
    'secret.srt',
    'other',
    'allowed',
    'a.srt',
    root,
    allowed,
    other,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 6 }), async (parts) => {
      const before = sent.length;
      const path = parts.join('/');
      const { isError } = await upload(path);
      const [bytes] = sent.slice(before).map((one) => new TextDecoder().decode(Object(one).bytes));
      if (bytes === undefined) expect(isError).toBe(true);
      else {
        expect(bytes).toMatch(/allowed\/(?:inner\/b|a)\.srt/);
        expect(resolve(allowed, path).startsWith(`${allowed}/`)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});
