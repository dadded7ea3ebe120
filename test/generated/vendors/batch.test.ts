import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';

/** A response in a batch. */
interface Part {
  readonly id: string | undefined;
  readonly status: number;
  readonly body: string;
}

function batchOf(parts: readonly string[], head = 'Content-Type: application/http'): string {
  const written = parts.map((part, index) => `--b1\r\n${head}\r\nContent-ID: <call-${index}>\r\n\r\n${part}\r\n`);
  return `${written.join('')}--b1--\r\n`;
}

function open(options: Parameters<typeof createEmulator>[0] = {}) {
  const emulator = createEmulator(options);
  const send = async (
    body: string,
    { path = '/batch', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await emulator.fetch(`http://a.test${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/mixed; boundary="b1"', authorization: 'Bearer ann', ...headers },
    });
    return { response, text: await response.text() };
  };
  const call = async (parts: readonly string[], more: Parameters<typeof send>[1] = {}): Promise<readonly Part[]> => {
    const { response, text } = await send(batchOf(parts), more);
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'multipart/mixed']);
    return partsIn(text, response.headers.get('content-type') ?? '');
  };
  return { emulator, send, call };
}

function partsIn(text: string, type: string): readonly Part[] {
  const boundary = /boundary=(\S+)/.exec(type)?.[1] ?? '';
  const pieces = text.split(`--${boundary}`);
  expect(pieces.at(-1)).toBe('--\r\n');
  return pieces.slice(1, -1).map((piece) => {
    const [outer = '', head = '', ...body] = piece.split('\r\n\r\n');
    expect(outer).toMatch(/content-type: application\/http/i);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
    return { id: /content-id: (\S+)/i.exec(outer)?.[1], status, body: body.join('\r\n\r\n').trimEnd() };
  });
}

const insert = (title: string): string => {
  const body = JSON.stringify({ snippet: { title } });
  return [
    'POST /youtube/v3/playlists?part=snippet HTTP/1.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
};

const list = 'GET /youtube/v3/playlists?part=snippet&mine=true HTTP/1.1\r\n\r\n';

describe('a batch', () => {
  test('runs its requests one after the other, with the credentials of the batch', async () => {
    const { call } = open();
    const parts = await call([insert('one'), list, insert('two'), list]);
    expect(parts.map(({ id, status }) => [id, status])).toEqual([
      ['<response-call-0>', 200],
      ['<response-call-1>', 200],
      ['<response-call-2>', 200],
      ['<response-call-3>', 200],
    ]);
    expect(parts.map(({ body }) => ['one', 'two'].filter((title) => body.includes(`"${title}"`)))).toEqual([
      ['one'],
      ['one'],
      ['two'],
      ['one', 'two'],
    ]);
  });

  test('counts each request in journal and quota', async () => {
    const { call, emulator } = open();
    const mark = emulator.quota.mark();
    await call([insert('one'), list, list]);
    expect(emulator.journal.map(({ operation, method }) => operation ?? method)).toEqual([
      'playlists.insert',
      'playlists.list',
      'playlists.list',
      'POST',
    ]);
    expect(emulator.quota.since(mark)).toMatchObject({ calls: 3, units: 52 });
  });

  test('lets a request have credentials of its own', async () => {
    const { call } = open();
    const [, own, query, other] = await call([
      insert('mine'),
      `${list.trimEnd()}\r\nAuthorization: Bearer bob\r\n\r\n`,
      `GET /youtube/v3/playlists?part=snippet&mine=true&access_token=bob HTTP/1.1\r\n\r\n`,
      list,
    ]);
    expect([own?.body.includes('"mine"'), query?.body.includes('"mine"'), other?.body.includes('"mine"')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('takes a key from the query of the batch', async () => {
    const { call } = open({ credentials: { keys: ['k1'] } });
    const part = 'GET /youtube/v3/videoCategories?part=snippet&regionCode=US HTTP/1.1\r\n\r\n';
    expect((await call([part], { path: '/batch?key=k1', headers: { authorization: '' } }))[0]?.status).toBe(200);
    expect((await call([part], { headers: { authorization: '' } }))[0]?.status).toBe(401);
  });

  test('runs in the world of its address, and in no other', async () => {
    const { call, emulator } = open();
    const part = insert('here').replace('/youtube/', '/w/other/youtube/');
    const [plain, prefixed, other, header] = await call(
      [
        insert('here'),
        insert('here').replace('/youtube/', '/w/mine/youtube/'),
        part,
        list.replace('\r\n\r\n', '\r\nx-mock-world: other\r\n\r\n'),
      ],
      { path: '/w/mine/batch/youtube/v3' },
    );
    expect([plain, prefixed, other, header].map((one) => one?.status)).toEqual([200, 200, 400, 400]);
    expect(emulator.world('mine').journal.filter(({ operation }) => operation === 'playlists.insert')).toHaveLength(2);
    expect(emulator.journal).toHaveLength(0);
  });

  test('has the responses of faults that hit its requests', async () => {
    const { call, emulator } = open();
    emulator.on.playlists.list.fail(503).nth(2);
    expect((await call([list, list, list])).map(({ status }) => status)).toEqual([200, 503, 200]);
  });
});

describe('a part that cannot be run has an error of its own', () => {
  test.each([
    ['no request', '', 'request line'],
    ['no request line', 'hello\r\n\r\n', 'request line'],
    ['no path', 'GET\r\n\r\n', 'request line'],
    ['another server', 'GET https://other.test/youtube/v3/videos HTTP/1.1\r\n\r\n', 'another server'],
    ['another server without scheme', 'GET //other.test/youtube/v3/videos HTTP/1.1\r\n\r\n', 'cannot be read'],
    ['a batch', 'POST /batch HTTP/1.1\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x--', 'a batch, too'],
    ['a batch of the service', 'POST /batch/youtube/v3 HTTP/1.1\r\n\r\n', 'a batch, too'],
    [
      'an upload',
      'POST /upload/youtube/v3/videos?part=id HTTP/1.1\r\nContent-Type: video/mp4\r\n\r\nx',
      'upload of bytes',
    ],
    ['a method of proxies', 'CONNECT /youtube/v3/videos HTTP/1.1\r\n\r\n', 'CONNECT'],
    ['a header with another name', 'GET /youtube/v3/videos HTTP/1.1\r\na b: c\r\n\r\n', 'headers that cannot be read'],
  ])('%s', async (_what, part, message) => {
    const { call } = open();
    const [first, bad, last] = await call([list, part, list]);
    expect([first?.status, bad?.status, last?.status]).toEqual([200, 400, 200]);
    expect(bad?.body).toContain(message);
  });

  test('another media type', async () => {
    const { send } = open();
    const { response, text } = await send(batchOf([list], 'Content-Type: text/plain'));
    expect([response.status, partsIn(text, response.headers.get('content-type') ?? '')[0]?.status]).toEqual([200, 400]);
  });

  test('an unknown path and a wrong method, as anywhere', async () => {
    const { call } = open();
    const parts = await call(['GET /nothing HTTP/1.1\r\n\r\n', 'PATCH /youtube/v3/videos HTTP/1.1\r\n\r\n']);
    expect(parts.map(({ status }) => status)).toEqual([404, 405]);
  });
});

describe('a batch that cannot be read is an error as a whole', () => {
  test.each([
    ['no part', '--b1--\r\n', 400],
    ['nothing', '', 400],
    ['no end', batchOf([list]).replace('--b1--', ''), 400],
    ['other text', 'hello', 400],
    ['101 parts', batchOf(Array.from({ length: 101 }, () => list)), 400],
    ['1,000 parts', batchOf(Array.from({ length: 1000 }, () => list)), 400],
  ])('%s', async (_what, body, status) => {
    const { send, emulator } = open();
    expect((await send(body)).response.status).toBe(status);
    expect(emulator.journal).toHaveLength(1);
  });

  test('no boundary, and another media type', async () => {
    const { send } = open();
    expect((await send('x', { headers: { 'content-type': 'multipart/mixed' } })).response.status).toBe(400);
    expect((await send('{}', { headers: { 'content-type': 'application/json' } })).response.status).toBe(415);
  });

  test('a method other than POST, a path of another service, a body that is too long', async () => {
    const { emulator, send } = open({ maxBodyBytes: 1000 });
    const got = await emulator.fetch('http://a.test/batch');
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await send(batchOf([list]), { path: '/batch/drive/v3' })).response.status).toBe(404);
    expect((await send(batchOf([list.padEnd(2000)]))).response.status).toBe(413);
  });

  test('100 parts are taken', async () => {
    const { call } = open();
    expect(await call(Array.from({ length: 100 }, () => list))).toHaveLength(100);
  });
});
