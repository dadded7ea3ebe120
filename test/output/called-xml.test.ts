import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiPromise } from '@speccast/runtime';
import { serve } from '@speccast/emulator/server';
import { importCase, type ImportedCase } from './import-case.js';
import { readRows } from '../rows.js';

type Call = (params?: object, options?: object) => ApiPromise<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-xml');
});

afterAll(() => one?.remove());

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const book = { title: 'A & B', isbn: null, price: 9.5, isLent: false, authors: ['Ada'] };

describe('a body in XML', () => {
  test('is written, stored and returned with its types', async () => {
    const { client, emulator, sent } = one!.open();
    const inserted = await client['books']!['insert']!({ body: book });
    expect(sent[0]!.body).toBe(
      `${declaration}<book><title>A &amp; B</title><isbn xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>` +
        '<price>9.5</price><lent>false</lent><authors><author>Ada</author></authors></book>',
    );
    expect(sent[0]!.request.headers.get('content-type')).toBe('application/xml');
    expect(emulator.journal.at(0)?.body).toEqual(book);
    expect(inserted).toEqual({ ...book, id: expect.any(Number) });
    expect(await client['books']!['list']!()).toMatchObject({ book: expect.arrayContaining([inserted]) });
  });

  test('that is described inline is written with its namespace', async () => {
    const { client, emulator, sent } = one!.open();
    const body = { books: [1], gift: true, payment: { kind: 'invoice', days: 14 } };
    expect(await client['orders']!['place']!({ body })).toEqual(expect.any(Array));
    expect(sent[0]!.body).toBe(
      `${declaration}<o:order xmlns:o="urn:order" gift="true"><books><book>1</book></books>` +
        '<payment><kind>invoice</kind><days>14</days></payment></o:order>',
    );
    expect(emulator.journal.at(0)?.body).toEqual(body);
  });

  test('of which nothing is said is a string', async () => {
    const { client, sent } = one!.open();
    expect(await client['raw']!['put']!({ body: '<a/>' })).toEqual(expect.any(String));
    expect(sent[0]!.body).toBe('<a/>');
  });

  test.each([
    {
      body: { title: 'a\u0000' },
      want: 'books.insert: parameter `body` cannot be written as XML: it has the character U+0000',
    },
    {
      body: { title: '' },
      want: 'books.insert: the request is not what the spec declares: body.title must have at least 1 character',
    },
  ])('is rejected before it is sent: $want', async ({ body, want }) => {
    const { client, sent } = one!.open();
    await expect(client['books']!['insert']!({ body })).rejects.toThrow(want);
    expect(sent).toEqual([]);
  });
});

describe('a response', () => {
  const bookAt = async (accept?: string): Promise<Response> => {
    const { client, emulator } = one!.open();
    const { id } = Object(await client['books']!['insert']!({ body: book }));
    return emulator.fetch(`${emulator.baseUrl}/books/${id}`, { headers: accept === undefined ? {} : { accept } });
  };

  test.each([
    { accept: undefined, type: 'application/json; charset=UTF-8', body: /^\{/ },
    { accept: '*/*', type: 'application/json; charset=UTF-8', body: /^\{/ },
    { accept: 'application/json, application/xml', type: 'application/json; charset=UTF-8', body: /^\{/ },
    { accept: 'application/json;q=0.5, application/xml', type: 'application/xml', body: /^<\?xml.*\n<book id="/ },
  ])('to $accept is $type', async ({ accept, type, body }) => {
    const response = await bookAt(accept);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toMatch(body);
  });

  test.each(
    readRows(import.meta.url).rows<{ readonly body: string; readonly want: object }>(
      'in XML is read as its schema says, whatever else is declared',
    ),
  )('in XML is read as its schema says, whatever else is declared: $body', async ({ body, want }) => {
    const fetch = async () => new Response(body, { headers: { 'content-type': 'application/xml' } });
    const { client } = one!.open({ fetch, validate: undefined });
    expect(await client['books']!['get']!({ id: 7 })).toEqual(want);
  });

  test.each([
    { body: '<book><title>x</book>', want: 'Missing end tag for element title (line 1, column 15)' },
    {
      body: '<!DOCTYPE b [<!ENTITY e "x">]><book><title>&e;</title></book>',
      want: "Named entity isn't defined: &e; (line 1, column 44)",
    },
    { body: '<error/>', want: 'the root element is <error>, not <book>' },
  ])('that is not the XML declared is an error: $want', async ({ body, want }) => {
    const fetch = async () => new Response(body, { status: 200, headers: { 'content-type': 'application/xml' } });
    const { client } = one!.open({ fetch });
    await expect(client['books']!['get']!({ id: 7 })).rejects.toMatchObject({
      name: 'UnexpectedContentError',
      message: `books.get: the body is not the XML that is declared: ${want} (status 200, application/xml)`,
    });
  });

  test('that is of another schema than the JSON is not validated as that', async () => {
    const fetch = async () =>
      new Response('<t><count>3</count></t>', { headers: { 'content-type': 'application/xml' } });
    const { client } = one!.open({ fetch });
    expect(await client['totals']!['get']!()).toEqual({ count: 3 });
  });

  test('is validated as JSON is', async () => {
    const fetch = async () =>
      new Response('<Books><book><title/></book></Books>', { headers: { 'content-type': 'application/xml' } });
    const { client } = one!.open({ fetch });
    await expect(client['books']!['list']!()).rejects.toThrow(
      'books.list: the response is not what the spec declares: book[0].title must have at least 1 character',
    );
  });
});

test.each(
  readRows(import.meta.url).rows<{ readonly body: string; readonly want: string }>(
    'the emulator rejects what it cannot read or accept',
  ),
)('the emulator rejects what it cannot read or accept: $want', async ({ body, want }) => {
  const { emulator } = one!.open();
  const headers = { 'content-type': 'application/xml' };
  const response = await emulator.fetch(`${emulator.baseUrl}/books`, { method: 'POST', body, headers });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`${want}</message></Problem>`);
});

test('a client and an emulator that only speak XML understand each other over HTTP', async () => {
  const { emulator } = one!.open();
  const server = await serve(emulator);
  try {
    const { client } = one!.open({ fetch: (request) => fetch(request), baseUrl: server.url });
    const inserted = await client['books']!['insert']!({ body: { ...book, sequel: { title: 'C' } } });
    expect(inserted).toEqual({ ...book, sequel: { title: 'C' }, id: expect.any(Number) });
    expect(await client['books']!['list']!()).toMatchObject({ book: expect.arrayContaining([inserted]) });
  } finally {
    await server.close();
  }
});
