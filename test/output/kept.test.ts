import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '@speccast/runtime';
import { importSpec } from './import-case.js';

const string = { type: 'string' };
const integer = { type: 'integer' };

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', required, properties };
}

const readOnly = { readOnly: true };

const schemas = {
  Colour: { ...string, enum: ['blue', 'red'], default: 'red' },
  Item: {
    allOf: [
      object({ id: { ...string, ...readOnly }, made: { ...integer, ...readOnly } }, ['id', 'made']),
      object(
        {
          name: string,
          colour: { $ref: '#/components/schemas/Colour' },
          note: { type: ['string', 'null'], default: null },
          at: { ...string, format: 'date-time', default: 'now()' },
          size: object({ unit: { ...string, enum: ['mm', 'cm'] }, scale: { ...integer, default: 1 } }, ['unit']),
          state: { ...string, enum: ['draft', 'live', 'gone'], ...readOnly },
          mood: { ...string, enum: ['good', 'bad'] },
        },
        ['name', 'state'],
      ),
    ],
  },
  Code: { ...string, pattern: '^[a-z]{3}_[0-9a-f]{8}$', example: 'abc_01234567' },
  Meter: object({ id: { allOf: [{ $ref: '#/components/schemas/Code' }], ...readOnly }, name: string }, ['id', 'name']),
  Rack: object({ uid: string, room: string }, ['uid']),
  Board: object({
    id: integer,
    title: string,
    owner: string,
    isPublished: { type: 'boolean' },
    status: { ...string, enum: ['DRAFT', 'PUBLISHED'], default: 'DRAFT' },
    published_at: { type: ['string', 'null'], format: 'date-time' },
  }),
  Note: object({ id: integer, boardId: integer, text: string }, ['text']),
  Memo: object({ name: { ...string, description: 'Format: `memos/{memo}`.' }, content: string }, ['content']),
  Wallet: object({ id: string, type: string, attributes: object({ name: string }, ['name']) }, ['id', 'attributes']),
  Patched: object({ id: { ...string, ...readOnly }, name: string, n: integer, free: { type: ['string', 'null'] } }, [
    'name',
  ]),
};

function ref(name: keyof typeof schemas): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: JsonObject, status: string = '200'): JsonObject {
  return { responses: { [status]: { description: 'Done.', content: { 'application/json': { schema } } } } };
}

function list(name: keyof typeof schemas, parameters: readonly JsonObject[] = []): JsonObject {
  return { get: { parameters, ...json({ type: 'array', items: ref(name) }) } };
}

const nothing = { responses: { 204: { description: 'Done.' } } };
const bytes = { ...string, format: 'binary' };
const file = { get: { responses: { 200: { description: 'Done.', content: { 'image/*': { schema: bytes } } } } } };

