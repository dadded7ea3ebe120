import type { Operation } from '../../../api/api.js';
import { isJsonObject, type Json, type JsonObject } from '../../../spec/read/json.js';
import { parsePointer, printPointer } from '../../../spec/read/pointer.js';
import { successResponses } from '../../../api/messages/responses.js';
import { holdsItems } from '../../code/operations/operation-result.js';
import type { OperationPartName } from '../../code/operations/operation-parts.js';
import { methodSteps } from '../../../spec/openapi/item-operations.js';
import { dataContent } from '../../../api/schemas/media-type.js';

/** What was found out: each is asked for several times. */
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

/** Where the content of a part is, and its media type. */
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

/** Whether the document holds the schema of a body where its pointer says, as it counts: that of a body in JSON or XML. */
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
