import { createEmulator } from '@speccast/video-platform/mocks';
import { withControl } from '@speccast/video-platform/control';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

interface Told {
  readonly status: number;
  readonly undo: string | null;
  // The tests know what they asked for.
  readonly body: Readonly<Record<string, never>> & {
    readonly total: number;
    readonly key: string;
    readonly version: string;
    readonly row: Readonly<Record<string, { readonly title?: string }>>;
    readonly items: readonly { readonly key: string; readonly number: number; readonly name: string }[];
    readonly error: { readonly message: string; readonly errors: readonly { readonly location: string }[] };
  };
}

let emulator: ReturnType<typeof createEmulator>;
let fetch: (request: Request) => Promise<Response>;

beforeEach(() => {
  emulator = createEmulator();
  ({ fetch } = withControl(emulator));
});

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Told> {
  const response = await fetch(
    new Request(`http://localhost:4010${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    undo: response.headers.get('x-mock-undo'),
    body: isJson ? JSON.parse(text) : { text },
  };
}

const control = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  send(method, `/__mock${path}`, body, headers);

const firstVideo = () => emulator.state.videos.list()[0]?.id ?? '';

describe('a row', () => {
  test('that does not match the schema is rejected with each position', async () => {
    const key = firstVideo();
    const { body } = await control('GET', `/state/videos/${key}`);
    const wrong = { ...body.row, snippet: { ...body.row['snippet'], title: 5, tags: ['a', 7] } };
    const before = emulator.state.videos.get(key);
    for (const rejected of [
      await control('PUT', `/state/videos/${key}`, wrong),
      await control('POST', '/state/videos', { ...wrong, id: 'new' }),
    ]) {
      expect(rejected.status).toBe(400);
      expect(rejected.body.error.message).toBe(
        'The row does not match the schema of videos: /snippet/title must be a string, and 1 more.',
      );
      expect(rejected.body.error.errors).toMatchObject([
        { reason: 'invalidRow', location: '/snippet/title', message: '/snippet/title must be a string.' },
        { reason: 'invalidRow', location: '/snippet/tags/1' },
      ]);
    }
    expect([emulator.state.videos.get(key), emulator.state.videos.get('new')]).toEqual([before, undefined]);
  });

  test('that the emulator has can be stored again as it is, in every table', async () => {
    emulator.as('ada');
    const wrong: string[] = [];
    for (const name of Object.keys(emulator.state)) {
      const { body } = await control('GET', `/state/${name}?limit=3`);
      for (const { key, row } of body.items as unknown as readonly { key: string; row: object }[]) {
        const { status, body: told } = await control('PUT', `/state/${name}/${encodeURIComponent(key)}`, row);
        if (status !== 200) wrong.push(`${name} ${key}: ${told.error.message}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('that was wrong before may be changed elsewhere', async () => {
    const wrong = { id: 'odd', snippet: { title: 5 } };
    emulator.seed({ videos: [{ ...wrong, snippet: { title: 'Five' } }] });
    // A state that an older version of the spec has left.
    emulator.load(JSON.parse(JSON.stringify(emulator.save()).replace('"Five"', '5')));
    const { status } = await control('PUT', '/state/videos/odd', { ...wrong, status: { privacyStatus: 'public' } });
    expect(status).toBe(200);
  });

  test('is created by POST or PUT under a new id, once', async () => {
    const made = await control('POST', '/state/playlists', { snippet: { title: 'Tides' } });
    expect([made.status, made.body.row['snippet']?.title, made.body.key.length]).toEqual([200, 'Tides', 34]);
    const again = await control('POST', '/state/playlists', made.body.row);
    expect([again.status, again.body.error.message]).toEqual([
      409,
      `There is a row ${made.body.key} in playlists already.`,
    ]);
    const put = await control('PUT', '/state/playlists/PLmine', { snippet: { title: 'Mine' } });
    expect([put.status, put.body.row['id']]).toEqual([200, 'PLmine']);
    expect((await control('PUT', '/state/playlists/PLmine', {}, { 'if-none-match': '*' })).status).toBe(412);
  });

  test('is not overwritten by who has not seen its last change', async () => {
    const key = firstVideo();
    const { body } = await control('GET', `/state/videos/${key}`);
    const match = { 'if-match': body.version };
    const mine = { ...body.row, snippet: { ...body.row['snippet'], title: 'mine' } };
    emulator.state.videos.insert({ ...body.row, snippet: { title: 'theirs' } });
    const lost = await control('PUT', `/state/videos/${key}`, mine, match);
    expect([lost.status, lost.body.error.message]).toEqual([412, `The row ${key} was changed in the meantime.`]);
    const { version } = (await control('GET', `/state/videos/${key}`)).body;
    expect((await control('PUT', `/state/videos/${key}`, mine, { 'if-match': `"${version}"` })).status).toBe(200);
    emulator.state.videos.remove(key);
    expect((await control('PUT', `/state/videos/${key}`, mine, match)).status).toBe(412);
  });

  test('is found, sorted and paged', async () => {
    const titles = async (query: string) =>
      (
        (await control('GET', `/state/videos?${query}`)).body.items as unknown as {
          row: { snippet: { title: string } };
        }[]
      ).map(({ row }) => row.snippet.title);
    const all = await titles('sort=snippet.title');
    expect(all).toEqual(all.toSorted((one, other) => one.localeCompare(other, 'en')));
    expect(await titles('sort=snippet.title&order=desc')).toEqual(all.toReversed());
    expect(await titles('sort=snippet.title&from=2&limit=3')).toEqual(all.slice(2, 5));
    expect(await titles('q=KNEADING')).toEqual(['Bread without kneading']);
    expect((await control('GET', '/state/videos?q=KNEADING')).body.total).toBe(1);
  });

  test('has its images, and its file', async () => {
    const key = firstVideo();
    const { body } = await control('GET', `/state/videos/${key}`);
    const [image = ''] = body['images'] as unknown as readonly string[];
    const picture = await fetch(new Request(`http://localhost:4010${image}`));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(emulator.journal).toEqual([]);
    expect((await control('GET', '/media/nothing')).status).toBe(404);
    const { body: caption } = await control('GET', `/state/captions/${emulator.state.captions.list()[0]?.id}`);
    expect(caption['media']).toMatchObject({
      path: expect.stringMatching(/^\/__mock\/media\/captions%2F/),
      bytes: expect.any(Number),
    });
  });
});

test('tables tell their key, what they refer to, and their schema', async () => {
  const { body } = await control('GET', '/schemas');
  expect(body.items.find(({ name }) => name === 'videos')).toEqual({
    name: 'videos',
    key: 'id',
    references: expect.arrayContaining([
      { path: 'snippet.channelId', table: 'channels' },
      { path: 'snippet.categoryId', table: 'videoCategories' },
    ]),
    hasSchema: true,
  });
  expect((await control('GET', '/schemas/videos')).body).toMatchObject({ type: 'object', properties: { snippet: {} } });
  expect((await control('GET', '/schemas/nothing')).status).toBe(404);
});

describe('a change of the control plane', () => {
  test('is undone, whether or not others changed something since', async () => {
    const key = firstVideo();
    const before = emulator.snapshot().world;
    const removed = await control('DELETE', `/state/videos/${key}`);
    const { undo } = removed;
    expect([removed.status, emulator.state.videos.get(key)]).toEqual([204, undefined]);
    expect((await control('POST', '/undo', { id: undo })).status).toBe(204);
    expect(emulator.snapshot().world).toBe(before);
    expect((await control('POST', '/undo', { id: undo })).status).toBe(404);
    const comments = emulator.state.comments.list().length;
    const second = (await control('DELETE', `/state/videos/${key}`)).undo;
    emulator.state.playlists.insert({ id: 'PLother', snippet: { title: 'of another' } });
    await control('POST', '/undo', { id: second });
    expect([emulator.state.videos.get(key)?.id, emulator.state.playlists.get('PLother')?.id]).toEqual([key, 'PLother']);
    expect(emulator.state.comments.list().length).toBe(comments);
  });

  test('as large as a reset is undone with time and faults', async () => {
    emulator.on.videos.list.fail(503).once();
    await control('PUT', '/state/playlists/PLmine', { snippet: { title: 'Mine' } });
    await control('POST', '/clock', { set: '2030-01-01T00:00:00Z' });
    const { undo } = await control('POST', '/reset', {});
    expect([emulator.state.playlists.get('PLmine'), emulator.faults.list()]).toEqual([undefined, []]);
    await control('POST', '/undo', { id: undo });
    expect(emulator.state.playlists.get('PLmine')?.snippet?.title).toBe('Mine');
    expect([emulator.faults.list().length, new Date(emulator.clock.now()).toISOString()]).toEqual([
      1,
      '2030-01-01T00:00:00.000Z',
    ]);
  });

  test('that changed nothing cannot be undone', async () => {
    expect((await control('POST', '/clock', {})).undo).toBe(null);
    expect((await control('PUT', '/state/videos/x', { snippet: { title: 5 } })).undo).toBe(null);
  });
});

describe('the journal', () => {
  const insert = (title: string, token = 'ada') =>
    send('POST', '/v3/playlists?part=snippet', { snippet: { title } }, { authorization: `Bearer ${token}` });

  test('tells caller, cost and duration, and the rows before and after', async () => {
    const { id } = (await insert('Tides')).body as unknown as { id: string };
    await send('PUT', '/v3/playlists?part=snippet', { id, snippet: { title: 'Ebb' } }, { authorization: 'Bearer ada' });
    await send('GET', '/v3/nothing');
    const { body } = await control('GET', '/journal?view=summary');
    const caller = emulator.as('ada').ownId;
    expect(body.items).toMatchObject([
      { number: 1, method: 'POST', operation: 'playlists.insert', caller, cost: 50, durationMs: expect.any(Number) },
      { number: 2, caller },
      { number: 3, status: 404 },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/requestHeaders|ada/);
    const changes = (await control('GET', '/journal/2/changes')).body;
    expect(changes).toMatchObject({
      total: 1,
      items: [
        { table: 'playlists', key: id, before: { snippet: { title: 'Tides' } }, after: { snippet: { title: 'Ebb' } } },
      ],
    });
    expect((await control('GET', '/journal/3/changes')).body.items).toEqual([]);
    expect((await control('GET', '/journal/9')).status).toBe(404);
    expect((await control('GET', '/journal/__proto__')).status).toBe(404);
  });

  test('is paged and searched, bodies included', async () => {
    for (const title of ['a', 'b', 'needle', 'd']) await insert(title);
    const numbers = async (query: string) =>
      (await control('GET', `/journal?${query}`)).body.items.map(({ number }) => number);
    expect(await numbers('before=3')).toEqual([1, 2]);
    expect(await numbers('after=1&before=4&limit=1')).toEqual([3]);
    expect(await numbers('q=NEEDLE')).toEqual([3]);
  });

  test('has what concurrent requests and other clients changed with the request that did it', async () => {
    await Promise.all(['a', 'b', 'c'].map((title) => insert(title, title)));
    await control('PUT', '/state/playlists/PLmine', { snippet: { title: 'Mine' } });
    emulator.state.playlists.insert({ id: 'PLhere', snippet: { title: 'here' } });
    await insert('d');
    for (const number of [1, 2, 3, 4]) {
      const { body } = await control('GET', `/journal/${number}/changes`);
      const inserted = (
        body.items as unknown as { table: string; before?: object; after?: { snippet?: { title?: string } } }[]
      )
        .filter(({ table, before }) => table === 'playlists' && before === undefined)
        .map(({ after }) => after?.snippet?.title);
      expect(inserted.filter((title = '') => /^(?:a|b|c|d|Mine|here)$/.test(title))).toEqual([
        ['a', 'b', 'c', 'd'][number - 1],
      ]);
    }
  });
});

describe('a request as a known caller', () => {
  test('is sent with the token of the caller, which is told nobody', async () => {
    const { ownId } = emulator.as('secret-token');
    const told = await control('GET', '/callers');
    expect(told.body.items).toEqual([{ id: ownId, table: 'channels', name: 'My channel' }]);
    const body = { snippet: { title: 'Tides' } };
    const made = await send('POST', '/v3/playlists?part=snippet', body, { 'x-mock-caller': ownId });
    expect(made.body).toMatchObject({ snippet: { channelId: ownId } });
    expect(JSON.stringify([told, made, emulator.journal])).not.toContain('secret-token');
    expect((await send('GET', '/v3/playlists', undefined, { 'x-mock-caller': 'nobody' })).status).toBe(400);
  });

  test('needs what the control plane needs', async () => {
    const { ownId } = emulator.as('ada');
    const evil = { 'x-mock-caller': ownId, origin: 'http://evil.example' };
    expect((await send('GET', '/v3/playlists?part=snippet&mine=true', undefined, evil)).status).toBe(403);
    ({ fetch } = withControl(emulator, { token: 'secret' }));
    expect(
      (await send('GET', '/v3/playlists?part=snippet&mine=true', undefined, { 'x-mock-caller': ownId })).status,
    ).toBe(401);
  });
});

describe('a scenario', () => {
  test('is saved under a name, loaded and undone, and has no tokens', async () => {
    emulator.as('secret-token');
    await control('PUT', '/state/playlists/PLmine', { snippet: { title: 'Mine' } });
    expect((await control('PUT', '/scenarios/start', {})).status).toBe(200);
    await control('DELETE', '/state/playlists/PLmine');
    await control('PUT', '/state/playlists/PLlater', { snippet: { title: 'Later' } });
    await control('POST', '/clock', { advance: 5000 });
    const loaded = await control('POST', '/scenarios/start/load', {});
    expect([loaded.status, emulator.state.playlists.get('PLmine')?.snippet?.title]).toEqual([204, 'Mine']);
    expect(emulator.state.playlists.get('PLlater')).toBe(undefined);
    await control('POST', '/undo', { id: loaded.undo });
    expect(emulator.state.playlists.get('PLlater')?.snippet?.title).toBe('Later');
    const text = JSON.stringify((await control('GET', '/scenarios/start')).body);
    expect(text).not.toContain('secret-token');
    const other = createEmulator({ scenario: JSON.parse(text) });
    expect(other.state.playlists.get('PLmine')?.snippet?.title).toBe('Mine');
    expect((await control('GET', '/scenarios')).body.items).toMatchObject([{ name: 'start' }]);
    expect((await control('DELETE', '/scenarios/start')).status).toBe(204);
    expect((await control('POST', '/scenarios/start/load', {})).status).toBe(404);
  });

  table('%s of %j is %i', async (path: string, body: JsonObject, status: number) => {
    expect((await control('PUT', path, body)).status).toBe(status);
  });
});

test('a fault hits the calls that meet its condition, and can be undone', async () => {
  const { ownId } = emulator.as('ada');
  const rule = { operation: 'videos.list', effect: { kind: 'fail', status: 503 } };
  const ask = (query: string, token = 'ada') =>
    send('GET', `/v3/videos?part=snippet&${query}`, undefined, { authorization: `Bearer ${token}` });
  const { undo } = await control('POST', '/faults', { ...rule, when: { parameters: { id: 'b' }, caller: ownId } });
  expect((await control('GET', '/faults')).body.items).toMatchObject([
    { when: { parameters: { id: 'b' }, caller: ownId } },
  ]);
  const statuses = [await ask('id=a'), await ask('id=a,b'), await ask('id=b', 'ben')].map(({ status }) => status);
  expect(statuses).toEqual([200, 503, 200]);
  await control('POST', '/undo', { id: undo });
  expect((await ask('id=b')).status).toBe(200);
  for (const when of [1, { other: 1 }, { parameters: 1 }, { caller: 1 }])
    expect((await control('POST', '/faults', { ...rule, when })).status).toBe(400);
});
