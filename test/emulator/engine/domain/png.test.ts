import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { encodePng } from '../../../../templates/emulator/values/pictures/png.js';
import { decodeImage } from '../../images/decoder.js';
import { encodePackedPng, encodePngParts, type PngParts } from '../../images/encode-images.js';

interface Row {
  readonly name: string;
  readonly parts: PngParts;
  readonly pixels?: readonly number[];
  /** Opaque grey pixels: `7` is the pixel `7, 7, 7, 255`. */
  readonly greys?: readonly number[];
}

const { pictures, rejected } = readYaml<Readonly<Record<'pictures' | 'rejected', readonly Row[]>>>(
  new URL('png.yaml', import.meta.url),
);

const megabyte = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_SYNC_FLUSH });
/** A zlib stream of 1 MB that unpacks to a gigabyte of zeros. */
const bomb = Buffer.concat([Uint8Array.of(0x78, 0x9c), ...Array<Buffer>(1024).fill(megabyte), Uint8Array.of(3, 0)]);

describe('decodeImage', () => {
  test.each(pictures)(
    'reads $name',
    async ({ parts, greys = [], pixels = greys.flatMap((grey) => [grey, grey, grey, 255]) }) => {
      expect([...((await decodeImage(encodePngParts(parts)))?.pixels ?? [])]).toEqual(pixels);
    },
  );

  test.each(rejected)('rejects $name', async ({ parts }) => {
    expect(await decodeImage(encodePngParts(parts))).toBeUndefined();
  });

  const one: PngParts = { size: [1, 1], depth: 8, color: 0, lines: [0, 7] };
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('no image')],
    ['more data than the header allows', encodePngParts({ ...one, lines: Array.from({ length: 100_000 }, () => 0) })],
    ['damaged data', encodePngParts(one).map((byte, index) => (index > 40 && index < 55 ? 0x55 : byte))],
    ['a chunk that runs past the end', encodePngParts(one).subarray(0, 40)],
  ])('rejects %s', async (_name, image) => {
    expect(await decodeImage(image)).toBeUndefined();
  });

  test('rejects a PNG of one pixel that unpacks to a gigabyte, without unpacking it', async () => {
    const image = encodePackedPng({ size: [1, 1], depth: 8, color: 6 }, bomb);
    const before = process.memoryUsage.rss();
    const began = performance.now();
    expect(await decodeImage(image)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });

  test.each(['iCCP', 'zTXt', 'iTXt'])('takes little memory for a PNG with a zip bomb in its chunk %s', async (type) => {
    const head = type === 'iTXt' ? 'a\0\x01\0\0\0' : 'a\0\0';
    const more = [[type, [...Buffer.from(head, 'latin1'), ...bomb]] as const];
    const before = process.memoryUsage.rss();
    const got = await decodeImage(encodePngParts({ ...one, more }));
    expect(got === undefined || got.pixels.length === 4).toBe(true);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  });

  test('rejects chunks with a wrong CRC', async () => {
    const bytes = encodePngParts(one);
    expect(await decodeImage(bytes.with(bytes.length - 14, (bytes.at(-14) ?? 0) ^ 1))).toBeUndefined();
  });

  test('never throws on damaged images', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.uint8Array({ maxLength: 40 }), async (length, tail) => {
        const got = await decodeImage(Uint8Array.from([...encodePngParts(one).subarray(0, length), ...tail]));
        expect(got === undefined || got.pixels.length === 4).toBe(true);
      }),
    );
  });
});

describe('encodePng', () => {
  test('writes images that decodeImage reads back', async () => {
    const raster = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
      .chain(([width, height]) =>
        fc
          .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
          .map((pixels) => ({ width, height, pixels })),
      );
    await fc.assert(
      fc.asyncProperty(raster, async (image) => {
        expect(await decodeImage(await encodePng(image))).toEqual(image);
      }),
    );
  });
});

test('encodePng writes chunks with the CRC of zlib', async () => {
  const bytes = Buffer.from(await encodePng({ width: 2, height: 1, pixels: new Uint8Array(8).fill(7) }));
  const found: string[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const end = at + 8 + bytes.readUInt32BE(at);
    found.push(bytes.toString('latin1', at + 4, at + 8));
    expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(at + 4, end)));
  }
  expect(found).toEqual(['IHDR', 'IDAT', 'IEND']);
});
