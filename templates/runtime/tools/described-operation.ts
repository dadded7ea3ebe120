import { isJsonObject, type Json, type JsonObject } from '../json.js';
import type { Operation } from '../operation.js';
import { readPointer, writePointer } from '../validators/document/document-pointer.js';

/** An operation in a document: where it is, and what stands there. */
export interface DescribedOperation {
  /** Pointer of the operation: `#/paths/~1pets/get`. */
  readonly pointer: string;
  readonly value: JsonObject;
}

type OperationIndex = ReadonlyMap<string, readonly DescribedOperation[]>;

const known = new WeakMap<JsonObject, OperationIndex>();

/** Finds what the document says of an operation; `undefined` where it says nothing. */
export function findDescribed(
  document: JsonObject,
  { id, method, path }: Operation<never, unknown>,
): DescribedOperation | undefined {
  const index = known.get(document) ?? indexOf(document);
  known.set(document, index);
  const found = index.get(keyOf(method, path)) ?? [];
  // Some services tell operations of one path apart by what follows a `#`, which is not sent.
  return found.find(({ value }) => value['operationId'] === id) ?? found[0];
}

/** Templates of variables and what follows a `#` stand in the path of a descriptor or of the document, not in both. */
function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/#.*$/s, '').replace(/\{([^}=]*)=[^}]*\}/g, '{$1}')}`;
}

function indexOf(document: JsonObject): OperationIndex {
  const index = new Map<string, DescribedOperation[]>();
  const add = (method: string, path: string, [steps, value]: readonly [readonly string[], Json]): void => {
    if (!isJsonObject(value)) return;
    const key = keyOf(method, path);
    index.set(key, [...(index.get(key) ?? []), { pointer: writePointer(steps), value }]);
  };
  const paths = document['paths'];
  for (const path of Object.keys(isJsonObject(paths) ? paths : {})) {
    const item = readPointer(document, writePointer(['paths', path]))?.value;
    if (!isJsonObject(item)) continue;
    for (const [method, value] of Object.entries(item)) add(method, path, [['paths', path, method], value]);
    const more = item['additionalOperations'];
    for (const [method, value] of Object.entries(isJsonObject(more) ? more : {}))
      add(method, path, [['paths', path, 'additionalOperations', method], value]);
  }
  return index;
}
