import { describe, expect, test } from 'vitest';
import type { Paging } from '../../../generator/api/paging/paging.js';
import type { Json, JsonObject } from 'speccast/emitter';
import { answering, lowerOperation, lowerParts, type OperationSite } from '../lower.js';

const objects: JsonObject = { type: 'array', items: { type: 'object' } };

const text: JsonObject = { type: 'string' };

const query = (...names: readonly string[]): readonly JsonObject[] =>
  names.map((name) => ({ name, in: 'query', schema: text }));

const answer = (properties: JsonObject): JsonObject => answering({ type: 'object', properties });

/** How an operation pages that takes these parameters of the query and answers an object. */
function pagingOf(names: readonly string[], properties: JsonObject, site: OperationSite = {}): Paging | undefined {
  return lowerOperation({ parameters: query(...names), responses: answer(properties) }, site).paging;
}

const token = (parameter: string, property: string): Paging => ({ items: 'things', token: { parameter, property } });

describe('a token', () => {
  test.each([
    ['pageToken', 'nextPageToken'],
    ['page_token', 'next_page_token'],
    ['next_token', 'next_token'],
    ['nextToken', 'nextToken'],
    ['NextToken', 'NextToken'],
    ['token', 'nextToken'],
    ['cursor', 'next_cursor'],
    ['cursor', 'cursor'],
    ['after', 'endCursor'],
    ['Marker', 'NextMarker'],
    ['continuation-token', 'NextContinuationToken'],
  ])('is known by its names: %s takes %s', (parameter, property) => {
    expect(pagingOf([parameter, 'size'], { things: objects, [property]: text })).toEqual(token(parameter, property));
  });

  test.each([
    ['cursor', 'nextCursor', undefined],
    ['since', 'following', { token: 'since', next: 'following' }],
    ['since', 'since', { token: 'since', next: 'since' }],
  ])('is an integer where both are: %s takes %s', (parameter, property, paging) => {
    const integer: JsonObject = { type: ['integer', 'null'], format: 'int64' };
    const parameters = [{ name: parameter, in: 'query', schema: integer }];
    const responses = answer({ things: objects, [property]: integer });
    const more = paging === undefined ? {} : { 'x-paging': paging };
    expect(lowerOperation({ parameters, responses, ...more }).paging).toEqual(token(parameter, property));
  });

  test('may be a choice of a text and null, as FastAPI writes it, or be within the next page', () => {
    const choice: JsonObject = { anyOf: [text, { type: 'null' }] };
    const limit: JsonObject = { anyOf: [{ type: 'integer', maximum: 80 }, { type: 'null' }], default: 20 };
    const parameters = [
      { name: 'cursor', in: 'query', schema: choice },
      { name: 'limit', in: 'query', schema: limit },
    ];
    expect(lowerOperation({ parameters, responses: answer({ things: objects, next_cursor: choice }) }).paging).toEqual({
      ...token('cursor', 'next_cursor'),
      size: { parameter: 'limit', default: 20, max: 80 },
    });
    const inside = { things: objects, next_page: { type: 'object', properties: { offset: text, uri: text } } };
    expect(pagingOf(['offset'], inside)).toEqual(token('offset', 'next_page.offset'));
  });

  test('is no number that only repeats what was asked for', () => {
    const integer: JsonObject = { type: 'integer' };
    const parameters = [{ name: 'cursor', in: 'query', schema: integer }];
    const responses = answer({ things: objects, cursor: integer });
    expect(lowerOperation({ parameters, responses }).paging).toBeUndefined();
  });

  test('makes a list of what has no other sign of one, of a POST as well', () => {
    const properties = { found: objects, nextPageToken: text };
    const want = { items: 'found', token: { parameter: 'pageToken', property: 'nextPageToken' } };
    expect(pagingOf(['pageToken'], properties, { path: '/things:search', method: 'post' })).toEqual(want);
    expect(pagingOf(['pageToken'], properties, { path: '/things:search', method: 'put' })).toBeUndefined();
  });

  test.each<[string, readonly string[], JsonObject]>([
    ['a parameter alone', ['pageToken'], { things: objects }],
    ['a property alone', [], { things: objects, nextPageToken: text }],
    ['names that do not go together', ['offset'], { things: objects, nextPageToken: text }],
    ['a token that is a number', ['pageToken'], { things: objects, nextPageToken: { type: 'integer' } }],
    ['two that would do', ['pageToken', 'cursor'], { things: objects, continuation: text }],
  ])('is not guessed at: %s', (_, names, properties) => {
    expect(pagingOf(names, properties)?.token).toBeUndefined();
  });

  test('is the one that is called the next, of two', () => {
    const properties = { things: objects, nextPageToken: text, cursor: text };
    expect(pagingOf(['pageToken', 'cursor'], properties)).toEqual(token('pageToken', 'nextPageToken'));
  });

  test.each([
    ['pageToken', 'syncToken'],
    ['syncToken', 'pageToken'],
  ])('is not that of changes since: %s, %s', (...parameters) => {
    const properties = { things: objects, nextSyncToken: text, nextPageToken: text };
    expect(pagingOf(parameters, properties)).toEqual(token('pageToken', 'nextPageToken'));
  });

  test.each<[string, Paging | undefined]>([
    ['cursor', { token: { parameter: 'cursor' } }],
    ['page_token', { token: { parameter: 'page_token' } }],
    ['token', {}],
    ['after', {}],
  ])('of an array alone is in a header, declared or not: %s', (parameter, want) => {
    expect(lowerOperation({ parameters: query(parameter), responses: answering(objects) }).paging).toEqual(want);
  });

  test('is not one that every call has to send, or that travels elsewhere', () => {
    const properties = answer({ things: objects, nextPageToken: text });
    const lower = (more: JsonObject): Paging | undefined =>
      lowerOperation({ parameters: [{ name: 'pageToken', schema: text, ...more }], responses: properties }).paging;
    expect(lower({ in: 'query', required: true })).toBeUndefined();
    expect(lower({ in: 'header' })).toEqual({ items: 'things' });
  });
});

