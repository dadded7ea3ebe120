import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The `yaml` library, loaded by the first who needs it. */
export function loadYaml(): typeof import('yaml') {
  return require('yaml');
}

/** The `jsonc-parser` library, loaded by the first who needs it. */
export function loadJsonc(): typeof import('jsonc-parser') {
  return require('jsonc-parser');
}
