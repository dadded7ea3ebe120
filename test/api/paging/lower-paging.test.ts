import { describe, expect, test } from 'vitest';
import type { JsonObject, Operation } from 'speccast/emitter';
import { toJsonResponses, lowerOperation, lowerParts, type OperationSite } from '../lower.js';
import { readRows } from '../../rows.js';

type Paging = NonNullable<Operation['paging']>;

const { table } = readRows(import.meta.url);

const objects: JsonObject = { type: 'array', items: { type: 'object' } };

const text: JsonObject = { type: 'string' };

const query = (...names: readonly string[]): readonly JsonObject[] =>
  names.map((name) => ({ name, in: 'query', schema: text }));

const answer = (properties: JsonObject): JsonObject => toJsonResponses({ type: 'object', properties });

/** Lowers the paging of an operation that has these query parameters and responds with an object of these properties. */
function lowerPaging(names: readonly string[], properties: JsonObject, site: OperationSite = {}): Paging | undefined {
  return lowerOperation({ parameters: query(...names), responses: answer(properties) }, site).paging;
}

const token = (parameter: string, property: string): Paging => ({ items: 'things', token: { parameter, property } });

describe('a token', () => {
  table('is found by its names: the parameter %s takes the property %s', (parameter: string, property: string) => {
    expect(lowerPaging([parameter, 'size'], { things: objects, [property]: text })).toEqual(token(parameter, property));
  });

  test.each([
    ['cursor', 'nextCursor', undefined],
    ['since', 'following', { token: 'since', next: 'following' }],
    ['since', 'since', { token: 'since', next: 'since' }],
  ])('may be an integer in the request and in the response: %s takes %s', (parameter, property, paging) => {
    const integer: JsonObject = { type: ['integer', 'null'], format: 'int64' };
    const parameters = [{ name: parameter, in: 'query', schema: integer }];
    const responses = answer({ things: objects, [property]: integer });
    const more = paging === undefined ? {} : { 'x-paging': paging };
    expect(lowerOperation({ parameters, responses, ...more }).paging).toEqual(token(parameter, property));
  });

  table(
    'may be `anyOf` a string and null, as FastAPI writes it, or be inside an object',
    ({ node, want, inside }: { node: JsonObject; want: unknown; inside: JsonObject }) => {
      expect(lowerOperation(node).paging).toEqual(want);
      expect(lowerPaging(['offset'], inside)).toEqual(token('offset', 'next_page.offset'));
    },
  );

  test('is not an integer of the response, even with the name of the parameter', () => {
    const integer: JsonObject = { type: 'integer' };
    const parameters = [{ name: 'cursor', in: 'query', schema: integer }];
    const responses = answer({ things: objects, cursor: integer });
    expect(lowerOperation({ parameters, responses }).paging).toBeUndefined();
  });

  test('makes an operation a list whose path is not that of one, also a `POST`', () => {
    const properties = { found: objects, nextPageToken: text };
    const want = { items: 'found', token: { parameter: 'pageToken', property: 'nextPageToken' } };
    expect(lowerPaging(['pageToken'], properties, { path: '/things:search', method: 'post' })).toEqual(want);
    expect(lowerPaging(['pageToken'], properties, { path: '/things:search', method: 'put' })).toBeUndefined();
  });

  table('is not guessed: %s', (_: string, names: readonly string[], properties: JsonObject) => {
    expect(lowerPaging(names, properties)?.token).toBeUndefined();
  });

  test('is the one named `next…`, of two', () => {
    const properties = { things: objects, nextPageToken: text, cursor: text };
    expect(lowerPaging(['pageToken', 'cursor'], properties)).toEqual(token('pageToken', 'nextPageToken'));
  });

  test.each([
    ['pageToken', 'syncToken'],
    ['syncToken', 'pageToken'],
  ])('is not the token of later changes (`syncToken`): %s, %s', (...parameters) => {
    const properties = { things: objects, nextSyncToken: text, nextPageToken: text };
    expect(lowerPaging(parameters, properties)).toEqual(token('pageToken', 'nextPageToken'));
  });

  table(
    'of a list that is the whole body is in a header, declared or not: %s',
    (parameter: string, want: Paging | undefined) => {
      expect(lowerOperation({ parameters: query(parameter), responses: toJsonResponses(objects) }).paging).toEqual(
        want,
      );
    },
  );

  test('is not a required parameter, or one outside the query', () => {
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
    expect(lowerPaging(['pageToken'], { ...properties, nextPageToken: text })?.items).toBe(want);
  });

  test('are those that the action names', () => {
    const { paging } = lowerOperation({
      'x-action': { list: 'things', items: 'alike' },
      parameters: query('pageToken'),
      responses: answer({ found: objects, alike: objects, nextPageToken: text }),
    });
    expect(paging?.items).toBe('alike');
  });

  table(
    'are found through references and allOf',
    ({ schemas, operation, want }: { schemas: JsonObject; operation: JsonObject; want: unknown }) => {
      expect(lowerOperation(operation, { parts: { components: { schemas } } }).paging).toEqual(want);
    },
  );
});

