import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deflateSync } from 'node:zlib';
import { crc32 } from '../../../../templates/emulator/engine/domain/crc32.js';
import { decodePng, encodePng } from '../../../../templates/emulator/engine/domain/png.js';

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function chunk(type: string, data: readonly number[]): readonly number[] {
  const body = [...textBytes(type), ...data];
  const word = (value: number): readonly number[] => [
    value >>> 24,
    (value >>> 16) & 255,
    (value >>> 8) & 255,
    value & 255,
  ];
  return [...word(data.length), ...body, ...word(crc32(Uint8Array.from(body)))];
}

interface Given {
  readonly size: readonly [number, number];
  readonly depth: number;
  readonly color: number;
  readonly interlace?: number;
  readonly lines: readonly number[];
  readonly more?: readonly number[];
}

function png({ size: [width, height], depth, color, interlace = 0, lines, more = [] }: Given): Uint8Array {
  const header = [0, 0, 0, width, 0, 0, 0, height, depth, color, 0, 0, interlace];
  const packed = [...deflateSync(Uint8Array.from(lines))];
  const half = packed.length >> 1;
  const data = [...chunk('IDAT', packed.slice(0, half)), ...chunk('IDAT', packed.slice(half))];
  return Uint8Array.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    13,
    10,
    26,
    10,
    ...chunk('IHDR', header),
    ...more,
    ...data,
    ...chunk('IEND', []),
  ]);
}

describe('decodePng', () => {
  test.each<[string, Given, readonly number[]]>([
    [
      'grey of 1 bit',
      { size: [3, 1], depth: 1, color: 0, lines: [0, 0b10100000] },
      [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255],
    ],
    [
      'grey of 16 bits with a transparent colour',
      { size: [2, 1], depth: 16, color: 0, lines: [0, 1, 2, 200, 0], more: chunk('tRNS', [1, 2]) },
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
        more: [...chunk('PLTE', [1, 2, 3, 4, 5, 6]), ...chunk('tRNS', [99])],
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
    const got = await decodePng(png(given));
    expect([...(got?.pixels ?? [])]).toEqual(want);
  });

  const one: Given = { size: [1, 1], depth: 8, color: 0, lines: [0, 7] };
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['text', textBytes('no image')],
    ['a depth that does not exist', png({ ...one, depth: 3 })],
    ['missing lines', png({ ...one, size: [1, 2] })],
    ['an unknown filter', png({ ...one, lines: [5, 7] })],
    ['more data than the header allows', png({ ...one, lines: Array.from({ length: 100_000 }, () => 0) })],
    [
      'more pixels than are decoded',
      Uint8Array.from([...png(one).subarray(0, 16), 255, 255, 255, 255, 255, 255, 255, 255, ...png(one).subarray(24)]),
    ],
    ['damaged data', png(one).map((byte, index) => (index > 40 && index < 55 ? 0x55 : byte))],
    ['a chunk that runs past the end', png(one).subarray(0, 40)],
  ])('refuses %s', async (_name, given) => {
    expect(await decodePng(given)).toBeUndefined();
  });

  test('never throws on bytes behind a signature', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.uint8Array({ maxLength: 40 }), async (length, tail) => {
        const got = await decodePng(Uint8Array.from([...png(one).subarray(0, length), ...tail]));
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

test('crc32 is the CRC of PNG', () => {
  expect(crc32(textBytes('123456789'))).toBe(0xcbf43926);
});
