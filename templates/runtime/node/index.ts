export { fileSource, type FileSourceOptions } from './file-source.js';
export { withEmulator } from './with-emulator.js';
