import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

/** A batch request with its expected response. */
interface Batch {
  readonly name: string;
  readonly options?: Parameters<typeof createEmulator>[0];
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Media type of the parts. Default: `application/http`. */
  readonly type?: string;
  /** Requests as text, or short forms of one: `insert` is the title of a playlist to insert, `below` a path in front of its path: `/w/mine`. */
  readonly parts: readonly (string | { readonly insert: string; readonly below?: string })[];
  /** The response to each part. */
  readonly want: readonly { readonly status: number; readonly contains?: readonly string[]; readonly lacks?: string }[];
  /** Expected operations in the journal. */
  readonly operations?: readonly (string | undefined)[];
  /** Expected cost in units of quota. */
  readonly units?: number;
}

type Emulator = ReturnType<typeof createEmulator>;

function writeBatch(parts: Batch['parts'], type = 'application/http'): string {
  const written = parts.map((part, index) => {
    const head = `--b1\r\nContent-Type: ${type}\r\nContent-ID: <call-${index}>\r\n\r\n`;
    if (typeof part === 'string') return `${head}${part.replaceAll('\n', '\r\n')}\r\n`;
    const body = JSON.stringify({ snippet: { title: part.insert } });
    const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    return `${head}POST ${part.below ?? ''}/youtube/v3/playlists?part=snippet HTTP/1.1\r\n${headers}\r\n\r\n${body}\r\n`;
  });
  return `${written.join('')}--b1--\r\n`;
}

function post(emulator: Emulator, body: string, { path = '/batch', headers }: Partial<Batch> = {}): Promise<Response> {
  const all = { 'content-type': 'multipart/mixed; boundary="b1"', authorization: 'Bearer ann', ...headers };
  return emulator.fetch(`http://a.test${path}`, { method: 'POST', body, headers: all });
}

/** Reads the parts of a response, and expects their ids to be those of the requests. */
async function readParts(response: Response): Promise<readonly { readonly status: number; readonly body: string }[]> {
  expect(response.status).toBe(200);
  const [, boundary = ''] = /^multipart\/mixed;.*boundary=(\S+)/.exec(response.headers.get('content-type') ?? '') ?? [];
  const pieces = (await response.text()).split(`--${boundary}`);
  expect(pieces.at(-1)).toBe('--\r\n');
  return pieces.slice(1, -1).map((piece, index) => {
    const [outer = '', head = '', ...body] = piece.split('\r\n\r\n');
    expect(outer).toMatch(/content-type: application\/http/i);
    expect(outer).toContain(`<response-call-${index}>`);
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), body: body.join('\r\n\r\n') };
  });
}

table('a batch', async ({ options, type, parts, want, operations, units, ...row }: Batch) => {
  const emulator = createEmulator(options);
  const mark = emulator.quota.mark();
  const found = await readParts(await post(emulator, writeBatch(parts, type), row));
  expect(found.map(({ status }) => status)).toEqual(want.map(({ status }) => status));
  for (const [index, { contains = [], lacks = '—' }] of want.entries()) {
    for (const text of contains) expect(found[index]?.body).toContain(text);
    expect(found[index]?.body).not.toContain(lacks);
  }
  if (operations) expect(emulator.journal.map(({ operation }) => operation ?? '')).toEqual(operations);
  if (units !== undefined) expect(emulator.quota.since(mark).units).toBe(units);
});

const [list = ''] = rows<string>('list');
const repeat = (count: number): string => writeBatch(Array.from({ length: count }, () => list));

test('the requests of a batch are sent to the world in its URL', async () => {
  const emulator = createEmulator();
  await post(emulator, writeBatch([{ insert: 'here' }, { insert: 'here', below: '/w/mine' }]), {
    path: '/w/mine/batch',
  });
  expect(emulator.world('mine').journal.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(emulator.journal).toEqual([]);
});

test('faults apply to the requests of a batch', async () => {
  const emulator = createEmulator();
  emulator.on.playlists.list.fail(503).nth(2);
  const found = await readParts(await post(emulator, repeat(3)));
  expect(found.map(({ status }) => status)).toEqual([200, 503, 200]);
});

describe('a batch that cannot be read is rejected', () => {
  test.each([
    ['without a part', '--b1--\r\n'],
    ['without a body', ''],
    ['without a final boundary', repeat(1).replace('--b1--', '')],
    ['without a boundary in its body', 'hello'],
    ['with 101 parts', repeat(101)],
    ['with 1,000 parts', repeat(1000)],
  ])('%s', async (_what, body) => {
    const emulator = createEmulator();
    expect((await post(emulator, body)).status).toBe(400);
    expect(emulator.journal).toHaveLength(1);
  });

  test('without a boundary in its media type, of another media type, for another service, or too long', async () => {
    const emulator = createEmulator({ maxBodyBytes: 1000 });
    expect((await post(emulator, 'x', { headers: { 'content-type': 'multipart/mixed' } })).status).toBe(400);
    expect((await post(emulator, '{}', { headers: { 'content-type': 'application/json' } })).status).toBe(415);
    expect((await post(emulator, repeat(1), { path: '/batch/drive/v3' })).status).toBe(404);
    expect((await post(emulator, writeBatch([list.padEnd(2000)]))).status).toBe(413);
  });

  test('with a method other than POST', async () => {
    const got = await createEmulator().fetch('http://a.test/batch');
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

test('a batch may have 100 parts', async () => {
  expect(await readParts(await post(createEmulator(), repeat(100)))).toHaveLength(100);
});
