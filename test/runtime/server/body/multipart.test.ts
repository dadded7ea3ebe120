import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../../rows.js';
import { maxHeaderBytes, maxParts, parseMultipart } from '@speccast/runtime/requests';

const { table } = readRows(import.meta.url);

const related = 'multipart/related; boundary=edge';
const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A body, whose lines are joined by `\r\n`, and its parts; without parts, it is rejected. */
interface Row {
  readonly type?: string;
  readonly lines: readonly string[];
  readonly parts?: readonly { readonly text: string; readonly [field: string]: string }[];
}

table('parts', ({ type = related, lines, parts }: Row) => {
  const got = parseMultipart(encodeText(lines.join('\r\n')), type);
  expect(got?.map(({ bytes, ...part }) => ({ ...part, text: new TextDecoder('latin1').decode(bytes) }))).toEqual(
    parts?.map((part) => expect.objectContaining(part)),
  );
});

describe('parseMultipart', () => {
  test('parses FormData as Node sends it', async () => {
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
  ])('rejects %s', (_name, body) => {
    expect(parseMultipart(encodeText(body), related)).toBeUndefined();
  });

  test('returns any bytes unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 5 }), (contents) => {
        const chunks = contents.flatMap((bytes) => [
          encodeText('--edge-Q7\r\nContent-Type: a/b\r\n\r\n'),
          bytes,
          encodeText('\r\n'),
        ]);
        const body = Uint8Array.from([...chunks, encodeText('--edge-Q7--')].flatMap((chunk) => [...chunk]));
        expect(parseMultipart(body, 'multipart/related; boundary=edge-Q7')?.map((part) => [...part.bytes])).toEqual(
          contents.map((bytes) => [...bytes]),
        );
      }),
    );
  });

  test('never throws on hostile bytes', () => {
    const pieces = fc.constantFrom('--e', '--e--', '\r\n', '\n', '\r', '-', 'a: b', '\0', ' ');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const got = parseMultipart(encodeText(parts.join('')), 'multipart/mixed; boundary=e');
        expect(got === undefined || Array.isArray(got)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
