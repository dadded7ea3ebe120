import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { at, convert, convertMethod, convertParameters, library, messages, withMethod } from './library.js';

describe('the id of a method', () => {
  const idOf = (id: string, name = 'get'): Json => {
    const document = library({ [name]: { id, httpMethod: 'GET', path: 'a' } });
    return at(convert(document), 'paths', '/a', 'get', 'operationId');
  };

  test.each([
    ['library.books.get', 'books.get'],
    ['library.library.v1.getBook', 'library.v1.getBook'],
    ['shelf.books.get', 'books.get'],
    ['library', 'books.get'],
    ['', 'books.get'],
  ])('%j becomes %j', (given, want) => {
    expect(idOf(given)).toBe(want);
  });

  test('is another one where two methods have the same', () => {
    const method = (path: string): JsonObject => ({ id: 'library.books.get', httpMethod: 'GET', path });
    const paths = at(convert(library({ get: method('a'), find: method('b'), look: method('c') })), 'paths');
    const ids = Object.keys(paths ?? {}).map((path) => at(paths, path, 'get', 'operationId'));
    expect(ids).toEqual(['books.get', 'books.find', 'books.look']);
  });
});

test('methods of the API itself come first, those of inner resources after those of outer ones', () => {
  const method = (path: string): JsonObject => ({ httpMethod: 'GET', path });
  const document = convert({
    ...library({}),
    methods: { status: method('status') },
    resources: {
      a: { resources: { b: { deprecated: true, methods: { get: method('a/b') } } }, methods: { get: method('a') } },
    },
  });
  expect(Object.keys(at(document, 'paths') ?? {})).toEqual(['/status', '/a', '/a/b']);
  expect(at(document, 'paths', '/a/b', 'get')).toMatchObject({
    operationId: 'a.b.get',
    tags: ['a.b'],
    deprecated: true,
  });
  expect(at(document, 'tags')).toEqual([{ name: 'a' }, { name: 'a.b' }]);
});

test('a second method at the same address is left out, and that is reported', () => {
  const method = { httpMethod: 'GET', path: 'a' };
  expect(messages(library({ get: method, find: method }))).toEqual([
    '"a" warning colliding-paths: "books.find" is left out: "GET /a" is "books.get" already',
  ]);
});

describe('parameters', () => {
  test('come in the order stated, then as they stand', () => {
    const parameters = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } };
    const converted = convertParameters(parameters, { parameterOrder: ['c', 'd', 'a', 'c'] });
    expect(Object.keys(converted ?? {}).map((index) => at(converted, index, 'name'))).toEqual(['c', 'a', 'b']);
  });

  test.each<{ readonly given: JsonObject; readonly want: JsonObject }>([
    {
      given: { type: 'integer', format: 'uint32', location: 'query', default: '5', minimum: '0', maximum: '50' },
      want: { schema: { type: 'integer', format: 'uint32', default: 5, minimum: 0, maximum: 50 } },
    },
    {
      given: { type: 'string', location: 'query', repeated: true, required: true, default: 'x', description: 'Names.' },
      want: {
        description: 'Names.',
        required: true,
        style: 'form',
        explode: true,
        schema: { type: 'array', items: { type: 'string' }, default: ['x'] },
      },
    },
    {
      given: { type: 'string', deprecated: true, enum: ['x', 'y'], enumDescriptions: ['One.', 'Two.'] },
      want: {
        deprecated: true,
        schema: { type: 'string', enum: ['x', 'y'], 'x-enum-descriptions': { x: 'One.', y: 'Two.' } },
      },
    },
  ])('$given', ({ given, want }) => {
    expect(convertParameters({ a: given })).toEqual([{ name: 'a', in: 'query', ...want }]);
  });

  test('of the service are shared, but for those that the client handles or that change the form of responses', () => {
    const given = { type: 'string', location: 'query' };
    const names = [
      'alt',
      'fields',
      'key',
      'access_token',
      'oauth_token',
      'callback',
      'uploadType',
      'upload_protocol',
      '$.xgafv',
      'quotaUser',
    ];
    const further = { parameters: Object.fromEntries(names.map((name) => [name, given])) };
    const document = convert(withMethod({ parameters: { quotaUser: given } }, further));
    expect(Object.keys(at(document, 'components', 'parameters') ?? {})).toEqual(['fields', 'quotaUser']);
    expect(at(document, 'paths', '/books', 'get', 'parameters')).toEqual([
      { name: 'quotaUser', in: 'query', schema: { type: 'string' } },
      { $ref: '#/components/parameters/fields' },
    ]);
  });

  test('stand for the version of a method and the tag it needs', () => {
    expect(convertParameters({}, { apiVersion: '2026-01-01', etagRequired: true })).toEqual([
      { name: 'X-Goog-Api-Version', in: 'header', schema: { const: '2026-01-01' } },
      { name: 'If-None-Match', in: 'header', required: true, schema: { type: 'string' } },
    ]);
  });
});

describe('security', () => {
  const scopes = { read: { description: 'See' }, write: { description: 'Change' } };
  const auth = { oauth2: { scopes } };

  test.each<[string, JsonObject, Json]>([
    [
      'any one scope is enough to change something',
      { httpMethod: 'POST', scopes: ['read', 'write'] },
      [{ oauth2: ['read'] }, { oauth2: ['write'] }],
    ],
    ['a read is tried with a key as well', { scopes: ['read'] }, [{ oauth2: ['read'] }, { apiKey: [] }]],
    ['without scopes a key or any token will do', {}, [{ apiKey: [] }, { oauth2: [] }]],
  ])('%s', (_name, method, want) => {
    expect(convertMethod(method, { auth })['security']).toEqual(want);
  });

  test('has a key alone where the API has no scopes', () => {
    expect(convertMethod({})['security']).toEqual([{ apiKey: [] }]);
  });

  test('knows where tokens are had and where they travel', () => {
    const parameters = { access_token: { type: 'string', location: 'query' } };
    expect(at(convert(library({}, { auth, parameters })), 'components', 'securitySchemes')).toEqual({
      apiKey: { type: 'apiKey', in: 'query', name: 'key', 'x-header': 'X-Goog-Api-Key' },
      oauth2: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
            tokenUrl: 'https://oauth2.googleapis.com/token',
            scopes: { read: 'See', write: 'Change' },
          },
        },
        'x-query-parameter': 'access_token',
      },
    });
  });
});

test.each<[string, JsonObject, string]>([
  ['an address', { rootUrl: 'https://a.example/', servicePath: 'b/v1/' }, 'https://a.example/b/v1'],
  ['no path', { rootUrl: 'https://a.example/', servicePath: '' }, 'https://a.example'],
  ['no root', { rootUrl: '', baseUrl: 'https://a.example/c/' }, 'https://a.example/c'],
])('the server of a document with %s', (_name, further, want) => {
  expect(at(convert(library({}, further)), 'servers')).toEqual([{ url: want }]);
});

test('regions are further servers', () => {
  const endpoints = [{ endpointUrl: 'https://north.example/', location: 'north', description: 'Region' }];
  expect(at(convert(library({}, { endpoints })), 'servers', 1)).toEqual({
    url: 'https://north.example/v1',
    description: 'north',
  });
});
