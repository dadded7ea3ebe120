import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { apiOf, bare, lowerOperation, lowerParameter, ok, operationOf } from '../lower.js';
import { showShape } from '../show-shape.js';

const schema = { type: 'string' };

describe('style and explode', () => {
  test.each([
    { given: { in: 'query' }, style: 'form', explode: true },
    { given: { in: 'cookie' }, style: 'form', explode: true },
    { given: { in: 'header' }, style: 'simple', explode: false },
    { given: { in: 'query', explode: false }, style: 'form', explode: false },
    { given: { in: 'query', style: 'deepObject' }, style: 'deepObject', explode: false },
    { given: { in: 'query', style: 'pipeDelimited', explode: true }, style: 'pipeDelimited', explode: true },
    {
      given: { in: 'query', explode: true, 'x-collectionFormat': 'tsv' },
      style: 'tabDelimited',
      explode: false,
    },
    { given: { in: 'header', 'x-collectionFormat': 'pipes' }, style: 'pipeDelimited', explode: false },
    { given: { in: 'header', 'x-collectionFormat': 'toString' }, style: 'simple', explode: false },
  ])('$given is $style, explode $explode', ({ given, style, explode }) => {
    expect(lowerParameter({ name: 'a', schema, ...given })).toMatchObject({ style, explode, required: false });
  });
});

test('everything a parameter says is kept', () => {
  const given = {
    name: 'max',
    in: 'query',
    required: true,
    deprecated: true,
    allowReserved: true,
    description: 'Most items.',
    'x-source': 'a.md:3',
    schema: { type: 'integer', minimum: 1, maximum: 50, default: 5 },
  };
  expect(bare(lowerParameter(given))).toEqual({
    name: 'max',
    property: 'max',
    id: '#/paths/~1things/get/parameters/0',
    in: 'query',
    required: true,
    style: 'form',
    explode: true,
    allowReserved: true,
    schema: { types: ['integer'], number: { minimum: 1, maximum: 50 }, default: { value: 5 } },
    shape: { kind: 'number' },
    doc: { description: 'Most items.', deprecated: true, source: 'a.md:3' },
    notes: ['A whole number.', 'From 1 to 50.', 'Default `5`.'],
    extensions: { 'x-source': 'a.md:3' },
  });
});

test('a content parameter is sent as its media type', () => {
  const given = {
    name: 'filter',
    in: 'query',
    content: { 'application/json': { schema: { type: 'object', properties: { a: schema } } } },
  };
  const parameter = lowerParameter(given);
  expect(parameter.contentType).toBe('application/json');
  expect(showShape(parameter.shape)).toBe('{ a?: string }');
});

test('the enum of a parameter takes what was received', () => {
  expect(showShape(lowerParameter({ name: 'a', in: 'query', schema: { enum: ['x', 'y'] } }).shape)).toBe(
    '"x" | "y" | ...',
  );
});

test('the schema speaks where the parameter itself has no description', () => {
  const parameter = {
    name: 'a',
    in: 'query',
    deprecated: true,
    schema: { type: 'string', description: 'Of the schema.' },
  };
  expect(lowerParameter(parameter).doc).toEqual({ description: 'Of the schema.', deprecated: true });
});

describe('path templates', () => {
  test.each([
    { path: '/v1/{name}', template: undefined },
    { path: '/v1/{name=accounts/*}', template: 'accounts/*' },
    { path: '/v1/{name=accounts/*/adUnits/**}:generate', template: 'accounts/*/adUnits/**' },
    { path: '/v1/{+name}', template: '**' },
  ])('$path gives $template', ({ path, template }) => {
    expect(lowerParameter({ name: 'name', in: 'path', required: true, schema }, path).template).toBe(template);
  });

  const named = (path: string, pattern?: string, more: JsonObject = {}) =>
    lowerParameter(
      { name: 'name', in: 'path', required: true, schema: { type: 'string', ...(pattern && { pattern }), ...more } },
      path,
    );

  test.each([
    { path: '/v1/{+name}', pattern: '^accounts/[^/]+$', want: 'accounts/*' },
    { path: '/v1/{name}', pattern: '^accounts/[^/]+$', want: 'accounts/*' },
    { path: '/v1/{name=accounts/*/**}', pattern: '^accounts/[^/]+$', want: 'accounts/*/**' },
    { path: '/v1/{+name}', pattern: '^[a-z/]+$', want: '**' },
    { path: '/v1/{name}', pattern: '^[a-z]+$', want: undefined },
  ])('$path with the pattern $pattern gives $want', ({ path, pattern, want }) => {
    expect(named(path, pattern).template).toBe(want);
  });

  test.each([
    { path: '/v1/{name=accounts/*}', notes: ['A resource name of the form `accounts/*`.'] },
    { path: '/v1/{+name}', notes: ['A resource name whose slashes are kept.'] },
    { path: '/v1/{+name}', pattern: '^accounts/[^/]+$', notes: ['A resource name of the form `accounts/*`.'] },
    {
      path: '/v1/{name=accounts/*}',
      pattern: '^accounts/pub-[0-9]+$',
      notes: ['A resource name of the form `accounts/*`.', 'Matches `^accounts/pub-[0-9]+$`.'],
    },
  ])('$path with the pattern $pattern says so', ({ path, pattern, notes }) => {
    expect(named(path, pattern).notes).toEqual(notes);
  });

  test.each([
    { path: '/v1/{name=accounts/*}', more: {}, want: '`accounts/${string}`' },
    { path: '/v1/{name=**}', more: {}, want: 'string' },
    { path: '/v1/{name=accounts/*}', more: { enum: ['accounts/a'] }, want: '"accounts/a"' },
    { path: '/v1/{name=accounts/*}', more: { type: ['string', 'null'] }, want: '(string | null)' },
    { path: '/v1/{id}', more: {}, want: 'string' },
  ])('the type of $path with $more is $want', ({ path, more, want }) => {
    expect(showShape(named(path.replace('{id}', '{name}'), undefined, more).shape)).toBe(want);
  });
});

