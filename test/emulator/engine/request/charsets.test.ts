import { describe, expect, test } from 'vitest';
import type { OperationPlan } from '@speccast/emulator';
import { HttpError } from '@speccast/runtime/requests';
import { readBody } from '../../../../templates/emulator/engine/request/read-body.js';
import { operation, planned } from '../shelf.js';

const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'] as const;
const kinds = ['json', 'form', 'multipart', 'text'] as const;
const body = types.map((mediaType, index) => ({ mediaType, kind: kinds[index] ?? 'json' }));
const takesAny = planned(operation('books.insert', { method: 'POST', body }), {});
const takesNone = planned(operation('books.touch', { method: 'POST' }), {});
const takesMedia = planned(operation('books.scan', { method: 'POST', media: { mediaTypes: ['image/*'] } }), {});

async function read(
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
  plan: OperationPlan = takesAny,
): Promise<unknown> {
  const request = new Request('https://shelf.test/', {
    method: 'POST',
    headers: { 'content-type': type },
    body: content,
  });
  try {
    const { body: read } = await readBody(request, plan, { maxBytes: 10_000, media: { maxBytes: 10_000 } });
    return read;
  } catch (error) {
    return error instanceof HttpError ? `${error.status} ${error.reason}: ${error.message}` : error;
  }
}

/** Text with bytes that are no UTF-8 in place of each `?`. */
function broken(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => (letter === '?' ? 0xff : letter.charCodeAt(0)));
}

const invalid = '400 parseError: The body is not valid UTF-8.';

describe('charsets', () => {
  test.each(['utf-8', 'UTF-8', '"utf-8"', '"Utf-8"', 'utf8', 'us-ascii', '"US-ASCII"'])(
    '%s is read',
    async (charset) => {
      expect(await read(`application/json; charset=${charset}`, '{"a":1}')).toEqual({ a: 1 });
      expect(await read(`application/x-www-form-urlencoded;charset=${charset}`, 'a=1')).toEqual({ a: '1' });
    },
  );

  test.each([
    ['application/json; charset=utf-16', 'utf-16'],
    ['application/json; a=b; Charset="UTF-16LE"', 'UTF-16LE'],
    ['application/problem+json; charset=latin1', 'latin1'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', 'iso-8859-1'],
    ['application/json; charset=""', ''],
  ])('others are rejected, with the reason: %s', async (type, charset) => {
    const want = `400 badRequest: The body has the charset "${charset}"; only UTF-8 is read.`;
    expect(await read(type, '{"a":1}')).toBe(want);
    expect(await read(type, '{"a":1}', takesNone)).toBe(want);
    expect(await read(type, '{"a":1}', takesMedia)).toBe(want);
  });

  test('of types that are not taken do not matter', async () => {
    expect(await read('application/xml; charset=utf-16', '<a/>')).toMatch(/^415 /);
  });

  test('of a text and of media are left to those who read them', async () => {
    expect(await read('text/plain; charset=latin1', broken('a?'))).toBe('a\ufffd');
    expect(await read('image/svg+xml; charset=utf-16', broken('?'), takesMedia)).toBeUndefined();
  });
});

describe('bytes that are no UTF-8', () => {
  test.each([
    ['application/json', broken('{"a":"?"}')],
    ['', broken('{"a":"?"}')],
    ['application/x-www-form-urlencoded', broken('a=?')],
    ['application/x-www-form-urlencoded', 'a=%ff'],
    ['application/x-www-form-urlencoded', 'a=x%C3%28&b=c'],
  ])('are rejected in %s', async (type, content) => {
    expect(await read(type, content)).toBe(invalid);
  });

  test.each([
    ['{"a":"é€😀"}', { a: 'é€😀' }],
    ['\ufeff{"a":1}', { a: 1 }],
  ])('are not these: %s', async (content, want) => {
    expect(await read('application/json; charset=utf-8', content)).toEqual(want);
  });

  test('are not percent-encoded UTF-8, nor what is no encoding', async () => {
    expect(await read('application/x-www-form-urlencoded', 'a=%C3%A9&b=100%&c=%zz')).toEqual({
      a: 'é',
      b: '100%',
      c: '%zz',
    });
  });

  const form = (part: string, content: string): Uint8Array<ArrayBuffer> =>
    broken(`--x\r\nContent-Disposition: form-data; name="a"${part}\r\n\r\n${content}\r\n--x--\r\n`);

  test.each([
    ['', '?', invalid],
    ['\r\nContent-Type: application/json', '{"b":"?"}', invalid],
    [
      '\r\nContent-Type: application/json; charset=utf-16',
      '{}',
      '400 badRequest: The body has the charset "utf-16"; only UTF-8 is read.',
    ],
    ['; filename="f"\r\nContent-Type: image/png', '?', undefined],
    ['', 'b', { a: 'b' }],
  ])('are rejected in fields of a form, not in files: %j', async (part, content, want) => {
    expect(await read('multipart/form-data; boundary=x', form(part, content))).toEqual(want);
  });
});
