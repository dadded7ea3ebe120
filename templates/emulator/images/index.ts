export type { DecodeImage, Raster } from '../engine/domain/raster.js';
export { decodeImage } from './decode-image.js';
