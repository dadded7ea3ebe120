import type { Json } from './json.js';
import { readJson } from './read-json.js';
import { readYaml } from './read-yaml.js';
import type { TreeContext } from './tree.js';

/** Reads the text of one file as JSON or YAML; `undefined` where a mistake was reported. */
export function readText(context: TreeContext): Json | undefined {
  const { source, diagnostics } = context;
  if (/^[\s\uFEFF]*$/.test(source.text)) {
    diagnostics.error('empty-file', 'the file is empty', source.position(0));
    return undefined;
  }
  return isJson(source.file, source.text) ? readJson(context) : readYaml(context);
}

/** By name where it says so: a YAML file may start with a brace, too. */
function isJson(file: string, text: string): boolean {
  if (/\.ya?ml$/i.test(file)) return false;
  return /\.json$/i.test(file) || /^\s*[{[]/.test(text);
}
