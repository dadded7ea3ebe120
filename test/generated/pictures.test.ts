import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { decodeImage } from '@speccast/video-platform/mocks/images';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import {
  toGif,
  toJpeg,
  toPng,
  quarterColours,
  createQuarters,
  toWebp,
  type Colour,
} from '../emulator/images/encode-images.js';

const picture = createQuarters(640, 360);
const indexes = Array.from({ length: 640 * 360 }, (_, at) => (at % 640 < 320 ? 0 : 1) + (at < 640 * 180 ? 0 : 2));

/** Sets the thumbnail of a video, and returns a function that reads pixels of its size `default`. */
async function readDefaultThumbnail(media: Uint8Array, type: string): Promise<(x: number, y: number) => Colour> {
  const emulator = createEmulator();
  const client = createVideoPlatform({ auth: bearer('t'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
  const { id } = await client.videos.insert({ media: new Blob(['film'], { type: 'video/mp4' }) });
  const set = await client.thumbnails.set({ videoId: id, media: new Blob([media.slice()], { type }) });
  const url = set.items?.[0]?.default?.url ?? '';
  const response = await emulator.fetch(url);
  const image = await decodeImage(new Uint8Array(await response.arrayBuffer()));
  const { pixels = [], width = 0 } = image ?? {};
  const part = (x: number, y: number, index: number): number => pixels[(y * width + x) * 4 + index] ?? -1;
  return (x, y) => [part(x, y, 0), part(x, y, 1), part(x, y, 2)];
}

describe('a thumbnail shows the uploaded image between black bars', () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['image/png', () => toPng(picture)],
    ['image/jpeg', () => toJpeg(picture)],
    ['image/gif', () => toGif(640, 360, [{ left: 0, top: 0, width: 640, height: 360, indexes }])],
    ['image/webp', () => toWebp(picture)],
  ])('%s', async (type, encode) => {
    const at = await readDefaultThumbnail(await encode(), type);
    expect([at(60, 5), at(60, 84)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    const got = [at(30, 30), at(90, 30), at(30, 60), at(90, 60)];
    const off = got.flat().map((value, index) => Math.abs(value - (quarterColours.flat()[index] ?? 0)));
    expect(Math.max(...off)).toBeLessThanOrEqual(12);
  });
});

test('the decoder can be imported by itself', async () => {
  expect((await decodeImage(toJpeg(createQuarters(8, 8))))?.pixels.length).toBe(256);
  expect(await decodeImage(new TextEncoder().encode('no image'))).toBeUndefined();
});

test('libraries for images are not in the bundle of a client', async () => {
  const contents = `export { createVideoPlatform } from '@speccast/video-platform';`;
  const { metafile } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
  });
  expect(Object.keys(metafile.inputs).filter((path) => /images|emulator/.test(path))).toEqual([]);
});
