import { decodePng } from '../engine/domain/png.js';
import type { Raster } from '../engine/domain/raster.js';
import type { ImageExpectation } from './check.js';
import { cornerColours } from './corner-colours.js';
import { show } from './show.js';
import { Skip } from './skip.js';
import type { Answer } from './read-answer.js';

/** How far a colour may be off, of 255: scaling mixes colours, and formats lose some. */
const tolerance = 24;

/** Why an image is not what was wanted; empty where it is. Throws a `Skip` where it is in a format that cannot be looked into. */
export async function judgeImage({ headers, bytes }: Answer, wanted: ImageExpectation): Promise<readonly string[]> {
  const image = await decodePng(bytes);
  if (image === undefined) {
    const type = headers['content-type'] ?? 'of no type';
    if (type.startsWith('image/') && type !== 'image/png')
      throw new Skip(`the image is ${type}; only PNG can be looked into`);
    return [`the image: wanted a PNG, got ${bytes.length} bytes of ${type}`];
  }
  const { width, height, black = {} } = wanted;
  if (image.width !== width || image.height !== height)
    return [`the image: wanted ${width} x ${height}, got ${image.width} x ${image.height}`];
  return [
    ...(black.rows ?? []).flatMap((y) => judgeBlack(image, `row ${y}`, (index) => [index, y], width)),
    ...(black.columns ?? []).flatMap((x) => judgeBlack(image, `column ${x}`, (index) => [x, index], height)),
    ...judgeCorners(image, wanted),
  ];
}

type Place = readonly [x: number, y: number];

function judgeBlack(image: Raster, name: string, place: (index: number) => Place, length: number): readonly string[] {
  const odd = Array.from({ length }, (_, index) => colourAt(image, place(index))).find(
    (one) => !isNear(one, [0, 0, 0]),
  );
  return odd === undefined ? [] : [`${name} of the image: wanted black, got ${show(odd)}`];
}

function judgeCorners(image: Raster, { corners }: ImageExpectation): readonly string[] {
  if (corners === undefined) return [];
  const { left, top, right, bottom } = corners;
  const places: readonly Place[] = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
  return places.flatMap(([x, y], index) => {
    const [got, colour] = [colourAt(image, [x, y]), cornerColours[index] ?? []];
    return isNear(got, colour) ? [] : [`the image at ${x}, ${y}: wanted ${show(colour)}, got ${show(got)}`];
  });
}

function colourAt({ pixels, width }: Raster, [x, y]: Place): readonly number[] {
  const at = (y * width + x) * 4;
  return Array.from(pixels.subarray(at, at + 3));
}

function isNear(got: readonly number[], wanted: readonly number[]): boolean {
  return wanted.every((value, index) => Math.abs(value - (got[index] ?? -tolerance)) <= tolerance);
}