describe('the items', () => {
  test.each<[string, JsonObject, string | undefined]>([
    ['the only array', { found: { type: 'array', items: text } }, 'found'],
    ['the only array of objects', { warnings: { type: 'array', items: text }, found: objects }, 'found'],
    ['none of two arrays of objects', { found: objects, alike: objects }, undefined],
    ['none where there is no array', { found: { type: 'object' } }, undefined],
    ['an array that may be null', { found: { type: ['array', 'null'], items: { type: 'object' } } }, 'found'],
  ])('are %s', (_, properties, want) => {
    expect(pagingOf(['pageToken'], { ...properties, nextPageToken: text })?.items).toBe(want);
  });

  test('are those that the action names', () => {
    const { paging } = lowerOperation({
      'x-action': { list: 'things', items: 'alike' },
      parameters: query('pageToken'),
      responses: answer({ found: objects, alike: objects, nextPageToken: text }),
    });
    expect(paging?.items).toBe('alike');
  });

  test('are found through references and allOf', () => {
    const schemas = {
      Base: { type: 'object', properties: { nextPageToken: { $ref: '#/components/schemas/Token' } } },
      Token: text,
      Things: { $ref: '#/components/schemas/List' },
      List: objects,
      Page: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { properties: { found: { $ref: '#/components/schemas/Things' } } },
        ],
      },
    };
    const operation = { parameters: query('pageToken'), responses: answering({ $ref: '#/components/schemas/Page' }) };
    expect(lowerOperation(operation, { parts: { components: { schemas } } }).paging).toEqual({
      items: 'found',
      token: { parameter: 'pageToken', property: 'nextPageToken' },
    });
  });
});

describe('a list without a token', () => {
  test.each([
    ['/things', 'items'],
    ['/things', 'things'],
    ['/things', 'data'],
    ['/accounts', 'account'],
    ['/v1/{parent}/adUnits', 'adUnits'],
    ['/pet-types', 'petTypes'],
    ['/things:all', 'things'],
  ])('is what a GET of %s answers under %s', (path, items) => {
    const parameters = path.includes('{') ? [{ name: 'parent', in: 'path', required: true, schema: text }] : [];
    expect(lowerOperation({ parameters, responses: answer({ [items]: objects }) }, { path }).paging).toEqual({ items });
  });

  test.each<[string, JsonObject, OperationSite]>([
    ['an array of another name', { tags: objects }, {}],
    ['a thing by its id', { items: objects }, { path: '/orders/{id}' }],
    ['a thing that has an id', { id: text, items: objects }, { path: '/cart' }],
    ['what a POST answers', { items: objects }, { method: 'post' }],
    ['several arrays', { items: objects, data: objects }, {}],
  ])('is not %s', (_, properties, site) => {
    const path = [{ name: 'id', in: 'path', required: true, schema: text }];
    const parameters = site.path?.includes('{') === true ? path : [];
    expect(lowerOperation({ parameters, responses: answer(properties) }, site)).not.toHaveProperty('paging');
  });

  test('is an array by itself, of anything, that a GET answers', () => {
    const list = { responses: answering({ type: 'array', items: text }) };
    expect(lowerOperation(list).paging).toEqual({});
    expect(lowerOperation(list, { method: 'post' })).not.toHaveProperty('paging');
  });

  test.each<[string, JsonObject]>([
    ['may be null', answering({ type: ['array', 'null'] })],
    ['has places of their own', answering({ type: 'array', prefixItems: [text] })],
    ['is one of two answers', { ...answering({ type: 'array' }), 202: { description: 'Later.' } }],
    ['comes piece by piece', streaming({ type: 'array', items: text })],
    ['is a text', answering(text)],
  ])('is no answer that %s', (_, responses) => {
    expect(lowerOperation({ responses })).not.toHaveProperty('paging');
  });
});

