export { fileSource, type FileSourceOptions } from './file-source.js';
export { explainImport, withEmulator } from './explain-import.js';
