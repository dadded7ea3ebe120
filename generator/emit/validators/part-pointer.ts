import type { Operation, Api } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject, listEntries, readInner, readMember, toObject } from '../../json.js';
import { parsePointer, printPointer } from '../../spec/read/pointer.js';
import { successResponses } from '../../api/messages/responses.js';
import { holdsItems } from '../code/operation-result.js';
import type { OperationPartName } from '../code/operation-parts.js';
import { dataContent } from '../../api/schemas/media-type.js';
import { methodSteps } from '../../spec/openapi/walk.js';

/** Finds the JSON pointer of a part of an operation in the document, which issues contain. */
export function partPointer(document: JsonObject, operation: Operation, of: OperationPartName): string {
  const base = `#${printPointer(['paths', operation.path, ...methodSteps(operation.method)])}`;
  if (of === 'Parameters') return `${base}/parameters`;
  const { owner, mediaType }: Owner =
    of === 'Body'
      ? { owner: ['requestBody'], mediaType: dataContent(operation.body?.contents ?? [])?.mediaType }
      : responseOwner(operation, of);
  const at = base + printPointer(owner);
  const { $ref: ref } = toObject(valueAt(document, at));
  const pointer = typeof ref === 'string' ? ref : at;
  return mediaType === undefined ? pointer : pointer + printPointer(['content', mediaType, 'schema']);
}

/** Path to the content of a part, and its media type: `['responses', '200']`, `application/json`. */
interface Owner {
  readonly owner: readonly string[];
  readonly mediaType?: string | undefined;
}

/** Chooses the first successful response with content for the part, else the first response. */
function responseOwner({ responses }: Operation, of: OperationPartName): Owner {
  const successes = successResponses(responses);
  const found = successes.map(({ status, contents }) => ({
    owner: ['responses', status],
    mediaType: (of === 'StreamItem' ? contents.find(holdsItems) : dataContent(contents))?.mediaType,
  }));
  const [first = { owner: ['responses', responses[0]?.status ?? 'default'] }] = found;
  return found.find(({ mediaType }) => mediaType !== undefined) ?? first;
}

/** Returns true if the document has the validated schema of a body at its pointer: for JSON and XML, but not for forms and text. */
export function isDocumentedPart(document: JsonObject, operation: Operation, of: OperationPartName): boolean {
  if (of === 'StreamItem') return false;
  const contents =
    of === 'Body' ? operation.body?.contents : successResponses(operation.responses).flatMap((one) => one.contents);
  return (
    dataContent(contents ?? []) !== undefined && isJsonObject(valueAt(document, partPointer(document, operation, of)))
  );
}

function valueAt(document: JsonObject, pointer: string): Json | undefined {
  return (parsePointer(pointer.slice(1)) ?? []).reduce<Json | undefined>(readMember, document);
}

/** The rules that a validator checks beside its schema (`RequestRules` of the runtime), and their pointer in the document. */
export interface StatedRules {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** Reads the rules for the parameters of an operation (`x-parameter-rules`), by their names in the params, or for strings of its body (`x-body-rules`). */
export function requestRules(api: Api, operation: Operation, of: OperationPartName): StatedRules | undefined {
  if (of !== 'Parameters' && of !== 'Body') return undefined;
  const name = of === 'Parameters' ? 'x-parameter-rules' : 'x-body-rules';
  const value = of === 'Parameters' ? parameterRules(operation) : bodyRules(operation);
  if (Object.keys(value).length === 0) return undefined;
  return { value, pointer: partPointer(api.document, operation, 'Parameters').replace(/parameters$/, name) };
}

function bodyRules({ extensions }: Operation): JsonObject {
  // Only the emulator needs the reasons of errors.
  const lengths = listEntries(readInner(extensions['x-body-rules'], 'lengths')).map(([path, rule]) => [
    path,
    Object.fromEntries(listEntries(rule).filter(([key]) => key !== 'reason')),
  ]);
  return lengths.length === 0 ? {} : { lengths: Object.fromEntries(lengths) };
}

function parameterRules({ parameters, extensions }: Operation): JsonObject {
  const names = new Map(parameters.map(({ name, property }) => [name, property]));
  const rename = (name: string): string => names.get(name) ?? name;
  const renameKeys = (value: JsonObject, read: (one: Json) => Json): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), read(one)]));
  const read = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(read);
    // In `{ type: 'video' }`, only the key is the name of a parameter.
    if (isJsonObject(value)) return renameKeys(value, (one) => one);
    return typeof value === 'string' ? rename(value) : value;
  };
  const rules = listEntries(extensions['x-parameter-rules']).filter(([keyword]) => keyword !== 'token');
  return Object.fromEntries(
    rules.map(([keyword, stated]) => [keyword, isJsonObject(stated) ? renameKeys(stated, read) : read(stated)]),
  );
}