describe('a list without a token', () => {
  table('is the array of the response to GET %s with the name %s', (path: string, items: string) => {
    const parameters = path.includes('{') ? [{ name: 'parent', in: 'path', required: true, schema: text }] : [];
    expect(lowerOperation({ parameters, responses: answer({ [items]: objects }) }, { path }).paging).toEqual({ items });
  });

  table('is not %s', (_: string, properties: JsonObject, site: OperationSite) => {
    const path = [{ name: 'id', in: 'path', required: true, schema: text }];
    const parameters = site.path?.includes('{') === true ? path : [];
    expect(lowerOperation({ parameters, responses: answer(properties) }, site)).not.toHaveProperty('paging');
  });

  test('is an array of anything that is the whole response to a GET', () => {
    const list = { responses: toJsonResponses({ type: 'array', items: text }) };
    expect(lowerOperation(list).paging).toEqual({});
    expect(lowerOperation(list, { method: 'post' })).not.toHaveProperty('paging');
  });

  table('is not a response that %s', (_: string, responses: JsonObject) => {
    expect(lowerOperation({ responses })).not.toHaveProperty('paging');
  });
});

describe('x-paging', () => {
  const service = { 'x-service': { paging: { token: 'from', next: 'then' } } };
  const listed = { parameters: query('from', 'pageToken'), responses: answer({ things: objects, then: text }) };

  test('names the token of an operation, or of all operations of a service', () => {
    expect(lowerOperation(listed, { parts: service }).paging).toEqual(token('from', 'then'));
    expect(lowerOperation({ ...listed, 'x-paging': { token: 'from', next: 'then' } }).paging).toEqual(
      token('from', 'then'),
    );
    // Without a name, the parameter is `pageToken`, as in the emulator.
    expect(lowerOperation({ ...listed, 'x-paging': { next: 'then' } }).paging).toEqual(token('pageToken', 'then'));
  });

  test('overrides names that would be found without it', () => {
    const usual = { parameters: query('pageToken'), responses: answer({ things: objects, nextPageToken: text }) };
    expect(lowerOperation(usual, { parts: service }).paging).toEqual({ items: 'things' });
    expect(lowerOperation({ ...usual, 'x-paging': false }).paging).toEqual({ items: 'things' });
  });

  table('that names %s', (_: string, rule: JsonObject, want: readonly string[]) => {
    const operation = { 'x-paging': rule, ...listed };
    expect(lowerParts({ paths: { '/things': { get: operation } } }).diagnostics).toEqual(want);
  });

  test('may name other parameters and no token', () => {
    const operation = { 'x-paging': { size: 'from' }, ...listed, parameters: query('from') };
    expect(lowerOperation(operation).paging).toEqual({ items: 'things', size: { parameter: 'from' } });
  });

  table(
    'can state everything that is otherwise found by names: %j',
    (rule: JsonObject, properties: JsonObject, want: object) => {
      const headers = { 'X-After': { schema: text } };
      const content = {
        'application/json': { schema: { type: 'object', properties: { things: objects, ...properties } } },
      };
      const responses = { 200: { description: 'ok', headers, content } };
      const operation = { 'x-paging': rule, parameters: query('from'), responses };
      expect(lowerOperation(operation).paging).toEqual({ items: 'things', ...want });
    },
  );

  test('that names no token needs the usual parameter', () => {
    const operation = { 'x-paging': { next: 'then' }, ...listed, parameters: [] };
    expect(lowerParts({ paths: { '/things': { get: operation } } }).diagnostics).toEqual([
      'spec.json:10:5 error wrong-paging: the operation has no query parameter "pageToken"',
    ]);
  });
});
