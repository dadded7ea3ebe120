import type { Size } from './image-size.js';
import { readImage } from './image-size.js';
import { decodePng, encodePng } from './png.js';
import { draw, flatRaster, resize, type DecodeImage, type Raster } from './raster.js';

/** Where the picture is in a thumbnail, in pixels; black bars fill the rest. */
export interface Frame extends Size {
  readonly left: number;
  readonly top: number;
}

/** The largest rectangle in the target that shows the whole source with its aspect ratio, in the middle. */
export function letterbox(source: Size, target: Size): Frame {
  const scale = Math.min(target.width / source.width, target.height / source.height);
  const width = Math.min(target.width, Math.max(1, Math.round(source.width * scale)));
  const height = Math.min(target.height, Math.max(1, Math.round(source.height * scale)));
  return { left: Math.floor((target.width - width) / 2), top: Math.floor((target.height - height) / 2), width, height };
}

/**
 * A PNG of the size wanted that shows the whole image between black bars; undefined where the bytes are no image. Images
 * that the decoder cannot read show a grey area of the right shape.
 */
export async function renderThumbnail(
  bytes: Uint8Array,
  target: Size,
  decode: DecodeImage = decodePng,
): Promise<Uint8Array | undefined> {
  const facts = readImage(bytes);
  if (facts === undefined) return undefined;
  const picture = await decode(bytes);
  const frame = letterbox(facts, target);
  return encodePng(draw(flatRaster(target, 0, 0, 0), fill(frame, picture), frame.left, frame.top));
}

function fill(frame: Frame, picture: Raster | undefined): Raster {
  return picture === undefined ? flatRaster(frame, 128, 128, 128) : resize(picture, frame);
}
