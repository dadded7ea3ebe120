import { describe, expect, test } from 'vitest';
import type { EmulatorPlan, OperationPlan } from '@speccast/emulator';
import { validator, checkProperties } from '@speccast/runtime/validators';
import type { Validator } from '@speccast/runtime/validators';
import type { PartsPlan } from '../../../../templates/emulator/engine/plan/plan.js';
import { openShelf, operation, shelfPlan } from '../shelf.js';
import type { Answered } from '../shelf.js';

const ann = { token: 'ann' };

/** The service with its operations changed. */
function changed(change: (plan: OperationPlan) => Partial<OperationPlan>): EmulatorPlan {
  const operations = shelfPlan.operations.map((one) => ({ ...one, ...change(one) }));
  return { ...shelfPlan, operations, settings: { ...shelfPlan.settings, fields: 'fields' } };
}

/** A service whose own shelf holds one book. */
async function bookIn(plan: EmulatorPlan = changed(() => ({}))) {
  const { emulator, call } = openShelf({}, plan);
  const { ownId } = emulator.as('ann');
  const shelfId = String(emulator.state['shelves']?.list().find((row) => row['ownerId'] === ownId)?.['id']);
  const made = await call('/books', { ...ann, method: 'POST', body: { shelfId, title: 'Tides' } });
  const id = String(made.body['id']);
  const put = (body: object, path = '/books', headers = {}): Promise<Answered> =>
    call(path, { ...ann, method: 'PUT', body: { id, ...body }, headers });
  return { emulator, call, put, id, shelfId, made };
}

describe('a tag in If-Match', () => {
  test('lets a change through while it is that of the resource', async () => {
    const { call, put, id, made } = await bookIn();
    const first = { 'if-match': String(made.body['etag']) };
    expect((await put({ title: 'Ebb' }, '/books', first)).status).toBe(200);
    expect(await put({ title: 'Flow' }, '/books', first)).toMatchObject({ status: 412, reason: 'conditionNotMet' });
    const { body, headers } = await call(`/books/${id}`, ann);
    expect(body['title']).toBe('Ebb');
    const now = { 'if-match': `W/"other", ${headers.get('etag') ?? ''}` };
    expect((await call(`/books?id=${id}`, { ...ann, method: 'DELETE', headers: now })).status).toBe(204);
  });

  test('is any tag where it is a star', async () => {
    const { put } = await bookIn();
    expect((await put({ title: 'Ebb' }, '/books', { 'if-match': '*' })).status).toBe(200);
  });

  test('is looked at after the resource was found and is the caller’s', async () => {
    const { call, put, id } = await bookIn();
    const headers = { 'if-match': 'other' };
    expect((await put({ id: 'none' }, '/books', headers)).status).toBe(404);
    expect((await call(`/books?id=${id}`, { token: 'bob', method: 'DELETE', headers })).status).toBe(403);
    expect((await call(`/books?id=${id}`, { ...ann, method: 'DELETE', headers })).status).toBe(412);
    expect((await call(`/books?id=${id}`, ann)).body.items).toHaveLength(1);
  });

  test('is the tag of the resource, whichever parts of it were asked for', async () => {
    const { call, put, id } = await bookIn();
    const { body } = await call(`/books/${id}?part=etag,title`, ann);
    expect(body).toEqual({ kind: 'shelf#book', id, etag: expect.stringMatching(/^[\w-]{27}$/), title: 'Tides' });
    expect((await put({}, '/books', { 'if-match': String(body['etag']) })).status).toBe(200);
  });
});

test('the tag that a list says itself is good for If-None-Match, in quotes or without', async () => {
  const { call, id } = await bookIn();
  const { body } = await call(`/books?id=${id}`, ann);
  for (const tag of [String(body['etag']), `"${String(body['etag'])}"`])
    expect((await call(`/books?id=${id}`, { ...ann, headers: { 'if-none-match': tag } })).status).toBe(304);
});

describe('fields', () => {
  test('leave of a response only what they name', async () => {
    const { call, id } = await bookIn();
    const { body } = await call(`/books?id=${id}&fields=kind,items(title,shelfName)`, ann);
    expect(body).toEqual({ kind: 'shelf#books', items: [{ title: 'Tides', shelfName: 'Mine' }] });
  });

  test('that cannot be read are rejected before anything changes', async () => {
    const { emulator, put } = await bookIn();
    const rejected = await put({ title: 'Ebb' }, '/books?fields=items(');
    expect(rejected).toMatchObject({ status: 400, reason: 'invalidParameter' });
    expect(rejected.body['error']).toMatchObject({ errors: [{ location: 'fields', locationType: 'parameter' }] });
    expect(emulator.state['books']?.list()).toMatchObject([{ title: 'Tides' }]);
  });

  test('may be others on the next page, and so may parts', async () => {
    const { call, shelfId } = await bookIn();
    for (const title of ['Ebb', 'Flow']) await call('/books', { ...ann, method: 'POST', body: { shelfId, title } });
    const first = await call(`/books?shelfId=${shelfId}&fields=nextPageToken`, ann);
    const next = `pageToken=${String(first.body['nextPageToken'])}&part=title&fields=items/title`;
    expect((await call(`/books?shelfId=${shelfId}&${next}`, ann)).body).toEqual({ items: [{ title: 'Flow' }] });
  });

  test('are an open parameter like others where the service has no such choice', async () => {
    const { call, id } = await bookIn(shelfPlan);
    expect((await call(`/books?id=${id}&fields=items(`, ann)).body.items).toHaveLength(1);
  });
});

