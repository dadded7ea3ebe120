import { describe, expect, test } from 'vitest';
import type { Api } from 'speccast';
import {
  toJsonResponses,
  lowerOrThrow,
  omitPlaces,
  listContentKinds,
  lowerOperation,
  ok,
  getOnlyOperation,
} from '../lower.js';
import type { Json, JsonObject } from 'speccast/emitter';
import { showShape } from '../show-shape.js';
import { readRows } from '../../rows.js';

const { data, rows, table } = readRows(import.meta.url);

table(
  'an operation keeps its id, method, path, doc and extensions',
  ({ node, want }: { node: JsonObject; want: unknown }) => {
    const operation = lowerOperation(node, { method: 'post', path: '/things' });
    expect(omitPlaces(operation)).toEqual(want);
  },
);

test('operations keep the order of paths and methods in the spec', () => {
  const { operations } = lowerOrThrow({
    paths: {
      '/b': { put: { responses: ok }, get: { responses: ok } },
      '/a': { get: { responses: ok } },
    },
  });
  expect(operations.map((one) => one.id)).toEqual(['PUT /b', 'GET /b', 'GET /a']);
});

table(
  '`x-open-parameters: $given` allows undeclared parameters: $want',
  ({ given, want }: { given: Json; want: boolean }) => {
    expect(lowerOperation({ 'x-open-parameters': given }).openParameters).toBe(want);
  },
);

test('a path item may stand in the components; fields beside the $ref win', () => {
  const parts = {
    components: {
      pathItems: {
        Things: {
          get: { operationId: 'theirs', responses: ok },
          put: { operationId: 'kept', responses: ok },
        },
      },
    },
    paths: {
      '/things': {
        $ref: '#/components/pathItems/Things',
        get: { operationId: 'ours', responses: ok },
      },
    },
  };
  expect(
    lowerOrThrow(parts)
      .operations.map((one) => one.id)
      .toSorted(),
  ).toEqual(['kept', 'ours']);
});

describe('servers', () => {
  const variables = data<JsonObject>('variables');
  const server = {
    url: 'https://{region}.example.com:{port}',
    description: 'Main.',
    variables,
  };

  table('keep their variables', ({ want }: { want: unknown }) => {
    expect(lowerOrThrow({ servers: [server] }).servers).toEqual(want);
  });

  test('are an empty list if the document has none', () => {
    expect(lowerOrThrow({}).servers).toEqual([]);
  });

  test('of an operation or its path stand at the operation', () => {
    const upload = { url: 'https://upload.example.com' };
    const want = [{ url: upload.url, variables: [] }];
    expect(lowerOperation({ servers: [upload] }).servers).toEqual(want);
    expect(
      getOnlyOperation(
        lowerOrThrow({
          paths: { '/a': { servers: [upload], get: { responses: ok } } },
        }),
      ).servers,
    ).toEqual(want);
  });
});

describe('security schemes', () => {
  table(
    '$title',
    ({
      given,
      want,
    }: {
      given: JsonObject;
      want: Omit<Api['securitySchemes'][number], 'name' | 'doc'> & JsonObject;
    }) => {
      const [scheme] = lowerOrThrow({
        components: { securitySchemes: { main: given } },
      }).securitySchemes;
      expect(omitPlaces(scheme)).toEqual({ name: 'main', ...want });
    },
  );
});

describe('security of an operation', () => {
  const parts = data<JsonObject>('parts');

  test.each(
    rows<{
      readonly title: string;
      readonly given: JsonObject;
      readonly want: Json;
    }>('$title (2)'),
  )('$title', ({ given, want }) => {
    expect(lowerOperation(given, { parts }).security).toEqual(want);
  });
});

describe('responses', () => {
  table(
    'keep status, media types, headers and doc',
    ({ responses, parts, want }: { responses: JsonObject; parts: JsonObject; want: unknown }) => {
      const lowered = lowerOperation({ responses }, { parts }).responses;
      expect(
        lowered.map(({ status, contents, headers, doc }) => [
          status,
          listContentKinds(contents),
          headers,
          doc.description,
        ]),
      ).toEqual(want);
      expect(lowered.flatMap(({ contents }) => contents).map(({ shape }) => showShape(shape))).toEqual([
        '"a" | "b" | ...',
        'string',
        'binary',
      ]);
    },
  );

  table('a body without a schema has the type `unknown`', ({ node, want }: { node: JsonObject; want: unknown }) => {
    const { responses } = lowerOperation(node);
    expect(omitPlaces(responses[0]?.contents)).toEqual(want);
  });

  table(
    'a description beside a `$ref` to a response replaces that of the response',
    ({ parts, node }: { parts: JsonObject; node: JsonObject }) => {
      const { responses } = lowerOperation(node, { parts });
      expect(responses[0]?.doc).toEqual({ description: 'Yes indeed.' });
    },
  );

  test('inline objects stay inline', () => {
    const { models } = lowerOrThrow({
      paths: {
        '/a': {
          get: {
            responses: toJsonResponses({
              type: 'object',
              properties: { a: { type: 'string' } },
            }),
          },
        },
      },
    });
    expect(models).toEqual([]);
  });
});
