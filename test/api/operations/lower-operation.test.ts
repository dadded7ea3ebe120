import { describe, expect, test } from 'vitest';
import type { SecurityScheme } from '../../../generator/api/service/service.js';
import { answering, apiOf, bare, kindsOf, lowerOperation, ok, operationOf } from '../lower.js';
import type { JsonObject } from 'speccast/emitter';
import { showShape } from '../show-shape.js';

test('an operation keeps its id, method, path, doc and extensions', () => {
  const operation = lowerOperation(
    {
      operationId: 'things.list',
      summary: 'Lists things.',
      deprecated: true,
      'x-source': 'a.md:1',
      'x-action': { list: 'things' },
    },
    { method: 'post', path: '/things' },
  );
  expect(bare(operation)).toEqual({
    id: 'things.list',
    name: 'thingsList',
    typeName: 'ThingsList',
    property: 'list',
    group: ['things'],
    module: 'things',
    method: 'POST',
    path: '/things',
    parameters: [],
    openParameters: false,
    responses: [{ status: '204', contents: [], headers: [], doc: { description: 'Done.' } }],
    security: [],
    doc: { summary: 'Lists things.', deprecated: true, source: 'a.md:1' },
    extensions: { 'x-source': 'a.md:1', 'x-action': { list: 'things' } },
  });
});

test('operations stand in the order of the spec, paths and methods as written', () => {
  const { operations } = apiOf({
    paths: { '/b': { put: { responses: ok }, get: { responses: ok } }, '/a': { get: { responses: ok } } },
  });
  expect(operations.map((one) => one.id)).toEqual(['PUT /b', 'GET /b', 'GET /a']);
});

test.each([
  { given: true, want: true },
  { given: { 'x-source': 'a.md:1' }, want: true },
  { given: false, want: false },
])('x-open-parameters $given opens: $want', ({ given, want }) => {
  expect(lowerOperation({ 'x-open-parameters': given }).openParameters).toBe(want);
});

test('a path item may stand in the components; fields beside the $ref win', () => {
  const parts = {
    components: {
      pathItems: {
        Things: { get: { operationId: 'theirs', responses: ok }, put: { operationId: 'kept', responses: ok } },
      },
    },
    paths: { '/things': { $ref: '#/components/pathItems/Things', get: { operationId: 'ours', responses: ok } } },
  };
  expect(
    apiOf(parts)
      .operations.map((one) => one.id)
      .toSorted(),
  ).toEqual(['kept', 'ours']);
});

describe('servers', () => {
  const variables = { region: { default: 'eu', enum: ['eu', 'us'] }, port: { default: '443' } };
  const server = { url: 'https://{region}.example.com:{port}', description: 'Main.', variables };

  test('keep their variables', () => {
    expect(apiOf({ servers: [server] }).servers).toEqual([
      {
        url: 'https://{region}.example.com:{port}',
        description: 'Main.',
        variables: [
          { name: 'region', default: 'eu', values: ['eu', 'us'] },
          { name: 'port', default: '443', values: [] },
        ],
      },
    ]);
  });

  test('none are none', () => {
    expect(apiOf({}).servers).toEqual([]);
  });

  test('of an operation or its path stand at the operation', () => {
    const upload = { url: 'https://upload.example.com' };
    const want = [{ url: upload.url, variables: [] }];
    expect(lowerOperation({ servers: [upload] }).servers).toEqual(want);
    expect(operationOf(apiOf({ paths: { '/a': { servers: [upload], get: { responses: ok } } } })).servers).toEqual(
      want,
    );
  });
});

