import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

/** Hashes a document: SHA-256 of its JSON with sorted keys and without spaces, as `hash` of a package's `./spec` is. */
export function hashDocument(document: JsonObject): string {
  return createHash('sha256').update(writeCanonical(document)).digest('hex');
}

function writeCanonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${writeCanonical(value[name] ?? null)}`);
  return `{${members.join(',')}}`;
}
