import type { Server } from '@modelcontextprotocol/server';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ran, type Run, runInProcess, scratchFolder } from '../generated/command-line-client.js';
import { type Called, connect } from '../generated/mcp/connect.js';
import { importCase, type ImportedCase } from './import-case.js';

/** A response with integers that no double can hold, and a date that a codec of the client would decode. */
const album = '{"id":9007199254740993,"owners":[9007199254740995,1],"madeAt":"2026-01-02T03:04:05Z"}';

let one: ImportedCase<unknown>;
let run: Run;
let createMcpServer: (options: object) => Server;
const folder = scratchFolder();

beforeAll(async () => {
  one = await importCase('positive-tools');
  // `as`: the case generates such modules.
  ({ run } = (await one.load('src/cli/index.ts')) as { readonly run: Run });
  ({ createMcpServer } = (await one.load('src/mcp/index.ts')) as { createMcpServer: typeof createMcpServer }); // `as`: likewise
  writeFileSync(join(folder, 'a.png'), 'first');
  writeFileSync(join(folder, "it's, b.jpg"), 'second');
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner/a.png'), 'third');
});

afterAll(() => one.remove());

/** A request: its path, and its body as text or as the parts of a form. */
interface Sent {
  readonly path: string;
  readonly body: unknown;
}

function openService(): { readonly fetch: (request: Request) => Promise<Response>; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      sent.push({ path: pathname + search, body: await readBody(request) });
      if (pathname.endsWith('/photos') || pathname.endsWith('/documents')) return new Response(null, { status: 204 });
      return new Response(album, { headers: { 'content-type': 'application/json' } });
    },
  };
}

async function readBody(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart') !== true) return request.text();
  const form = await request.formData();
  return Promise.all(
    [...form.entries()].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
    ),
  );
}

async function runCli(...argv: readonly string[]): Promise<Ran & { readonly sent: readonly Sent[] }> {
  const { fetch, sent } = openService();
  return { ...(await runInProcess(run, argv, { fetch, cwd: folder, stdin: 'from stdin' })), sent };
}

function addPhotos(albumId: string): readonly string[] {
  return ['albums', 'add-photos', '--album-id', albumId];
}

async function callMcp(
  name: string,
  args: Record<string, unknown>,
  files: readonly string[] = [folder],
): Promise<Called & { readonly sent: readonly Sent[] }> {
  const { fetch, sent } = openService();
  const { call, client } = await connect(createMcpServer({ fetch, files, env: {} }));
  const result = await call(name, args);
  await client.close();
  return { ...result, sent };
}

