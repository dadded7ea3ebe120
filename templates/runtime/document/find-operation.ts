import { isJsonObject, toJsonObject, type JsonObject } from '../json.js';
import type { Operation } from '../operation.js';
import { followReferences, readPointer, writePointer } from '../validators/document/document-pointer.js';

/** An operation in an OpenAPI document: `{ pointer: '#/paths/~1pets/get', value: { operationId: 'pets.list' }, pathItem }`. */
export interface StatedOperation {
  readonly pointer: string;
  /** The Operation Object. */
  readonly value: JsonObject;
  /** The Path Item Object around it, with the members that its `$ref` refers to. */
  readonly pathItem: JsonObject;
}

const indexes = new WeakMap<JsonObject, ReadonlyMap<string, readonly StatedOperation[]>>();

/** Finds an operation in a document by its method and path; `undefined` if the document does not have it. */
export function findOperation(
  document: JsonObject,
  { id, method, path }: Pick<Operation<never, unknown>, 'id' | 'method' | 'path'>,
): StatedOperation | undefined {
  const index = indexes.get(document) ?? indexOperations(document);
  indexes.set(document, index);
  const found = index.get(writeKey(method, path)) ?? [];
  // Some specs distinguish operations with the same method and path by a part after `#`, which is not sent.
  return found.find(({ value }) => value['operationId'] === id) ?? found[0];
}

/** Returns the key of an operation, without patterns and `#`: `get` and `/{name=shops/*}#a` → `GET /{name}`. */
function writeKey(method: string, path: string) {
  return `${method.toUpperCase()} ${path.replace(/#.*$/s, '').replace(/\{([^}=]*)=[^}]*\}/g, '{$1}')}`;
}

function indexOperations(document: JsonObject) {
  const index = new Map<string, StatedOperation[]>();
  for (const path of Object.keys(toJsonObject(document['paths']))) {
    const item = readPointer(document, writePointer(['paths', path]));
    const pathItem = { ...toJsonObject(item && followReferences(document, item)?.value), ...toJsonObject(item?.value) };
    const addAll = (operations: JsonObject, ...steps: readonly string[]) => {
      for (const [method, value] of Object.entries(operations)) {
        if (!isJsonObject(value)) continue;
        const key = writeKey(method, path);
        const pointer = writePointer(['paths', path, ...steps, method]);
        index.set(key, [...(index.get(key) ?? []), { pointer, value, pathItem }]);
      }
    };
    addAll(pathItem);
    addAll(toJsonObject(pathItem['additionalOperations']), 'additionalOperations');
  }
  return index;
}
