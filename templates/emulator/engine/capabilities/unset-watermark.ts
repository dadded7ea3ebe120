export { unsetWatermark } from './set-watermark.js';
