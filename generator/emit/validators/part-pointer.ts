import type { Operation, Api } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { parsePointer, printPointer } from '../../spec/read/pointer.js';
import { successResponses } from '../../api/messages/responses.js';
import { holdsItems } from '../code/operation-result.js';
import type { OperationPartName } from '../code/operation-parts.js';
import { methodSteps } from '../../spec/openapi/item-operations.js';
import { dataContent } from '../../api/schemas/media-type.js';
import { listStatedEntries, toObject } from '../../api/tools/extension-values.js';

/** Pointers that were found: each is asked for several times. */
const pointers = new WeakMap<Operation, Map<OperationPartName, string>>();

/** JSON pointer of a part of an operation in the document, as issues name it. */
export function partPointer(document: JsonObject, operation: Operation, of: OperationPartName): string {
  const known = pointers.get(operation) ?? new Map<OperationPartName, string>();
  const pointer = known.get(of) ?? findPointer(document, operation, of);
  pointers.set(operation, known.set(of, pointer));
  return pointer;
}

function findPointer(document: JsonObject, operation: Operation, of: OperationPartName): string {
  const base = `#${printPointer(['paths', operation.path, ...methodSteps(operation.method)])}`;
  if (of === 'Parameters') return `${base}/parameters`;
  const { owner, mediaType } = of === 'Body' ? bodyOwner(operation) : responseOwner(operation, of);
  const at = base + printPointer(owner);
  const pointer = referenceAt(document, at) ?? at;
  return mediaType === undefined ? pointer : pointer + printPointer(['content', mediaType, 'schema']);
}

/** Path to the content of a part, and its media type: `['responses', '200']`, `application/json`. */
interface Owner {
  readonly owner: readonly string[];
  readonly mediaType?: string | undefined;
}

function bodyOwner({ body }: Operation): Owner {
  return { owner: ['requestBody'], mediaType: dataContent(body?.contents ?? [])?.mediaType };
}

/** The first of the responses that mean success with such content; without one, the first. */
function responseOwner({ responses }: Operation, of: OperationPartName): Owner {
  const successes = successResponses(responses);
  const found = successes.map(({ status, contents }) => ({
    owner: ['responses', status],
    mediaType: (of === 'StreamItem' ? contents.find(holdsItems) : dataContent(contents))?.mediaType,
  }));
  const [first = { owner: ['responses', responses[0]?.status ?? 'default'] }] = found;
  return found.find(({ mediaType }) => mediaType !== undefined) ?? first;
}

/** Tells whether the document holds the schema of a body at its pointer: true of JSON and XML, false of forms and text. */
export function isDocumentedPart(document: JsonObject, operation: Operation, of: OperationPartName): boolean {
  if (of === 'StreamItem') return false;
  const contents =
    of === 'Body' ? operation.body?.contents : successResponses(operation.responses).flatMap((one) => one.contents);
  return (
    dataContent(contents ?? []) !== undefined && isJsonObject(valueAt(document, partPointer(document, operation, of)))
  );
}

/** The `$ref` at a pointer, if there is one. */
function referenceAt(document: JsonObject, pointer: string): string | undefined {
  const found = valueAt(document, pointer);
  const ref = isJsonObject(found) ? found['$ref'] : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

function valueAt(document: JsonObject, pointer: string): Json | undefined {
  return (parsePointer(pointer.slice(1)) ?? []).reduce<Json | undefined>(
    (node, token) => (isJsonObject(node) && Object.hasOwn(node, token) ? node[token] : undefined),
    document,
  );
}

/** The rules that a validator checks beside its schema (`RequestRules` of the runtime), and their pointer in the document. */
export interface StatedRules {
  readonly value: JsonObject;
  readonly pointer: string;
}

/**
 * The rules for the parameters of an operation (`x-parameter-rules`), by the names that they have in its params, or those for the
 * texts of its body (`x-body-rules`).
 */
export function requestRules(api: Api, operation: Operation, of: OperationPartName): StatedRules | undefined {
  const { extensions } = operation;
  const [name, value] =
    of === 'Parameters'
      ? (['x-parameter-rules', parameterRules(operation)] as const)
      : (['x-body-rules', of === 'Body' ? lengthRules(toObject(extensions['x-body-rules'])['lengths']) : {}] as const);
  if (Object.keys(value).length === 0) return undefined;
  return { value, pointer: partPointer(api.document, operation, 'Parameters').replace(/parameters$/, name) };
}

function parameterRules({ parameters, extensions }: Operation): JsonObject {
  const names = new Map(parameters.map(({ name, property }) => [name, property]));
  const rename = (name: string): string => names.get(name) ?? name;
  const read = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(read);
    // `{ type: 'video' }` is a value of `type`.
    if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), one]));
    return typeof value === 'string' ? rename(value) : value;
  };
  const rules = listStatedEntries(extensions['x-parameter-rules']).filter(([keyword]) => keyword !== 'token');
  return Object.fromEntries(
    rules.map(([keyword, stated]) => [
      keyword,
      isJsonObject(stated)
        ? Object.fromEntries(Object.entries(stated).map(([key, one]) => [rename(key), read(one)]))
        : read(stated),
    ]),
  );
}

/** Reasons of errors are for the emulator alone. */
function lengthRules(stated: Json | undefined): JsonObject {
  const lengths = listStatedEntries(stated).map(([path, rule]): [string, Json] => [
    path,
    Object.fromEntries(listStatedEntries(rule).filter(([name]) => name !== 'reason')),
  ]);
  return lengths.length === 0 ? {} : { lengths: Object.fromEntries(lengths) };
}
