import type { Size } from './domain/image-size.js';
import { encodePng } from './domain/png.js';
import { flatRaster } from './domain/raster.js';
import { renderThumbnail } from './domain/thumbnails.js';

/** A PNG of the size: the uploaded image between black bars, or a grey area where nothing was uploaded. */
export async function renderPicture(upload: Uint8Array | undefined, size: Size): Promise<Uint8Array> {
  const rendered = upload === undefined ? undefined : await renderThumbnail(upload, size);
  return rendered ?? encodePng(flatRaster(size, 128, 128, 128));
}
