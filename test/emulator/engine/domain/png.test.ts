import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32 } from 'node:zlib';
import { decodePng, encodePng } from '../../../../templates/emulator/engine/domain/png.js';
import { pngChunk, pngOfParts, type PngParts } from '../../images/encoded.js';

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('decodePng', () => {
  test.each<[string, PngParts, readonly number[]]>([
    [
      'grey of 1 bit',
      { size: [3, 1], depth: 1, color: 0, lines: [0, 0b10100000] },
      [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255],
    ],
    [
      'grey of 16 bits with a transparent colour',
      { size: [2, 1], depth: 16, color: 0, lines: [0, 1, 2, 200, 0], more: pngChunk('tRNS', [1, 2]) },
      [1, 1, 1, 0, 200, 200, 200, 255],
    ],
    ['RGB', { size: [1, 1], depth: 8, color: 2, lines: [0, 9, 8, 7] }, [9, 8, 7, 255]],
    [
      'palette with alpha',
      {
        size: [2, 1],
        depth: 4,
        color: 3,
        lines: [0, 0x10],
        more: [...pngChunk('PLTE', [1, 2, 3, 4, 5, 6]), ...pngChunk('tRNS', [99])],
      },
      [4, 5, 6, 255, 1, 2, 3, 99],
    ],
    ['grey with alpha', { size: [1, 1], depth: 8, color: 4, lines: [0, 50, 60] }, [50, 50, 50, 60]],
    [
      'filters sub, up, average and Paeth',
      { size: [2, 4], depth: 8, color: 0, lines: [1, 10, 5, 2, 1, 1, 3, 4, 2, 4, 1, 1] },
      [10, 15, 11, 16, 9, 14, 10, 15].flatMap((value) => [value, value, value, 255]),
    ],
    [
      'interlaced lines',
      { size: [2, 2], depth: 8, color: 0, interlace: 1, lines: [0, 1, 0, 2, 0, 3, 4] },
      [1, 2, 3, 4].flatMap((value) => [value, value, value, 255]),
    ],
  ])('reads %s', async (_name, given, want) => {
    const got = await decodePng(pngOfParts(given));
    expect([...(got?.pixels ?? [])]).toEqual(want);
  });

  const one: PngParts = { size: [1, 1], depth: 8, color: 0, lines: [0, 7] };
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['text', textBytes('no image')],
    ['a depth that does not exist', pngOfParts({ ...one, depth: 3 })],
    ['missing lines', pngOfParts({ ...one, size: [1, 2] })],
    ['an unknown filter', pngOfParts({ ...one, lines: [5, 7] })],
    ['more data than the header allows', pngOfParts({ ...one, lines: Array.from({ length: 100_000 }, () => 0) })],
    [
      'more pixels than are decoded',
      Uint8Array.from([
        ...pngOfParts(one).subarray(0, 16),
        255,
        255,
        255,
        255,
        255,
        255,
        255,
        255,
        ...pngOfParts(one).subarray(24),
      ]),
    ],
    ['damaged data', pngOfParts(one).map((byte, index) => (index > 40 && index < 55 ? 0x55 : byte))],
    ['a chunk that runs past the end', pngOfParts(one).subarray(0, 40)],
  ])('refuses %s', async (_name, given) => {
    expect(await decodePng(given)).toBeUndefined();
  });

  test('never throws on bytes behind a signature', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.uint8Array({ maxLength: 40 }), async (length, tail) => {
        const got = await decodePng(Uint8Array.from([...pngOfParts(one).subarray(0, length), ...tail]));
        expect(got === undefined || got.pixels.length === 4).toBe(true);
      }),
    );
  });
});

describe('encodePng', () => {
  test('writes what decodePng reads back', async () => {
    const raster = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
      .chain(([width, height]) =>
        fc
          .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
          .map((pixels) => ({ width, height, pixels })),
      );
    await fc.assert(
      fc.asyncProperty(raster, async (given) => {
        expect(await decodePng(await encodePng(given))).toEqual(given);
      }),
    );
  });
});

test('the chunks of what encodePng writes have the CRC of zlib', async () => {
  const bytes = Buffer.from(await encodePng({ width: 2, height: 1, pixels: new Uint8Array(8).fill(7) }));
  const found: string[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const end = at + 8 + bytes.readUInt32BE(at);
    found.push(bytes.toString('latin1', at + 4, at + 8));
    expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(at + 4, end)));
  }
  expect(found).toEqual(['IHDR', 'IDAT', 'IEND']);
});