describe('security schemes', () => {
  const flow = (scopes: JsonObject): JsonObject => ({ tokenUrl: 'https://example.com/token', scopes });
  test.each<{
    readonly title: string;
    readonly given: JsonObject;
    readonly want: Omit<SecurityScheme, 'name' | 'doc'> & JsonObject;
  }>([
    {
      title: 'an API key',
      given: { type: 'apiKey', in: 'query', name: 'key' },
      want: { kind: 'apiKey', in: 'query', parameter: 'key' },
    },
    { title: 'HTTP basic', given: { type: 'http', scheme: 'Basic' }, want: { kind: 'basic' } },
    {
      title: 'an HTTP bearer token',
      given: { type: 'http', scheme: 'bearer' },
      want: { kind: 'bearer', oauth2: false, scopes: [] },
    },
    { title: 'HTTP digest', given: { type: 'http', scheme: 'digest' }, want: { kind: 'other' } },
    { title: 'mutual TLS', given: { type: 'mutualTLS' }, want: { kind: 'mutualTLS' } },
    {
      title: 'OAuth 2.0 with the scopes of all flows',
      given: {
        type: 'oauth2',
        flows: { clientCredentials: flow({ read: 'Reads.', write: 'Writes.' }), password: flow({ read: 'Reads.' }) },
      },
      want: {
        kind: 'bearer',
        oauth2: true,
        tokenUrl: 'https://example.com/token',
        scopes: [
          { name: 'read', description: 'Reads.' },
          { name: 'write', description: 'Writes.' },
        ],
        clientCredentials: { scopes: ['read', 'write'] },
      },
    },
    {
      title: 'OAuth 2.0 with the address for refresh tokens of the first flow that has a whole one',
      given: {
        type: 'oauth2',
        flows: {
          password: { ...flow({}), refreshUrl: '/refresh' },
          clientCredentials: { ...flow({}), refreshUrl: 'https://example.com/refresh' },
        },
      },
      want: {
        kind: 'bearer',
        oauth2: true,
        tokenUrl: 'https://example.com/refresh',
        scopes: [],
        clientCredentials: { tokenUrl: 'https://example.com/token' },
      },
    },
    {
      title: 'OpenID Connect',
      given: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
      want: { kind: 'bearer', oauth2: true, scopes: [], signIn: { openIdConnectUrl: 'https://example.com' } },
    },
    {
      title: 'a token that may travel in the query',
      given: { type: 'http', scheme: 'bearer', 'x-query-parameter': 'access_token' },
      want: { kind: 'bearer', oauth2: false, queryParameter: 'access_token', scopes: [] },
    },
  ])('$title', ({ given, want }) => {
    const [scheme] = apiOf({ components: { securitySchemes: { main: given } } }).securitySchemes;
    expect(bare(scheme)).toEqual({ name: 'main', ...want });
  });
});

describe('security of an operation', () => {
  const parts = {
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' }, token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ key: [] }, { token: [] }],
  };
  const key = { scheme: 'key', scopes: [] };
  const token = { scheme: 'token', scopes: [] };

  test.each([
    { title: 'is that of the document', given: {}, want: [[key], [token]] },
    { title: 'or its own', given: { security: [{ token: [] }] }, want: [[token]] },
    { title: 'may need several at once', given: { security: [{ key: [], token: [] }] }, want: [[key, token]] },
    { title: 'may be none', given: { security: [] }, want: [] },
    { title: 'is none where the only alternative is empty', given: { security: [{}] }, want: [] },
    { title: 'may be optional', given: { security: [{}, { key: [] }] }, want: [[], [key]] },
  ])('$title', ({ given, want }) => {
    expect(lowerOperation(given, { parts }).security).toEqual(want);
  });
});

describe('responses', () => {
  test('keep status, media types, headers and doc', () => {
    const responses = {
      200: {
        description: 'Yes.',
        headers: { ETag: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: { enum: ['a', 'b'] } }, 'text/csv': { schema: { type: 'string' } } },
      },
      '4XX': { description: 'No.' },
      default: { $ref: '#/components/responses/Oops' },
    };
    const parts = { components: { responses: { Oops: { description: 'Oops.', content: { 'image/png': {} } } } } };
    const lowered = lowerOperation({ responses }, { parts }).responses;
    expect(
      lowered.map(({ status, contents, headers, doc }) => [status, kindsOf(contents), headers, doc.description]),
    ).toEqual([
      ['200', ['application/json json', 'text/csv text'], ['ETag'], 'Yes.'],
      ['4XX', [], [], 'No.'],
      ['default', ['image/png binary'], [], 'Oops.'],
    ]);
    expect(lowered.flatMap(({ contents }) => contents).map(({ shape }) => showShape(shape))).toEqual([
      '"a" | "b" | ...',
      'string',
      'binary',
    ]);
  });

  test('a body without a schema is anything', () => {
    const { responses } = lowerOperation({
      responses: { 200: { description: 'Yes.', content: { 'application/json': {} } } },
    });
    expect(bare(responses[0]?.contents)).toEqual([
      { mediaType: 'application/json', kind: 'json', schema: { boolean: true }, shape: { kind: 'unknown' } },
    ]);
  });

  test('a referenced description may be replaced', () => {
    const parts = { components: { responses: { Yes: { description: 'Yes.' } } } };
    const { responses } = lowerOperation(
      { responses: { 200: { $ref: '#/components/responses/Yes', description: 'Yes indeed.' } } },
      { parts },
    );
    expect(responses[0]?.doc).toEqual({ description: 'Yes indeed.' });
  });

  test('inline objects stay inline', () => {
    const { models } = apiOf({
      paths: { '/a': { get: { responses: answering({ type: 'object', properties: { a: { type: 'string' } } }) } } },
    });
    expect(models).toEqual([]);
  });
});
