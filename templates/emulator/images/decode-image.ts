// oxlint-disable-next-line typescript/triple-slash-reference -- types of modules have no import of their own
/// <reference path="./libraries.d.ts" />
import packedPng from '@cwasm/lodepng/lodepng.wasm';
import openWebp from 'icodec/webp-dec.js';
import packedWebp from 'icodec/webp-dec.wasm';
import readJpeg from 'jpeg-js/lib/decoder.js';
import { GifReader } from 'omggif';
import type { DecodeImage } from '../values/pictures/raster.js';
import { createImageDecoder } from './image-decoder.js';
import { createPngReader } from './png-reader.js';
import { createWebpReader } from './webp-reader.js';

/**
 * Decodes a PNG, JPEG, GIF or WebP to pixels. Of an animation, decodes the first frame; does not apply rotation. Returns undefined if
 * the bytes have another format, are damaged, or have more than 16 megapixels.
 */
export const decodeImage: DecodeImage = createImageDecoder({
  readPng: createPngReader(packedPng),
  readJpeg,
  openGif: (bytes) => new GifReader(bytes),
  readWebp: createWebpReader(openWebp, packedWebp),
});
