import type { Raster } from '@speccast/emulator/images';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderThumbnail } from '../../../../templates/emulator/features/pictures/render-picture.js';
import { decodeImage } from '../../images/decoder.js';
import { createFlat, toPng } from '../../images/encode-images.js';

const size = (width: number, height: number): { width: number; height: number } => ({ width, height });

/** Returns a white picture with red, green, blue and yellow corners, each a quarter as wide as the picture and half as high. */
function createCorners(width: number, height: number): Raster {
  const raster = createFlat(width, height, [255, 255, 255]);
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

async function renderPixels(
  picture: Raster,
  width: number,
  height: number,
): Promise<(x: number, y: number) => readonly number[]> {
  const bytes = await renderThumbnail(toPng(picture), { width, height }, decodeImage);
  const got = await decodeImage(bytes ?? new Uint8Array());
  expect([got?.width, got?.height]).toEqual([width, height]);
  return (x, y) => [...(got?.pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4) ?? [])];
}

describe('renderThumbnail', () => {
  test('adds bars above and below a wide picture and keeps its corners', async () => {
    const at = await renderPixels(createCorners(320, 180), 120, 90);
    for (const y of [0, 10, 79, 89]) expect(at(60, y)).toEqual([0, 0, 0, 255]);
    expect([at(0, 11), at(119, 11), at(0, 78), at(119, 78)]).toEqual([
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
      [255, 255, 0, 255],
    ]);
  });

  test('adds bars at the sides of a tall picture and keeps its corners', async () => {
    const at = await renderPixels(createCorners(100, 200), 120, 90);
    for (const x of [0, 36, 82, 119]) expect(at(x, 45)).toEqual([0, 0, 0, 255]);
    expect([at(37, 0), at(81, 89)]).toEqual([
      [255, 0, 0, 255],
      [255, 255, 0, 255],
    ]);
  });

  test('draws a grey area in place of a damaged image', async () => {
    const gif = Uint8Array.of(...new TextEncoder().encode('GIF89a'), 64, 1, 180, 0, 0);
    const got = await decodeImage((await renderThumbnail(gif, size(120, 90), decodeImage)) ?? new Uint8Array());
    expect([...(got?.pixels.subarray(0, 4) ?? [])]).toEqual([0, 0, 0, 255]);
    expect([...(got?.pixels.subarray(45 * 120 * 4, 45 * 120 * 4 + 4) ?? [])]).toEqual([128, 128, 128, 255]);
  });

  test('returns undefined for bytes that are not an image', async () => {
    expect(await renderThumbnail(new TextEncoder().encode('text'), size(120, 90), decodeImage)).toBeUndefined();
  });

  test('shows the whole picture, as large as it fits, between black bars', async () => {
    const side = fc.integer({ min: 1, max: 40 });
    const sizes = fc.tuple(side, side, side, side);
    await fc.assert(
      fc.asyncProperty(sizes, async ([width, height, toWidth, toHeight]) => {
        const at = await renderPixels(createFlat(width, height, [10, 20, 30]), toWidth, toHeight);
        const columns = [...Array(toWidth).keys()];
        const rows = [...Array(toHeight).keys()];
        const isShown = (x: number, y: number): boolean => at(x, y)[0] !== 0;
        const shownColumns = columns.filter((x) => rows.some((y) => isShown(x, y)));
        const shownRows = rows.filter((y) => columns.some((x) => isShown(x, y)));
        for (const x of columns)
          for (const y of rows)
            expect(at(x, y)).toEqual(
              shownColumns.includes(x) && shownRows.includes(y) ? [10, 20, 30, 255] : [0, 0, 0, 255],
            );
        const scale = Math.min(toWidth / width, toHeight / height);
        expect([shownColumns.length, shownRows.length]).toEqual(
          [width, height].map((one) => Math.max(1, Math.round(one * scale))),
        );
        expect(Math.abs(Number(shownColumns[0]) - (toWidth - 1 - Number(shownColumns.at(-1))))).toBeLessThanOrEqual(1);
        expect(Math.abs(Number(shownRows[0]) - (toHeight - 1 - Number(shownRows.at(-1))))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 25 },
    );
  });

  test('averages the pixels that become one, and draws transparent ones black', async () => {
    const pixels = Uint8Array.from([200, 0, 0, 255, 0, 200, 0, 255, 0, 0, 200, 255, 200, 200, 200, 0]);
    const at = await renderPixels({ width: 2, height: 2, pixels }, 1, 1);
    expect(at(0, 0)).toEqual([50, 50, 50, 255]);
  });
});
