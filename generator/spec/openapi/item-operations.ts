import { isJsonObject, type JsonObject } from '../../json.js';
import type { PathItemMethod } from './openapi.js';

/** The methods that path items have fields for, by field. */
const methods: ReadonlyMap<string, string> = new Map(
  Object.entries({
    get: 'GET',
    put: 'PUT',
    post: 'POST',
    delete: 'DELETE',
    options: 'OPTIONS',
    head: 'HEAD',
    patch: 'PATCH',
    trace: 'TRACE',
    query: 'QUERY',
  } satisfies Record<PathItemMethod, string>),
);

/** An operation in its path item. */
interface ItemOperation {
  /** As it is sent: `GET`. */
  readonly method: string;
  readonly operation: JsonObject;
  /** Its keys in the item: `['get']`, `['additionalOperations', 'LINK']`. */
  readonly steps: readonly string[];
}

/** Lists the operations of a path item in the order of the spec, those of further methods (OpenAPI 3.2) last. */
export function itemOperations(item: JsonObject): readonly ItemOperation[] {
  const own = Object.entries(item).flatMap(([key, operation]) => {
    const method = methods.get(key);
    return method === undefined || !isJsonObject(operation) ? [] : [{ method, operation, steps: [key] }];
  });
  const { additionalOperations } = item;
  const further = isJsonObject(additionalOperations) ? Object.entries(additionalOperations) : [];
  return [
    ...own,
    ...further.flatMap(([method, operation]) =>
      isJsonObject(operation) ? [{ method, operation, steps: ['additionalOperations', method] }] : [],
    ),
  ];
}

/** Returns the keys to the operation of a method in its path item: `GET` → `['get']`; methods differ by case, too. */
export function methodSteps(method: string): readonly string[] {
  const field = method.toLowerCase();
  return methods.get(field) === method ? [field] : ['additionalOperations', method];
}