function sends(schema: JsonObject, type: string = 'application/json'): JsonObject {
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function inPath(...names: readonly (string | JsonObject)[]): JsonObject {
  return {
    parameters: names.map((name) => ({
      in: 'path',
      required: true,
      schema: string,
      ...(typeof name === 'string' ? { name } : name),
    })),
  };
}

const paths: JsonObject = {
  '/items': { post: { ...sends(ref('Item')), ...json(ref('Item'), '201') } },
  '/items/{id}': {
    ...inPath('id'),
    get: json(ref('Item')),
    put: { ...sends(ref('Item')), ...json(ref('Item')) },
  },
  '/meters': { post: { ...sends(object({ name: string })), ...json(ref('Meter'), '201') } },
  '/meters/{meterId}': { ...inPath({ name: 'meterId', schema: ref('Code') }), get: json(ref('Meter')) },
  '/x': { post: { ...sends(ref('Patched')), ...json(ref('Patched'), '201') } },
  '/x/{id}': {
    ...inPath('id'),
    get: json(ref('Patched')),
    patch: {
      requestBody: {
        content: {
          'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
          'application/merge-patch+json': { schema: ref('Patched') },
        },
      },
      ...json(ref('Patched')),
    },
  },
  '/racks': {
    get: json(object({ results: { type: 'array', items: ref('Rack') } })),
    post: {
      ...sends(object({ dryRun: { type: 'boolean' }, Rack: object({ uid: string }, ['uid']) })),
      ...json(object({ taskUid: integer, rackUid: string }, ['taskUid', 'rackUid']), '202'),
    },
    put: { ...sends(ref('Rack')), ...json(ref('Rack')) },
  },
  '/rack/{rack_uid}': { ...inPath('rack_uid'), get: json(ref('Rack')) },
  '/racks/count': { get: json(object({ count: integer })) },
  '/racks/search': { post: { ...sends(object({ room: string })), ...json({ type: 'array', items: ref('Rack') }) } },
  '/bins/{bin}/papers': { ...inPath('bin'), post: { ...sends({}), ...json(object({ taskUid: integer }), '202') } },
  '/bins/{bin}/papers/{paper}': { ...inPath('bin', 'paper'), get: json({}) },
  '/boards': { put: { ...sends(ref('Board')), ...json(ref('Board'), '201') } },
  '/boards/{id}': { ...inPath('id'), get: json(ref('Board')) },
  '/boards/{id}/notes': { ...inPath('id'), ...list('Note'), post: { ...sends(ref('Note')), ...json(ref('Note')) } },
  '/notes': { ...list('Note', [{ name: 'boardId', in: 'query', schema: integer }]) },
  '/boards/{id}/publish': { ...inPath('id'), post: json(ref('Board')), delete: json(ref('Board')) },
  '/boards/{id}/hand-over': { ...inPath('id'), post: { ...sends(object({ owner: string })), ...json(ref('Board')) } },
  '/wallets': { post: { ...sends(object({ name: string })), ...json(object({ data: ref('Wallet') })) } },
  '/wallets/{id}': { ...inPath('id'), get: json(object({ data: ref('Wallet') })) },
  '/memos': { post: { ...sends(ref('Memo')), ...json(ref('Memo')) } },
  '/memos/{memo}': { ...inPath('memo'), get: json(ref('Memo')) },
  '/memos/{memo}/comments': {
    ...inPath('memo'),
    ...list('Note'),
    post: { ...sends(ref('Note')), ...json(ref('Note')) },
  },
  '/files/{name}': { ...inPath('name'), put: { ...sends(bytes, 'image/*'), ...nothing }, ...file, delete: nothing },
  '/boards/{id}/cover': { ...inPath('id'), post: { ...sends(bytes, 'image/*'), ...nothing }, ...file },
};

const spec = { openapi: '3.1.0', info: { title: 'Kept', version: '1' }, paths, components: { schemas } };

const { open, remove } = await importSpec('kept', spec);

afterAll(() => remove());

/** A request, the status of its response, and members of its body; `$id` stands for the id, else the name, of the first response. */
type Step = readonly [request: string, body: unknown, status: number, want?: object | string, range?: string];

const item = { colour: 'red', note: null, state: 'draft' };

const stories: readonly (readonly [title: string, ...steps: Step[]])[] = [
  [
    'a resource name is the address of its thing',
    ['POST /memos', { content: 'hey' }, 200, { name: expect.stringMatching(/^memos\/[\w-]+$/) }],
    ['GET /$id', undefined, 200, { content: 'hey' }],
    ['POST /$id/comments', { text: 'So it is.' }, 200, { text: 'So it is.' }],
    ['POST /memos/none/comments', { text: 'So it is.' }, 404],
  ],
  [
    'defaults, also nested, by reference and null, and first values are stored',
    ['POST /items', { name: 'A' }, 201, { name: 'A', ...item, at: undefined, mood: undefined }],
    ['GET /items/$id', undefined, 200, item],
    [
      'POST /items',
      { name: 'B', colour: 'blue', size: { unit: 'cm' } },
      201,
      { colour: 'blue', size: { unit: 'cm', scale: 1 } },
    ],
    [
      'PUT /items/$id',
      { name: 'C', size: { unit: 'cm', scale: 3 } },
      200,
      { colour: 'red', size: { unit: 'cm', scale: 3 } },
    ],
  ],
  [
    'what only the service writes is not taken',
    [
      'POST /items',
      { name: 'A', made: -7, state: 'gone', id: 'own' },
      201,
      { made: expect.not.closeTo(-7), state: 'draft' },
    ],
    ['GET /items/own', undefined, 404],
  ],
  [
    'an id has the form of its schema, and each row another one',
    ['POST /meters', { name: 'a' }, 201, { id: expect.stringMatching(schemas.Code.pattern) }],
    ['GET /meters/$id', undefined, 200, { name: 'a' }],
    ['POST /meters', { name: 'b' }, 201, { id: expect.stringMatching(schemas.Code.pattern) }],
    ['GET /meters/$id', undefined, 200, { name: 'a' }],
  ],
  [
    'a patch that breaks the schema changes nothing',
    ['POST /x', { name: 'A', n: 1 }, 201],
    ['PATCH /x/$id', [{ op: 'replace', path: '/n', value: 'text' }], 400, { error: { errors: [{ location: '/n' }] } }],
    ['PATCH /x/$id', [{ op: 'remove', path: '/name' }], 400, { error: { errors: [{ location: '/name' }] } }],
    ['PATCH /x/$id', { name: null }, 400, { error: { errors: [{ location: '/name' }] } }],
    ['PATCH /x/$id', { n: 'text' }, 400],
    ['GET /x/$id', undefined, 200, { name: 'A', n: 1 }],
    ['PATCH /x/$id', { n: 2, free: null }, 200, { name: 'A', n: 2, free: null }],
    ['PATCH /x/$id', { n: null }, 200, { name: 'A', n: undefined, free: null }],
    ['PATCH /x/$id', [{ op: 'add', path: '/n', value: 7 }], 200, { name: 'A', n: 7 }],
  ],
  [
    'a row is named by the member that its parameter means, whatever the response and the wrapper are',
    ['POST /racks', { dryRun: false, Rack: { uid: 'r1' } }, 202, { rackUid: 'r1' }],
    ['GET /rack/r1', undefined, 200, { uid: 'r1' }],
    ['PUT /racks', { uid: 'r1', room: 'attic' }, 200, { room: 'attic' }],
    ['GET /racks/count', undefined, 200, { count: 4 }],
    ['POST /racks/search', { room: 'attic' }, 200, [{ uid: 'r1' }]],
    ['POST /racks/search', { room: 'none' }, 200, []],
    ['POST /bins/b/papers', [{ id: 1 }, { id: 2 }], 202, { id: undefined }],
    ['GET /bins/b/papers/2', undefined, 200, { id: 2 }],
    ['POST /wallets', { name: 'Cash' }, 200, { data: { attributes: { name: 'Cash' } } }],
  ],
  [
    'a collection takes what `PUT` makes, and children know their parent',
    ['PUT /boards', { title: 'A' }, 201, { id: 4, title: 'A' }],
    ['POST /boards/4/notes', { text: 'a' }, 200, { boardId: 4 }],
    ['POST /boards/7/notes', { text: 'a' }, 404],
    ['GET /boards/4/notes', undefined, 200, [{ text: 'a' }]],
    ['GET /notes?boardId=4', undefined, 200, [{ text: 'a' }]],
    ['GET /boards/7/notes', undefined, 404],
  ],
  [
    'an action changes the row that it names',
    ['PUT /boards', { title: 'A' }, 201, { status: 'DRAFT', isPublished: undefined }],
    [
      'POST /boards/$id/publish',
      undefined,
      200,
      { status: 'PUBLISHED', isPublished: true, published_at: expect.any(String) },
    ],
    ['GET /boards/$id', undefined, 200, { status: 'PUBLISHED' }],
    ['DELETE /boards/$id/publish', undefined, 200, { status: 'DRAFT', isPublished: false, published_at: null }],
    ['POST /boards/$id/hand-over', { owner: 'ann' }, 200, { owner: 'ann' }],
    ['POST /boards/9/publish', undefined, 404],
  ],
  [
    'a file comes back byte for byte, and in ranges',
    ['PUT /files/a', '0123456789', 204],
    ['GET /files/a', undefined, 200, '0123456789'],
    ['GET /files/a', undefined, 206, '234', 'bytes=2-4'],
    ['GET /files/a', undefined, 206, '89', 'bytes=-2'],
    ['GET /files/a', undefined, 416, '', 'bytes=10-'],
    ['DELETE /files/a', undefined, 204],
    ['GET /files/a', undefined, 404],
    ['PUT /boards', { title: 'A' }, 201],
    ['POST /boards/1/cover', 'cover', 204],
    ['GET /boards/1/cover', undefined, 200, 'cover'],
    ['GET /boards/9/cover', undefined, 404],
  ],
];

test.each(stories.map(([title, ...steps]) => ({ title, steps })))('$title', async ({ steps }) => {
  const { emulator } = open();
  let id: string | undefined;
  for (const [request, body, want, members = {}, range] of steps) {
    const [method = '', path = ''] = request.split(' ');
    const merge = Array.isArray(body) ? 'application/json-patch+json' : 'application/merge-patch+json';
    const type = typeof body === 'string' ? 'image/png' : method === 'PATCH' ? merge : 'application/json';
    const response = await emulator.fetch(emulator.baseUrl + path.replace('$id', id ?? ''), {
      method,
      headers: { 'content-type': type, ...(range !== undefined && { range }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (typeof members === 'string') {
      expect([request, response.status, text]).toEqual([request, want, members]);
      continue;
    }
    const value = text === '' ? {} : JSON.parse(text);
    id ??= String(value.id ?? value.name);
    // A member that is wanted as `undefined` is absent.
    const absent = Object.fromEntries(Object.keys(members).map((name) => [name, undefined]));
    const whole = Array.isArray(value) ? value : { ...absent, ...value };
    expect([request, response.status, whole]).toMatchObject([request, want, members]);
  }
});
