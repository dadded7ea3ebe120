import type { Api, Operation } from '../../api/api.js';
import type { JsonObject } from '../../spec/json.js';
import { methodSteps } from '../../spec/item-operations.js';
import { isJsonObject } from '../../spec/json.js';

/** What the document says about an operation, in the document's own words; empty where it says it elsewhere. */
export function operationObject({ document }: Api, { path, method }: Operation): JsonObject {
  return methodSteps(method).reduce(objectIn, objectIn(objectIn(document, 'paths'), path));
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return isJsonObject(value) ? value : {};
}
