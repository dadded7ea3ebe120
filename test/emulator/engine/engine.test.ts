import { describe, expect, test } from 'vitest';
import type { EmulatorPlan, OperationPlan } from '@speccast/emulator';
import { validator, checkRequired } from '@speccast/runtime/validators';
import type { Call } from '../../../templates/emulator/engine/plan/plan.js';
import { openShelf, outcomeOf, operation, planned, shelfPlan } from './shelf.js';
import type { Answered } from './shelf.js';

const ann = { token: 'ann' };

/** A reader's own shelf with books on it. */
async function shelfWith(titles: readonly string[], plan = shelfPlan) {
  const opened = openShelf({}, plan);
  const { ownId } = opened.emulator.as('ann');
  const shelfId = String(opened.emulator.state['shelves']?.list().find((row) => row['ownerId'] === ownId)?.['id']);
  const add = (body: object): Promise<Answered> =>
    opened.call('/books', { ...ann, method: 'POST', body: { shelfId, ...body } });
  const books: Answered[] = [];
  for (const title of titles) books.push(await add({ title }));
  const ids = books.map(({ body }) => String(body['id']));
  const order = async (): Promise<unknown> =>
    (await opened.call(`/books?shelfId=${shelfId}&maxResults=2`, ann)).body.items?.map(({ title }) => title);
  return { ...opened, shelfId, add, ids, order, ownId };
}

