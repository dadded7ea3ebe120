import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importSpec, type ImportedCase } from './import-case.js';

const string = { type: 'string' };
const pet = { type: 'object', required: ['name'], properties: { id: { ...string, readOnly: true }, name: string } };

function answer(content?: object, more: object = {}): object {
  return { description: 'Done.', ...(content && { content: { 'application/json': content } }), ...more };
}

function send(type: string, schema: object): object {
  return { required: true, content: { [type]: { schema } } };
}

const examples = { auk: { value: { id: 'a', name: 'Auk' } }, jay: { value: { id: 'j', name: 'Jay' } } };
const gone = { gone: { value: { msg: 'it flew away' } } };
const id = { name: 'id', in: 'path', required: true, schema: string };

const spec = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'cookie', name: 'sid' },
      login: { type: 'http', scheme: 'basic' },
    },
  },
  paths: {
    '/pets': {
      get: {
        operationId: 'list',
        responses: {
          200: answer({ schema: { type: 'array', items: pet } }, { headers: { 'X-Lot': { schema: string } } }),
        },
      },
      post: {
        operationId: 'add',
        parameters: [{ name: 'idempotency-key', in: 'header', schema: string }],
        requestBody: send('application/json', pet),
        responses: { 201: answer({ schema: pet }) },
      },
    },
    '/pets/{id}': {
      parameters: [id],
      get: { operationId: 'get', responses: { 200: answer({ schema: pet }) } },
      put: {
        operationId: 'put',
        requestBody: send('application/json', pet),
        responses: { 200: answer({ schema: pet }) },
      },
    },
    '/birds/{id}': {
      parameters: [id],
      get: {
        operationId: 'bird',
        responses: {
          200: answer({ schema: pet, examples }),
          '4XX': answer({ schema: { type: 'object', required: ['msg'], properties: { msg: string } }, examples: gone }),
        },
      },
    },
    '/form': {
      post: {
        operationId: 'form',
        requestBody: send('application/x-www-form-urlencoded', pet),
        responses: { 204: answer() },
      },
    },
    '/flag': {
      get: {
        operationId: 'flag',
        parameters: [{ name: 'on', in: 'query', allowEmptyValue: true, schema: { type: 'boolean' } }],
        responses: { 204: answer() },
      },
    },
    '/key': { get: { operationId: 'key', security: [{ key: [] }], responses: { 204: answer() } } },
    '/both': { get: { operationId: 'both', security: [{ key: [] }, { login: [] }], responses: { 204: answer() } } },
  },
};

let pets: ImportedCase<unknown> | undefined;

beforeAll(async () => {
  pets = await importSpec('http-standards', spec);
});

afterAll(() => pets?.remove());

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Call = (line: string, headers?: Readonly<Record<string, string>>, body?: object | string) => Promise<Answered>;

function open(): Call {
  const { emulator } = pets!.open();
  return async (line, headers = {}, body) => {
    const [method = '', path = ''] = line.split(' ');
    const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {};
    const response = await emulator.fetch(`${emulator.baseUrl}${path}`, {
      method,
      headers: { ...type, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

describe('conditions', () => {
  test.each<[string, (tag: string) => Readonly<Record<string, string>>, number]>([
    ['its tag', (tag) => ({ 'if-match': tag }), 200],
    ['its tag of a compressed body', (tag) => ({ 'if-match': tag.replace(/"$/, '~gzip"') }), 200],
    ['its tag as a weak one', (tag) => ({ 'if-match': `W/${tag}` }), 412],
    ['another tag', () => ({ 'if-match': '"x"' }), 412],
    ['that there is nothing', () => ({ 'if-none-match': '*' }), 412],
    ['another state', () => ({ 'if-none-match': '"x"' }), 200],
  ])('a change on condition of %s', async (_what, headers, status) => {
    const call = open();
    const { id: key } = JSON.parse((await call('POST /pets', {}, { name: 'Rex' })).text);
    const tag = (await call(`GET /pets/${key}`)).headers.get('etag') ?? '';
    expect((await call(`PUT /pets/${key}`, headers(tag), { name: 'Max' })).status).toBe(status);
  });
});

test.each<[string, number, string | null, string | null, object]>([
  ['code=404', 404, 'code=404', null, { msg: 'it flew away' }],
  ['example=jay', 200, 'example=jay', null, { id: 'j', name: 'Jay' }],
  ['example="gone", code=410', 410, 'code=410, example=gone', null, { msg: 'it flew away' }],
  ['code=418', 418, 'code=418', null, { msg: 'it flew away' }],
  ['code=500', 200, null, 'Prefer: code=500', {}],
  ['code=200; example=emu', 200, 'code=200', 'Prefer: example=emu', {}],
  ['code=', 200, null, 'Prefer: code=', {}],
  ['return=minimal', 200, null, null, {}],
])('Prefer: %s', async (prefer, status, applied, ignored, body) => {
  const { headers, text, ...answered } = await open()('GET /birds/a', { prefer });
  const told = [answered.status, headers.get('preference-applied'), headers.get('x-mock-ignored')];
  expect(told).toEqual([status, applied, ignored]);
  expect(JSON.parse(text)).toMatchObject(body);
});

test.each(['GET', 'OPTIONS'])('a page of another origin reads the response to %s with its cookies', async (method) => {
  const { headers } = await open()(`${method} /pets`, { origin: 'https://a.test' });
  expect([
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
    headers.get('vary'),
  ]).toEqual(['https://a.test', 'true', 'Origin']);
  expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['ETag', 'Link', 'X-Lot']),
  );
});

test.each<[string, Readonly<Record<string, string>>, object | string | undefined, number]>([
  ['POST /form', {}, { name: 'Rex' }, 415],
  ['POST /form', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=Rex', 204],
  ['POST /pets', { 'content-type': 'application/vnd.pets+json' }, { name: 'Rex' }, 201],
  ['POST /pets', { 'content-type': 'application/xml' }, '<pet/>', 415],
  ['POST /pets', {}, undefined, 400],
  ['GET /flag?on=', {}, undefined, 204],
  ['GET /flag?on', {}, undefined, 204],
  ['GET /flag?on=maybe', {}, undefined, 400],
])('%s with %o and %o', async (line, headers, body, status) => {
  expect((await open()(line, headers, body)).status).toBe(status);
});

test('a call that is sent again with its key is carried out once', async () => {
  const call = open();
  const key = { 'Idempotency-Key': 'k' };
  const before = JSON.parse((await call('GET /pets')).text).length;
  const first = await call('POST /pets', key, { name: 'Rex' });
  const { status, text, headers } = await call('POST /pets', key, { name: 'Rex' });
  expect([status, text, [...headers]]).toEqual([201, first.text, [...first.headers]]);
  expect((await call('POST /pets', key, { name: 'Max' })).status).toBe(422);
  expect((await call('POST /pets', { 'Idempotency-Key': 'l' }, { name: 'Rex' })).text).not.toBe(first.text);
  expect(JSON.parse((await call('GET /pets')).text)).toHaveLength(before + 2);
});

test.each([
  ['GET /key', 'ApiKey realm="emulator", name="sid", in="cookie"', 'sid (cookie)'],
  ['GET /both', 'Basic realm="emulator", ApiKey realm="emulator", name="sid", in="cookie"', 'a credential'],
])('%s without a credential', async (line, challenge, text) => {
  const answered = await open()(line);
  expect([answered.status, answered.headers.get('www-authenticate')]).toEqual([401, challenge]);
  expect(answered.text).toContain(text);
});
