import { controlDocument, type ControlOptions, withControl } from '@speccast/emulator/control';
import type { Emulator, EmulatorOptions } from '@speccast/emulator';
import { describe, expect, test } from 'vitest';
import { controlOperations } from '../../../templates/emulator/control/control-operations.js';
import { openShelf } from '../shelf/open-shelf.js';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Got {
  readonly status: number;
  readonly headers: Headers;
  // The tests know what they asked for.
  readonly body: { readonly [member: string]: unknown } & {
    readonly id: string;
    readonly iso: string;
    readonly calls: number;
    readonly info: { readonly title: string };
    readonly operations: { readonly covered: number };
    readonly items: readonly { readonly id: string; readonly name: string; readonly number: number }[];
  };
}

interface Opened {
  readonly emulator: Emulator;
  readonly send: (path: string, sent?: Sent) => Promise<Got>;
}

function open(options: ControlOptions = {}, emulatorOptions: EmulatorOptions = {}): Opened {
  const { emulator } = openShelf(emulatorOptions);
  const { fetch } = withControl(emulator, options);
  const send = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Got> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const url = path.startsWith('http') ? path : `http://localhost:4010${path}`;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(
      new Request(url, { method, headers: { ...type, ...headers }, ...(body !== undefined && { body: text }) }),
    );
    const got = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(got) : { text: got } };
  };
  return { emulator, send };
}

const post = (body?: unknown): Sent => ({ method: 'POST', body: body ?? {} });

test('each operation of the document is carried out, and no other', () => {
  const paths = Object.values(controlDocument['paths'] ?? {}).flatMap((item) => Object.values(item ?? {}));
  const ids = paths.map((one) => (one as { operationId: string }).operationId);
  expect(ids.toSorted()).toEqual(Object.keys(controlOperations).toSorted());
});

