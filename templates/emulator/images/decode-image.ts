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
 * Decodes a PNG, JPEG, GIF or WebP to pixels: of an animation the first frame, without applying rotation. Undefined if the
 * bytes are another format, damaged, or larger than 16 megapixels.
 */
export const decodeImage: DecodeImage = createImageDecoder({
  readPng: createPngReader(packedPng),
  readJpeg,
  openGif: (bytes) => new GifReader(bytes),
  readWebp: createWebpReader(openWebp, packedWebp),
});
