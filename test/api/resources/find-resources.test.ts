import { describe, expect, test } from 'vitest';
import { findResources } from '../../../generator/api/resources/find-resources.js';
import type { Json, JsonObject } from 'speccast/emitter';
import { answering, apiOf, sending } from '../lower.js';

const pet: Json = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};

const ref = { $ref: '#/components/schemas/Pet' };

function found(paths: JsonObject, Pet: Json = pet): unknown {
  const { resources, behaviours } = findResources(apiOf({ paths, components: { schemas: { Pet } } }));
  return {
    tables: resources.map(({ table, rules, model }) => [table, rules, model?.name]),
    behaviours: Object.fromEntries(behaviours),
  };
}

const parameter = (name: string): Json => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const list = { operationId: 'list', responses: answering({ type: 'array', items: ref }) };

const get = { operationId: 'get', responses: answering(ref) };

const insert = { operationId: 'insert', requestBody: sending(ref), responses: answering(ref) };

describe('resources are found by the shape of the paths', () => {
  test('a whole collection', () => {
    const none = { 204: { description: 'Gone.' } };
    const paths = {
      '/pets': { get: list, post: insert },
      '/pets/{petId}': {
        parameters: [parameter('petId')],
        get,
        put: { operationId: 'replace', requestBody: sending(ref), responses: answering(ref) },
        patch: { operationId: 'change', requestBody: sending(ref), responses: none },
        delete: { operationId: 'remove', responses: none },
      },
    };
    expect(found(paths)).toEqual({
      tables: [['pets', { key: 'id', id: { alphabet: 'integer', chosen: true }, samples: 3, inferred: true }, 'Pet']],
      behaviours: {
        list: { action: { list: 'pets' }, paging: false },
        insert: { action: { insert: 'pets' }, paging: false },
        get: { action: { get: 'pets', by: 'petId' }, paging: false },
        replace: { action: { update: 'pets', by: 'petId', replace: true }, paging: false },
        change: { action: { update: 'pets', by: 'petId' }, paging: false },
        remove: { action: { delete: 'pets', by: 'petId' }, paging: false },
      },
    });
  });

  test.each([
    ['/issues', 'issue_number', 'number'],
    ['/issues', 'issueNumber', 'number'],
    ['/customers', 'customer', 'id'],
    ['/companies', 'company', 'id'],
    ['/notes', 'noteId', 'id'],
  ])('%s/{%s} is told by %s', (path, name, key) => {
    const properties = { id: { type: 'string' }, number: { type: 'string' } };
    const paths = { [path]: { post: insert }, [`${path}/{${name}}`]: { parameters: [parameter(name)], get } };
    expect(found(paths, { type: 'object', properties })).toMatchObject({ tables: [[path.slice(1), { key }, 'Pet']] });
  });

  test('callers choose no key that is read-only', () => {
    const paths = { '/pets': { post: insert }, '/pets/{id}': { parameters: [parameter('id')], get } };
    const properties = { id: { type: 'string', readOnly: true } };
    expect(found(paths, { type: 'object', properties })).toMatchObject({
      tables: [['pets', { key: 'id', id: { length: 12 }, samples: 3 }, 'Pet']],
    });
  });

  test('things inside of another object, and a `POST` that changes one', () => {
    const inside = answering({ type: 'object', properties: { data: ref } });
    const paths = {
      '/pets': { post: { ...insert, responses: inside } },
      '/pets/{id}': { parameters: [parameter('id')], post: { operationId: 'change', responses: inside } },
    };
    expect(found(paths)).toMatchObject({
      behaviours: {
        insert: { action: { insert: 'pets' }, paging: false, within: 'data' },
        change: { action: { update: 'pets', by: 'id' }, paging: false, within: 'data' },
      },
    });
  });

  test('a list inside an object, which tells how many there are', () => {
    const listing = (required: readonly string[], more: JsonObject = {}): JsonObject => ({
      '/pets': {
        get: {
          operationId: 'list',
          responses: answering({
            type: 'object',
            required,
            properties: { pets: { type: 'array', items: ref }, total: { type: 'integer' }, ...more },
          }),
        },
        post: insert,
      },
    });
    const paging = { whole: true, members: { total: 'total' } };
    for (const required of [['pets'], ['total']])
      expect(found(listing(required))).toMatchObject({
        behaviours: { list: { action: { list: 'pets', items: 'pets' }, paging } },
      });
    expect(found(listing(['pets'], { id: { type: 'string' } }))).toEqual({ tables: [], behaviours: {} });
  });

  test('parameters that page, and those that are called as a property is', () => {
    const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });
    const listing = (...parameters: readonly Json[]): JsonObject => ({
      '/pets': { get: { ...list, parameters }, post: insert },
    });
    const integer = { type: 'integer' };
    expect(
      found(listing(query('page', { ...integer, minimum: 0 }), query('per_page', { ...integer, maximum: 9 }))),
    ).toMatchObject({ behaviours: { list: { paging: { size: 'per_page', page: 'page', first: 0, max: 9 } } } });
    expect(found(listing(query('offset', integer), query('limit', { ...integer, default: 7 })))).toMatchObject({
      behaviours: { list: { paging: { size: 'limit', offset: 'offset', default: 7 } } },
    });
    const names = { type: 'array', items: { type: 'string' } };
    expect(found(listing(query('name', names), query('sort', { type: 'string' })))).toMatchObject({
      behaviours: { list: { filters: { name: { path: 'name' } }, paging: false } },
    });
    expect(found(listing(query('name', integer)))).not.toHaveProperty('behaviours.list.filters');
  });

  test('what is made below another thing needs that thing, in whatever order the paths stand', () => {
    const toys = {
      parameters: [parameter('petId')],
      get: { ...list, operationId: 'toys' },
      post: { ...insert, operationId: 'addToy' },
    };
    const pets = { '/pets': { get: list, post: insert }, '/pets/{petId}': { parameters: [parameter('petId')], get } };
    for (const paths of [
      { '/pets/{petId}/toys': toys, ...pets },
      { ...pets, '/pets/{petId}/toys': toys },
    ])
      expect(found(paths)).toMatchObject({
        tables: expect.arrayContaining([
          ['toys', expect.objectContaining({ scope: ['petId'], parent: 'pets' }), 'Pet'],
        ]),
      });
  });

  test('times that the service notes', () => {
    const time = { type: 'string', format: 'date-time' };
    const properties = { id: { type: 'integer' }, createdAt: time, last_modified: time, updated: { type: 'string' } };
    expect(found({ '/pets': { get: list, post: insert } }, { type: 'object', properties })).toMatchObject({
      tables: [['pets', { created: 'createdAt', updated: 'last_modified' }, 'Pet']],
    });
  });

  test('below a parent, rows are kept under its parameters and none are made up', () => {
    const paths = { '/shops/{shop}/pets': { parameters: [parameter('shop')], get: list, post: insert } };
    expect(found(paths)).toMatchObject({ tables: [['pets', { key: 'id', scope: ['shop'] }, 'Pet']] });
  });

  test('two collections of one name', () => {
    const at = (id: string): JsonObject => ({
      get: { ...list, operationId: `${id}List` },
      post: { ...insert, operationId: `${id}Insert` },
    });
    expect(found({ '/pets': at('a'), '/shop/pets': at('b') })).toMatchObject({
      tables: [
        ['pets', {}, 'Pet'],
        ['shopPets', {}, 'Pet'],
      ],
    });
  });

  test('things that a query parameter and the body tell apart', () => {
    const id = { name: 'id', in: 'query', schema: { type: 'integer' } };
    const Pets = {
      type: 'object',
      properties: {
        kind: { const: 'shop#pets' },
        etag: { type: 'string' },
        nextPageToken: { type: 'string' },
        items: { type: 'array', items: ref },
      },
    };
    const paging = [
      { name: 'pageToken', in: 'query', schema: { type: 'string' } },
      { name: 'maxResults', in: 'query', schema: { type: 'integer', default: 5, maximum: 50 } },
    ];
    const paths = {
      '/pets': {
        get: { operationId: 'list', parameters: [id, ...paging], responses: answering(Pets) },
        post: insert,
        put: { operationId: 'change', requestBody: sending(ref), responses: answering(ref) },
        delete: { operationId: 'remove', parameters: [id], responses: { 204: { description: 'Gone.' } } },
      },
    };
    expect(found(paths)).toMatchObject({
      behaviours: {
        list: {
          action: { list: 'pets', items: 'items', kind: 'shop#pets' },
          filters: { id: { ids: true } },
          paging: { size: 'maxResults', token: 'pageToken', default: 5, max: 50, next: 'nextPageToken' },
        },
        change: { action: { update: 'pets' }, paging: false },
        remove: { action: { delete: 'pets', by: 'id' }, paging: false },
      },
    });
  });

  test('things that are told apart by resource names', () => {
    const named = { type: 'object', properties: { name: { type: 'string' } } };
    const hollow = { operationId: 'remove', parameters: [parameter('name')], responses: answering({ type: 'object' }) };
    const paths = {
      '/v1/{parent=shops/*}/pets': { parameters: [parameter('parent')], get: list, post: insert },
      '/v1/{name=shops/*/pets/*}': { get: { ...get, parameters: [parameter('name')] }, delete: hollow },
      '/v1/{name=shops/*/pets/*}:feed': { post: { ...get, operationId: 'feed', parameters: [parameter('name')] } },
    };
    expect(found(paths, named)).toEqual({
      tables: [['pets', { key: 'name', id: { within: 'parent', prefix: 'pets/', length: 17 }, inferred: true }, 'Pet']],
      behaviours: {
        list: { action: { list: 'pets' }, filters: { parent: { under: 'name' } }, paging: false },
        insert: { action: { insert: 'pets' }, paging: false },
        get: { action: { get: 'pets', by: 'name' }, paging: false },
        remove: { action: { delete: 'pets', by: 'name', hollow: true }, paging: false },
      },
    });
  });

  test.each<[string, Json, Json]>([
    [
      'a property of the parameter’s name',
      { type: 'object', properties: { petId: { type: 'string' }, id: { type: 'integer' } } },
      { key: 'petId', id: { length: 12 } },
    ],
    [
      'UUIDs',
      { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
      { key: 'id', id: { alphabet: 'uuid' } },
    ],
  ])('the key: %s', (_name, schema, key) => {
    const paths = { '/pets': { get: list, post: insert }, '/pets/{petId}': { parameters: [parameter('petId')], get } };
    expect(found(paths, schema)).toMatchObject({ tables: [['pets', key, 'Pet']] });
  });
});