describe('the control plane answers', () => {
  test('an emulator without it has none', async () => {
    const { emulator } = openShelf();
    expect((await emulator.fetch('https://shelf.test/__mock/health')).status).toBe(404);
  });

  test.each([
    ['http://localhost:4010', {}, 200],
    ['http://app.localhost:4010', {}, 200],
    ['http://127.0.0.1:4010', {}, 200],
    ['http://[::1]:4010', {}, 200],
    ['https://shelf.test', {}, 200],
    ['http://evil.example', {}, 403],
    ['http://127.0.0.1.evil.example', {}, 403],
    ['http://192.168.1.5:4010', {}, 403],
    ['http://localhost:4010', { origin: 'http://localhost:4010' }, 200],
    ['http://localhost:4010', { origin: 'http://localhost:3000' }, 403],
    ['http://localhost:4010', { origin: 'null' }, 403],
    ['http://localhost:4010', { 'sec-fetch-site': 'same-origin' }, 200],
    ['http://localhost:4010', { 'sec-fetch-site': 'cross-site' }, 403],
    ['http://localhost:4010', { 'sec-fetch-site': 'same-site' }, 403],
  ])('%s with %j by %i', async (origin, headers, status) => {
    const { send } = open();
    const got = await send(`${origin}/__mock/health`, { headers });
    expect([got.status, got.headers.get('access-control-allow-origin')]).toEqual([status, null]);
  });

  test.each([
    [{}, 401],
    [{ 'x-mock-token': 'wrong' }, 401],
    [{ 'x-mock-token': 'secret' }, 200],
    [{ authorization: 'Bearer secret' }, 200],
    [{ authorization: 'Bearer secret', origin: 'http://evil.example' }, 403],
  ])('with a token, %j by %i, whatever the host', async (headers, status) => {
    const { send } = open({ token: 'secret' });
    expect((await send('http://192.168.1.5:4010/__mock/health', { headers })).status).toBe(status);
  });

  test('that it is ready, to anybody, and nothing else', async () => {
    const { send, emulator } = open({ token: 'secret' });
    const stranger = { headers: { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' } };
    for (const sent of [{}, stranger])
      expect(await send('http://192.168.1.5:4010/__mock/ready', sent)).toMatchObject({
        status: 200,
        body: { status: 'ok' },
      });
    expect((await send('/w/a/__mock/ready')).status).toBe(401);
    expect((await send('/__mock/ready', post())).status).toBe(401);
    expect((await send('/__mock/ready/')).status).toBe(401);
    expect(emulator.worlds.names()).toEqual([]);
  });

  test('what is no JSON is not taken', async () => {
    const { send, emulator } = open();
    const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' };
    expect((await send('/__mock/seed', form)).status).toBe(415);
    for (const body of [
      '[',
      '[]',
      'null',
      '{"tables":1}',
      '{"tables":{"books":1}}',
      '{"tables":{"books":[1]}}',
      '{"callers":{"a":1}}',
    ])
      expect([body, (await send('/__mock/seed', post(body))).status]).toEqual([body, 400]);
    expect((await send('/__mock/seed', post('{"tables":{"nosuch":[]}}'))).status).toBe(404);
    expect(emulator.state['books']?.list()).toEqual([]);
  });

  test('what is not there is rejected as the service would', async () => {
    const { send } = open();
    expect(await send('/__mock/nosuch')).toMatchObject({
      status: 404,
      body: {
        error: { code: 404, message: 'The control plane has nothing at /nosuch.', errors: [{ reason: 'notFound' }] },
      },
    });
    const wrong = await send('/__mock/reset');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('the state', () => {
  test('is seeded, read, replaced, removed and reset', async () => {
    const { send, emulator } = open();
    const book = { id: 'B1', title: 'Emma', shelfId: 'old', ownerId: '${ann}' };
    expect((await send('/__mock/seed', post({ callers: { ann: 't1' }, tables: { books: [book] } }))).status).toBe(204);
    expect(emulator.state['books']?.get('B1')?.['ownerId']).toBe(emulator.as('t1').ownId);
    const listed = await send('/__mock/state/books?limit=1');
    expect(listed.body).toMatchObject({ total: 1, items: [{ key: 'B1', row: { title: 'Emma' } }] });
    const replaced = await send('/__mock/state/books/B1', { method: 'PUT', body: { id: 'B1', title: 'Persuasion' } });
    expect([replaced.status, emulator.state['books']?.get('B1')?.['title']]).toEqual([200, 'Persuasion']);
    expect((await send('/__mock/state/books/B1', { method: 'PUT', body: { id: 'B2' } })).status).toBe(400);
    expect((await send('/__mock/state/books/B1', { method: 'DELETE' })).status).toBe(204);
    expect((await send('/__mock/state/books/B1', { method: 'DELETE' })).status).toBe(404);
    expect((await send('/__mock/state/__proto__')).status).toBe(404);
    expect((await send('/__mock/reset', post())).status).toBe(204);
    expect((await send('/__mock/state')).body.items).toContainEqual({ name: 'books', rows: 0 });
  });

  test('goes back to a moment that was kept, and to the one after each request', async () => {
    const { send, emulator } = open();
    emulator.as('t1');
    const { body: kept } = await send('/__mock/snapshot', post());
    const headers = { authorization: 'Bearer t1' };
    const shelf = String(emulator.state['shelves']?.list()[1]?.['id']);
    for (const title of ['a', 'b']) await send('/v1/books', { ...post({ title, shelfId: shelf }), headers });
    const titles = () => emulator.state['books']?.list().map(({ title }) => title);
    expect((await send('/__mock/snapshot')).body.items.map(({ id }) => id)).toEqual(['s1', 'e1', 'e2']);
    await send('/__mock/restore', post({ id: 'e1' }));
    expect(titles()).toEqual(['a']);
    await send('/__mock/restore', post({ id: kept.id }));
    expect(titles()).toEqual([]);
    expect((await send('/__mock/restore', post({ id: 'e9' }))).status).toBe(404);
  });

  test('is that of the world that the request names', async () => {
    const { send, emulator } = open();
    const seeded = post({ tables: { books: [{ id: 'B1' }] } });
    await send('/__mock/seed', { ...seeded, headers: { 'x-mock-world': 'w1' } });
    await send('/w/w2/__mock/seed', seeded);
    expect((await send('/__mock/worlds', { ...post({ name: 'w3' }), headers: { 'x-mock-world': 'w1' } })).body).toEqual(
      {
        name: 'w3',
        path: '/w/w3',
      },
    );
    const count = (name: string) => emulator.world(name).state['books']?.list().length;
    expect([emulator.state['books']?.list().length, count('w1'), count('w2'), count('w3')]).toEqual([0, 1, 1, 1]);
    expect((await send('/__mock/worlds/w3', { method: 'DELETE' })).status).toBe(204);
    expect((await send('/__mock/worlds')).body.items.map(({ name }) => name).toSorted()).toEqual(['w1', 'w2']);
    expect((await send('/w/w1/__mock/health', { headers: { 'x-mock-world': 'w2' } })).status).toBe(400);
    expect((await send('/__mock/health', { headers: { 'x-mock-world': 'a b' } })).status).toBe(400);
  });
});

test('time is told and changed', async () => {
  const { send, emulator } = open();
  expect((await send('/__mock/clock')).body).toEqual({ time: emulator.clock.now(), iso: '2026-01-01T00:00:00.000Z' });
  expect((await send('/__mock/clock', post({ set: '2030-01-01T00:00:00Z', advance: 1000 }))).body.iso).toBe(
    '2030-01-01T00:00:01.000Z',
  );
  expect((await send('/__mock/clock', post({ reset: true }))).body.iso).toBe('2026-01-01T00:00:00.000Z');
  for (const body of [{ set: 'never' }, { advance: 'x' }, { set: 1e300 }])
    expect((await send('/__mock/clock', post(body))).status).toBe(400);
});

test('faults are added from what is documented, and removed', async () => {
  const { send, emulator } = open();
  const fault = { operation: 'books.list', effect: { kind: 'reply', status: 503 }, hits: { times: 1 } };
  expect((await send('/__mock/faults', post(fault))).body).toEqual({ id: 1 });
  expect((await send('/v1/books?key=k')).status).toBe(503);
  expect((await send('/__mock/faults')).body.items).toMatchObject([{ id: 1, seen: 1, used: 1 }]);
  expect((await send('/__mock/faults/1', { method: 'DELETE' })).status).toBe(204);
  expect((await send('/__mock/faults/1', { method: 'DELETE' })).status).toBe(404);
  for (const wrong of [
    {},
    { ...fault, operation: 'nosuch' },
    { ...fault, effect: 1 },
    { ...fault, effect: {} },
    { ...fault, hits: 1 },
  ])
    expect((await send('/__mock/faults', post(wrong))).status).toBe(400);
  expect(emulator.faults.list()).toEqual([]);
});

test('the journal, coverage, quota, operations and documents are told', async () => {
  const { send } = open({ document: async () => ({ openapi: '3.1.0' }) });
  for (let call = 0; call < 3; call += 1) await send('/v1/books?key=secret');
  const journal = await send('/__mock/journal?limit=2&after=1');
  expect([journal.body.items.map(({ number }) => number), JSON.stringify(journal.body).includes('secret')]).toEqual([
    [2, 3],
    false,
  ]);
  expect(journal.body.dropped).toBe(0);
  expect((await send('/__mock/journal?limit=x')).status).toBe(400);
  expect((await send('/__mock/coverage')).body.operations.covered).toBe(1);
  expect((await send('/__mock/quota')).body.calls).toBe(3);
  expect((await send('/__mock/operations')).body.items[0]).toMatchObject({
    id: 'books.list',
    method: 'GET',
    path: '/books',
  });
  expect((await send('/__mock/openapi.json')).body.info.title).toBe('Emulator Control');
  expect((await send('/__mock/service.json')).body).toEqual({ openapi: '3.1.0' });
});

test('the page runs nothing but its own script, and what the service answers runs none beside it', async () => {
  const { send } = open({ token: 'secret' });
  const page = await send('/__mock/ui');
  expect([page.status, page.headers.get('content-type'), page.headers.get('x-frame-options')]).toEqual([
    200,
    'text/html; charset=UTF-8',
    'DENY',
  ]);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-/);
  const [head, script = '', end] = String(page.body['text']).split(/<script type="module">|<\/script>/);
  expect(`${head}${end}`).not.toMatch(/ on\w+=|https?:|innerHTML/);
  // The script is there where another test of this process bundled the console.
  const addresses = script.match(/https?:\/\/[^"'`\\]+/g) ?? [];
  expect(addresses.filter((one) => !/^http:\/\/(?:www\.w3\.org|localhost:3000)\//.test(one))).toEqual([]);
  expect((await send('/v1/books?key=k')).headers.get('content-security-policy')).toBe('sandbox');
});
