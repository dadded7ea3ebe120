import {
  expandParameters,
  isJsonObject,
  type JsonObject,
  type Operation,
  type OperationParameter,
} from '@speccast/runtime';
import {
  accepts,
  findOperation,
  followReferences,
  readPointer,
  readReferred,
  responseIn,
  toJsonObject,
  writePointer,
} from '@speccast/runtime/requests';
import type { OperationPlan } from '../plan.js';
import { readOnce } from '../read-once.js';
import { pointerStep } from '../../values/json-path.js';

/** An object of an OpenAPI document, and its place: `{ pointer: '#/paths/~1pets', value: { get: … } }`. */
export interface DocumentPart {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** Reads the object at a pointer of a document, with references followed; undefined if there is none. */
export function partAt(document: JsonObject, pointer: string): DocumentPart | undefined {
  const stated = readPointer(document, pointer);
  const found = stated && followReferences(document, stated);
  return isJsonObject(found?.value) ? { pointer: writePointer(found.steps), value: found.value } : undefined;
}

/** Reads a member of a part, or one inside it (`content`, `image/png`), with references followed. */
export function findMember(
  document: JsonObject,
  part: DocumentPart | undefined,
  ...names: readonly string[]
): DocumentPart | undefined {
  let found = part;
  for (const name of names)
    found = found && Object.hasOwn(found.value, name) ? partAt(document, found.pointer + pointerStep(name)) : undefined;
  return found;
}

/** Finds an operation in a document; undefined if its path or method is not there. */
export function operationPart(document: JsonObject, { operation }: OperationPlan): DocumentPart | undefined {
  const stated = findOperation(document, operation);
  return stated && partAt(document, stated.pointer);
}

/** Finds the response of an operation for a status: that of the status itself, of its class (`4XX`), or `default`. */
export function responsePart(document: JsonObject, operation: DocumentPart, status: number): DocumentPart | undefined {
  const responses = findMember(document, operation, 'responses');
  const stated = Object.keys(responses?.value ?? {}).map((one) => ({ status: one }));
  const declared = responseIn(stated, status);
  return declared && findMember(document, responses, declared.status);
}

/** Lists the media types that a request body or a response declares. */
export function listMediaTypes({ value }: DocumentPart): readonly string[] {
  return Object.keys(toJsonObject(value['content']));
}

/** Returns whether a media type matches a declared one: `image/png` matches `image/*`. */
export function isDeclaredType(type: string, declared: readonly string[]): boolean {
  return declared.some((one) => accepts(one, type));
}

/** Lists the parameters of an operation and of its path by name, with references followed. */
export function listParameters(
  document: JsonObject,
  plan: Pick<OperationPlan, 'operation'>,
): ReadonlyMap<string, JsonObject> {
  const { value = {}, pathItem = {} } = findOperation(document, plan.operation) ?? {};
  const lists = [pathItem, value].flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : []));
  const found = lists.map((one) => readReferred(document, one));
  return new Map(found.flatMap((one) => (typeof one['name'] === 'string' ? [[one['name'], one]] : [])));
}

/** Returns the parameters of an operation by property: `page_size` of the query by `pageSize`. */
export const readProperties: (operation: Pick<Operation, 'parameters'>) => ReadonlyMap<string, OperationParameter> =
  readOnce((operation) => new Map(expandParameters(operation).map((one) => [one.property ?? one.name, one])));