describe('schemas need no names', () => {
  const string: Json = { type: 'string' };
  const object = (properties: JsonObject): Json => ({ type: 'object', properties });
  const one = (id: string, more: JsonObject): JsonObject => ({ operationId: id, ...more });
  const nothing = { 204: { description: 'Done.' } };

  test('inline schemas that differ between the list, the thing and what is sent', () => {
    const item = object({ gid: string, name: string });
    const paths = {
      '/tasks.json': {
        get: one('list', { responses: answering(object({ data: { type: 'array', items: item }, next_page: string })) }),
        post: one('add', {
          requestBody: sending(object({ data: object({ name: string }) })),
          responses: answering(object({ data: object({ gid: string, name: string, notes: string }) })),
        }),
      },
      '/tasks/{task_gid}.json': {
        parameters: [parameter('task_gid')],
        get: one('get', { responses: answering(object({ data: object({ gid: string, notes: string }) })) }),
        delete: one('remove', { responses: answering(object({ data: object({}) })) }),
      },
    };
    expect(found(paths)).toEqual({
      tables: [['tasks', { key: 'gid', id: { length: 12 }, samples: 3, inferred: true }, undefined]],
      behaviours: {
        list: { action: { list: 'tasks', items: 'data' }, paging: { whole: true, members: { next_page: 'next' } } },
        add: { action: { insert: 'tasks' }, paging: false, within: 'data' },
        get: { action: { get: 'tasks', by: 'task_gid' }, paging: false, within: 'data' },
        remove: { action: { delete: 'tasks', by: 'task_gid', receipt: true }, paging: false },
      },
    });
  });

  test('things that are made and listed below another, and have an address of their own', () => {
    const meeting = object({ id: { type: 'integer' }, topic: string });
    const paths = {
      '/users/{userId}/meetings': {
        parameters: [parameter('userId')],
        get: one('list', { responses: answering(object({ meetings: { type: 'array', items: meeting } })) }),
        post: one('add', { requestBody: sending(object({ topic: string })), responses: answering(meeting) }),
      },
      '/meetings/{meetingId}': {
        parameters: [parameter('meetingId')],
        get: one('get', { responses: answering(meeting) }),
        patch: one('change', { requestBody: sending(meeting), responses: nothing }),
      },
    };
    expect(found(paths)).toMatchObject({
      tables: [['meetings', { key: 'id', id: { alphabet: 'integer' } }, undefined]],
      behaviours: {
        list: {
          action: { list: 'meetings', items: 'meetings' },
          filters: { userId: { refers: ['userId', 'users', 'user'] } },
        },
        add: { action: { insert: 'meetings' }, parents: ['userId'] },
        get: { action: { get: 'meetings', by: 'meetingId' } },
        change: { action: { update: 'meetings', by: 'meetingId' } },
      },
    });
  });

  test('things below another that have its name and say that they are others are none of its table', () => {
    const file = (kind: string): Json => object({ id: string, object: { const: kind }, name: string });
    const listing = (thing: Json): Json => answering(object({ data: { type: 'array', items: thing } }));
    const paths = {
      '/files': {
        get: one('list', { responses: listing(file('file')) }),
        post: one('add', { requestBody: sending(object({ name: string })), responses: answering(file('file')) }),
      },
      '/files/{fileId}': {
        parameters: [parameter('fileId')],
        get: one('get', { responses: answering(file('file')) }),
      },
      '/batches/{batchId}/files': {
        parameters: [parameter('batchId')],
        get: one('listBatch', { responses: listing(file('batch.file')) }),
      },
    };
    const { behaviours } = findResources(apiOf({ paths }));
    expect([...behaviours.keys()].toSorted()).toEqual(['add', 'get', 'list']);
  });

  test('a thing that there is once', () => {
    const settings = object({ theme: string });
    const paths = {
      '/users/{id}/settings': {
        parameters: [parameter('id')],
        get: one('get', { responses: answering(settings) }),
        patch: one('change', { requestBody: sending(settings), responses: answering(settings) }),
      },
    };
    expect(found(paths)).toEqual({
      tables: [['settings', { key: '~key', scope: ['id'], single: 'given', inferred: true }, undefined]],
      behaviours: {
        get: { action: { get: 'settings' }, paging: false },
        change: { action: { update: 'settings' }, paging: false },
      },
    });
  });

  test('`PUT` makes what no `POST` does', () => {
    const paths = {
      '/labels/{name}': {
        parameters: [parameter('name')],
        get: one('get', { responses: nothing }),
        put: one('set', { responses: nothing }),
        delete: one('remove', { responses: nothing }),
      },
    };
    expect(found(paths)).toMatchObject({
      tables: [['labels', { key: '~key' }, undefined]],
      behaviours: { set: { action: { update: 'labels', by: 'name', replace: true, upsert: true } } },
    });
  });

  test.each<[string, Json, Json]>([
    ['a pattern', { type: 'string', pattern: '^AC[0-9a-fA-F]{32}$' }, { prefix: 'AC', alphabet: 'hex', length: 34 }],
    ['an example with a prefix', { type: 'string', example: 'cus_NffrFeUfNV2Hib' }, { prefix: 'cus_', length: 18 }],
    ['an example of digits', { type: 'string', example: '11446498' }, { alphabet: 'digits', length: 9 }],
    ['any other pattern', { type: 'string', pattern: '^(a|b)+$' }, { sampled: true }],
  ])('ids look as the schema says: %s', (_name, id, want) => {
    const paths = { '/pets': { get: list, post: insert }, '/pets/{id}': { parameters: [parameter('id')], get } };
    const Pet = { type: 'object', properties: { id: { ...Object(id), readOnly: true } } };
    expect(found(paths, Pet)).toMatchObject({ tables: [['pets', { id: want }, 'Pet']] });
  });
});

describe('nothing is found', () => {
  test.each(['/pets/search', '/lookup'])('in a search that can be sent in two ways: %s', (path) => {
    expect(
      found({ [path]: { get: { ...list, parameters: [] }, post: { ...insert, responses: list.responses } } }),
    ).toEqual(found({ [path]: { get: list } }));
  });

  test.each<[string, JsonObject]>([
    ['where a creation stands alone', { '/pets': { post: insert } }],
    ['where one thing is read alone', { '/pets/{id}': { parameters: [parameter('id')], get } }],
    [
      'where the operations declare what they do',
      { '/pets': { get: { ...list, 'x-action': { list: 'a' } }, post: { ...insert, 'x-action': { insert: 'a' } } } },
    ],
    [
      'where the answers are something else',
      {
        '/pets': {
          get: { operationId: 'a', responses: answering({ type: 'string' }) },
          post: { ...insert, responses: answering({ type: 'string' }) },
        },
      },
    ],
  ])('%s', (_name, paths) => {
    expect(found(paths)).toEqual({ tables: [], behaviours: {} });
  });
});
