import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import type * as Server from '@speccast/runtime/server';
import { bundle, emitPackage } from '../../emit/validators/emit-package.js';
import { readRows } from '../../rows.js';

const { data } = readRows(import.meta.url);

type Handler = (call: never) => unknown;

/** The exports of the generated package that are used here. */
interface Package {
  readonly createThingService: (
    options: object,
  ) => Readonly<Record<string, Readonly<Record<string, (params?: object) => PendingCall>>>>;
  readonly createHandler: (handlers: object, options?: object) => Server.ServerHandler<unknown>;
  readonly reply: typeof Server.reply;
  readonly ServerError: typeof Server.ServerError;
}

/** A call of the generated client. */
interface PendingCall extends Promise<unknown>, AsyncIterable<unknown> {
  withResponse(): Promise<{ readonly data: unknown; readonly response: Response; readonly headers: object }>;
  bytes(): Promise<Uint8Array>;
}

const paths = data<JsonObject>('paths');

let things: Package;

beforeAll(async () => {
  const files = await emitPackage(
    { servers: [{ url: 'https://a.example/v2' }], paths },
    { types: { int64: 'bigint', 'date-time': 'Date' }, surfaces: ['server-types'] },
  );
  const entry = ['index', 'server-types/index'].map((path) => `export * from './${path}.js';`).join('\n');
  things = await import(/* @vite-ignore */ await bundle(new Map([...files, ['entry.ts', entry]]), 'entry.ts'));
});

/** Calls an operation of the client, which a server with the handler responds to. */
function call(name: string, handler: Handler, params?: object): PendingCall {
  const [group = '', method = ''] = name.split('.');
  const { fetch } = things.createHandler({ [group]: { [method]: handler } }, { onError: () => {} });
  const client = things.createThingService({
    fetch: (input: RequestInfo, init: RequestInit) => fetch(new Request(input, init), undefined),
    retry: false,
  });
  return client[group]?.[method]?.(params) ?? expect.unreachable();
}

const at = new Date('2026-01-01T00:00:00Z');
const large = 9_007_199_254_740_993n;

test('int64 and date-time are `bigint` and `Date` in parameters, headers and bodies', async () => {
  let got: unknown;
  const given = {
    id: large,
    ids: [1n, large],
    since: at,
    place: { x: 1 },
    session: 7,
    matrix: { x: 2, y: 3 },
    body: { id: large, at, ids: [large] },
  };
  const result = await call(
    'items.put',
    ({ params, body }: { readonly params: object; readonly body: object }) => {
      got = { ...params, body };
      return things.reply(200, body, { 'X-At': at, 'X-Ids': [1, 2] });
    },
    given,
  ).withResponse();
  expect(got).toEqual(given);
  expect(result.data).toEqual(given.body);
  expect(result.response.headers.get('x-at')).toBe('2026-01-01T00:00:00.000Z');
  expect(result.response.headers.get('x-ids')).toBe('1,2');
});

test('a missing required header of a response is an error', async () => {
  const given = { id: 1n, body: { id: 1n, at } };
  await expect(call('items.put', ({ body }: { readonly body: object }) => body, given)).rejects.toMatchObject({
    status: 500,
  });
});

test.each<readonly [name: string, value: unknown]>([
  ['texts.send', 'Grün'],
  ['places.send', { x: 1, y: 2 }],
])('%s sends and returns the value of its media type', async (name, body) => {
  expect(await call(name, (received: { readonly body: unknown }) => received.body, { body })).toEqual(body);
});

test('errors in plain text have their message, except those with a status of 500 or more', async () => {
  const fail = () => {
    throw new things.ServerError(503, { message: 'db-7 is down' });
  };
  const send = async (handler: Handler): Promise<unknown> => {
    const { fetch } = things.createHandler({ texts: { send: handler } }, { onError: () => {} });
    const init = { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } };
    const response = await fetch(new Request('https://a.example/v2/texts', init), undefined);
    return [response.status, response.headers.get('content-type'), await response.text()];
  };
  expect(await send(() => things.reply(409, 'Taken.'))).toEqual([409, 'text/plain; charset=utf-8', 'Taken.']);
  expect(await send(fail)).toEqual([503, 'text/plain', 'The server is not ready.']);
});

test('fields of forms have their types', async () => {
  const body = { name: 'a b', n: 3, tags: ['x', 'y'], place: { x: 1 } };
  const bodies: unknown[] = [];
  await call('forms.send', (one: { readonly body: unknown }) => (bodies.push(one.body), 'done'), { body });
  expect(bodies).toEqual([body]);
});

test('bytes are streams in both directions, and are not buffered', async () => {
  const media = new Uint8Array([0, 255, 128]);
  const back = ({ media: received }: { readonly media: Server.ReceivedMedia }): ReadableStream => received.stream;
  expect(await call('files.put', back, { media }).bytes()).toEqual(media);
  expect(await call('files.put', () => new Blob([media]), { media }).bytes()).toEqual(media);
});

test('int64 and date-time are `bigint` and `Date` in items of a stream', async () => {
  const items = [
    { id: large, at },
    { id: 1n, at },
  ];
  const read: unknown[] = [];
  for await (const one of call('lines.list', () => items)) read.push(one);
  expect(read).toEqual(items);
});

test('`Accept` selects the media type of the response', async () => {
  const { fetch } = things.createHandler({ either: { get: () => ({ x: 1 }) } });
  const typeFor = async (accept: string): Promise<string> => {
    const response = await fetch(new Request('https://a.example/v2/either', { headers: { accept } }), undefined);
    return `${response.headers.get('content-type')} ${await response.text()}`;
  };
  expect(await typeFor('application/xml')).toMatch(/^application\/xml .*<place><x>1<\/x><\/place>$/s);
  expect(await typeFor('*/*')).toBe('application/json {"x":1}');
});
