import { createRequire } from 'node:module';
import type { JsonPathQuery } from 'jsonpath-rfc9535/parser';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { didYouMean } from '../suggest.js';

type Segment = JsonPathQuery['segments'][number];

/** Which name of a JSONPath the document does not have, as the end of a sentence; empty where more than a name decides. */
export function explainMiss(root: JsonObject, path: string): string {
  let value: Json = root;
  let holder = 'the document';
  // Loaded where a mistake is explained, and not before.
  const { default: parse }: typeof import('jsonpath-rfc9535/parser') = createRequire(import.meta.url)(
    'jsonpath-rfc9535/parser',
  );
  for (const segment of parse(path).segments) {
    const step = stepOf(segment);
    if (step === undefined) return '';
    const next: Json | undefined = childOf(value, step);
    if (next === undefined) return `: ${holder} has no ${JSON.stringify(step)}${hint(value, step)}`;
    value = next;
    holder = JSON.stringify(step);
  }
  return '';
}

function hint(value: Json, step: string | number): string {
  return isJsonObject(value) ? didYouMean(String(step), Object.keys(value)) : '';
}

/** The one name or index that a segment selects; `undefined` where it selects by anything else. */
function stepOf({ type, node }: Segment): string | number | undefined {
  if (type !== 'ChildSegment') return undefined;
  if (node.type === 'MemberNameShorthand') return node.value;
  const [selector, second] = node.type === 'BracketedSelection' ? node.selectors : [];
  if (selector === undefined || second !== undefined) return undefined;
  return selector.type === 'NameSelector' || selector.type === 'IndexSelector' ? selector.value : undefined;
}

function childOf(value: Json, step: string | number): Json | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value.at(step) : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
