import { createEmulator } from '@speccast/video-platform/mocks';
import { createMcpServer, type McpServerOptions } from '@speccast/video-platform/mcp';
import { expect, test, vi } from 'vitest';
import { connect, type Connected } from './connect.js';

const base = 'https://video.test/v3';

/** Connects to a server in front of a service that `respond` implements. */
function serve(
  respond: (request: Request) => Response | Promise<Response>,
  options: McpServerOptions = {},
): Promise<Connected> {
  const fetch = async (request: Request): Promise<Response> => respond(request);
  return connect(createMcpServer({ baseUrl: base, fetch, apiKey: 'key-of-the-caller', retry: false, ...options }));
}

const page = {
  kind: 'youtube#playlistListResponse',
  nextPageToken: 'second',
  items: Array.from({ length: 50 }, (_, index) => ({
    kind: 'youtube#playlist',
    id: `list-${index}`,
    etag: 'é'.repeat(20),
  })),
};

test('a long list is cut between items, and `read_more` returns the rest', async () => {
  const { call } = await serve(() => Response.json(page), { budget: 1_000 });
  const first = await call('playlists_list', { id: ['a'] });
  const { items, ...around } = JSON.parse(first.text);
  expect(around).toEqual({ kind: page.kind, nextPageToken: 'second' });
  const found = [...items];
  expect(first.notes[0]).toMatch(
    /^The result was cut: this is part 1 of \d+, with \d+ of its 50 items\. Call read_more with /,
  );
  expect(first.notes[1]).toMatch(/^There are more pages/);
  let parts = 1;
  for (let handle = findHandle(first.notes); handle !== undefined; parts += 1) {
    const next = await call('read_more', { handle });
    expect(next).toMatchObject({ isError: false });
    expect(next.text.length).toBeLessThanOrEqual(1_000);
    found.push(...JSON.parse(next.text));
    handle = findHandle(next.notes);
  }
  expect(found).toEqual(page.items);
  expect(parts).toBeGreaterThan(3);
});

/** Returns the handle that notes contain for `read_more`, or `undefined`. */
function findHandle(notes: readonly string[]): string | undefined {
  return /\{"handle": "([^"]+)"\}/.exec(notes.join(' '))?.[1];
}

test('other results are cut at the budget, and never inside a character', async () => {
  const title = '😀'.repeat(700);
  const { call } = await serve(() => Response.json({ kind: 'youtube#playlist', id: 'a', snippet: { title } }), {
    budget: 301,
    allowDestructive: true,
    auth: undefined,
    apiKey: undefined,
    env: { VIDEO_PLATFORM_TOKEN: 'a-token-of-tests' },
  });
  const first = await call('playlists_insert', { body: { snippet: { title: 'a' } } });
  let text = first.text;
  for (let handle = findHandle(first.notes); handle !== undefined;) {
    const next = await call('read_more', { handle });
    expect(next.text.length).toBeLessThanOrEqual(301);
    expect(next.text).not.toMatch(/\p{Surrogate}/u);
    text += next.text;
    handle = findHandle(next.notes);
  }
  expect(JSON.parse(text)).toMatchObject({ snippet: { title } });
});

test('handles expire after ten minutes, and the oldest ones when there are too many', async () => {
  const { call } = await serve(() => Response.json(page), { budget: 1_000 });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const handle = findHandle((await call('playlists_list', { id: ['a'] })).notes);
    vi.setSystemTime(Date.now() + 599_000);
    expect(await call('read_more', { handle })).toMatchObject({ isError: false });
    vi.setSystemTime(Date.now() + 601_000);
    expect(await call('read_more', { handle })).toMatchObject({ isError: true });
  } finally {
    vi.useRealTimers();
  }
  const large = { ...page, items: page.items.map((one) => ({ ...one, etag: 'x'.repeat(18_000) })) };
  const connected = await serve(() => Response.json(large), { budget: 1_000 });
  const first = findHandle((await connected.call('playlists_list', { id: ['a'] })).notes);
  for (let round = 0; round < 5; round += 1) await connected.call('playlists_list', { id: ['a'] });
  expect(await connected.call('read_more', { handle: first })).toMatchObject({ isError: true });
});

test('a network error is reported, with a warning if the call may have been processed', async () => {
  const fail = (): never => {
    throw Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    });
  };
  const reading = await serve(fail);
  expect((await reading.call('videos_list', { chart: 'mostPopular' })).text).toMatch(
    /^videos\.list failed: .*ECONNRESET\)\.$/,
  );
  const writing = await serve(fail, { apiKey: undefined, env: { VIDEO_PLATFORM_TOKEN: 'a-token-of-tests' } });
  expect((await writing.call('playlists_insert', { body: { snippet: { title: 'a' } } })).text).toMatch(
    /ECONNRESET\)\. The service may still have processed the call: check before you call it again\.$/,
  );
});

test('credentials in responses of the service are redacted in results', async () => {
  const secrets = ['key/of&the=caller', 'token+of=the caller'] as const;
  const env = { VIDEO_PLATFORM_API_KEY: secrets[0], VIDEO_PLATFORM_TOKEN: secrets[1] };
  const echo = async (request: Request): Promise<Response> => {
    const all = [...request.headers.values(), request.url, encodeURIComponent(secrets[0]), ...secrets].join(' ');
    const failed = request.url.includes('mostPopular');
    const body = failed
      ? { error: { code: 400, message: all } }
      : { kind: 'youtube#videoListResponse', etag: all, [all]: 1, items: [] };
    return Response.json(body, { status: failed ? 400 : 200 });
  };
  const { call } = await connect(createMcpServer({ baseUrl: base, fetch: echo, env }));
  for (const args of [{ chart: 'mostPopular' }, { id: ['a'] }]) {
    const { text, notes } = await call('videos_list', args);
    for (const secret of [...secrets, encodeURIComponent(secrets[0]), JSON.stringify(secrets[1])])
      expect([text, ...notes].join('\n')).not.toContain(secret);
    expect(text).toContain('[redacted]');
  }
});

test('aborting a call aborts the request', async () => {
  let aborted = false;
  const stop = new AbortController();
  const { client } = await serve(
    (request) =>
      new Promise((_, reject) => {
        setImmediate(() => stop.abort());
        request.signal.addEventListener('abort', () => {
          aborted = true;
          reject(new Error('aborted'));
        });
      }),
  );
  const call = client.callTool({ name: 'videos_list', arguments: { chart: 'mostPopular' } }, { signal: stop.signal });
  await expect(call).rejects.toThrow();
  await vi.waitFor(() => expect(aborted).toBe(true));
});

test('each server has an emulator of its own, which keeps its state between calls', async () => {
  const one = await connect(createMcpServer({ emulator: true }));
  const other = await connect(createMcpServer({ emulator: true }));
  const { id } = await one.json('playlists_insert', { body: { snippet: { title: 'Mix' } } });
  expect(await one.json('playlists_list', { id: [id] })).toMatchObject({ items: [{ id }] });
  expect(await other.json('playlists_list', { id: [id] })).toMatchObject({ items: [] });
  const emulator = createEmulator();
  const third = await connect(createMcpServer({ emulator }));
  await third.json('playlists_list', { mine: true });
  expect(emulator.journal.at(-1)).toMatchObject({ operation: 'playlists.list' });
});
