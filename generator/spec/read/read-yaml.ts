import type { Json } from './json.js';
import { readAnyYaml } from './read-any-yaml.js';
import { readPlainYaml } from './read-plain-yaml.js';
import type { TreeContext } from './tree.js';

/**
 * Reads one YAML 1.2 document of plain JSON data; `undefined` where a mistake was reported. Nearly every file is plain
 * and read at once; the other reader knows the rest of YAML and says what is wrong, and takes several times as long.
 */
export function readYaml(context: TreeContext): Json | undefined {
  const plain = readPlainYaml(context);
  return plain === undefined ? readAnyYaml(context) : plain;
}