describe('the command line of a package', () => {
  test('sends files as parts of a body', async () => {
    const files = ['--images', 'a.png', '--images', "@it's, b.jpg", '--cover', 'inner/a.png'];
    const { sent, code } = await runCli(...addPhotos('9007199254740993'), '--caption', 'At the sea', ...files);
    expect({ sent, code }).toEqual({
      code: 0,
      sent: [
        {
          path: '/v1/albums/9007199254740993/photos',
          body: [
            ['caption', 'At the sea'],
            ['images', 'a.png', 'image/png', 'first'],
            ['images', "it's, b.jpg", 'image/jpeg', 'second'],
            ['cover', 'a.png', 'image/png', 'third'],
          ],
        },
      ],
    });
  });

  test('sends files that --body names, and stdin', async () => {
    const { sent } = await runCli('albums', 'add-photos', '--album-id=1', '--cover=-', '--body={"images":["@a.png"]}');
    expect(sent[0]?.body).toEqual([
      ['images', 'a.png', 'image/png', 'first'],
      ['cover', 'stdin', 'application/octet-stream', 'from stdin'],
    ]);
  });

  test('sends a body of several media types as parts if it has a file', async () => {
    expect((await runCli('documents', 'insert', '--body', '{"file":"@a.png"}')).sent[0]?.body).toEqual([
      ['file', 'a.png', 'image/png', 'first'],
    ]);
    expect((await runCli('documents', 'insert', '--body', '{"text":"x"}')).sent[0]?.body).toBe('{"text":"x"}');
  });

  test('names a file that is missing, and sends nothing', async () => {
    const { stderr, code, sent } = await runCli('albums', 'add-photos', '--album-id=1', '--images', 'none.png');
    expect({ stderr, code, sent }).toEqual({
      stderr: 'error: --images none.png: there is no such file\n',
      code: 2,
      sent: [],
    });
    expect((await runCli('albums', 'add-photos', '--album-id=1', '--images=a.png', '--cover=inner')).stderr).toBe(
      'error: --cover inner: it is not a file\n',
    );
    const twice = ['--cover=a.png', '--cover=a.png'];
    expect((await runCli('albums', 'add-photos', '--album-id=1', '--images=a.png', ...twice)).stderr).toBe(
      'error: --cover was given 2 times; it takes one file\n',
    );
  });

  test('shows files in a dry run without reading them', async () => {
    const argv = ['albums', 'add-photos', '--album-id=1', '--images', 'a.png', "--images=it's, b.jpg", '--caption=x'];
    const { stdout, sent } = await runCli(...argv, '--dry-run=curl');
    expect(sent).toEqual([]);
    expect(stdout.split('\n').slice(-4)).toEqual([
      `  --form-string 'caption=x' \\`,
      `  --form 'images=@"a.png";type=image/png' \\`,
      `  --form 'images=@"it'\\''s, b.jpg";type=image/jpeg'`,
      '',
    ]);
    expect((await runCli(...argv, '--dry-run')).stdout).toMatch(
      /\n\ncaption: x\nimages: \(image\/png: the bytes of a\.png\)\nimages: \(image\/jpeg: the bytes of it's, b\.jpg\)\n$/,
    );
  });

  test('keeps values of the wire, although the client has codecs', async () => {
    const body = '{"id":9007199254740993,"madeAt":"2026-01-02T03:04:05Z"}';
    const inserted = await runCli('albums', 'insert', '--body', body, '--owners', '9007199254740995,2', '--json');
    expect(inserted.sent[0]?.body).toBe(
      '{"id":9007199254740993,"madeAt":"2026-01-02T03:04:05Z","owners":[9007199254740995,2]}',
    );
    expect(inserted.stdout.replace(/\s/g, '')).toBe(album);
    const read = await runCli('albums', 'get', '--album-id=9007199254740993', '--changed-after=2026-01-02T03:04:05Z');
    expect(read.sent[0]?.path).toBe('/v1/albums/9007199254740993?changedAfter=2026-01-02T03%3A04%3A05Z');
    expect((await runCli('albums', 'get', '--album-id=1', '--select=.owners[0]')).stdout).toBe('9007199254740995\n');
  });

  test('completes file options, and describes them in its help', async () => {
    expect((await runCli('albums', 'add-photos', '--help')).stdout).toMatch(
      /--images <files> +Required\.\n +--cover <file>\n +--caption <text> +At most 20 characters\.\n/,
    );
    expect((await runCli('__complete', 'albums', 'add-photos', '--cover', '')).stdout).toBe('');
    expect((await runCli('__complete', 'albums', 'add-photos', '--cov')).stdout).toBe('--cover\n');
  });
});

describe('the MCP server of a package', () => {
  test('sends files in allowed folders as parts of a body', async () => {
    const body = { images: [{ path: 'a.png' }, { path: "it's, b.jpg", type: 'image/webp' }], caption: 'x' };
    const { sent, isError } = await callMcp('albums_addPhotos', { albumId: '9007199254740993', body });
    expect({ sent, isError }).toEqual({
      isError: false,
      sent: [
        {
          path: '/v1/albums/9007199254740993/photos',
          body: [
            ['images', 'a.png', 'image/png', 'first'],
            ['images', "it's, b.jpg", 'image/webp', 'second'],
            ['caption', 'x'],
          ],
        },
      ],
    });
    const either = await callMcp('documents_insert', { body: { file: { path: 'a.png' } } });
    expect(either.sent[0]?.body).toEqual([['file', 'a.png', 'image/png', 'first']]);
  });

  test.each([
    [{ images: [{ path: '/etc/passwd' }] }, /\/etc\/passwd is not in a folder that this server allows/],
    [{ images: [{ path: 'none.png' }] }, /there is no file none\.png/],
    [{ images: ['a.png', 3] }, /`body\.images` has to be `\{"path": "…"\}`, a file in an allowed folder/],
  ])('rejects %j, and sends nothing', async (body, message) => {
    const { sent, isError, text } = await callMcp('albums_addPhotos', { albumId: 1, body });
    expect({ sent, isError }).toEqual({ sent: [], isError: true });
    expect(text).toMatch(message);
  });

  test('keeps all digits of integers, which are strings if a number would lose some', async () => {
    const owners = ['9007199254740995', 2, '-5'];
    const { sent, text } = await callMcp('albums_insert', { body: { id: '9007199254740993', owners } });
    expect(sent[0]?.body).toBe('{"id":9007199254740993,"owners":[9007199254740995,2,-5]}');
    expect(text).toBe(album);
    const lost = await callMcp('albums_insert', { body: { id: 2 ** 53, owners: [2 ** 60] } });
    expect(lost).toMatchObject({
      sent: [],
      isError: true,
      text: 'The arguments of albums.insert are not valid; nothing was sent:\n- /body/id, /body/owners/0: integers beyond 2^53 lose digits as numbers; send them as strings of digits',
    });
    expect((await callMcp('albums_insert', { body: { id: 'seven' } })).text).toMatch(
      /\/body\/id: must be a whole number/,
    );
  });

  test('declares files and integers in the schemas of its tools', async () => {
    const { tools, client } = await connect(createMcpServer({ files: [], env: {} }));
    const schemas = Object.fromEntries((await tools()).map(({ name, inputSchema }) => [name, inputSchema]));
    await client.close();
    const file = { type: 'object', required: ['path'], additionalProperties: false };
    expect(schemas['albums_addPhotos']).toMatchObject({
      properties: {
        albumId: { type: ['integer', 'string'], format: 'int64' },
        body: { properties: { images: { type: 'array', items: file }, cover: file, caption: { type: 'string' } } },
      },
    });
  });
});
