export { fileSource, type FileSourceOptions } from './file-source.js';
