// oxlint-disable-next-line typescript/triple-slash-reference -- types of modules have no import of their own
/// <reference path="./libraries.d.ts" />
import openWebp from 'icodec/webp-dec.js';
import packedWebp from 'icodec/webp-dec.wasm';
import readJpeg from 'jpeg-js/lib/decoder.js';
import { GifReader } from 'omggif';
import type { DecodeImage } from '../engine/domain/raster.js';
import { createImageDecoder } from './image-decoder.js';
import { createWebpReader } from './webp-reader.js';

/**
 * The pixels of a PNG, JPEG, GIF or WebP: the first frame of one that moves, turned as it is stored. Undefined where the
 * bytes are none of them, are damaged, or have more than 16 megapixels.
 */
export const decodeImage: DecodeImage = createImageDecoder({
  readJpeg,
  openGif: (bytes) => new GifReader(bytes),
  readWebp: createWebpReader(openWebp, packedWebp),
});
