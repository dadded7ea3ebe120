import type { Json, JsonObject } from '../read/json.js';
import { convertSchema } from './convert-schema.js';
import { acceptedTypes } from './convert-upload.js';
import type { DiscoveryContext } from './discovery-context.js';
import { objectAt } from './fields.js';
import { makeList, makeMap, makeObject } from './make-value.js';

/** What a method is sent: JSON, bytes, or bytes with JSON beside them; `undefined` where it is nothing. */
export function convertRequest(
  context: DiscoveryContext,
  root: JsonObject,
  method: JsonObject,
): JsonObject | undefined {
  const request = objectAt(context, method, 'request');
  const types = acceptedTypes(context, method);
  if (request === undefined && types.length === 0) return undefined;
  const origin = { node: request ?? objectAt(context, method, 'mediaUpload') ?? method };
  const contents = new Map<string, Json>();
  const add = (type: string, schema: JsonObject): void => {
    if (!contents.has(type)) contents.set(type, makeObject(context, origin, { schema }));
  };
  if (request !== undefined) add('application/json', convertSchema(context, request));
  if (request !== undefined && types.length > 0) add('multipart/related', relatedSchema(context, request));
  // Bytes in several parts are what the line above is about.
  for (const type of types) if (!/^multipart\//i.test(type)) add(type, bytes(context, origin.node));
  const required = request === undefined || types.length > 0 || holdsSomething(context, root, request);
  return makeObject(context, origin, {
    content: makeMap(context, origin, contents),
    ...(required && { required: true }),
  });
}

/** JSON in a part of its own before the bytes. */
function relatedSchema(context: DiscoveryContext, request: JsonObject): JsonObject {
  const origin = { node: request };
  return makeObject(context, origin, {
    type: 'object',
    required: makeList(context, origin, ['media']),
    properties: makeObject(context, origin, {
      metadata: convertSchema(context, request),
      media: bytes(context, request),
    }),
  });
}

function bytes(context: DiscoveryContext, node: object): JsonObject {
  return makeObject(context, { node }, { type: 'string', format: 'binary' });
}

/** Whether there is anything to send: many requests are empty messages. */
function holdsSomething(context: DiscoveryContext, root: JsonObject, request: JsonObject): boolean {
  const name = request['$ref'];
  const schemas = objectAt(context, root, 'schemas') ?? {};
  const schema = typeof name === 'string' && context.schemas.has(name) ? objectAt(context, schemas, name) : undefined;
  return schema === undefined || Object.keys(objectAt(context, schema, 'properties') ?? {}).length > 0;
}
