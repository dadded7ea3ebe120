import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../spec/json.js';
import { isJsonObject } from '../../spec/json.js';

/** The document as the package shows it: all of it but the seed and the checks, which have places of their own in the package. */
export function publishedDocument(document: JsonObject): JsonObject {
  const { 'x-seed': _seed, 'x-conformance': _conformance, ...published } = document;
  return published;
}

/** Hashes of the seed and the checks, where the document has some, so that a release can tell whether they changed. */
export function hashData(document: JsonObject): Readonly<Record<string, string>> {
  const found = ['x-seed', 'x-conformance'].filter((key) => Object.hasOwn(document, key));
  return Object.fromEntries(found.map((key) => [key, documentHash({ [key]: document[key] ?? null })]));
}

/** SHA-256, in hex, of a JSON value written without spaces and with sorted keys: the same for every order of keys. */
export function documentHash(document: JsonObject): string {
  return createHash('sha256').update(canonical(document)).digest('hex');
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`;
}
