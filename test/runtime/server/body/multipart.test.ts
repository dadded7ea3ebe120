import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../../rows.js';
import { maxHeaderBytes, maxParts, parseMultipart } from '@speccast/runtime/requests';

const { table } = readRows(import.meta.url);

const related = 'multipart/related; boundary=edge';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder('latin1').decode(bytes);

/** A body, between whose lines is `\r\n`, and its parts; none where it is refused. */
interface Row {
  readonly type?: string;
  readonly lines: readonly string[];
  readonly parts?: readonly { readonly text: string; readonly [field: string]: string }[];
}

table('parts', ({ type = related, lines, parts }: Row) => {
  const got = parseMultipart(bytesOf(lines.join('\r\n')), type);
  expect(got?.map(({ bytes, ...part }) => ({ ...part, text: textOf(bytes) }))).toEqual(
    parts?.map((part) => expect.objectContaining(part)),
  );
});

describe('parseMultipart', () => {
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

  test.each([
    ['headers beyond the limit', `--edge\r\nX: ${'x'.repeat(maxHeaderBytes)}\r\nY: y\r\n\r\na\r\n--edge--`],
    ['too many parts', `${'--edge\r\n\r\na\r\n'.repeat(maxParts + 1)}--edge--`],
  ])('refuses %s', (_name, body) => {
    expect(parseMultipart(bytesOf(body), related)).toBeUndefined();
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
