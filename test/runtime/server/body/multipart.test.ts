import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxHeaderBytes, maxParts, parseMultipart } from '@speccast/runtime/requests';

const related = 'multipart/related; boundary=edge';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder('latin1').decode(bytes);

describe('parseMultipart', () => {
  test('splits JSON and media of multipart/related', () => {
    const given =
      '--edge\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{"a":1}\r\n--edge\r\ncontent-type:video/mp4\r\n\r\n\x00\r\n\x01\r\n--edge--\r\n';
    const got = parseMultipart(bytesOf(given), related);
    expect(got?.map((part) => [part.mediaType, textOf(part.bytes)])).toEqual([
      ['application/json', '{"a":1}'],
      ['video/mp4', '\x00\r\n\x01'],
    ]);
  });

  test('names fields and files of multipart/form-data', () => {
    const given =
      '--edge\r\nContent-Disposition: form-data; name="snippet"\r\n\r\n{}\r\n--edge\r\nContent-Disposition: form-data; name="file"; filename="a \\"b\\";c.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--edge--';
    const got = parseMultipart(bytesOf(given), 'Multipart/Form-Data; boundary="edge"');
    expect(got?.map(({ name, fileName, mediaType }) => ({ name, fileName, mediaType }))).toEqual([
      { name: 'snippet', fileName: undefined, mediaType: 'text/plain' },
      { name: 'file', fileName: 'a "b";c.png', mediaType: 'image/png' },
    ]);
  });

  test('takes what Node sends for FormData', async () => {
    const form = new FormData();
    form.append('metadata', new Blob(['{}'], { type: 'application/json' }));
    form.append('file', new Blob([Uint8Array.of(0, 13, 10, 255)]), 'x.bin');
    const request = new Request('http://test.example', { method: 'POST', body: form });
    const got = parseMultipart(new Uint8Array(await request.arrayBuffer()), request.headers.get('content-type') ?? '');
    expect(got?.map((part) => [part.name, part.mediaType, [...part.bytes]])).toEqual([
      ['metadata', 'application/json', [123, 125]],
      ['file', 'application/octet-stream', [0, 13, 10, 255]],
    ]);
  });

  test('accepts bare line feeds, a preamble, an epilogue and parts without headers', () => {
    const got = parseMultipart(bytesOf('preamble --edge\n--edge \n\nplain\n--edge--\nepilogue'), related);
    expect(got?.map((part) => [part.mediaType, textOf(part.bytes)])).toEqual([['text/plain', 'plain']]);
  });

  test('leaves a delimiter inside a line, or with more behind it, in the bytes', () => {
    const got = parseMultipart(bytesOf('--edge\r\n\r\na--edge\r\n--edges\r\nb\r\n--edge--'), related);
    expect(got?.map((part) => textOf(part.bytes))).toEqual(['a--edge\r\n--edges\r\nb']);
  });

  test('reads parts written in base 64, in lines or not', () => {
    const given =
      '--edge\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: BASE64\r\n\r\niVBO\r\nRw0K\r\n--edge\r\ncontent-transfer-encoding: binary\r\n\r\niVBO\r\n--edge--';
    const got = parseMultipart(bytesOf(given), related);
    expect(got?.map((part) => [...part.bytes])).toEqual([[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], [...bytesOf('iVBO')]]);
  });

  test.each(["a'()+_,-./:=?z", 'a b', 'x'.repeat(70), '----=_Part_1'])('takes the quoted boundary %j', (boundary) => {
    const body = `text before\r\n--${boundary}\r\n\r\na\r\n--${boundary}--\r\nand after`;
    const got = parseMultipart(bytesOf(body), `multipart/related; type="a/b"; boundary="${boundary}"`);
    expect(got?.map((part) => textOf(part.bytes))).toEqual(['a']);
  });

  test.each([
    ['bytes that are no base 64', related, '--edge\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--edge--'],
    ['a boundary of 71 characters', `multipart/related; boundary=${'x'.repeat(71)}`, `--${'x'.repeat(71)}--`],
    ['no boundary', 'multipart/related', '--edge\r\n\r\na\r\n--edge--'],
    ['an empty boundary', 'multipart/related; boundary=""', '--\r\n\r\na\r\n----'],
    ['another media type', 'application/json; boundary=edge', '--edge\r\n\r\na\r\n--edge--'],
    ['no delimiter', related, 'nothing'],
    ['no closing delimiter', related, '--edge\r\n\r\na\r\n'],
    ['headers without end', related, '--edge\r\nContent-Type: a/b\r\n--edge--'],
    ['headers beyond the limit', related, `--edge\r\nX: ${'x'.repeat(maxHeaderBytes)}\r\nY: y\r\n\r\na\r\n--edge--`],
    ['too many parts', related, `${'--edge\r\n\r\na\r\n'.repeat(maxParts + 1)}--edge--`],
  ])('refuses %s', (_name, contentType, body) => {
    expect(parseMultipart(bytesOf(body), contentType)).toBeUndefined();
  });

  test('gives back any bytes that are put in', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 5 }), (wanted) => {
        const chunks = wanted.flatMap((bytes) => [
          bytesOf('--edge-Q7\r\nContent-Type: a/b\r\n\r\n'),
          bytes,
          bytesOf('\r\n'),
        ]);
        const body = Uint8Array.from([...chunks, bytesOf('--edge-Q7--')].flatMap((chunk) => [...chunk]));
        expect(parseMultipart(body, 'multipart/related; boundary=edge-Q7')?.map((part) => [...part.bytes])).toEqual(
          wanted.map((bytes) => [...bytes]),
        );
      }),
    );
  });

  test('never throws on hostile bytes', () => {
    const pieces = fc.constantFrom('--e', '--e--', '\r\n', '\n', '\r', '-', 'a: b', '\0', ' ');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const got = parseMultipart(bytesOf(parts.join('')), 'multipart/mixed; boundary=e');
        expect(got === undefined || Array.isArray(got)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
