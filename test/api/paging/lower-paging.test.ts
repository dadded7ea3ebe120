import { describe, expect, test } from 'vitest';
import type { JsonObject, Operation } from 'speccast/emitter';
import { answering, lowerOperation, lowerParts, type OperationSite } from '../lower.js';
import { readRows } from '../../rows.js';

type Paging = NonNullable<Operation['paging']>;

const { table } = readRows(import.meta.url);

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
  table('is known by its names: %s takes %s', (parameter: string, property: string) => {
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

  table(
    'may be a choice of a text and null, as FastAPI writes it, or be within the next page',
    ({ node, want, inside }: { node: JsonObject; want: unknown; inside: JsonObject }) => {
      expect(lowerOperation(node).paging).toEqual(want);
      expect(pagingOf(['offset'], inside)).toEqual(token('offset', 'next_page.offset'));
    },
  );

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

  table('is not guessed at: %s', (_: string, names: readonly string[], properties: JsonObject) => {
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

  table('of an array alone is in a header, declared or not: %s', (parameter: string, want: Paging | undefined) => {
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

  table(
    'are found through references and allOf',
    ({ schemas, operation, want }: { schemas: JsonObject; operation: JsonObject; want: unknown }) => {
      expect(lowerOperation(operation, { parts: { components: { schemas } } }).paging).toEqual(want);
    },
  );
});

describe('a list without a token', () => {
  table('is what a GET of %s answers under %s', (path: string, items: string) => {
    const parameters = path.includes('{') ? [{ name: 'parent', in: 'path', required: true, schema: text }] : [];
    expect(lowerOperation({ parameters, responses: answer({ [items]: objects }) }, { path }).paging).toEqual({ items });
  });

  table('is not %s', (_: string, properties: JsonObject, site: OperationSite) => {
    const path = [{ name: 'id', in: 'path', required: true, schema: text }];
    const parameters = site.path?.includes('{') === true ? path : [];
    expect(lowerOperation({ parameters, responses: answer(properties) }, site)).not.toHaveProperty('paging');
  });

  test('is an array by itself, of anything, that a GET answers', () => {
    const list = { responses: answering({ type: 'array', items: text }) };
    expect(lowerOperation(list).paging).toEqual({});
    expect(lowerOperation(list, { method: 'post' })).not.toHaveProperty('paging');
  });

  table('is no answer that %s', (_: string, responses: JsonObject) => {
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
    // As the emulator does where no token is named.
    expect(lowerOperation({ ...listed, 'x-paging': { next: 'then' } }).paging).toEqual(token('pageToken', 'then'));
  });

  test('counts where the usual names would do', () => {
    const usual = { parameters: query('pageToken'), responses: answer({ things: objects, nextPageToken: text }) };
    expect(lowerOperation(usual, { parts: service }).paging).toEqual({ items: 'things' });
    expect(lowerOperation({ ...usual, 'x-paging': false }).paging).toEqual({ items: 'things' });
  });

  table('that names %s', (_: string, rule: JsonObject, want: readonly string[]) => {
    const operation = { 'x-paging': rule, ...listed };
    expect(lowerParts({ paths: { '/things': { get: operation } } }).diagnostics).toEqual(want);
  });

  test('may say nothing of tokens', () => {
    const operation = { 'x-paging': { size: 'from' }, ...listed, parameters: query('from') };
    expect(lowerOperation(operation).paging).toEqual({ items: 'things', size: { parameter: 'from' } });
  });

  table('says all that is otherwise found by names: %j', (rule: JsonObject, properties: JsonObject, want: object) => {
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
