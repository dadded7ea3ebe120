import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { at, convert, convertMethod, convertParameters, library, messages, withMethod } from './library.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

describe('the id of a method', () => {
  const convertId = (id: string, name = 'get'): Json => {
    const document = library({ [name]: { id, httpMethod: 'GET', path: 'a' } });
    return at(convert(document), 'paths', '/a', 'get', 'operationId');
  };

  table('%j becomes %j', (given: string, want: string) => {
    expect(convertId(given)).toBe(want);
  });

  test('is made distinct if two methods have the same', () => {
    const method = (path: string): JsonObject => ({
      id: 'library.books.get',
      httpMethod: 'GET',
      path,
    });
    const paths = at(convert(library({ get: method('a'), find: method('b'), look: method('c') })), 'paths');
    const ids = Object.keys(paths ?? {}).map((path) => at(paths, path, 'get', 'operationId'));
    expect(ids).toEqual(['books.get', 'books.find', 'books.look']);
  });
});

table(
  'methods of the API come first, and those of a resource before those of the resources inside it',
  ({ resources, want }: { resources: Json; want: object }) => {
    const method = (path: string): JsonObject => ({ httpMethod: 'GET', path });
    const document = convert({
      ...library({}),
      methods: { status: method('status') },
      resources: resources,
    });
    expect(Object.keys(at(document, 'paths') ?? {})).toEqual(['/status', '/a', '/a/b']);
    expect(at(document, 'paths', '/a/b', 'get')).toMatchObject(want);
    expect(at(document, 'tags')).toEqual([{ name: 'a' }, { name: 'a.b' }]);
  },
);

test('a second method at the same address is left out, and that is reported', () => {
  const method = { httpMethod: 'GET', path: 'a' };
  expect(messages(library({ get: method, find: method }))).toEqual([
    '"a" warning colliding-paths: "books.find" is left out: "GET /a" collides with "books.get"',
  ]);
});

describe('parameters', () => {
  test('have the order of `parameterOrder`; others follow in the order of the document', () => {
    const parameters = {
      a: { type: 'string' },
      b: { type: 'string' },
      c: { type: 'string' },
    };
    const converted = convertParameters(parameters, {
      parameterOrder: ['c', 'd', 'a', 'c'],
    });
    expect(Object.keys(converted ?? {}).map((index) => at(converted, index, 'name'))).toEqual(['c', 'a', 'b']);
  });

  table('$given', ({ given, want }: { given: JsonObject; want: JsonObject }) => {
    expect(convertParameters({ a: given })).toEqual([{ name: 'a', in: 'query', ...want }]);
  });

  table(
    'of the service are components, except those that the client sends or that change the form of responses',
    ({ further, want }: { further: JsonObject; want: unknown }) => {
      const given = { type: 'string', location: 'query' };
      const document = convert(withMethod({ parameters: { quotaUser: given } }, further));
      expect(Object.keys(at(document, 'components', 'parameters') ?? {})).toEqual(['fields', 'quotaUser']);
      expect(at(document, 'paths', '/books', 'get', 'parameters')).toEqual(want);
    },
  );

  table('are added for `apiVersion` and `etagRequired`', ({ want }: { want: unknown }) => {
    expect(convertParameters({}, { apiVersion: '2026-01-01', etagRequired: true })).toEqual(want);
  });
});

describe('security', () => {
  const scopes = {
    read: { description: 'See' },
    write: { description: 'Change' },
  };
  const auth = { oauth2: { scopes } };

  table('%s', (_name: string, method: JsonObject, want: Json) => {
    expect(convertMethod(method, { auth })['security']).toEqual(want);
  });

  test('is an API key alone if the API has no scopes', () => {
    expect(convertMethod({})['security']).toEqual([{ apiKey: [] }]);
  });

  table('has the URLs for tokens, and the query parameter that carries one', ({ want }: { want: unknown }) => {
    const parameters = {
      access_token: { type: 'string', location: 'query' },
    };
    expect(at(convert(library({}, { auth, parameters })), 'components', 'securitySchemes')).toEqual(want);
  });
});

table('the server of a document with %s', (_name: string, further: JsonObject, want: string) => {
  expect(at(convert(library({}, further)), 'servers')).toEqual([{ url: want }]);
});

test('endpoints of regions are further servers', () => {
  const endpoints = [
    {
      endpointUrl: 'https://north.example/',
      location: 'north',
      description: 'Region',
    },
  ];
  expect(at(convert(library({}, { endpoints })), 'servers', 1)).toEqual({
    url: 'https://north.example/v1',
    description: 'north',
  });
});
