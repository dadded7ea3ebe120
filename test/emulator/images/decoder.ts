import type { DecodeImage } from '@speccast/emulator/images';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import readJpeg from 'jpeg-js/lib/decoder.js';
import { GifReader } from 'omggif';
import { createImageDecoder } from '../../../templates/emulator/images/image-decoder.js';
import { createPngReader } from '../../../templates/emulator/images/png-reader.js';
import { createWebpReader } from '../../../templates/emulator/images/webp-reader.js';

const { resolve } = createRequire(import.meta.url);
const wasm = resolve('icodec/webp-dec.wasm');
const { default: openWebp } = await import(/* @vite-ignore */ pathToFileURL(wasm.replace(/wasm$/, 'js')).href);

function packFile(path: string): string {
  return deflateSync(readFileSync(path)).toString('base64');
}

/** The image decoder of generated packages, from the same parts from which `build.js` bundles it. */
export const decodeImage: DecodeImage = createImageDecoder({
  readPng: createPngReader(packFile(resolve('@cwasm/lodepng/lodepng.wasm'))),
  readJpeg,
  openGif: (bytes) => new GifReader(bytes),
  readWebp: createWebpReader(openWebp, packFile(wasm)),
});
