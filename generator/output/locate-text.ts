import type { Position } from '../diagnostics.js';
import type { Json } from '../spec/json.js';
import { isJsonObject } from '../spec/json.js';
import type { SpecDocument } from '../spec/spec-document.js';

/** Shorter code stands in many texts by chance. */
const SHORTEST = 3;

/** The first key or text of a spec that contains a piece of code, whatever its spaces and quotes. */
export function locateText(document: SpecDocument, code: string): Position | undefined {
  const wanted = essence(code);
  return wanted.length < SHORTEST ? undefined : search(document, document.root, wanted);
}

function search(document: SpecDocument, value: Json, wanted: string): Position | undefined {
  if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (essence(key).includes(wanted)) return document.positions.ofKey(value, key);
    if (typeof item === 'string' && essence(item).includes(wanted)) return document.positions.ofValue(value, key);
    const inside = search(document, item, wanted);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function essence(text: string): string {
  return text.replace(/[\s'"`\\;]/g, '');
}
