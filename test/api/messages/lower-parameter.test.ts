import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerOrThrow, omitPlaces, lowerOperation, lowerParameter, ok, getOnlyOperation } from '../lower.js';
import { showShape } from '../show-shape.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const schema = { type: 'string' };

describe('style and explode', () => {
  table(
    '$given is $style, explode $explode',
    ({ given, style, explode }: { given: JsonObject; style: string; explode: boolean }) => {
      expect(lowerParameter({ name: 'a', schema, ...given })).toMatchObject({
        style,
        explode,
        required: false,
      });
    },
  );
});

table('every field of a parameter is kept', ({ given, want }: { given: JsonObject; want: unknown }) => {
  expect(omitPlaces(lowerParameter(given))).toEqual(want);
});

table('a content parameter is sent as its media type', ({ given }: { given: JsonObject }) => {
  const parameter = lowerParameter(given);
  expect(parameter.contentType).toBe('application/json');
  expect(showShape(parameter.shape)).toBe('{ a?: string }');
});

test('the enum of a parameter is open, for values that a response contained', () => {
  expect(showShape(lowerParameter({ name: 'a', in: 'query', schema: { enum: ['x', 'y'] } }).shape)).toBe(
    '"x" | "y" | ...',
  );
});

test('a parameter without a description has that of its schema', () => {
  const parameter = {
    name: 'a',
    in: 'query',
    deprecated: true,
    schema: { type: 'string', description: 'Of the schema.' },
  };
  expect(lowerParameter(parameter).doc).toEqual({
    description: 'Of the schema.',
    deprecated: true,
  });
});

describe('path templates', () => {
  test.each([
    { path: '/v1/{name}', template: undefined },
    { path: '/v1/{name=accounts/*}', template: 'accounts/*' },
    {
      path: '/v1/{name=accounts/*/adUnits/**}:generate',
      template: 'accounts/*/adUnits/**',
    },
    { path: '/v1/{+name}', template: '**' },
  ])('$path has the template $template', ({ path, template }) => {
    expect(lowerParameter({ name: 'name', in: 'path', required: true, schema }, path).template).toBe(template);
  });

  const lowerNamed = (path: string, pattern?: string, more: JsonObject = {}) =>
    lowerParameter(
      {
        name: 'name',
        in: 'path',
        required: true,
        schema: { type: 'string', ...(pattern && { pattern }), ...more },
      },
      path,
    );

  test.each([
    { path: '/v1/{+name}', pattern: '^accounts/[^/]+$', want: 'accounts/*' },
    { path: '/v1/{name}', pattern: '^accounts/[^/]+$', want: 'accounts/*' },
    {
      path: '/v1/{name=accounts/*/**}',
      pattern: '^accounts/[^/]+$',
      want: 'accounts/*/**',
    },
    { path: '/v1/{+name}', pattern: '^[a-z/]+$', want: '**' },
    { path: '/v1/{name}', pattern: '^[a-z]+$', want: undefined },
  ])('$path with the pattern $pattern has the template $want', ({ path, pattern, want }) => {
    expect(lowerNamed(path, pattern).template).toBe(want);
  });

  table(
    'the notes of $path with the pattern $pattern name its form',
    ({ path, pattern, notes }: { path: string; notes: readonly string[]; pattern?: string }) => {
      expect(lowerNamed(path, pattern).notes).toEqual(notes);
    },
  );

  table(
    'the type of $path with $more is $want',
    ({ path, more, want }: { path: string; more: JsonObject; want: string }) => {
      expect(showShape(lowerNamed(path.replace('{id}', '{name}'), undefined, more).shape)).toBe(want);
    },
  );
});

describe('parameters of the path', () => {
  function listNames(shared: readonly JsonObject[], own: readonly JsonObject[]): readonly string[] {
    const item = {
      parameters: shared,
      get: { parameters: own, responses: ok },
    };
    return getOnlyOperation(lowerOrThrow({ paths: { '/a': item } })).parameters.map((one) =>
      `${one.in} ${one.name} ${one.doc.description ?? ''}`.trim(),
    );
  }

  test('come before those of the operation', () => {
    expect(listNames([{ name: 'a', in: 'query', schema }], [{ name: 'b', in: 'query', schema }])).toEqual([
      'query a',
      'query b',
    ]);
  });

  table(
    'are replaced in place by one of the same name and place',
    ({ shared, own }: { shared: readonly JsonObject[]; own: readonly JsonObject[] }) => {
      expect(listNames(shared, own)).toEqual(['query a Own.', 'query b']);
    },
  );

  test('stay beside one of the same name in another place', () => {
    expect(listNames([{ name: 'a', in: 'query', schema }], [{ name: 'a', in: 'header', schema }])).toEqual([
      'query a',
      'header a',
    ]);
  });
});

test('the headers `Accept` and `Content-Type` are no parameters', () => {
  const parameters = ['Accept', 'content-type', 'Authorization', 'X-Other'].map((name) => ({
    name,
    in: 'header',
    schema,
  }));
  expect(lowerOperation({ parameters }).parameters.map((one) => one.name)).toEqual(['Authorization', 'X-Other']);
});

test('a referenced parameter is lowered; the description beside the $ref wins', () => {
  const parts = {
    components: {
      parameters: {
        Page: { name: 'page', in: 'query', schema, description: 'A page.' },
      },
    },
  };
  const reference = {
    $ref: '#/components/parameters/Page',
    description: 'The page wanted.',
  };
  const [parameter] = lowerOperation({ parameters: [reference] }, { parts }).parameters;
  expect(parameter).toMatchObject({
    name: 'page',
    doc: { description: 'The page wanted.' },
  });
});

describe('properties of the params object', () => {
  function listProperties(parameters: readonly JsonObject[], body?: JsonObject): readonly string[] {
    const node = {
      parameters: parameters.map((one) => ({ schema, ...one })),
      ...(body !== undefined && { requestBody: body }),
    };
    return lowerOperation(node, {
      path: '/a/{id}',
      method: 'post',
    }).parameters.map((one) => one.property);
  }

  table('$title', ({ given, want }: { given: readonly JsonObject[]; want: readonly string[] }) => {
    expect(listProperties(given)).toEqual(want);
  });

  table(
    'leave "body" and "media" to the body',
    ({ content, parameters }: { content: JsonObject; parameters: readonly JsonObject[] }) => {
      expect(listProperties(parameters, { content })).toEqual(['id', 'bodyQuery', 'mediaQuery']);
    },
  );
});
