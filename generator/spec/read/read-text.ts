import type { Json } from '../../json.js';
import { readJson } from './read-json.js';
import { readYaml } from './read-yaml.js';
import type { TreeContext } from './tree.js';
import { Diagnostics } from '../../diagnostics.js';
import { MOST_CHARACTERS } from './source-text.js';

/** Reads the text of one file as JSON or YAML; reports mistakes and returns `undefined` then. */
export function readText(context: TreeContext): Json | undefined {
  const { source, diagnostics } = context;
  if (source.text.length > MOST_CHARACTERS) {
    const message = `a file of a spec has at most ${MOST_CHARACTERS} characters`;
    diagnostics.error('too-large', message, { file: source.file, line: 1, column: 1 });
    return undefined;
  }
  if (/^[\s\uFEFF]*$/.test(source.text)) {
    diagnostics.error('empty-file', 'the file is empty', source.position(0));
    return undefined;
  }
  if (rejectBytes(context)) return undefined;
  // The name decides before the content, because a YAML file may start with a brace, too.
  const isJson = !/\.ya?ml$/i.test(source.file) && (/\.json$/i.test(source.file) || /^\s*[{[]/.test(source.text));
  return isJson ? readJson(context) : readYaml(context);
}

/** Reports text that cannot come from a text file in UTF-8, and returns whether it is so. Invalid bytes were read as U+FFFD. */
function rejectBytes({ source, diagnostics }: TreeContext): boolean {
  const first = /[\0\uFFFD]/.exec(source.text);
  if (first === null) return false;
  const at = source.position(first.index);
  if (first[0] === '\0') diagnostics.error('invalid-encoding', 'the file is not text in UTF-8', at);
  else diagnostics.warning('invalid-encoding', 'this character replaces bytes that are not UTF-8', at);
  return first[0] === '\0';
}

/** Runs a reader with its own collector of diagnostics, copies these, and drops the result if there are errors. */
export function readWith<T>(diagnostics: Diagnostics, read: (own: Diagnostics) => T | undefined): T | undefined {
  const own = new Diagnostics(diagnostics);
  const result = read(own);
  // Several parts may be read from one wrong document; its mistakes are reported once.
  diagnostics.add([...new Map(own.list.map((one) => [JSON.stringify(one), one])).values()]);
  return own.failed ? undefined : result;
}
