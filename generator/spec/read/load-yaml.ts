import { createRequire } from 'node:module';

/** What the `yaml` library exports. */
export type YamlLibrary = typeof import('yaml');

/** The `yaml` library, loaded by the first file that only it can read: that alone takes as long as reading a plain file. */
export function loadYaml(): YamlLibrary {
  return createRequire(import.meta.url)('yaml');
}
