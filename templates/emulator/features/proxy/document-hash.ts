import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

const hashes = new WeakMap<JsonObject, string>();

/** SHA-256 of a document as JSON with sorted keys and without spaces, as `hash` of a package's `./spec` is. */
export function documentHash(document: JsonObject): string {
  const known = hashes.get(document) ?? createHash('sha256').update(canonical(document)).digest('hex');
  hashes.set(document, known);
  return known;
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`);
  return `{${members.join(',')}}`;
}
