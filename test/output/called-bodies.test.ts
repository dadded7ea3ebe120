import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase, type CalledCase, type ImportedCase } from './import-case.js';

type Client = Readonly<
  Record<
    'forms' | 'parts' | 'mixed' | 'anything' | 'patches' | 'texts',
    { readonly send: (params: object) => Promise<void> }
  >
>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-bodies');
});

afterAll(() => one?.remove());

/** Without validators in the client, so that the emulator judges. */
function bare(): CalledCase<Client> {
  return one!.open({ validate: undefined });
}

function read({ emulator }: CalledCase<Client>): unknown {
  return emulator.journal.at(0)?.body;
}

describe('a form', () => {
  const place = { city: 'Oslo', zip: 12 };
  const body = {
    name: 'Anna & Co',
    count: 3,
    flags: [true, false],
    tags: ['a b', 'c,d'],
    rows: [place, { city: 'Rome' }],
    place,
    json: place,
    address: 'a/b?c',
  };

  test('is written as its encoding says, and read again', async () => {
    const called = one!.open();
    await called.client.forms.send({ body });
    expect(decodeURI(called.sent[0]!.body).split('&')).toEqual([
      'name=Anna %26 Co',
      'count=3',
      'flags=true',
      'flags=false',
      'tags=a b|c%2Cd',
      'rows={"city"%3A"Oslo"%2C"zip"%3A12}',
      'rows={"city"%3A"Rome"}',
      'place[city]=Oslo',
      'place[zip]=12',
      'json={"city"%3A"Oslo"%2C"zip"%3A12}',
      'address=a/b?c',
    ]);
    expect(read(called)).toEqual(body);
  });

  test('is validated by the client and by the emulator, with the status that is declared', async () => {
    const wrong = { body: { name: 'A', count: 0 } };
    const message = 'body.name must have at least 2 characters; body.count must be at least 1';
    await expect(one!.open().client.forms.send(wrong)).rejects.toThrow(message);
    await expect(bare().client.forms.send(wrong)).rejects.toMatchObject({ status: 422 });
  });
});

describe('a multipart body', () => {
  const file = new Blob(['\u0001x'], { type: 'image/png' });

  test('has parts with the types, headers and styles that are declared', async () => {
    const called = one!.open();
    const body = {
      place: { city: 'Oslo' },
      file: { data: file, name: 'a"b.png', headers: { 'X-Rotation': '90' } },
      files: [new Blob(['1']), new Blob(['2'])],
      note: 'Hi',
      sizes: [1, 2],
      joined: [3, 4],
    };
    await called.client.parts.send({ body });
    const parts = called.sent[0]!.body.split(/--part-[\d-]+(?:\r\n|--\r\n)/).filter((part) => part !== '');
    expect(parts.map((part) => part.replaceAll('\r\n', '|'))).toEqual([
      'Content-Disposition: form-data; name="place"|Content-Type: application/vnd.place+json||{"city":"Oslo"}|',
      'Content-Disposition: form-data; name="file"; filename="a%22b.png"|Content-Type: image/png|X-Rotation: 90||\u0001x|',
      'Content-Disposition: form-data; name="files"; filename="files"|Content-Type: application/octet-stream||1|',
      'Content-Disposition: form-data; name="files"; filename="files"|Content-Type: application/octet-stream||2|',
      'Content-Disposition: form-data; name="note"||Hi|',
      'Content-Disposition: form-data; name="sizes"||1|',
      'Content-Disposition: form-data; name="sizes"||2|',
      'Content-Disposition: form-data; name="joined"||3,4|',
    ]);
    expect(read(called)).toEqual({ ...body, file: '\u0001x', files: ['1', '2'] });
  });

  test('is validated part by part', async () => {
    const place = { city: 'Oslo' };
    const send = (body: object): Promise<void> => bare().client.parts.send({ body });
    await expect(send({ place, file, note: 'x' })).rejects.toThrow('must have at least 2 characters');
    await expect(send({ place })).rejects.toThrow('is required');
    await expect(send({ place: {}, file })).rejects.toThrow('is required');
    await expect(send({ place, file: new Blob(['x'], { type: 'image/gif' }) })).rejects.toThrow(
      'The operation does not take image/gif; it takes image/png, image/jpeg.',
    );
    await expect(send({ place, file: { data: file, headers: { 'X-A': 'b\r\nc' } } })).rejects.toThrow('X-A');
  });

  test('is sent as the type that is declared', async () => {
    const called = one!.open();
    await called.client.mixed.send({ body: { place: { city: 'Oslo' }, note: 'Hi' } });
    expect(called.sent[0]!.request.headers.get('content-type')).toMatch(/^multipart\/mixed; boundary=part-/);
    expect(read(called)).toEqual({ place: { city: 'Oslo' }, note: 'Hi' });
  });
});

describe('a body of several media types', () => {
  test.each([
    { params: { body: { city: 'Oslo' } }, type: 'application/json', sent: '{"city":"Oslo"}' },
    {
      params: { body: { city: 'Oslo' }, contentType: 'application/x-www-form-urlencoded' },
      type: 'application/x-www-form-urlencoded',
      sent: 'city=Oslo',
    },
    { params: { body: 'Hi' }, type: 'text/plain', sent: 'Hi' },
    {
      params: { body: { city: 'Oslo' }, contentType: 'application/xml' },
      type: 'application/xml',
      sent: '<?xml version="1.0" encoding="UTF-8"?>\n<Place><city>Oslo</city></Place>',
    },
    { params: { media: new Blob(['x']) }, type: 'application/octet-stream', sent: 'x' },
    { params: {}, type: null, sent: '' },
  ])('is sent as $type', async ({ params, type, sent }) => {
    const called = one!.open();
    await called.client.anything.send(params);
    expect([called.sent[0]!.request.headers.get('content-type'), called.sent[0]!.body]).toEqual([type, sent]);
  });

  test('is validated where its media type is that of the validator', async () => {
    await expect(bare().client.anything.send({ body: { zip: 1 } })).rejects.toThrow('is required');
    const contentType = 'application/x-www-form-urlencoded';
    await expect(bare().client.anything.send({ body: { zip: 1 }, contentType })).rejects.toThrow('is required');
    await expect(bare().client.anything.send({ body: 'x', contentType: 'image/png' })).rejects.toThrow(
      'parameter `contentType` must be one of application/json, application/x-www-form-urlencoded, text/plain, application/xml',
    );
  });
});

test('of two kinds of JSON the caller chooses one', async () => {
  const called = one!.open();
  await called.client.patches.send({ body: [{ op: 'test' }], contentType: 'application/json-patch+json' });
  await called.client.patches.send({ body: { city: 'Oslo' } });
  expect(called.sent.map(({ request, body }) => [request.headers.get('content-type'), body])).toEqual([
    ['application/json-patch+json', '[{"op":"test"}]'],
    ['application/merge-patch+json', '{"city":"Oslo"}'],
  ]);
});

test('a text is validated by the client and by the emulator', async () => {
  const message = 'must have at most 5 characters';
  await expect(one!.open().client.texts.send({ body: 'Too long' })).rejects.toThrow(message);
  await expect(bare().client.texts.send({ body: 'Too long' })).rejects.toThrow(message);
});
