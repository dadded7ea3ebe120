import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';
import { readRows } from '../rows.js';

type Send = { readonly send: (params: object) => Promise<void> };
type Client = Readonly<Record<'query' | 'path' | 'header', Send>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-parameters');
});

afterAll(() => one?.remove());

/** Sends params through the client, its validators and the emulator; gives what travelled and what the emulator read. */
async function send(
  resource: keyof Client,
  params: object,
): Promise<{ readonly url: string; readonly headers: Headers; readonly read: unknown }> {
  const { client, emulator, sent } = one!.open();
  await client[resource].send(params);
  const { request } = sent[0]!;
  return {
    url: decodeURI(request.url.replace('https://positive-parameters.test/v1', '')),
    headers: request.headers,
    read: emulator.journal.at(0)?.params,
  };
}

const colour = { red: 100, name: 'rosé' };

describe('parameters of the query', () => {
  test.each(
    readRows(import.meta.url).rows<{ readonly params: object; readonly url: string; readonly read?: object }>(
      'parameters of the query',
    ),
  )('$url', async ({ params, url, read = params }) => {
    const found = await send('query', params);
    expect(found.url).toBe(url);
    expect(found.read).toEqual(read);
  });

  test('what is the default is documented and not sent', async () => {
    expect(await send('query', {})).toMatchObject({ url: '/query', read: {} });
  });
});

test('parameters of the path', async () => {
  const params = {
    simple: ['a,b', 'c'],
    simpleObject: colour,
    label: ['d', 'e'],
    labelParts: { red: 1, name: 'x.y' },
    matrix: 5,
    matrixParts: ['f;g', 'h'],
  };
  const { url, read } = await send('path', params);
  expect(url).toBe('/path/a%2Cb,c/red=100,name=rosé/.d,e/.red=1.name=x.y/;matrix=5/;matrixParts=f%3Bg;matrixParts=h');
  expect(read).toEqual(params);
});

test('parameters in headers and cookies', async () => {
  const params = {
    'X-List': ['a', 'b'],
    'X-Object': { red: 1, name: 'x' },
    'X-Json': colour,
    session: 'a;b=c',
    sizes: [1, 2],
  };
  const { headers, read } = await send('header', params);
  const names = ['x-list', 'x-object', 'x-json', 'cookie'];
  expect(names.map((name) => headers.get(name))).toEqual([
    'a,b',
    'red=1,name=x',
    '{"red":100,"name":"rosé"}',
    'session=a%3Bb%3Dc; sizes=1,2',
  ]);
  expect(read).toEqual(params);
});

test.each([
  { params: { 'two words': 1.5 }, message: 'must be a whole number' },
  { params: { sort: 'size' }, message: 'must be one of' },
])('client and emulator refuse $params alike', async ({ params, message }) => {
  await expect(send('query', params)).rejects.toThrow(message);
  const { client } = one!.open({ validate: { use: undefined, request: 'off', response: 'off' } as never });
  await expect(client.query.send(params)).rejects.toThrow(message);
});
