import type { Raster } from '@speccast/emulator/images';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeImage } from './decoder.js';
import {
  toAnimatedWebp,
  toGif,
  toJpeg,
  toPng,
  toProgressiveJpeg,
  quarterColours,
  createQuarters,
  toWebp,
  type Colour,
} from './encode-images.js';

const picture = createQuarters(48, 32);
const indexes = Array.from({ length: 48 * 32 }, (_, at) => (at % 48 < 24 ? 0 : 1) + (at < 48 * 16 ? 0 : 2));
const whole = { left: 0, top: 0, width: 48, height: 32, indexes };

/** Reads the colours in the middle of the four quarters. */
function readQuarters(raster: Raster | undefined): readonly Colour[] {
  if (raster === undefined) throw new Error('There is no picture.');
  return [0, 1, 2, 3].map((quarter) => {
    const x = Math.floor(raster.width * (quarter % 2 === 0 ? 0.25 : 0.75));
    const y = Math.floor(raster.height * (quarter < 2 ? 0.25 : 0.75));
    const [red = 0, green = 0, blue = 0] = raster.pixels.subarray((y * raster.width + x) * 4);
    return [red, green, blue];
  });
}

function maxDifference(left: readonly Colour[], right: readonly Colour[]): number {
  return Math.max(...left.flat().map((value, index) => Math.abs(value - (right.flat()[index] ?? 0))));
}

/** Inserts a segment after the first marker of a JPEG. */
function insertSegment(bytes: Uint8Array, marker: number, data: readonly number[]): Uint8Array {
  const length = data.length + 2;
  return Uint8Array.from([
    ...bytes.subarray(0, 2),
    0xff,
    marker,
    length >> 8,
    length & 255,
    ...data,
    ...bytes.subarray(2),
  ]);
}

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));

describe('decodes', () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, number]>([
    ['a PNG', () => toPng(picture), 0],
    ['a JPEG', () => toJpeg(picture), 12],
    ['a JPEG in several scans', () => toProgressiveJpeg(picture), 12],
    ['a GIF', () => toGif(48, 32, [whole]), 0],
    ['a lossless WebP', () => toWebp(picture), 0],
    ['a lossy WebP', () => toWebp(picture, false), 12],
  ])('%s to the colours of its quarters', async (_, encode, allowed) => {
    const got = await decodeImage(await encode());
    expect([got?.width, got?.height, got?.pixels.length]).toEqual([48, 32, 48 * 32 * 4]);
    expect(maxDifference(readQuarters(got), quarterColours)).toBeLessThanOrEqual(allowed);
  });

  test('a JPEG with an orientation without rotating it', async () => {
    const orientation = hex('45786966 0000 4d4d002a00000008 0001 0112 0003 00000001 0006 0000 00000000');
    const got = await decodeImage(insertSegment(toJpeg(picture), 0xe1, [...orientation]));
    expect([got?.width, got?.height]).toEqual([48, 32]);
    expect(maxDifference(readQuarters(got), quarterColours)).toBeLessThanOrEqual(12);
  });

  test('a JPEG in CMYK', async () => {
    // One block. Inks are stored as 255 less the ink: 200 of cyan and black, 20 of magenta and yellow.
    const cmyk = hex(`ffd8 ffee 000e 41646f6265 0064 0000 0000 00
      ffdb 0043 00 ${'08'.repeat(64)}
      ffc0 0014 08 0008 0008 04 011100 021100 031100 041100
      ffc4 0014 00 01${'00'.repeat(15)} 07 ffc4 0014 10 01${'00'.repeat(15)} 00
      ffda 000e 04 0100 0200 0300 0400 003f00 480984c90f ffd9`);
    const [colour] = readQuarters(await decodeImage(cmyk));
    expect(colour?.map((value) => Math.round(value / 50))).toEqual([3, 0, 0]);
  });

  test('the first frame of an animated GIF, transparent where the frame has no pixels', async () => {
    const second = { left: 0, top: 0, width: 48, height: 32, indexes: indexes.map(() => 3) };
    const first = {
      left: 0,
      top: 0,
      width: 24,
      height: 32,
      indexes: indexes.slice(0, 24 * 32).map(() => 2),
      transparent: 1,
    };
    const got = await decodeImage(toGif(48, 32, [first, second]));
    expect(readQuarters(got)[0]).toEqual(quarterColours[2]);
    expect([got?.pixels[3], got?.pixels.at(-1)]).toEqual([255, 0]);
  });

  test.each([true, false])('the first frame of an animated WebP (lossless: %s)', async (lossless) => {
    const size = createQuarters(24, 16);
    const frame = { file: await toWebp(size, lossless), size };
    const file = toAnimatedWebp(48, 32, [
      { ...frame, left: 24, top: 16 },
      { ...frame, left: 0, top: 0 },
    ]);
    const got = await decodeImage(file);
    expect([got?.width, got?.height]).toEqual([48, 32]);
    const at = (x: number, y: number): readonly number[] => [
      ...(got?.pixels.subarray((y * 48 + x) * 4, (y * 48 + x) * 4 + 4) ?? []),
    ];
    expect(at(12, 8)).toEqual([0, 0, 0, 0]);
    expect(at(28, 20)[3]).toBe(255);
    expect(at(28, 20)[0]).toBeGreaterThan(200);
  });

  test('the transparency of a WebP', async () => {
    const pixels = picture.pixels.map((value, index) => (index % 4 === 3 ? 40 : value));
    const got = await decodeImage(await toWebp({ ...picture, pixels }, false));
    expect(got?.pixels[3]).toBe(40);
  });
});

