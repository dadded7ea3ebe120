import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { DescribedOperation } from '../described-operation.js';
import { follow } from './resolve-schema.js';

/** The path item of an operation in a document, and the one that it refers to. */
export function pathItemsIn(
  document: JsonObject,
  { operation: { path } }: Pick<DescribedOperation, 'operation'>,
): readonly JsonObject[] {
  const item = follow(document, `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const shared = isJsonObject(item) && typeof item['$ref'] === 'string' ? follow(document, item['$ref']) : undefined;
  return [item, shared].filter((one) => one !== undefined).filter(isJsonObject);
}

/** What a document says of an operation; nothing where it has none at its path. */
export function operationIn(document: JsonObject, plan: Pick<DescribedOperation, 'operation'>): JsonObject {
  const { method } = plan.operation;
  const own = pathItemsIn(document, plan).flatMap((one) => [
    one[method.toLowerCase()],
    Object(one['additionalOperations'])[method] as Json | undefined,
  ]);
  return own.find((one) => isJsonObject(one)) ?? {};
}
