import { isJsonObject, type Json } from '../../spec/json.js';

/** Longest line of `openapi.json`; the runtime counts on it to find positions (`documentPlaces`). */
const width = 120;

/** JSON as `openapi.json` has it: an object or array takes one line where it fits, else one line a member, one space in. */
export function printDocument(document: Json): string {
  return `${print(document, 0, 0)}\n`;
}

/** Half a surrogate pair, which not every reader of JSON takes, becomes the character that replaces it. */
function printText(value: Json): string {
  return JSON.stringify(typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value);
}

function print(value: Json, depth: number, before: number): string {
  if (typeof value !== 'object' || value === null) return printText(value);
  const flat = printFlat(value, width - before);
  if (flat !== undefined) return flat;
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, Json])[] = isList
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).map(([key, item]) => [`${printText(key)}: `, item] as const);
  const indent = ' '.repeat(depth + 1);
  const lines = entries.map(([label, item], index) => {
    const comma = index === entries.length - 1 ? '' : ',';
    return `${indent}${label}${print(item, depth + 1, indent.length + label.length + comma.length)}${comma}`;
  });
  return `${isList ? '[' : '{'}\n${lines.join('\n')}\n${' '.repeat(depth)}${isList ? ']' : '}'}`;
}

/** The value on one line; `undefined` where that takes more than so many characters. */
function printFlat(value: Json, room: number): string | undefined {
  if (typeof value !== 'object' || value === null) {
    const text = printText(value);
    return text.length > room ? undefined : text;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const parts: string[] = [];
  let length = open.length + close.length;
  for (const [key, item] of Object.entries(value) as [string, Json][]) {
    const label = isJsonObject(value) ? `${printText(key)}: ` : '';
    const text = printFlat(item, room - length - label.length);
    if (text === undefined) return undefined;
    length += label.length + text.length + (parts.length === 0 ? 0 : 2);
    parts.push(label + text);
    if (length > room) return undefined;
  }
  if (parts.length === 0) return isJsonObject(value) ? '{}' : '[]';
  return `${open}${parts.join(', ')}${close}`;
}
