import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { readImage } from '../../../../templates/emulator/values/pictures/image-size.js';

interface Image {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const { images, rejected } = readYaml<{
  readonly images: readonly (Image & { readonly size: object })[];
  readonly rejected: readonly Image[];
}>(new URL('image-size.yaml', import.meta.url));

describe('readImage', () => {
  test.each(images)('reads kind and size of a $name', ({ bytes, size }) => {
    expect(readImage(bytes)).toEqual(size);
  });

  test.each([...rejected, { name: 'a JPEG of fill bytes', bytes: new Uint8Array(5000).fill(0xff) }])(
    'returns undefined for $name',
    ({ bytes }) => {
      expect(readImage(bytes)).toBeUndefined();
    },
  );

  test('reads from a view that does not start its buffer', () => {
    const view = Uint8Array.from([1, 2, 3, ...(images[0]?.bytes ?? [])]).subarray(3);
    expect(readImage(view)?.width).toBe(2048);
  });

  test('never throws on damaged images', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...images.map(({ bytes }) => bytes)),
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
