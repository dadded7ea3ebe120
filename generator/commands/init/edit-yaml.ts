import type { Document } from 'yaml';
import type { Json } from '../../json.js';
import { loadYaml } from '../../spec/read/libraries.js';

/** An entry that is added to a mapping or a list at the root of a YAML text. */
interface Addition {
  /** Key of the collection, at the root. */
  readonly to: string;
  /** Key of what is added; absent in a list. */
  readonly key?: string;
  readonly value: Json;
  /** The same as text, without indentation; a list has its dash. */
  readonly lines: readonly string[];
}

/**
 * Adds something behind the last entry of a collection, and leaves every other character as it is; where that is not written in
 * lines of its own, the text is printed anew, with its comments. `undefined` where the text is no YAML.
 */
export function addToYaml(text: string, addition: Addition): string | undefined {
  const { parseDocument, isCollection } = loadYaml();
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const node = document.get(addition.to, true);
  if (!isCollection(node) || node.flow === true || node.items.length === 0) return addNode(document, addition);
  return node.range ? addLines(text, node.range, addition) : addNode(document, addition);
}

function addLines(text: string, [start, valueEnd]: readonly [number, number, number], { lines }: Addition): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const [indent = ''] = /^[ \t]*/.exec(text.slice(lineStart)) ?? [];
  // What ends in comments and empty lines has them counted in.
  const content = text.slice(0, valueEnd).replace(/(?:\r?\n[ \t]*(?:#[^\r\n]*)?)*$/, '').length;
  const rest = text.slice(content);
  // Comments below the last entry that stand further in are its own.
  const [own = ''] = new RegExp(`^[^\\r\\n]*(?:\\r?\\n${indent}[ \\t]+#[^\\r\\n]*)*`).exec(rest) ?? [];
  const added = lines.map((line) => `${lineEnd}${indent}${line}`).join('');
  const after = rest.slice(own.length);
  return `${text.slice(0, content)}${own}${added}${after === '' ? lineEnd : after}`;
}

function addNode(document: Document, { to, key, value }: Addition): string {
  const { isMap, isSeq } = loadYaml();
  const node = document.get(to, true);
  if (isMap(node) && key !== undefined) node.set(key, document.createNode(value));
  else if (isSeq(node)) node.add(document.createNode(value));
  else document.set(to, document.createNode(key === undefined ? [value] : { [key]: value }));
  return document.toString({ lineWidth: 0 });
}
