import { describe, expect, test } from 'vitest';
import { InvalidParameterError } from '@speccast/runtime/client';
import type { OperationContent } from '@speccast/runtime';
import type { OperationMedia } from '../../../../templates/runtime/operation.js';
import { core, errorOf, operation, script, sentBy, writeOperation, type AnyParams } from '../support.js';

function streamOf(...texts: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

async function bodyOf(request: Request): Promise<readonly [string | null, string]> {
  return [request.headers.get('content-type'), await request.text()];
}

function withContent(content: OperationContent) {
  return writeOperation({ body: [content] });
}

async function refusalOf(called: ReturnType<typeof writeOperation>, params: AnyParams): Promise<string> {
  const { fetch, requests } = script();
  const error = await errorOf(core({ fetch }).call(called, params));
  expect(error).toBeInstanceOf(InvalidParameterError);
  expect(requests).toEqual([]);
  return error.message;
}

describe('a body', () => {
  test('goes out as JSON', async () => {
    const request = await sentBy(writeOperation(), { body: { title: 'Größe', tags: ['a'] } });
    expect(request.method).toBe('POST');
    expect(await bodyOf(request)).toEqual(['application/json', '{"title":"Größe","tags":["a"]}']);
  });

  test('keeps the JSON media type that the spec declares', async () => {
    const request = await sentBy(withContent({ mediaType: 'application/merge-patch+json' }), { body: null });
    expect(await bodyOf(request)).toEqual(['application/merge-patch+json', 'null']);
  });

  test('goes out as a form: lists repeated, objects as JSON', async () => {
    const body = { name: 'a b&c', tags: ['x', 'y'], card: { number: 1, lines: [{ id: 'q' }] }, none: undefined };
    const request = await sentBy(withContent({ mediaType: 'application/x-www-form-urlencoded', kind: 'form' }), {
      body,
    });
    expect(await bodyOf(request)).toEqual([
      'application/x-www-form-urlencoded',
      'name=a%20b%26c&tags=x&tags=y&card=%7B%22number%22%3A1%2C%22lines%22%3A%5B%7B%22id%22%3A%22q%22%7D%5D%7D',
    ]);
  });

  test('goes out as text', async () => {
    expect(await bodyOf(await sentBy(withContent({ mediaType: 'text/csv', kind: 'text' }), { body: 'a,b' }))).toEqual([
      'text/csv',
      'a,b',
    ]);
  });

  test('goes out as multipart/form-data: bytes as files, objects as JSON, lists repeated', async () => {
    const body = {
      title: 'Talk',
      tags: ['a', 'b'],
      about: { x: 1 },
      file: { data: new Uint8Array([1, 2]), type: 'image/png', name: 'a.png' },
      live: streamOf('he', 'llo'),
    };
    const request = await sentBy(withContent({ mediaType: 'multipart/form-data', kind: 'multipart' }), { body });
    expect(request.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    const form = await request.formData();
    expect(form.get('title')).toBe('Talk');
    expect(form.getAll('tags')).toEqual(['a', 'b']);
    const files = [form.get('about'), form.get('file'), form.get('live')].map((one) =>
      one instanceof File ? one : undefined,
    );
    expect(files.map((file) => [file?.type, file?.name])).toEqual([
      ['application/json', 'blob'],
      ['image/png', 'a.png'],
      ['application/octet-stream', 'live'],
    ]);
    expect(await files[0]?.text()).toBe('{"x":1}');
    expect(await files[1]?.text()).toBe('\u0001\u0002');
    expect(await files[2]?.text()).toBe('hello');
  });

  test('of form data and a key in the query keeps one boundary', async () => {
    const called = writeOperation({
      body: [{ mediaType: 'multipart/form-data', kind: 'multipart' }],
      auth: ['apiKey'],
    });
    const request = await sentBy(called, { body: { a: 'b' } }, { apiKey: 'key-1234' });
    expect(request.url).toBe('https://films.test/v3/films?key=key-1234');
    expect((await request.formData()).get('a')).toBe('b');
  });

  test('chooses the media type that fits its class', async () => {
    const called = writeOperation({
      body: [{ mediaType: 'application/json' }, { mediaType: 'application/x-www-form-urlencoded', kind: 'form' }],
    });
    expect(await bodyOf(await sentBy(called, { body: new URLSearchParams({ a: 'b' }) }))).toEqual([
      'application/x-www-form-urlencoded',
      'a=b',
    ]);
    expect(await bodyOf(await sentBy(called, { body: { a: 'b' } }))).toEqual(['application/json', '{"a":"b"}']);
  });

  test('that is missing is rejected', async () => {
    expect(await refusalOf(writeOperation(), {})).toBe('films.insert: parameter `body` is required');
  });

  test('that JSON cannot carry is rejected', async () => {
    expect(await refusalOf(writeOperation(), { body: { id: 1n } })).toBe(
      'films.insert: parameter `body` cannot be written as JSON: it is an object',
    );
  });

  test('that is optional may be left out', async () => {
    const request = await sentBy(writeOperation({ bodyRequired: false }), {});
    expect(await bodyOf(request)).toEqual([null, '']);
  });

  test('cannot go with GET', async () => {
    expect(await refusalOf(writeOperation({ method: 'GET' }), { body: {} })).toBe(
      'films.insert: parameter `body` cannot be sent with GET',
    );
  });
});

describe('media', () => {
  const image: OperationMedia = { required: true, mediaTypes: ['image/*', 'application/octet-stream'] };
  const upload = operation({ id: 'posters.set', method: 'POST', media: image });
  const bytes = new Uint8Array([0x89, 0x50]);

  test.each<[string, unknown, string, string]>([
    ['a Uint8Array', bytes, 'application/octet-stream', '8950'],
    ['an ArrayBuffer', bytes.buffer, 'application/octet-stream', '8950'],
    [
      'a view into a buffer',
      new DataView(new Uint8Array([0, 1, 2, 3]).buffer, 1, 2),
      'application/octet-stream',
      '0102',
    ],
    ['a Blob with a type', new Blob([bytes], { type: 'image/png' }), 'image/png', '8950'],
    ['a Blob without one', new Blob([bytes]), 'application/octet-stream', '8950'],
    ['a string', 'hä', 'application/octet-stream', '68c3a4'],
    ['bytes with a type', { data: bytes, type: 'image/png' }, 'image/png', '8950'],
    ['no bytes at all', new Uint8Array(), 'application/octet-stream', ''],
  ])('%s is sent as it is', async (_, media, wantType, wantHex) => {
    const request = await sentBy(upload, { media });
    expect(request.headers.get('content-type')).toBe(wantType);
    expect(Buffer.from(await request.arrayBuffer()).toString('hex')).toBe(wantHex);
  });

  test.each<[readonly string[], unknown, string]>([
    [['*/*'], 'text', 'text/plain;charset=UTF-8'],
    [['text/plain', 'application/octet-stream'], 'text', 'text/plain;charset=UTF-8'],
    [['application/x-subrip'], 'text', 'application/x-subrip'],
    [['image/*'], bytes, 'application/octet-stream'],
    [['image/*', 'image/png'], bytes, 'image/png'],
    [['image/*'], { data: new Blob([], { type: 'image/gif' }), type: 'image/png' }, 'image/png'],
  ])('accepted %j, the media type is found', async (mediaTypes, media, want) => {
    const request = await sentBy({ ...upload, media: { mediaTypes } }, { media });
    expect(request.headers.get('content-type')).toBe(want);
  });

  test('as a stream is sent as a stream', async () => {
    const request = await sentBy(upload, { media: streamOf('a', 'b') });
    expect(await bodyOf(request)).toEqual(['application/octet-stream', 'ab']);
  });

  test.each([
    ['a number', 5],
    ['a plain object', { a: 1 }],
    ['a list', [1, 2]],
  ])('%s is rejected', async (_, media) => {
    expect(await refusalOf(upload, { media })).toBe(
      'posters.set: parameter `media` must be a Blob, bytes, a stream, text, or { data, type }',
    );
  });

  test('that is missing is rejected', async () => {
    expect(await refusalOf(upload, {})).toBe('posters.set: parameter `media` is required');
  });

  test('with a media type that would break the header is rejected', async () => {
    expect(await refusalOf(upload, { media: { data: 'x', type: 'a/b\r\nX: y' } })).toBe(
      'posters.set: parameter `media` has a type that a header cannot carry',
    );
  });

  test('that is being read already is rejected', async () => {
    const media = streamOf('a');
    media.getReader();
    expect(await refusalOf(upload, { media })).toBe('posters.set: parameter `media` is a stream that is being read');
  });
});

describe('media with metadata', () => {
  const both = writeOperation({ bodyRequired: false, media: { mediaTypes: ['video/*'], metadata: true } });
  const want = (boundary: string, data: string, type = 'video/mp4'): string =>
    [
      `--${boundary}`,
      'Content-Type: application/json; charset=UTF-8',
      '',
      '{"title":"é"}',
      `--${boundary}`,
      `Content-Type: ${type}`,
      '',
      data,
      `--${boundary}--`,
      '',
    ].join('\r\n');

  test.each<[string, () => unknown]>([
    ['bytes', () => ({ data: new TextEncoder().encode('MOVIE'), type: 'video/mp4' })],
    ['a Blob', () => new Blob(['MOVIE'], { type: 'video/mp4' })],
    ['text', () => ({ data: 'MOVIE', type: 'video/mp4' })],
    ['a stream', () => ({ data: streamOf('MO', 'VIE'), type: 'video/mp4' })],
  ])('goes out as multipart/related: %s', async (_, media) => {
    const request = await sentBy(both, { body: { title: 'é' }, media: media() });
    const [type, text] = await bodyOf(request);
    const boundary = /^multipart\/related; boundary=(part(?:-\d+){4})$/.exec(type ?? '')?.[1];
    expect(boundary).toBeDefined();
    expect(text).toBe(want(boundary ?? '', 'MOVIE'));
  });

  test('alone goes out as JSON', async () => {
    expect(await bodyOf(await sentBy(both, { body: { title: 'x' } }))).toEqual(['application/json', '{"title":"x"}']);
  });

  test('may be left out', async () => {
    expect(await bodyOf(await sentBy(both, { media: { data: 'MOVIE', type: 'video/mp4' } }))).toEqual([
      'video/mp4',
      'MOVIE',
    ]);
  });

  test('is rejected where the spec lets only one of them travel', async () => {
    const either = writeOperation({ bodyRequired: false, media: { mediaTypes: ['video/*'] } });
    expect(await refusalOf(either, { body: {}, media: 'x' })).toBe(
      'films.insert: parameter `body` cannot be sent together with `media`',
    );
  });
});
