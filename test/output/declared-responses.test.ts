import { afterAll, describe, expect, test } from 'vitest';
import { importSpec } from './import-case.js';

const string = { type: 'string' };
const integer = { type: 'integer' };

function object(properties: object, required: readonly string[] = []): object {
  return { type: 'object', required, properties };
}

/** A response with contents by their media types, each a schema or an object with more. */
function response(content: Readonly<Record<string, object>>, more: object = {}): object {
  return { description: 'A response.', content, ...more };
}

function json(schema: object, more: object = {}): object {
  return response({ 'application/json': { schema } }, more);
}

function get(responses: object, more: object = {}): object {
  return { get: { responses, ...more } };
}

/** Takes a name of up to five characters. */
function post(responses: object): object {
  const body = object({ name: { type: 'string', maxLength: 5 } }, ['name']);
  return { post: { requestBody: { content: { 'application/json': { schema: body } } }, responses } };
}

const id = { name: 'id', in: 'path', required: true, schema: string };
const row = object({ id: string, name: string, n: integer }, ['id']);
const rows = { type: 'array', items: row };
const numbers = ['page', 'per_page'].map((name) => ({ name, in: 'query', schema: integer }));
const nullable = { type: ['string', 'null'] };
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const paths = {
  '/headers': get({
    200: json(object({ n: integer }), {
      headers: {
        'X-Content': { required: true, content: { 'application/json': { example: { a: 1 } } } },
        'X-Ref': { $ref: '#/components/headers/Three' },
        'X-List': { schema: { type: 'array', items: integer }, example: [1, 2] },
        'X-Object': { explode: true, schema: { type: 'object' }, example: { a: 1, b: 2 } },
        'X-Pattern': { required: true, schema: { type: 'string', pattern: '^L1{2}$' } },
        'X-Default': { schema: { type: 'string', default: 'usual' } },
        'X-Second': { schema: string, examples: { one: { value: 'first' }, two: { value: 'second' } } },
        'X-Optional': { schema: string },
        'X-Wrong': { schema: integer, example: 'none' },
        'X-Lines': { schema: string, example: 'a\r\nX-Evil: 1' },
        'Content-Encoding': { required: true, schema: string, example: 'gzip' },
        'Set-Cookie': { schema: string, example: 'sid=abc; Path=/' },
      },
    }),
    '4XX': {
      description: 'No.',
      headers: { 'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } } },
    },
  }),
  '/moved': get({
    302: { description: 'Moved.', headers: { Location: { schema: string, example: 'https://x.test/y' } } },
  }),
  '/gone': get({ 410: json(object({ m: string }, ['m'])), 503: json(object({})) }),
  '/gone-example': get({
    404: response({ 'application/json': { schema: { type: 'object' }, example: { why: 'gone' } } }),
  }),
  '/text': get({ 200: response({ 'text/plain': { examples: { one: { $ref: '#/components/examples/Words' } } } }) }),
  '/picture': get({ 200: response({ 'image/png': { example: png } }) }),
  '/xml': get({
    200: response({ 'application/xml': { schema: object({ v: integer }), example: '<r><v>12</v></r>' } }),
  }),
  '/events': get({ 200: response({ 'text/event-stream': { schema: string, example: 'data: hello\n\n' } }) }),
  '/items': get({
    200: response({ 'application/x-ndjson': { itemSchema: object({ a: integer }), example: [{ a: 7 }, { a: 8 }] } }),
  }),
  '/versions': get({
    200: response({
      'application/vnd.v1+json': { schema: object({ one: { const: 1 } }, ['one']) },
      'application/vnd.v2+json': { schema: object({ two: { const: 2 } }, ['two']) },
      'application/json;version=3': { schema: object({ three: { const: 3 } }, ['three']) },
      'application/json;version=4': { schema: object({ four: { const: 4 } }, ['four']) },
      'application/xml': { schema: { ...object({ k: { const: 'x' } }, ['k']), xml: { name: 'r' } } },
    }),
  }),
  '/odd': get({
    200: json(
      object(
        {
          good: integer,
          password: { type: 'string', pattern: '^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9]).{12,}$' },
          none: { type: 'string', pattern: '^(?!)' },
          bounds: { type: 'integer', minimum: 5, maximum: 3 },
        },
        ['good', 'password', 'none', 'bounds'],
      ),
    ),
  }),
  '/rows': get({
    200: response({
      'application/json': { schema: rows },
      'text/csv': { schema: string, example: 'id,name\nr1,"a, b"\n' },
      'application/x-ndjson': { schema: row },
      'text/html': { example: '<p>rows</p>' },
      'application/vnd.short+json': {
        schema: { type: 'array', items: object({ name: string, kind: { const: 'row' } }, ['kind']) },
      },
    }),
  }),
  '/rows/{id}': get(
    { 200: json(row, { headers: { ETag: { schema: string, example: '"lie"' } } }) },
    { parameters: [id] },
  ),
  '/pages': {
    ...get(
      {
        200: json(rows, {
          headers: {
            Link: { schema: string, example: '</never>; rel="next"' },
            'X-Total-Count': { schema: integer, example: 9 },
          },
        }),
      },
      { parameters: numbers },
    ),
  },
  '/pages/{id}': get({ 200: json(row) }, { parameters: [id] }),
  '/envelopes': get(
    {
      200: json(
        object({
          data: rows,
          meta: object({
            current_page: { ...integer, example: 7 },
            from: integer,
            to: integer,
            total: integer,
            last_page: integer,
          }),
          links: object({ prev: nullable, next: nullable, self: string }),
        }),
      ),
    },
    { parameters: numbers },
  ),
  '/envelopes/{id}': get({ 200: json(row) }, { parameters: [id] }),
  '/errors/m': post({ 201: json({}), 422: json(object({ m: string }, ['m'])) }),
  '/errors/reason': post({ 201: json({}), 422: json(object({ reason: string, ref: string }, ['reason', 'ref'])) }),
  '/errors/any': post({
    201: json({}),
    400: response({
      '*/*': { schema: object({ violations: { type: 'array', items: object({ field: string, message: string }) } }) },
    }),
  }),
  '/errors/list': post({ 201: json({}), '4XX': json({ type: 'array', items: object({ why: string }, ['why']) }) }),
  '/errors/short': post({ 201: json({}), default: json(object({ text: { type: 'string', maxLength: 9 } }, ['text'])) }),
  '/errors/text': post({ 201: json({}), 400: response({ 'text/plain': { schema: string } }) }),
  '/errors/none': post({ 201: json({}) }),
  '/boxes': get({ 200: json(rows) }),
  '/boxes/{id}': get(
    {
      200: json(row),
      404: json(
        object({ code: { type: 'string', enum: ['not_found', 'api_key_not_found', 'box_not_found'] } }, ['code']),
      ),
    },
    { parameters: [id] },
  ),
};

const components = {
  headers: { Three: { required: true, schema: { type: 'integer', minimum: 3, maximum: 3 } } },
  examples: { Words: { value: 'plain words' } },
};
const spec = { openapi: '3.1.0', info: { title: 'Declared', version: '1' }, paths, components };
const { open, remove } = await importSpec('declared-responses', spec);

afterAll(() => remove());

async function call(path: string, init: RequestInit = {}): Promise<readonly [Response, string]> {
  const { emulator } = open();
  const got = await emulator.fetch(emulator.baseUrl + path, init);
  return [got, (await got.text()).replaceAll(emulator.baseUrl, '')];
}

describe('headers', () => {
  test('have their example, or a value of their schema where they are required', async () => {
    const [{ headers }] = await call('/headers');
    const sent = Object.fromEntries([...headers].filter(([name]) => /^x-(?!mock)|^set-|encoding/.test(name)));
    expect(sent).toEqual({
      'x-content': '{"a":1}',
      'x-ref': '3',
      'x-list': '1,2',
      'x-object': 'a=1,b=2',
      'x-pattern': 'L11',
      'x-default': 'usual',
      'x-second': 'first',
      'set-cookie': 'sid=abc; Path=/',
    });
  });

  test('come with errors', async () => {
    const { emulator } = open();
    emulator.faults.add({ operation: 'GET /headers', effect: { kind: 'fail', status: 429 } });
    const { status, headers } = await emulator.fetch(`${emulator.baseUrl}/headers`);
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
  });

  test('that the emulator knows are true', async () => {
    const [{ headers }] = await call('/pages?page=2&per_page=1');
    expect(headers.get('x-total-count')).toBe('3');
    const rels = [...(headers.get('link') ?? '').matchAll(/page=(\d)&per_page=1>; rel="(\w+)"/g)];
    expect(rels.map(([, page, rel]) => `${rel} ${page}`)).toEqual(['next 3', 'prev 1', 'first 1', 'last 3']);
    expect((await call('/rows/r1'))[0].headers.get('etag')).not.toBe('"lie"');
  });
});

test('members of a list about its page are true, and null where there is no such page', async () => {
  const [, text] = await call('/envelopes?page=2&per_page=2');
  expect(JSON.parse(text)).toMatchObject({
    meta: { current_page: 2, from: 3, to: 3, total: 3, last_page: 2 },
    links: { prev: '/envelopes?page=1&per_page=2', next: null, self: '/envelopes?page=2&per_page=2' },
  });
});

test.each<[string, string | undefined, number, string | null, string | RegExp]>([
  ['/moved', undefined, 302, null, ''],
  ['/gone', undefined, 410, 'application/json; charset=UTF-8', /^\{"m":"The document declares no success/],
  ['/gone-example', undefined, 404, 'application/json; charset=UTF-8', '{"why":"gone"}'],
  ['/text', undefined, 200, 'text/plain', 'plain words'],
  ['/picture', undefined, 200, 'image/png', /^.PNG/],
  ['/xml', undefined, 200, 'application/xml', '<r><v>12</v></r>'],
  ['/events', undefined, 200, 'text/event-stream', 'data: hello\n\n'],
  ['/items', undefined, 200, 'application/x-ndjson', '{"a":7}\n{"a":8}\n'],
  ['/versions', undefined, 200, 'application/vnd.v1+json', '{"one":1}'],
  ['/versions', 'application/vnd.v2+json', 200, 'application/vnd.v2+json', '{"two":2}'],
  ['/versions', 'application/json; version=4', 200, 'application/json;version=4', '{"four":4}'],
  ['/versions', 'application/xml, */*;q=0.1', 200, 'application/xml', /<r><k>x<\/k><\/r>$/],
  ['/versions', 'image/png', 200, 'application/vnd.v1+json', '{"one":1}'],
  ['/rows', undefined, 200, 'application/json; charset=UTF-8', /"id":"r1","name":"a, b"/],
  ['/rows', 'text/csv', 200, 'text/csv', /^id,name.*\nr1,"a, b"/],
  ['/rows', 'application/x-ndjson', 200, 'application/x-ndjson', /^\{"id":"r1","name":"a, b"\}\n\{/],
  ['/rows', 'text/html', 200, 'text/html', '<p>rows</p>'],
  ['/rows', 'application/vnd.short+json', 200, 'application/vnd.short+json', /^\[\{"kind":"row","name":"a, b"\},/],
])('GET %s for %j is %i, %s: %s', async (path, accept, status, type, want) => {
  const [got, text] = await call(path, { headers: accept === undefined ? {} : { accept } });
  expect([got.status, got.headers.get('content-type')]).toEqual([status, type]);
  if (typeof want === 'string') expect(text).toBe(want);
  else expect(text).toMatch(want);
});

test('a schema without a value costs that property, and marks the response', async () => {
  const [got, text] = await call('/odd');
  expect([got.status, got.headers.get('x-mock-sample')]).toEqual([200, 'not from the state']);
  expect(JSON.parse(text)).toEqual({
    good: expect.any(Number),
    password: expect.stringMatching(/^(?=.*[a-z])(?=.*\d).{12}/),
  });
});

const message = 'name must have at most 5 characters';

test.each<[string, unknown]>([
  ['m', { m: message }],
  ['reason', { reason: message, ref: expect.any(String) }],
  ['any', { violations: [{ field: 'name', message }] }],
  ['list', [{ why: message }]],
  ['short', { text: message.slice(0, 9) }],
  ['text', message],
  ['none', { error: expect.objectContaining({ code: 400 }) }],
])('the error of /errors/%s is valid and has the message', async (path, want) => {
  const headers = { 'content-type': 'application/json' };
  const [got, text] = await call(`/errors/${path}`, { method: 'POST', headers, body: '{"name":"toolong"}' });
  expect(got.ok).toBe(false);
  expect(path === 'text' ? text : JSON.parse(text)).toEqual(want);
});

test('the code of an error follows the operation', async () => {
  expect(await call('/boxes/nope').then(([, text]) => JSON.parse(text))).toEqual({ code: 'box_not_found' });
});