describe('parts', () => {
  const parts: PartsPlan = {
    parameter: 'part',
    values: ['id', 'title', 'cover', 'notes', 'size'],
    always: ['kind', 'id'],
    solid: ['size'],
  };
  const plan = changed(() => ({ parts }));
  const embedding: EmulatorPlan = {
    ...plan,
    resources: plan.resources.map(({ table, rules }) =>
      table === 'books'
        ? { table, rules: { ...rules, embeds: { 'notes.all': { of: 'notes', by: 'bookId' } } } }
        : { table, rules },
    ),
  };

  test('asked for of which nothing is known are empty, unless they cannot be or hold other rows', async () => {
    const { call, id } = await bookIn(embedding);
    const answer = await call(`/books/${id}?part=title,cover,size,notes,nothing`, ann);
    expect(answer.body).toEqual({ kind: 'shelf#book', id, title: 'Tides', cover: {} });
  });

  test('all come where none is asked for, and none is made up', async () => {
    const { call, id } = await bookIn(plan);
    expect((await call(`/books/${id}`, ann)).body).not.toHaveProperty('cover');
  });

  test('named on an update are the only ones that are written and answered; what is no part is written', async () => {
    const { emulator, put, id } = await bookIn(plan);
    const answer = await put({ title: 'Ebb', cover: { color: 'red' }, mood: 'calm' }, '/books?part=cover');
    expect(answer.body).toEqual({ kind: 'shelf#book', id, cover: { color: 'red' } });
    const [row] = emulator.state['books']?.list() ?? [];
    expect(row).toMatchObject({ title: 'Tides', cover: { color: 'red' }, mood: 'calm' });
  });

  test('of an update that names none are all that were sent', async () => {
    const { put } = await bookIn(plan);
    expect((await put({ title: 'Ebb', cover: {} })).body).toMatchObject({ title: 'Ebb', cover: {} });
  });
});

test('of parameters only those that are enforced have to be what their validator says', async () => {
  const never: Validator<unknown> = validator<never>({
    is: (value): value is never => value === undefined,
    schema: { pointer: '#', schema: ['object', [checkProperties, { id: 'never', maxResults: 'never' }]] },
  });
  const declared = operation('books.list', {
    parameters: [
      { name: 'id', in: 'query' },
      { name: 'maxResults', in: 'query', type: 'integer' },
    ],
  });
  const statusWith = async (enforced?: readonly string[]): Promise<unknown> => {
    const more = { operation: declared, parameters: never, ...(enforced && { enforced }) };
    const plan = changed((one) => (one.operation.id === 'books.list' ? more : {}));
    const { call } = openShelf({}, plan);
    const { status, body } = await call('/books?id=a&maxResults=500', ann);
    return status === 200 ? body['pageInfo'] : Object(body['error']).errors[0].location;
  };
  expect(await statusWith()).toBe('id');
  expect(await statusWith(['maxResults'])).toBe('maxResults');
  expect(await statusWith([])).toEqual({ totalResults: 0, resultsPerPage: 2 });
});

describe('a response that was given before', () => {
  const shown = async ({ call, id }: Awaited<ReturnType<typeof bookIn>>) => (await call(`/books/${id}`, ann)).body;

  test('is given again, byte for byte, while nothing has changed', async () => {
    const { emulator, call, id } = await bookIn();
    const before = await call(`/books?id=${id}`, ann);
    const after = await call(`/books?id=${id}`, ann);
    expect(after.body).toEqual(before.body);
    expect(await (await emulator.fetch(`${emulator.baseUrl}/books?id=${id}&key=k`)).text()).toBe(
      JSON.stringify(before.body),
    );
  });

  test('is another once a row that it counts or copies from has changed', async () => {
    const book = await bookIn();
    const { emulator, id, shelfId } = book;
    const before = await shown(book);
    expect(before).toMatchObject({ noteCount: 0, shelfName: 'Mine' });
    emulator.state['notes']?.insert({ id: 'n1', bookId: id });
    const counted = await shown(book);
    expect(counted).toMatchObject({ noteCount: 1, shelfName: 'Mine' });
    const shelf = emulator.state['shelves']?.get(shelfId);
    emulator.state['shelves']?.insert({ ...shelf, name: 'Sea' });
    const copied = await shown(book);
    expect(copied).toMatchObject({ noteCount: 1, shelfName: 'Sea' });
    expect(new Set([before, counted, copied].map(({ etag }) => etag)).size).toBe(3);
  });

  test('is that of its world alone', async () => {
    const book = await bookIn();
    const { emulator, call, id } = book;
    await shown(book);
    const fork = emulator.fork();
    fork.state['notes']?.insert({ id: 'n1', bookId: id });
    const other = await fork.fetch(`${fork.baseUrl}/books/${id}?key=k`);
    expect(await other.json()).toMatchObject({ noteCount: 1 });
    expect((await call(`/books/${id}`, ann)).body).toMatchObject({ noteCount: 0 });
  });
});