describe('returns undefined', () => {
  const jpeg = toJpeg(picture);
  /** Overwrites bytes of a file at a position, for example its size. */
  const overwrite = (bytes: Uint8Array, at: number, ...size: readonly number[]): Uint8Array => {
    const changed = bytes.slice();
    changed.set(size, at);
    return changed;
  };
  const frameAt = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0);
  const gif = toGif(48, 32, [whole]);
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('no image at all, only text')],
    ['a JPEG of 65535x65535', overwrite(jpeg, frameAt + 5, 255, 255, 255, 255)],
    ['a GIF of 65535x65535', overwrite(gif, 6, 255, 255, 255, 255)],
    ['a GIF with a frame of 65535x65535', overwrite(gif, 32, 255, 255, 255, 255)],
    ['a GIF without a frame', hex('474946383961 3000 2000 000000 3b')],
    ['a GIF cut short', gif.subarray(0, 60)],
    [
      'a JPEG without tables',
      hex('ffd8 ffc0 0011 08 0008 0008 03 011100 021100 031100 ffda 000c 03 0100 0200 0300 003f00 00 ffd9'),
    ],
    [
      'a WebP of 16384x16384 without pixels',
      hex('52494646 1e000000 57454250 5650384c 05000000 2f ffffff0f 00 0000000000000000'),
    ],
    ['an animated WebP without a frame', hex('52494646 16000000 57454250 56503858 0a000000 02000000 2f0000 1f0000')],
  ])('for %s', async (_, file) => {
    expect(await decodeImage(file)).toBeUndefined();
  });

  test('for a JPEG with too many scans for its size, without decoding them', async () => {
    const scan = hex('ffda 0008 01 0100 003f00');
    const scans = Array.from({ length: 100_000 }, () => [...scan]).flat();
    const large = Uint8Array.from([...overwrite(jpeg, frameAt + 5, 16, 0, 16, 0).subarray(0, -2), ...scans]);
    const began = performance.now();
    expect(await decodeImage(large)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test('or a picture of the size in the header, for any damaged or truncated file', async () => {
    const files = [jpeg, await toProgressiveJpeg(picture), gif, await toWebp(picture), await toWebp(picture, false)];
    const damage = fc.record({
      file: fc.constantFrom(...files),
      changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 6 }),
      kept: fc.double({ min: 0.2, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ file, changes, kept }) => {
        const bytes = file.slice(0, Math.ceil(file.length * kept));
        for (const [place, value] of changes) bytes[Math.floor(place * (bytes.length - 1))] = value;
        const began = performance.now();
        const got = await decodeImage(bytes);
        expect(got === undefined || got.pixels.length === got.width * got.height * 4).toBe(true);
        expect(performance.now() - began).toBeLessThan(20_000);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
