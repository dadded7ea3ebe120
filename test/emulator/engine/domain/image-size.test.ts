import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readImage } from '../../../../templates/emulator/engine/domain/image-size.js';

const hex = (text: string): Uint8Array =>
  Uint8Array.from(text.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const images = {
  png: hex('89504e470d0a1a0a 0000000d 49484452 00000800 00000480 08 02 000000'),
  gif: hex('474946383961 4001 f000 00'),
  jpeg: hex('ffd8 ffe0 0010 4a464946000101000001000100 00 ff ffc4 0004 0000 ffc2 0011 08 05a0 0a00 03'),
  vp8: hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 6801'),
  vp8l: hex('52494646 00000000 57454250 5650384c 00000000 2f 3fc18f00 0000000000'),
  vp8x: hex('52494646 00000000 57454250 56503858 0a000000 00000000 ff0400 cf0200'),
};

describe('readImage', () => {
  test.each([
    [images.png, { type: 'image/png', width: 2048, height: 1152 }],
    [images.gif, { type: 'image/gif', width: 320, height: 240 }],
    [images.jpeg, { type: 'image/jpeg', width: 2560, height: 1440 }],
    [images.vp8, { type: 'image/webp', width: 640, height: 360 }],
    [images.vp8l, { type: 'image/webp', width: 320, height: 576 }],
    [images.vp8x, { type: 'image/webp', width: 1280, height: 720 }],
  ])('reads kind and size of image %#', (given, want) => {
    expect(readImage(given)).toEqual(want);
  });

  test.each([
    ['nothing', hex('')],
    ['text', new TextEncoder().encode('this is no image at all, only text')],
    ['a PNG without pixels', hex('89504e470d0a1a0a 0000000d 49484452 00000000 00000480')],
    ['a PNG cut short', images.png.subarray(0, 20)],
    ['a JPEG without frame', hex('ffd8 ffe0 0004 0000 ffd9 0000000000000000')],
    ['a JPEG of fill bytes', new Uint8Array(5000).fill(0xff)],
  ])('takes %s for no image', (_name, given) => {
    expect(readImage(given)).toBeUndefined();
  });

  test('reads from a view that does not start its buffer', () => {
    const given = Uint8Array.from([1, 2, 3, ...images.png]).subarray(3);
    expect(readImage(given)?.width).toBe(2048);
  });

  test('never throws, whatever follows a signature and wherever it ends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(images)),
        fc.nat(40),
        fc.uint8Array({ maxLength: 60 }),
        (image, length, tail) => {
          const got = readImage(Uint8Array.from([...image.subarray(0, length), ...tail]));
          expect(got === undefined || (got.width > 0 && got.height > 0)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
