import { describe, expect, test } from 'vitest';
import type { Operation, Schema, Shape } from 'speccast/emitter';
import { joinsValue } from '../../../generator/emit/operations/descriptor-value.js';
import { anySchema, api, jsonResponse, operation, parameter } from '../code/fixture.js';

const text: Schema = { ...anySchema, types: ['string'] };
const number: Schema = { ...anySchema, types: ['integer'] };
const texts = (maxItems?: number): Schema => {
  const rules = maxItems === undefined ? { items: text } : { items: text, maxItems };
  return { ...anySchema, types: ['array'], array: rules };
};
const withProperty = (name: string, schema: Schema): Schema => ({
  ...anySchema,
  types: ['object'],
  object: { properties: [{ name, required: false, schema }] },
});
const shape: Shape = { kind: 'unknown' };

/** A list whose items are of a schema. */
function listOf(item: Schema, more: Partial<Operation> = {}): Operation {
  const answer = withProperty('items', { ...anySchema, types: ['array'], array: { items: item } });
  const response = jsonResponse('200', shape);
  return operation('list', {
    parameters: [parameter('id', { schema: texts() })],
    paging: { items: 'items' },
    responses: [{ ...response, contents: response.contents.map((content) => ({ ...content, schema: answer })) }],
    ...more,
  });
}

const film = withProperty('id', text);
const paged = [parameter('id', { schema: texts() }), parameter('maxResults', { schema: number })];

describe('calls that ask for ids join', () => {
  const joining: readonly (readonly [string, Operation, object])[] = [
    ['in a list whose items have ids', listOf(film), {}],
    ['behind references', listOf({ ...anySchema, ref: '#/film' }), {}],
    ['as many as the spec says', listOf(film, { parameters: [parameter('id', { schema: texts(20) })] }), { max: 20 }],
    ['50 where the spec says so', listOf(film, { parameters: [parameter('id', { schema: texts(50) })] }), {}],
    ['on a page that holds all', listOf(film, { parameters: paged }), { size: 'maxResults' }],
    [
      'on a page of no size where ids exclude one',
      listOf(film, {
        parameters: paged,
        extensions: { 'x-parameter-rules': { excludes: { id: ['maxResults', 'pageToken'] } } },
      }),
      {},
    ],
  ];
  test.each(joining)('%s', (_, given, want) => {
    expect(joinsValue(api({ schemas: { '#/film': film } }), given)).toEqual(want);
  });
});

describe('calls do not join', () => {
  const alone: readonly (readonly [string, Operation])[] = [
    ['that ask for one id', listOf(film, { parameters: [parameter('id')] })],
    [
      'that ask for numbers',
      listOf(film, { parameters: [parameter('id', { schema: { ...texts(), array: { items: number } } })] }),
    ],
    ['that ask for nothing', listOf(film, { parameters: [] })],
    [
      'whose id is a part of the path',
      listOf(film, { parameters: [parameter('id', { in: 'path', schema: texts() })] }),
    ],
    ['that write', listOf(film, { method: 'POST' })],
    ['whose items have no id', listOf(withProperty('videoId', text))],
    ['whose items have ids of another form', listOf(withProperty('id', withProperty('videoId', text)))],
    ['that answer no list', operation('list', { parameters: [parameter('id', { schema: texts() })] })],
    ['that answer the list itself', listOf(film, { paging: {} })],
  ];
  test.each(alone)('%s', (_, given) => {
    expect(joinsValue(api(), given)).toBeUndefined();
  });
});
