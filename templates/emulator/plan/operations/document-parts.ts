import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { accepts, findOperation, follow, toJsonObject } from '@speccast/runtime/requests';
import type { OperationPlan } from '../plan.js';
import { pointerStep } from '../../values/json-path.js';

/** An object of an OpenAPI document, and its place: `{ pointer: '#/paths/~1pets', value: { get: … } }`. */
export interface DocumentPart {
  readonly pointer: string;
  readonly value: JsonObject;
}

const mostReferences = 20;

/** Reads the object at a pointer of a document, with references followed; undefined if there is none. */
export function partAt(document: JsonObject, pointer: string): DocumentPart | undefined {
  let at = pointer;
  for (let count = 0; count < mostReferences; count += 1) {
    const { $ref: reference } = toJsonObject(follow(document, at));
    if (typeof reference !== 'string' || !reference.startsWith('#')) break;
    at = reference;
  }
  const value = follow(document, at);
  return isJsonObject(value) ? { pointer: at, value } : undefined;
}

/** Reads a member of a part, with references followed. */
export function findMember(document: JsonObject, part: DocumentPart, name: string): DocumentPart | undefined {
  if (!Object.hasOwn(part.value, name)) return undefined;
  return partAt(document, part.pointer + pointerStep(name));
}

/** Finds an operation in a document; undefined if its path or method is not there. */
export function operationPart(document: JsonObject, { operation }: OperationPlan): DocumentPart | undefined {
  const item = partAt(document, `#/paths${pointerStep(operation.path)}`);
  if (item === undefined) return undefined;
  const others = findMember(document, item, 'additionalOperations');
  return (
    findMember(document, item, operation.method.toLowerCase()) ??
    (others && findMember(document, others, operation.method))
  );
}

/** Finds the response of an operation for a status: that of the status itself, of its class (`4XX`), or `default`. */
export function responsePart(document: JsonObject, operation: DocumentPart, status: number): DocumentPart | undefined {
  const responses = findMember(document, operation, 'responses');
  const stated = Object.keys(responses?.value ?? {});
  const [name] = [String(status), `${String(status).charAt(0)}XX`, 'DEFAULT'].flatMap(
    (one) => stated.find((other) => other.toUpperCase() === one) ?? [],
  );
  return responses && name !== undefined ? findMember(document, responses, name) : undefined;
}

/** Lists the media types that a request body or a response declares. */
export function listMediaTypes({ value }: DocumentPart): readonly string[] {
  return Object.keys(toJsonObject(value['content']));
}

/** Tells whether a media type is one of those that are declared. */
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
  const found = new Map<string, JsonObject>();
  for (const one of lists) {
    const parameter = isJsonObject(one) && typeof one['$ref'] === 'string' ? follow(document, one['$ref']) : one;
    if (isJsonObject(parameter) && typeof parameter['name'] === 'string') found.set(parameter['name'], parameter);
  }
  return found;
}
