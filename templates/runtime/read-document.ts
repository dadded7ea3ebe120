import { isJsonObject, type JsonObject } from './json.js';

/** Takes what was imported of `openapi.json` as JSON: its own type would be as large as the document. */
export function readDocument(imported: unknown): JsonObject {
  if (!isJsonObject(imported)) throw new TypeError('openapi.json holds no OpenAPI document');
  return imported;
}
