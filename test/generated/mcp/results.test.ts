import { createEmulator } from '@speccast/video-platform/mocks';
import { createMcpServer, type McpServerOptions } from '@speccast/video-platform/mcp';
import { expect, test, vi } from 'vitest';
import { connect, type Connected } from './connect.js';

const base = 'https://video.test/v3';

/** A server whose service responds as a function says. */
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

test('a list is cut between its items, and handles give the rest', async () => {
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
  for (let handle = handleIn(first.notes); handle !== undefined; parts += 1) {
    const next = await call('read_more', { handle });
    expect(next).toMatchObject({ isError: false });
    expect(next.text.length).toBeLessThanOrEqual(1_000);
    found.push(...JSON.parse(next.text));
    handle = handleIn(next.notes);
  }
  expect(found).toEqual(page.items);
  expect(parts).toBeGreaterThan(3);
});

function handleIn(notes: readonly string[]): string | undefined {
  return /\{"handle": "([^"]+)"\}/.exec(notes.join(' '))?.[1];
}

test('what is no list is cut where the budget ends, and never inside a character', async () => {
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
  for (let handle = handleIn(first.notes); handle !== undefined;) {
    const next = await call('read_more', { handle });
    expect(next.text.length).toBeLessThanOrEqual(301);
    expect(next.text).not.toMatch(/\p{Surrogate}/u);
    text += next.text;
    handle = handleIn(next.notes);
  }
  expect(JSON.parse(text)).toMatchObject({ snippet: { title } });
});

test('handles end after ten minutes, and the oldest go where there are too many', async () => {
  const { call } = await serve(() => Response.json(page), { budget: 1_000 });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const handle = handleIn((await call('playlists_list', { id: ['a'] })).notes);
    vi.setSystemTime(Date.now() + 599_000);
    expect(await call('read_more', { handle })).toMatchObject({ isError: false });
    vi.setSystemTime(Date.now() + 601_000);
    expect(await call('read_more', { handle })).toMatchObject({ isError: true });
  } finally {
    vi.useRealTimers();
  }
  const large = { ...page, items: page.items.map((one) => ({ ...one, etag: 'x'.repeat(18_000) })) };
  const filled = await serve(() => Response.json(large), { budget: 1_000 });
  const first = handleIn((await filled.call('playlists_list', { id: ['a'] })).notes);
  for (let round = 0; round < 5; round += 1) await filled.call('playlists_list', { id: ['a'] });
  expect(await filled.call('read_more', { handle: first })).toMatchObject({ isError: true });
});

test('a network that fails is told, and whether the call may have been done', async () => {
  const fails = (): never => {
    throw Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    });
  };
  const reading = await serve(fails);
  expect((await reading.call('videos_list', { chart: 'mostPopular' })).text).toMatch(
    /^videos\.list failed: .*ECONNRESET\)\.$/,
  );
  const writing = await serve(fails, { apiKey: undefined, env: { VIDEO_PLATFORM_TOKEN: 'a-token-of-tests' } });
  expect((await writing.call('playlists_insert', { body: { snippet: { title: 'a' } } })).text).toMatch(
    /ECONNRESET\)\. The service may still have processed the call: check before you call it again\.$/,
  );
});

test('no credential is ever in a result, whatever a service says again', async () => {
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

test('what ends a call ends the request', async () => {
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

test('the emulator keeps its state between calls, and another server has another one', async () => {
  const one = await connect(createMcpServer({ emulator: true }));
  const other = await connect(createMcpServer({ emulator: true }));
  const { id } = await one.json('playlists_insert', { body: { snippet: { title: 'Mix' } } });
  expect(await one.json('playlists_list', { id: [id] })).toMatchObject({ items: [{ id }] });
  expect(await other.json('playlists_list', { id: [id] })).toMatchObject({ items: [] });
  const given = createEmulator();
  const third = await connect(createMcpServer({ emulator: given }));
  await third.json('playlists_list', { mine: true });
  expect(given.journal.at(-1)).toMatchObject({ operation: 'playlists.list' });
});