describe('parameters of the path', () => {
  function names(shared: readonly JsonObject[], own: readonly JsonObject[]): readonly string[] {
    const item = { parameters: shared, get: { parameters: own, responses: ok } };
    return operationOf(apiOf({ paths: { '/a': item } })).parameters.map((one) =>
      `${one.in} ${one.name} ${one.doc.description ?? ''}`.trim(),
    );
  }

  test('come before those of the operation', () => {
    expect(names([{ name: 'a', in: 'query', schema }], [{ name: 'b', in: 'query', schema }])).toEqual([
      'query a',
      'query b',
    ]);
  });

  test('are replaced in place by one of the same name and place', () => {
    const shared = [
      { name: 'a', in: 'query', schema },
      { name: 'b', in: 'query', schema },
    ];
    expect(names(shared, [{ name: 'a', in: 'query', schema, description: 'Own.' }])).toEqual([
      'query a Own.',
      'query b',
    ]);
  });

  test('stay where only the name is the same', () => {
    expect(names([{ name: 'a', in: 'query', schema }], [{ name: 'a', in: 'header', schema }])).toEqual([
      'query a',
      'header a',
    ]);
  });
});

test('headers that media types describe are no parameters', () => {
  const parameters = ['Accept', 'content-type', 'Authorization', 'X-Other'].map((name) => ({
    name,
    in: 'header',
    schema,
  }));
  expect(lowerOperation({ parameters }).parameters.map((one) => one.name)).toEqual(['Authorization', 'X-Other']);
});

test('a referenced parameter is lowered; the description beside the $ref wins', () => {
  const parts = { components: { parameters: { Page: { name: 'page', in: 'query', schema, description: 'A page.' } } } };
  const reference = { $ref: '#/components/parameters/Page', description: 'The page wanted.' };
  const [parameter] = lowerOperation({ parameters: [reference] }, { parts }).parameters;
  expect(parameter).toMatchObject({ name: 'page', doc: { description: 'The page wanted.' } });
});

describe('properties of the params object', () => {
  function properties(parameters: readonly JsonObject[], body?: JsonObject): readonly string[] {
    const node = {
      parameters: parameters.map((one) => ({ schema, ...one })),
      ...(body !== undefined && { requestBody: body }),
    };
    return lowerOperation(node, { path: '/a/{id}', method: 'post' }).parameters.map((one) => one.property);
  }
  const id = { name: 'id', in: 'path', required: true };

  test.each([
    {
      title: 'keep the name on the wire',
      given: [id, { name: 'X-Odd.name', in: 'header' }],
      want: ['id', 'X-Odd.name'],
    },
    {
      title: 'say where they travel when two would be one',
      given: [id, { name: 'id', in: 'query' }, { name: 'id', in: 'header' }],
      want: ['id', 'idQuery', 'idHeader'],
    },
    {
      title: 'never move one that has its own name',
      given: [id, { name: 'id', in: 'query' }, { name: 'idQuery', in: 'query' }],
      want: ['id', 'idQuery2', 'idQuery'],
    },
    { title: 'leave the prototype alone', given: [id, { name: '__proto__', in: 'query' }], want: ['id', 'protoQuery'] },
    {
      title: 'leave what each object inherits alone',
      given: [id, { name: 'constructor', in: 'query' }, { name: 'toString', in: 'header' }],
      want: ['id', 'constructorQuery', 'toStringHeader'],
    },
    {
      title: 'may be named body where there is no body',
      given: [id, { name: 'body', in: 'query' }],
      want: ['id', 'body'],
    },
  ])('$title', ({ given, want }) => {
    expect(properties(given)).toEqual(want);
  });

  test('leave "body" and "media" to the body', () => {
    const content = { 'application/json': { schema: {} }, 'image/*': { schema: {} } };
    expect(properties([id, { name: 'body', in: 'query' }, { name: 'media', in: 'query' }], { content })).toEqual([
      'id',
      'bodyQuery',
      'mediaQuery',
    ]);
  });
});