describe('paths and methods', () => {
  const { call } = openShelf();
  test.each([
    ['/nothing', 'GET', 404, 'notFound'],
    ['/books', 'PATCH', 405, 'httpMethodNotAllowed'],
    ['/books/', 'GET', 404, 'notFound'],
  ])('%s %s', async (path, method, status, reason) => {
    expect(await call(path, { method })).toMatchObject({ status, reason });
  });

  test('a wrong method is answered with those that are allowed', async () => {
    expect((await call('/books', { method: 'PATCH' })).headers.get('allow')).toBe('GET, POST, PUT, DELETE, HEAD');
  });

  test('a browser may ask before it calls, without a credential', async () => {
    const headers = {
      origin: 'https://app.test',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    };
    const answer = await call('/books', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE, HEAD, OPTIONS');
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization');
  });

  test('HEAD is GET without the body', async () => {
    const answer = await call('/books?id=a', { ...ann, method: 'HEAD' });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
  });

  test('what is asked for again with its tag is not sent again', async () => {
    const etag = (await call('/books?id=a', ann)).headers.get('etag') ?? '';
    expect((await call('/books?id=a', { ...ann, headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

test('parts may be left out where the spec requires them; other parameters may not', async () => {
  const parameters = validator<object>({
    is: (value): value is object => Object.hasOwn(Object(value), 'part') && Object.hasOwn(Object(value), 'shelfId'),
    schema: { pointer: '#', schema: ['object', [checkRequired, { part: '', shelfId: '' }]] },
  });
  const [list] = shelfPlan.operations;
  if (list === undefined) throw new Error('the shelf has operations');
  const declared = operation('books.list', {
    parameters: [
      { name: 'part', in: 'query', type: 'array', required: true, explode: false },
      { name: 'shelfId', in: 'query', required: true },
    ],
  });
  const plan = { ...shelfPlan, operations: [{ ...list, operation: declared, parameters }] };
  const { call } = openShelf({}, plan);
  expect((await call('/books?shelfId=old', ann)).status).toBe(200);
  expect(await call('/books?part=id', ann)).toMatchObject({ status: 400, reason: 'required' });
});

describe('base paths', () => {
  const bytes: OperationPlan = planned(
    operation('covers.set', { method: 'POST', path: '/covers', media: { mediaTypes: ['image/*'] }, auth: ['oauth'] }),
    {},
  );
  const away: OperationPlan = planned(
    operation('covers.send', {
      method: 'POST',
      path: '/covers/{id}',
      parameters: [{ name: 'id', in: 'path', required: true }],
      media: { mediaTypes: ['image/*'], upload: '/put', uploadPath: '/bytes/{id}' },
    }),
    {},
  );
  const { emulator } = openShelf(
    {},
    {
      ...shelfPlan,
      service: { ...shelfPlan.service, baseUrl: 'https://real.test/shelf/v1' },
      basePaths: ['/v1', '/shelf/v1', ''],
      operations: [...shelfPlan.operations, bytes, away],
      settings: { ...shelfPlan.settings, aliases: ['/upload'] },
      sampler: () => null,
    },
  );
  const headers = { authorization: 'Bearer ann', 'content-type': 'image/png' };

  test('the first one is that of its own address; the address of the service is known', () => {
    expect([emulator.baseUrl, emulator.serviceUrl, emulator.aliases]).toEqual([
      'https://shelf.test/v1',
      'https://real.test/shelf/v1',
      ['/upload', '/put'],
    ]);
  });

  test.each([
    ['GET', '/v1/books', 'books.list'],
    ['GET', '/shelf/v1/books', 'books.list'],
    ['GET', '/books', 'books.list'],
    ['GET', '/shelf/books', undefined],
    ['GET', '/v2/books', undefined],
    ['POST', '/v1/covers', 'covers.set'],
    ['POST', '/upload/v1/covers', 'covers.set'],
    ['POST', '/upload/shelf/v1/covers', 'covers.set'],
    ['POST', '/put/shelf/v1/covers', 'covers.set'],
    ['POST', '/shelf/v1/upload/covers', 'covers.set'],
    ['POST', '/upload/covers', 'covers.set'],
    ['POST', '/bytes/7', 'covers.send'],
    ['POST', '/v1/bytes/7', undefined],
    ['GET', '/upload/v1/books', undefined],
  ])('%s %s leads to %s', async (method, path, want) => {
    const body = method === 'POST' ? new Uint8Array([1]) : null;
    await emulator.fetch(`https://anywhere.test${path}`, { method, headers, body });
    expect(emulator.journal.at(-1)?.operation).toBe(want);
  });

  test.each([
    ['image/png', 'abcd', 200],
    ['image/png', 'abcde', 413],
    [
      'multipart/related; boundary=x',
      '--x\r\nContent-Type: application/json\r\n\r\n{"title":"long"}\r\n--x\r\nContent-Type: image/png\r\n\r\nabcd\r\n--x--',
      200,
    ],
    ['multipart/related; boundary=x', '--x\r\nContent-Type: image/png\r\n\r\nabcde\r\n--x--', 413],
  ])('bytes as %s, %j: the limit is on the bytes alone', async (type, body, want) => {
    const limited = { ...bytes, behaviour: { action: { perform: 'keep' }, media: { maxBytes: 4 } } };
    const plan = {
      ...shelfPlan,
      operations: [limited],
      capabilities: { keep: () => ({ kind: 'json', body: {} }) as const },
    } satisfies EmulatorPlan;
    const opened = openShelf({}, plan).emulator;
    const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body };
    expect((await opened.fetch(`${opened.baseUrl}/covers`, sent)).status).toBe(want);
  });

  test('links begin with the base path by which the request came', async () => {
    const shown = planned(operation('where', { path: '/where' }), { action: { perform: 'where' } });
    const plan = {
      ...shelfPlan,
      basePaths: ['/v1', '/shelf/v1'],
      operations: [shown],
      capabilities: { where: ({ baseUrl }: Call) => ({ kind: 'json', body: { baseUrl } }) as const },
    } satisfies EmulatorPlan;
    const opened = openShelf({}, plan).emulator;
    const answer = await opened.fetch('http://127.0.0.1:8080/shelf/v1/where', { headers });
    expect(await answer.json()).toMatchObject({ baseUrl: 'http://127.0.0.1:8080/shelf/v1' });
  });
});

test('parameters of the service are read for each operation, unless it says all of its own', async () => {
  const echo = planned(operation('echo', { path: '/echo' }), { action: { perform: 'echo' } });
  const alone = planned(operation('alone', { path: '/alone', ownParametersOnly: true }), echo.behaviour);
  const { call } = openShelf(
    {},
    {
      ...shelfPlan,
      service: { ...shelfPlan.service, parameters: [{ name: 'pretty', in: 'query', type: 'boolean' }] },
      operations: [echo, alone],
      capabilities: { echo: ({ params }: Call) => ({ kind: 'json', body: params }) as const },
    },
  );
  expect((await call('/echo?pretty=true', ann)).body).toMatchObject({ pretty: true });
  expect((await call('/alone?pretty=true', ann)).body).toMatchObject({ pretty: 'true' });
});

describe('credentials', () => {
  const { call } = openShelf();
  test.each([
    ['no credential', '/books?id=a', {}, 401, 'required'],
    ['an empty key', '/books?id=a&key=', {}, 401, 'required'],
    ['a key', '/books?id=a&key=k', {}, 200, undefined],
    ['a bad key', '/books?id=a&key=invalid-1', {}, 400, 'keyInvalid'],
    ['a token in the header', '/books?id=a', { authorization: 'bearer t' }, 200, undefined],
    ['a token in the query', '/books?id=a&access_token=t', {}, 200, undefined],
    ['an expired token', '/books?id=a', { authorization: 'Bearer expired-1' }, 401, 'authError'],
    ['a token of another kind', '/books?id=a', { authorization: 'Basic dDp0' }, 401, 'required'],
    ['an empty token', '/books?id=a', { authorization: 'Bearer ' }, 401, 'required'],
    ['a key where a parameter needs a token', '/books?mine=true&key=k', {}, 401, 'required'],
    ['a key where a value needs a token', '/books?id=a&status=hidden&key=k', {}, 401, 'required'],
    ['a key where the value needs none', '/books?id=a&status=public&key=k', {}, 200, undefined],
    ['a key and a flag that is off', '/books?id=a&mine=false&key=k', {}, 200, undefined],
  ])('%s', async (_name, path, headers, status, reason) => {
    const answer = await call(path, { headers });
    expect([answer.status, answer.reason]).toEqual([status, reason]);
    expect(answer.headers.get('www-authenticate')?.startsWith('Bearer') ?? false).toBe(status === 401);
  });

  test('a key is not enough to write, and nothing is written', async () => {
    const { call: ask, emulator } = openShelf();
    expect(await ask('/books?key=k', { method: 'POST', body: { shelfId: 'old', title: 'x' } })).toMatchObject({
      status: 401,
      reason: 'required',
    });
    expect(emulator.state['books']?.list()).toEqual([]);
  });

  test('only the tokens that were given are good, where some were given', async () => {
    const { call: ask } = openShelf({ credentials: { tokens: ['ann'], keys: ['k'] } });
    const statuses = [
      await ask('/books?id=a', ann),
      await ask('/books?id=a', { token: 'bob' }),
      await ask('/books?id=a&key=j'),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([200, 401, 400]);
  });

  test('a token means the same reader every time, and another for another', () => {
    const { emulator } = openShelf();
    expect(emulator.as('ann')).toEqual(emulator.as('ann'));
    expect(emulator.as('ann').ownId).not.toBe(emulator.as('bob').ownId);
    expect(openShelf().emulator.as('ann')).toEqual(emulator.as('ann'));
    expect(openShelf({ seed: 2 }).emulator.as('ann')).not.toEqual(emulator.as('ann'));
  });

  test('an unsupported operation is rejected after the credentials, before the body', async () => {
    expect(await call('/books/lend', { method: 'POST', body: '{' })).toMatchObject({ status: 401 });
    const answer = await call('/books/lend', { ...ann, method: 'POST', body: '{' });
    expect([answer.status, answer.reason, answer.headers.get('deprecation')]).toEqual([
      405,
      'methodNotSupported',
      'true',
    ]);
  });
});

describe('bodies', () => {
  const { call } = openShelf({ maxBodyBytes: 100 });
  test.each([
    ['another media type', 'title=x', 'text/plain', 415, 'unsupportedMediaType'],
    ['broken JSON', '{"title":', 'application/json', 400, 'parseError'],
    ['no object', '[1]', 'application/json', 400, 'shelfIdRequired'],
    ['too much', JSON.stringify({ title: 'x'.repeat(100) }), 'application/json', 413, 'uploadTooLarge'],
    ['something required missing', '{"shelfId":"old"}', 'application/json', 400, 'titleRequired'],
    [
      'something that does not belong there',
      '{"shelfId":"old","title":"x","price":1}',
      'application/json',
      400,
      'notForSale',
    ],
  ])('%s', async (_name, body, type, status, reason) => {
    expect(await call('/books', { ...ann, method: 'POST', body, headers: { 'content-type': type } })).toMatchObject({
      status,
      reason,
    });
  });

  test('one alternative of a requirement is enough', async () => {
    const { add } = await shelfWith([]);
    expect((await add({ isbn: '1' })).status).toBe(200);
  });
});

describe('rows', () => {
  test('an inserted row has what the service assigns, and no more of what was sent than callers may set', async () => {
    const { add, shelfId, ownId } = await shelfWith([]);
    const { body } = await add({ title: 'Emma', lent: true, id: 'mine', kind: 'x', ownerId: 'somebody', pages: 3 });
    expect(body).toEqual({
      kind: 'shelf#book',
      id: expect.stringMatching(/^B[\w-]{7}$/),
      etag: expect.any(String),
      shelfId,
      shelfName: 'Mine',
      title: 'Emma',
      pages: 3,
      ownerId: ownId,
      status: 'public',
      position: 0,
      noteCount: 0,
      added: '2026-01-01T00:00:01.000Z',
      changed: '2026-01-01T00:00:01.000Z',
    });
  });

  test('an update merges, moves the time of the change and leaves the rest', async () => {
    const { call, ids } = await shelfWith(['Emma']);
    const { body } = await call('/books', {
      ...ann,
      method: 'PUT',
      body: { id: ids[0], more: { pages: 3 }, lent: true },
    });
    expect(body).toMatchObject({
      title: 'Emma',
      more: { pages: 3 },
      added: '2026-01-01T00:00:01.000Z',
      changed: '2026-01-01T00:00:02.000Z',
    });
    expect(body).not.toHaveProperty('lent');
  });

  test('references have to exist and to be the caller’s', async () => {
    const { add } = await shelfWith([]);
    expect(await add({ title: 'x', shelfId: 'none' })).toMatchObject({ status: 404, reason: 'shelfNotFound' });
    expect(await add({ title: 'x', shelfId: 'old' })).toMatchObject({ status: 403, reason: 'shelfForbidden' });
  });

  test('values have to be among those allowed', async () => {
    const { add } = await shelfWith([]);
    expect(await add({ title: 'x', status: 'lost' })).toMatchObject({ status: 400, reason: 'invalidValue' });
  });

  test('somebody else’s row cannot be changed or removed, one that is not there neither', async () => {
    const { call, ids } = await shelfWith(['Emma']);
    const bob = { token: 'bob' };
    const asked = [
      await call('/books', { ...bob, method: 'PUT', body: { id: ids[0] } }),
      await call(`/books?id=${ids[0]}`, { ...bob, method: 'DELETE' }),
      await call('/books?id=none', { ...bob, method: 'DELETE' }),
      await call('/books', { ...bob, method: 'DELETE' }),
    ];
    expect(asked.map(({ status, reason }) => [status, reason])).toEqual([
      [403, 'bookForbidden'],
      [403, 'bookForbidden'],
      [404, 'bookNotFound'],
      [400, 'missingRequiredParameter'],
    ]);
  });

  test('what hangs on a row goes with it', async () => {
    const { call, emulator, add, shelfId } = await shelfWith([]);
    await add({ title: 'Emma', note: true });
    expect(emulator.state['notes']?.list()).toMatchObject([{ text: 'new: Emma', by: emulator.as('ann').ownId }]);
    expect(emulator.state['shelves']?.remove(shelfId)).toBe(true);
    expect([emulator.state['books']?.list(), emulator.state['notes']?.list()]).toEqual([[], []]);
    expect((await call('/books?mine=true', ann)).body.items).toEqual([]);
  });

  test('a hidden row is seen by its owner only', async () => {
    const { call, add } = await shelfWith([]);
    const { body } = await add({ title: 'Diary', status: 'hidden' });
    const counts = [
      await call(`/books?id=${body['id']}`, ann),
      await call(`/books?id=${body['id']}`, { token: 'bob' }),
      await call(`/books?id=${body['id']}&key=k`),
    ];
    expect(counts.map(({ body: { items } }) => items?.length)).toEqual([1, 0, 0]);
    expect(await call(`/books/${body['id']}?key=k`)).toMatchObject({ status: 404, reason: 'bookNotFound' });
  });

  test('members of the emulator’s own are never sent', async () => {
    const { call, emulator } = openShelf();
    emulator.seed({ books: [{ id: 'b', '~secret': 1, status: 'public' }] });
    expect((await call('/books?id=b&key=k')).body.items).toEqual([
      {
        kind: 'shelf#book',
        id: 'b',
        status: 'public',
        added: expect.any(String),
        changed: expect.any(String),
        position: 0,
        noteCount: 0,
        etag: expect.any(String),
      },
    ]);
  });
});

describe('order', () => {
  test('positions are contiguous after moves, inserts and removals', async () => {
    const { call, add, ids, emulator } = await shelfWith(['a', 'b']);
    const places = (): unknown =>
      Object.fromEntries((emulator.state['books']?.list() ?? []).map((row) => [row['title'], row['position']]));
    await add({ title: 'c', position: 1 });
    expect(places()).toEqual({ a: 0, c: 1, b: 2 });
    await call('/books', { ...ann, method: 'PUT', body: { id: ids[1], position: 0 } });
    expect(places()).toEqual({ b: 0, a: 1, c: 2 });
    await call(`/books?id=${ids[0]}`, { ...ann, method: 'DELETE' });
    expect(places()).toEqual({ b: 0, c: 1 });
  });

  test.each([-1, 3, 0.5, 'first'])('position %s is rejected, and nothing moves', async (position) => {
    const { call, ids, order } = await shelfWith(['a', 'b']);
    expect(await call('/books', { ...ann, method: 'PUT', body: { id: ids[0], position } })).toMatchObject({
      status: 400,
      reason: 'badPosition',
    });
    expect(await order()).toEqual(['a', 'b']);
  });
});

describe('limits', () => {
  test('one more than the limit is rejected; where one goes, one may come', async () => {
    const { call, add, ids } = await shelfWith(['a', 'b', 'c']);
    expect(await add({ title: 'd' })).toMatchObject({ status: 400, reason: 'shelfFull' });
    await call(`/books?id=${ids[0]}`, { ...ann, method: 'DELETE' });
    expect((await add({ title: 'd' })).status).toBe(200);
  });

  test('calls at the same time do not pass the limit together', async () => {
    const { add } = await shelfWith([]);
    const answers = await Promise.all(Array.from({ length: 8 }, (_one, index) => add({ title: `book ${index}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test('seeded rows count, and stay', async () => {
    const { add, emulator, shelfId } = await shelfWith(['a', 'b']);
    emulator.seed({ books: [{ id: 'guest', shelfId }] });
    expect((await add({ title: 'c' })).status).toBe(400);
    expect(emulator.state['books']?.get('guest')).toBeDefined();
  });
});

describe('lists', () => {
  test('at least one selector has to be there', async () => {
    const { call } = openShelf();
    const answer = await call('/books?key=k');
    expect(answer).toMatchObject({ status: 400, reason: 'missingRequiredParameter' });
    expect(answer.body).toMatchObject({
      error: { message: 'No filter selected. Expected one of: shelfId, id, mine.' },
    });
  });

  test('ids keep the order asked for, unknown ones and repetitions are left out', async () => {
    const { call, ids } = await shelfWith(['a', 'b']);
    const { body } = await call(`/books?id=${ids[1]},none,${ids[0]}&id=${ids[1]}&key=k`);
    expect(body.items?.map(({ title }) => title)).toEqual(['b', 'a']);
  });

  test('a parameter that names something has to name what is there', async () => {
    const { call } = openShelf();
    expect(await call('/books?shelfId=none&key=k')).toMatchObject({ status: 404, reason: 'shelfNotFound' });
    expect(await call('/books?id=a&status=lost', ann)).toMatchObject({ status: 400 });
  });

  test('pages follow each other, each row once, while rows come and go', async () => {
    const { call, add, ids, shelfId } = await shelfWith(['a', 'b', 'c']);
    const path = `/books?shelfId=${shelfId}`;
    const first = await call(path, ann);
    await call(`/books?id=${ids[0]}`, { ...ann, method: 'DELETE' });
    await add({ title: 'new', position: 0 });
    const second = await call(`${path}&pageToken=${first.body['nextPageToken']}`, ann);
    expect(first.body).toMatchObject({
      pageInfo: { totalResults: 3, resultsPerPage: 2 },
      items: [{ title: 'a' }, { title: 'b' }],
    });
    expect(second.body.items?.map(({ title }) => title)).toEqual(['c']);
    expect(second.body).not.toHaveProperty('nextPageToken');
    const back = await call(`${path}&pageToken=${second.body['prevPageToken']}`, ann);
    expect(back.body.items?.map(({ title }) => title)).toEqual(['b']);
  });

  test.each(['x', 'MTox', 'MTo5', '%00'])('the page token %s is rejected', async (token) => {
    expect(await openShelf().call(`/books?id=a&key=k&pageToken=${token}`)).toMatchObject({
      status: 400,
      reason: 'invalidPageToken',
    });
  });

  test('a page token is good for its own query only', async () => {
    const { call, shelfId } = await shelfWith(['a', 'b', 'c']);
    const token = (await call(`/books?shelfId=${shelfId}`, ann)).body['nextPageToken'];
    expect(await call(`/books?mine=true&pageToken=${token}`, ann)).toMatchObject({
      status: 400,
      reason: 'invalidPageToken',
    });
    expect(await call(`/books?shelfId=${shelfId}&key=k&pageToken=${token}`)).toMatchObject({
      status: 400,
      reason: 'invalidPageToken',
    });
  });

  test.each(['-1', '1.5', 'many'])('a page size of %s is rejected', async (size) => {
    expect(await openShelf().call(`/books?id=a&key=k&maxResults=${size}`)).toMatchObject({
      status: 400,
      reason: 'invalidParameter',
    });
  });

  test('only the parts asked for are sent', async () => {
    const { call, ids } = await shelfWith(['a']);
    expect((await call(`/books?id=${ids[0]}&part=title,position`, ann)).body.items).toEqual([
      { kind: 'shelf#book', id: ids[0], title: 'a', position: 0 },
    ]);
  });
});

describe('worlds', () => {
  test('reset goes back to the start', async () => {
    const { emulator, ids, call } = await shelfWith(['a']);
    emulator.reset();
    expect([emulator.state['books']?.get(String(ids[0])), emulator.journal]).toEqual([undefined, []]);
    expect((await call('/books?mine=true', ann)).body.items).toEqual([]);
  });

  test('a snapshot keeps what was, and is not changed by what comes', async () => {
    const { emulator, add, order } = await shelfWith(['a']);
    const before = emulator.snapshot();
    await add({ title: 'b' });
    expect(await order()).toEqual(['a', 'b']);
    emulator.restore(before);
    expect([await order(), emulator.clock.now()]).toEqual([['a'], before.time + 1000]);
  });

  test('a fork starts with the same rows and goes its own way', async () => {
    const { emulator, ids } = await shelfWith(['a']);
    const fork = emulator.fork();
    fork.state['books']?.remove(String(ids[0]));
    expect([emulator.state['books']?.list().length, fork.state['books']?.list().length]).toEqual([1, 0]);
  });

  test('the same calls give the same bytes', async () => {
    const [one, other] = [await shelfWith(['a', 'b']), await shelfWith(['a', 'b'])];
    const texts = await Promise.all(
      [one, other].map(async ({ emulator, shelfId }) =>
        (await emulator.fetch(`${emulator.baseUrl}/books?shelfId=${shelfId}&key=k`)).text(),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  test('rows can be stored and read without credentials', () => {
    const { emulator } = openShelf();
    const row = emulator.state['books']?.insert({ title: 'Emma', shelfId: 'old' });
    expect(emulator.state['books']?.get(String(row?.['id']))).toEqual({
      kind: 'shelf#book',
      title: 'Emma',
      shelfId: 'old',
      id: row?.['id'],
      position: 0,
      status: 'public',
      added: '2026-01-01T00:00:00.000Z',
      changed: '2026-01-01T00:00:00.000Z',
    });
    expect(emulator.state['books']?.remove('none')).toBe(false);
  });

  test('each request is noted with what became of it', async () => {
    const { emulator, call } = openShelf();
    await call('/books?id=a&key=k');
    await call('/books?key=k');
    await call('/nothing');
    const at = 'https://shelf.test/v1';
    expect(emulator.journal.map(outcomeOf)).toEqual([
      { method: 'GET', url: `${at}/books?id=a&key=redacted`, operation: 'books.list', status: 200 },
      {
        method: 'GET',
        url: `${at}/books?key=redacted`,
        operation: 'books.list',
        status: 400,
        reason: 'missingRequiredParameter',
      },
      { method: 'GET', url: `${at}/nothing`, status: 404, reason: 'notFound' },
    ]);
  });

  test('an aborted request is not answered', async () => {
    const { emulator } = openShelf();
    const asked = emulator.fetch(`${emulator.baseUrl}/books?id=a&key=k`, {
      signal: AbortSignal.abort(new Error('no more')),
    });
    await expect(asked).rejects.toThrow('no more');
    expect(emulator.journal).toEqual([]);
  });
});

describe('a rejected call', () => {
  test('changes nothing, not even by the caller being new', async () => {
    const { call, emulator } = openShelf();
    const before = emulator.snapshot().world;
    const rejected = [
      await call('/books', { ...ann, method: 'POST', body: { shelfId: 'none', title: 'x' } }),
      await call('/books', { ...ann, method: 'POST', body: { shelfId: 'old', title: 'x' } }),
      await call('/books', { ...ann, method: 'POST', body: '{' }),
    ];
    expect(rejected.map(({ status }) => status)).toEqual([404, 403, 400]);
    expect(emulator.snapshot().world).toBe(before);
  });
});
