import { itemOperations } from '../../spec/openapi/item-operations.js';
import type { OperationObject, PathItemObject } from '../../spec/openapi/openapi.js';
import type { HttpMethod } from '../api.js';
import { dereference, type Lowering } from '../schemas/lowering.js';

/** An operation of a path item, with the item. */
interface OperationEntry {
  readonly item: PathItemObject;
  readonly method: HttpMethod;
  readonly node: OperationObject;
  /** Steps from the item to the operation: `['get']`. */
  readonly steps: readonly string[];
}

/** Lists the operations of a path item. The `$ref` of an item is followed; fields beside it win. */
export function listItemOperations(lowering: Lowering, stated: PathItemObject): readonly OperationEntry[] {
  const item = stated.$ref === undefined ? stated : { ...dereference<PathItemObject>(lowering, stated), ...stated };
  return itemOperations(item).map(({ method, operation, steps }) => ({
    item,
    method,
    // The check stage has seen to it that an operation stands under each method.
    node: operation as OperationObject,
    steps,
  }));
}
