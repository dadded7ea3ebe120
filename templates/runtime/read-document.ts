import { isJsonObject, type JsonObject } from './json.js';

/** Checks that an imported `openapi.json` is an object; as a type of its own it would be as large as the document. */
export function readDocument(imported: unknown): JsonObject {
  if (!isJsonObject(imported)) throw new TypeError('openapi.json holds no OpenAPI document');
  return imported;
}
