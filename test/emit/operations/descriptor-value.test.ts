import { describe, expect, test } from 'vitest';
import type { Parameter, Response, Schema, JsonObject } from 'speccast/emitter';
import type { Paging } from '../../../generator/api/paging/paging.js';
import { descriptorValue } from '../../../generator/emit/operations/descriptor-value.js';
import { anySchema, api, emptyResponse, jsonResponse, operation, parameter } from '../code/fixture.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

function described(given: Parameter, schemas: Readonly<Record<string, Schema>> = {}): unknown {
  const value = descriptorValue(api({ schemas }), operation('list', { parameters: [given] }));
  return Array.isArray(value.parameters) ? value.parameters[0] : undefined;
}

const integer: Schema = { ...anySchema, types: ['integer'] };

describe('descriptorValue', () => {
  test('leaves out what is the default', () => {
    expect(descriptorValue(api(), operation('list'))).toEqual({
      id: 'things.list',
      method: 'GET',
      path: '/things',
      responses: [{ status: '204' }],
      auth: [],
    });
  });

  const json = (status: string): Response => jsonResponse(status, { kind: 'unknown' });
  test.each<[string, readonly Response[], unknown]>([
    ['with JSON', [json('200')], undefined],
    ['with JSON, or not', [json('200'), json('default')], undefined],
    ['without content', [emptyResponse('204'), json('404')], [{ status: '204' }]],
    ['in a way of its own', [json('201')], [{ status: '201', contents: [{ mediaType: 'application/json' }] }]],
    ['with any status', [json('default')], [{ status: 'default', contents: [{ mediaType: 'application/json' }] }]],
    ['never', [json('400')], []],
  ])('says how it succeeds where that is not the default: %s', (_, responses, want) => {
    expect(descriptorValue(api(), operation('list', { responses })).responses).toEqual(want);
  });

  const parameters: readonly (readonly [string, Parameter, object])[] = [
    ['a query parameter', parameter('q'), { name: 'q', in: 'query' }],
    ['another property', parameter('q', { property: 'query' }), { name: 'q', property: 'query', in: 'query' }],
    ['a list with commas', parameter('q', { explode: false }), { name: 'q', in: 'query', explode: false }],
    [
      'a style',
      parameter('q', { style: 'deepObject', explode: true }),
      { name: 'q', in: 'query', style: 'deepObject', explode: true },
    ],
    ['reserved characters', parameter('q', { allowReserved: true }), { name: 'q', in: 'query', allowReserved: true }],
    [
      'a serialized parameter',
      parameter('q', { contentType: 'application/json' }),
      { name: 'q', in: 'query', contentType: 'application/json' },
    ],
    ['a header', parameter('q', { in: 'header' }), { name: 'q', in: 'header' }],
  ];
  test.each(parameters)('%s', (_, given, want) => {
    expect(described(given)).toEqual(want);
  });

  table(
    'parts that the client fills in: $stated',
    ({ stated, want }: { stated: 'body' | readonly string[]; want: JsonObject }) => {
      const parameters = [parameter('part', { required: true }), parameter('q')];
      const parts = { parameter: 'part', values: ['id', 'snippet'], default: stated, always: [] };
      expect(descriptorValue(api(), operation('list', { parameters, parts })).parameters).toEqual([
        { name: 'part', in: 'query', required: true, ...want },
        { name: 'q', in: 'query' },
      ]);
    },
  );

  test('how a list goes on, its parameter named as callers pass it', () => {
    const parameters = [parameter('token', { in: 'header' }), parameter('token', { property: 'tokenInQuery' })];
    const token = { parameter: 'token', property: 'next' };
    const pagingOf = (paging: Paging): unknown =>
      descriptorValue(api(), operation('list', { parameters, paging })).paging;
    expect(pagingOf({ items: 'things', token })).toEqual({
      items: 'things',
      token: { parameter: 'tokenInQuery', property: 'next' },
      keeps: ['next'],
    });
    expect([pagingOf({ items: 'things' }), pagingOf({})]).toEqual([{ items: 'things' }, {}]);
  });

  const types: readonly (readonly [string, Schema, object])[] = [
    ['a number', { ...anySchema, types: ['number'] }, { type: 'number' }],
    ['a nullable integer', { ...anySchema, types: ['integer', 'null'] }, { type: 'integer' }],
    ['an integer or number', { ...anySchema, types: ['integer', 'number'] }, { type: 'number' }],
    ['a string or number', { ...anySchema, types: ['string', 'number'] }, { type: ['number', 'string'] }],
    ['anything', anySchema, { type: 'unknown' }],
    ['an enum of strings', { ...anySchema, enum: ['a', null] }, {}],
    ['a constant', { ...anySchema, const: { value: true } }, { type: 'boolean' }],
    [
      'one of two',
      { ...anySchema, oneOf: [integer, { ...anySchema, types: ['boolean'] }] },
      { type: ['boolean', 'integer'] },
    ],
    ['all of one', { ...anySchema, allOf: [integer] }, { type: 'integer' }],
    [
      'an array of strings',
      { ...anySchema, types: ['array'], array: { items: { ...anySchema, types: ['string'] } } },
      { type: 'array' },
    ],
    [
      'an array of integers',
      { ...anySchema, types: ['array'], array: { items: integer } },
      { type: 'array', items: 'integer' },
    ],
    [
      'an object',
      { ...anySchema, types: ['object'], object: { properties: [{ name: 'a', required: false, schema: integer }] } },
      { type: 'object', properties: { a: 'integer' } },
    ],
    ['a reference', { ...anySchema, ref: '#/ids' }, { type: 'array', items: 'integer' }],
    ['a reference to itself', { ...anySchema, ref: '#/loop' }, { type: 'unknown' }],
  ];
  test.each(types)('the type of %s', (_, schema, want) => {
    const schemas = {
      '#/ids': { ...anySchema, types: ['array'], array: { items: { ...anySchema, ref: '#/id' } } },
      '#/id': integer,
      '#/loop': { ...anySchema, ref: '#/loop' },
    } satisfies Record<string, Schema>;
    expect(described(parameter('q', { schema }), schemas)).toEqual({ name: 'q', in: 'query', ...want });
  });

  const text: Schema = { ...anySchema, types: ['string'] };
  const named = (name: string, schema: Schema) => ({ name, required: false, schema });
  const dates: Schema = { ...anySchema, types: ['object'], object: { properties: [named('from', integer)] } };

  const objects: readonly (readonly [string, Schema, object])[] = [
    [
      'properties that several parts state',
      {
        ...anySchema,
        allOf: [
          { ...anySchema, ref: '#/dates' },
          { ...anySchema, object: { properties: [named('from', text), named('b', text)] } },
        ],
      },
      { type: 'object', properties: { from: ['integer', 'string'], b: 'string' } },
    ],
    [
      'further properties of a type',
      { ...anySchema, types: ['object'], object: { additionalProperties: integer } },
      { type: 'object', additional: 'integer' },
    ],
    [
      'further properties of any type',
      { ...anySchema, types: ['object'], object: { additionalProperties: { ...anySchema, boolean: true } } },
      { type: 'object', additional: 'unknown' },
    ],
    [
      'no further properties',
      { ...anySchema, types: ['object'], object: { additionalProperties: { ...anySchema, boolean: false } } },
      { type: 'object' },
    ],
    [
      'an integer or an object',
      { ...anySchema, anyOf: [integer, { ...anySchema, ref: '#/dates' }] },
      { type: ['integer', 'object'], properties: { from: 'integer' } },
    ],
  ];
  test.each(objects)('the types of an object with %s', (_, schema, want) => {
    expect(described(parameter('q', { schema }), { '#/dates': dates })).toEqual({ name: 'q', in: 'query', ...want });
  });

  table('the types inside lists and objects that only deepObject can hold', ({ want }: { want: unknown }) => {
    const tree: Schema = {
      ...anySchema,
      types: ['object'],
      object: {
        properties: [
          named('at', dates),
          named('ids', { ...anySchema, types: ['array'], array: { items: integer } }),
          named('tree', { ...anySchema, ref: '#/tree' }),
        ],
      },
    };
    const schema: Schema = { ...anySchema, ref: '#/tree' };
    const flat = { at: 'object', ids: 'array', tree: 'object' };
    const types = (style: 'form' | 'deepObject'): unknown =>
      described(parameter('q', { schema, style, explode: true }), { '#/tree': tree });
    expect(types('form')).toMatchObject({ type: 'object', properties: flat });
    expect(types('deepObject')).toEqual(want);
  });

  test('JSON needs no types; other serialized parameters do', () => {
    expect(described(parameter('q', { contentType: 'application/json', schema: integer }))).not.toHaveProperty('type');
    expect(described(parameter('q', { contentType: 'text/plain', schema: integer }))).toHaveProperty('type', 'integer');
  });

  table('the path %s of a name of the form %s is %s', (path: string, template: string, want: string) => {
    const parameters = [parameter('name', { in: 'path', required: true, template })];
    expect(descriptorValue(api(), operation('get', { path, parameters })).path).toBe(want);
  });

  test('credentials are alternatives; several that are needed together are a list', () => {
    const need = (scheme: string) => ({ scheme, scopes: [] });
    const given = operation('list', { security: [[need('a')], [need('b'), need('c')], []] });
    expect(descriptorValue(api(), given).auth).toEqual(['a', ['b', 'c'], []]);
  });

  test('alternatives that differ only in scopes are one credential', () => {
    const need = (scheme: string, ...scopes: readonly string[]) => ({ scheme, scopes });
    const security = [
      [need('apiKey')],
      [need('oauth2', 'read')],
      [need('oauth2', 'write'), need('apiKey')],
      [need('oauth2', 'write')],
      [need('apiKey'), need('oauth2', 'all')],
    ];
    expect(descriptorValue(api(), operation('list', { security })).auth).toEqual([
      'apiKey',
      'oauth2',
      ['oauth2', 'apiKey'],
    ]);
  });
});
