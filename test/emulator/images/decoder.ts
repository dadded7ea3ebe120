import type { DecodeImage } from '@speccast/emulator/images';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import readJpeg from 'jpeg-js/lib/decoder.js';
import { GifReader } from 'omggif';
import { createImageDecoder } from '../../../templates/emulator/images/image-decoder.js';
import { createWebpReader } from '../../../templates/emulator/images/webp-reader.js';

const wasm = createRequire(import.meta.url).resolve('icodec/webp-dec.wasm');
const { default: openWebp } = await import(/* @vite-ignore */ pathToFileURL(wasm.replace(/wasm$/, 'js')).href);

/** The decoder of packages, put together here as `build.js` does it there. */
export const decodeImage: DecodeImage = createImageDecoder({
  readJpeg,
  openGif: (bytes) => new GifReader(bytes),
  readWebp: createWebpReader(openWebp, deflateSync(readFileSync(wasm)).toString('base64')),
});
