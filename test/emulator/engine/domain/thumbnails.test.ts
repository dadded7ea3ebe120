import type { Raster } from '@speccast/emulator/images';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resize } from '../../../../templates/emulator/engine/domain/raster.js';
import { letterbox, renderThumbnail } from '../../../../templates/emulator/engine/domain/thumbnails.js';
import { decodeImage } from '../../images/decoder.js';
import { flat, pngOf } from '../../images/encoded.js';

const size = (width: number, height: number): { width: number; height: number } => ({ width, height });

describe('letterbox', () => {
  test.each([
    [size(1280, 720), size(120, 90), { left: 0, top: 11, width: 120, height: 68 }],
    [size(100, 200), size(120, 90), { left: 37, top: 0, width: 45, height: 90 }],
    [size(120, 90), size(120, 90), { left: 0, top: 0, width: 120, height: 90 }],
    [size(1, 100_000), size(120, 90), { left: 59, top: 0, width: 1, height: 90 }],
  ])('%j in %j', (source, target, want) => {
    expect(letterbox(source, target)).toEqual(want);
  });

  test('always shows the whole source, touching two sides', () => {
    const side = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(side, side, side, side, (width, height, targetWidth, targetHeight) => {
        const frame = letterbox(size(width, height), size(targetWidth, targetHeight));
        expect(frame.left >= 0 && frame.top >= 0 && frame.width >= 1 && frame.height >= 1).toBe(true);
        expect(frame.left + frame.width <= targetWidth && frame.top + frame.height <= targetHeight).toBe(true);
        expect(frame.width === targetWidth || frame.height === targetHeight).toBe(true);
      }),
    );
  });
});

/** White, with red, green, blue and yellow corners of a quarter of the width each. */
function cornered(width: number, height: number): Raster {
  const raster = flat(width, height, [255, 255, 255]);
  const quarter = Math.floor(width / 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colors =
        y < height / 2
          ? [
              [255, 0, 0],
              [0, 255, 0],
            ]
          : [
              [0, 0, 255],
              [255, 255, 0],
            ];
      const color = x < quarter ? colors[0] : x >= width - quarter ? colors[1] : undefined;
      if (color !== undefined) raster.pixels.set(color, (y * width + x) * 4);
    }
  }
  return raster;
}

async function thumbnailOf(
  picture: Raster,
  width: number,
  height: number,
): Promise<(x: number, y: number) => readonly number[]> {
  const bytes = await renderThumbnail(pngOf(picture), { width, height });
  const got = await decodeImage(bytes ?? new Uint8Array());
  expect([got?.width, got?.height]).toEqual([width, height]);
  return (x, y) => [...(got?.pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4) ?? [])];
}

describe('renderThumbnail', () => {
  test('puts bars above and below a wide picture and keeps its corners', async () => {
    const at = await thumbnailOf(cornered(320, 180), 120, 90);
    for (const y of [0, 10, 79, 89]) expect(at(60, y)).toEqual([0, 0, 0, 255]);
    expect([at(0, 11), at(119, 11), at(0, 78), at(119, 78)]).toEqual([
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
      [255, 255, 0, 255],
    ]);
  });

  test('puts bars beside a tall picture and keeps its corners', async () => {
    const at = await thumbnailOf(cornered(100, 200), 120, 90);
    for (const x of [0, 36, 82, 119]) expect(at(x, 45)).toEqual([0, 0, 0, 255]);
    expect([at(37, 0), at(81, 89)]).toEqual([
      [255, 0, 0, 255],
      [255, 255, 0, 255],
    ]);
  });

  test('shows a grey area for kinds whose pixels it cannot read', async () => {
    const gif = Uint8Array.of(...new TextEncoder().encode('GIF89a'), 64, 1, 180, 0, 0);
    const got = await decodeImage((await renderThumbnail(gif, size(120, 90))) ?? new Uint8Array());
    expect([...(got?.pixels.subarray(0, 4) ?? [])]).toEqual([0, 0, 0, 255]);
    expect([...(got?.pixels.subarray(45 * 120 * 4, 45 * 120 * 4 + 4) ?? [])]).toEqual([128, 128, 128, 255]);
  });

  test('is undefined for what is no image', async () => {
    expect(await renderThumbnail(new TextEncoder().encode('text'), size(120, 90))).toBeUndefined();
  });
});

describe('resize', () => {
  test('averages what a pixel covers and turns what is transparent black', () => {
    const given: Raster = {
      width: 2,
      height: 2,
      pixels: Uint8Array.from([200, 0, 0, 255, 0, 200, 0, 255, 0, 0, 200, 255, 200, 200, 200, 0]),
    };
    expect([...resize(given, size(1, 1)).pixels]).toEqual([50, 50, 50, 255]);
  });

  test('keeps a flat picture flat at every size', () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(side, side, side, side, (width, height, toWidth, toHeight) => {
        const got = resize(flat(width, height, [10, 20, 30]), size(toWidth, toHeight));
        expect(got).toEqual(flat(toWidth, toHeight, [10, 20, 30]));
      }),
    );
  });
});