function streaming(schema: Json): JsonObject {
  return { 200: { description: 'Rows.', content: { 'application/json': { 'x-stream': true, schema } } } };
}

describe('x-paging', () => {
  const service = { 'x-service': { paging: { token: 'from', next: 'then' } } };
  const listed = { parameters: query('from', 'pageToken'), responses: answer({ things: objects, then: text }) };

  test('names the token of an operation, or of all operations of a service', () => {
    expect(lowerOperation(listed, { parts: service }).paging).toEqual(token('from', 'then'));
    expect(lowerOperation({ ...listed, 'x-paging': { token: 'from', next: 'then' } }).paging).toEqual(
      token('from', 'then'),
    );
    // As the emulator does where no token is named.
    expect(lowerOperation({ ...listed, 'x-paging': { next: 'then' } }).paging).toEqual(token('pageToken', 'then'));
  });

  test('counts where the usual names would do', () => {
    const usual = { parameters: query('pageToken'), responses: answer({ things: objects, nextPageToken: text }) };
    expect(lowerOperation(usual, { parts: service }).paging).toEqual({ items: 'things' });
    expect(lowerOperation({ ...usual, 'x-paging': false }).paging).toEqual({ items: 'things' });
  });

  test.each<[string, JsonObject, readonly string[]]>([
    [
      'a parameter that the operation does not have',
      { token: 'form', next: 'then' },
      ['spec.json:11:15 error wrong-paging: the operation has no query parameter "form"; did you mean "from"?'],
    ],
    [
      'a property that the answer does not have',
      { token: 'from', next: 'them' },
      ['spec.json:12:14 error wrong-paging: the response has no property "them"; did you mean "then"?'],
    ],
  ])('that names %s', (_, rule, want) => {
    const operation = { 'x-paging': rule, ...listed };
    expect(lowerParts({ paths: { '/things': { get: operation } } }).diagnostics).toEqual(want);
  });

  test('may say nothing of tokens', () => {
    const operation = { 'x-paging': { size: 'from' }, ...listed, parameters: query('from') };
    expect(lowerOperation(operation).paging).toEqual({ items: 'things', size: { parameter: 'from' } });
  });

  test.each<[rule: JsonObject, properties: JsonObject, want: object]>([
    [{ token: 'from', header: 'X-After' }, {}, { token: { parameter: 'from', header: 'X-After' } }],
    [{ link: true }, {}, { link: true }],
    [{ link: 'over.there' }, { over: { properties: { there: text } } }, { link: 'over.there' }],
    [
      { after: 'from', id: 'name', more: 'on' },
      { on: { type: 'boolean' } },
      { after: { parameter: 'from', id: 'name' }, more: 'on' },
    ],
    [
      { page: 'from', first: 0, pages: 'on' },
      { on: text },
      { numbers: { kind: 'page', parameter: 'from', first: 0, pages: 'on' } },
    ],
  ])('says all that is otherwise found by names: %j', (rule, properties, want) => {
    const headers = { 'X-After': { schema: text } };
    const content = {
      'application/json': { schema: { type: 'object', properties: { things: objects, ...properties } } },
    };
    const responses = { 200: { description: 'ok', headers, content } };
    const operation = { 'x-paging': rule, parameters: query('from'), responses };
    expect(lowerOperation(operation).paging).toEqual({ items: 'things', ...want });
  });

  test('that names no token needs the usual parameter', () => {
    const operation = { 'x-paging': { next: 'then' }, ...listed, parameters: [] };
    expect(lowerParts({ paths: { '/things': { get: operation } } }).diagnostics).toEqual([
      'spec.json:10:5 error wrong-paging: the operation has no query parameter "pageToken"',
    ]);
  });
});
