import { itemOperations } from '../../spec/openapi/item-operations.js';
import type { OperationObject, PathItemObject } from '../../spec/openapi/openapi.js';
import type { HttpMethod } from '../api.js';
import { dereference, type Lowering } from '../lowering.js';

/** An operation in its path item. */
export interface OperationEntry {
  readonly method: HttpMethod;
  readonly node: OperationObject;
  /** Where it stands in the item: `['get']`. */
  readonly steps: readonly string[];
}

/** A path item whose `$ref` is followed; fields beside the `$ref` win. */
export function pathItem(lowering: Lowering, item: PathItemObject): PathItemObject {
  if (item.$ref === undefined) return item;
  return { ...dereference<PathItemObject>(lowering, item), ...item };
}

/** The operations of a path item with their methods. */
export function operationEntries(item: PathItemObject): readonly OperationEntry[] {
  return itemOperations(item).map(({ method, operation, steps }) => ({
    method,
    // Under a method stands an operation: the check stage has seen to it.
    node: operation as OperationObject,
    steps,
  }));
}
