import { isJsonObject, type Json, type JsonObject } from './json.js';
import { type CheckContext, itemsOf, objectAt, placeName } from './check-context.js';

/** Judges the parameters of a path item or an operation against each other. */
export function checkParameterList(context: CheckContext, node: JsonObject): void {
  const list = node['parameters'];
  const known = new Map<string, number>();
  itemsOf(list).forEach((value, index) => {
    const parameter = objectAt(context, value);
    if (parameter === undefined || !Array.isArray(list)) return;
    const key = `${String(parameter['in'])} ${String(parameter['name'])}`;
    const first = known.get(key);
    if (first === undefined) known.set(key, index);
    else refuseTwice(context, list, { parameter, first, index });
  });
}

interface Twice {
  readonly parameter: JsonObject;
  readonly first: number;
  readonly index: number;
}

function refuseTwice(
  { places, diagnostics }: CheckContext,
  list: readonly Json[],
  { parameter, first, index }: Twice,
): void {
  const at = places.ofValue(list, index);
  const { line } = places.ofValue(list, first);
  const message = `the ${String(parameter['in'])} parameter "${String(parameter['name'])}" is declared twice; the first stands at line ${line}`;
  diagnostics.error('duplicate-parameter', message, at);
}

/** Judges a path item: GET and HEAD have no use for a body. */
export function checkBodies(context: CheckContext, item: JsonObject): void {
  for (const method of ['get', 'head']) {
    const operation = item[method];
    if (!isJsonObject(operation) || !('requestBody' in operation)) continue;
    const message = `a ${method.toUpperCase()} request with a body is not sent by every client`;
    context.diagnostics.warning('unusual-body', message, context.places.ofKey(operation, 'requestBody'));
  }
}

/** Makes the check that no two operations of a document have the same `operationId`. */
export function operationIdCheck(context: CheckContext): (operation: JsonObject) => void {
  const known = new Map<string, JsonObject>();
  return (operation) => {
    const id = operation['operationId'];
    if (typeof id !== 'string') return;
    const first = known.get(id);
    if (first === undefined) known.set(id, operation);
    else refuseId(context, id, operation, first);
  };
}

function refuseId(context: CheckContext, id: string, operation: JsonObject, first: JsonObject): void {
  const at = context.places.ofValue(operation, 'operationId');
  const place = placeName(context.places.ofValue(first, 'operationId'), at);
  context.diagnostics.error(
    'duplicate-operation-id',
    `the operationId ${JSON.stringify(id)} is taken; it already stands at ${place}`,
    at,
  );
}

/** Judges the keys of an operation's responses. */
export function checkResponses({ places, diagnostics }: CheckContext, responses: JsonObject): void {
  for (const key of Object.keys(responses)) {
    if (key.startsWith('x-') || key === 'default' || /^[1-5](\d\d|XX)$/.test(key)) continue;
    const message = `${JSON.stringify(key)} is not a status; write three digits such as "200", a class such as "4XX", or "default"`;
    diagnostics.error('invalid-status', message, places.ofKey(responses, key));
  }
}

/** Judges a parameter or header: it is described by a schema or by exactly one media type. */
export function checkParameter(context: CheckContext, parameter: JsonObject, label: string): void {
  const { schema, content } = parameter;
  const { diagnostics, places } = context;
  if (schema === undefined && content === undefined) {
    diagnostics.error('missing-field', `${label} needs "schema" or "content"`, places.of(parameter));
  }
  if (schema !== undefined && content !== undefined) {
    diagnostics.error(
      'invalid-value',
      `${label} has either "schema" or "content", not both`,
      places.ofKey(parameter, 'content'),
    );
  }
  if (isJsonObject(content) && Object.keys(content).length !== 1) {
    diagnostics.error(
      'invalid-value',
      `the "content" of ${label} has exactly one media type`,
      places.ofKey(parameter, 'content'),
    );
  }
  if (parameter['in'] === 'path' && parameter['required'] !== true) {
    diagnostics.warning(
      'missing-required',
      'a path parameter has "required: true", and is treated so',
      places.of(parameter),
    );
  }
}
