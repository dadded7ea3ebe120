export type { DecodeImage, Raster } from '../values/pictures/raster.js';
export { decodeImage } from './decode-image.js';
