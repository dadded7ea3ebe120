import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { accepts, findOperation, follow } from '@speccast/runtime/requests';
import type { OperationPlan } from '../plan.js';
import { pointerStep } from '../../values/json-path.js';

/** A part of an OpenAPI document, and where it is there. */
export interface DocumentPart {
  readonly pointer: string;
  readonly value: JsonObject;
}

const mostReferences = 20;

/** What is at a pointer of a document, with references followed; undefined if there is no object. */
export function partAt(document: JsonObject, pointer: string): DocumentPart | undefined {
  let at = pointer;
  let value: Json | undefined = follow(document, at);
  for (let count = 0; count < mostReferences; count += 1) {
    const reference: Json | undefined = isJsonObject(value) ? value['$ref'] : undefined;
    if (typeof reference !== 'string' || !reference.startsWith('#')) break;
    at = reference;
    value = follow(document, at);
  }
  return isJsonObject(value) ? { pointer: at, value } : undefined;
}

/** A member of a part, with references followed. */
export function memberOf(document: JsonObject, part: DocumentPart, name: string): DocumentPart | undefined {
  if (!Object.hasOwn(part.value, name)) return undefined;
  return partAt(document, part.pointer + pointerStep(name));
}

/** What a document says of an operation; undefined if its path or method is not there. */
export function operationPart(document: JsonObject, { operation }: OperationPlan): DocumentPart | undefined {
  const item = partAt(document, `#/paths${pointerStep(operation.path)}`);
  if (item === undefined) return undefined;
  const others = memberOf(document, item, 'additionalOperations');
  return (
    memberOf(document, item, operation.method.toLowerCase()) ?? (others && memberOf(document, others, operation.method))
  );
}

/** What an operation says of a status: the status itself, its class (`4XX`), or `default`. */
export function responsePart(document: JsonObject, operation: DocumentPart, status: number): DocumentPart | undefined {
  const responses = memberOf(document, operation, 'responses');
  if (responses === undefined) return undefined;
  const wanted = [String(status), `${String(status).charAt(0)}XX`, 'DEFAULT'];
  const names = Object.keys(responses.value);
  for (const one of wanted) {
    const name = names.find((stated) => stated.toUpperCase() === one);
    if (name !== undefined) return memberOf(document, responses, name);
  }
  return undefined;
}

/** The media types that a request body or a response declares. */
export function mediaTypesOf({ value }: DocumentPart): readonly string[] {
  return isJsonObject(value['content']) ? Object.keys(value['content']) : [];
}

/** Whether a media type is one of those that are declared. */
export function isDeclaredType(type: string, declared: readonly string[]): boolean {
  return declared.some((one) => accepts(one, type));
}

/** The parameters of an operation by name, those of its path included, without references. */
export function parametersIn(
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
