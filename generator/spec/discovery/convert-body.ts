import type { Json, JsonObject } from '../read/json.js';
import { convertSchema } from './convert-schema.js';
import { type DiscoveryContext, flagAt, objectAt, stringAt, stringsAt } from './fields.js';
import { type Draft, makeList, makeMap, makeObject } from './make-value.js';
import { convertPath } from './convert-path.js';
import type { Method } from './list-methods.js';

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

/** The response of a method that succeeds: JSON, bytes, or nothing. */
export function convertResponses(context: DiscoveryContext, method: Method): JsonObject {
  const { node } = method;
  const response = objectAt(context, node, 'response');
  if (downloads(context, method)) {
    const schema = makeObject(context, { node }, { type: 'string', format: 'binary' });
    return answer(context, node, '200', { '*/*': makeObject(context, { node }, { schema }) });
  }
  if (response === undefined) return answer(context, node, '204');
  const schema = convertSchema(context, response);
  const streams = stringAt(context, node, 'streamingType') === 'SERVER_SIDE';
  const content = streams
    ? { schema: makeObject(context, { node: response }, { type: 'array', items: schema }), 'x-stream': true }
    : { schema };
  return answer(context, node, '200', { 'application/json': makeObject(context, { node: response }, content) });
}

/** Whether a method is there for bytes: it answers nothing else, or its name says so; others have JSON as well. */
function downloads(context: DiscoveryContext, { node, id }: Method): boolean {
  if (!flagAt(context, node, 'supportsMediaDownload')) return false;
  return objectAt(context, node, 'response') === undefined || /^(?:download|export)/i.test(id.split('.').at(-1) ?? '');
}

/** What the description says about bytes that the method can return instead of the JSON. */
export function downloadNote(context: DiscoveryContext, method: Method): string | undefined {
  if (!flagAt(context, method.node, 'supportsMediaDownload') || downloads(context, method)) return undefined;
  return 'The service also gives the bytes themselves, with `alt=media`; what is described here is the answer in JSON.';
}

const descriptions: Readonly<Record<string, string>> = { '200': 'Success.', '204': 'Success, without an answer.' };

function answer(context: DiscoveryContext, node: JsonObject, status: string, content?: Draft): JsonObject {
  const origin = { node, key: node['response'] === undefined ? 'id' : 'response' };
  const response: Record<string, Json | undefined> = {
    description: descriptions[status],
    content: content === undefined ? undefined : makeObject(context, origin, content),
  };
  return makeMap(context, origin, [[status, makeObject(context, origin, response)]]);
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** What a method says about the bytes it takes, as `x-media`; `undefined` where it takes none. */
export function convertUpload(context: DiscoveryContext, method: JsonObject): JsonObject | undefined {
  const upload = uploadOf(context, method);
  if (upload === undefined) return undefined;
  const types = acceptedTypes(context, method);
  const draft = {
    maxBytes: maxBytesOf(context, upload),
    mediaTypes: makeList(context, { node: upload, key: 'accept' }, types),
    upload: convertProtocols(context, method, upload),
  };
  return makeObject(context, { node: upload }, draft, {
    maxBytes: 'maxSize',
    mediaTypes: 'accept',
    upload: 'protocols',
  });
}

/** Media types and ranges of the bytes a method takes; any where it names none. */
function acceptedTypes(context: DiscoveryContext, method: JsonObject): readonly string[] {
  const upload = uploadOf(context, method);
  if (upload === undefined) return [];
  const stated = stringsAt(context, upload, 'accept').filter((type) => /^[^/\s]+\/[^/\s]+$/.test(type));
  return stated.length === 0 ? ['*/*'] : [...new Set(stated)];
}

function uploadOf(context: DiscoveryContext, method: JsonObject): JsonObject | undefined {
  const upload = objectAt(context, method, 'mediaUpload');
  return upload ?? (flagAt(context, method, 'supportsMediaUpload') ? method : undefined);
}

/** `2MB` and the like, or bytes; multiples of 1024. */
function maxBytesOf(context: DiscoveryContext, upload: JsonObject): number | undefined {
  const { maxSize } = upload;
  if (maxSize === undefined) return undefined;
  const size = typeof maxSize === 'number' ? String(maxSize) : typeof maxSize === 'string' ? maxSize : '';
  const [, digits, unit = 'B'] = /^\s*(\d+(?:\.\d+)?)\s*([KMGTP]?B)?\s*$/i.exec(size) ?? [];
  const bytes = Math.floor(Number(digits) * 1024 ** units.indexOf(unit.toUpperCase()));
  if (Number.isSafeInteger(bytes)) return bytes === 0 ? undefined : bytes;
  const message = `"maxSize" cannot be ${JSON.stringify(maxSize)}; write a size such as "2MB"`;
  context.diagnostics.error('invalid-value', message, context.positions.ofValue(upload, 'maxSize'));
  return undefined;
}

/** Where bytes are sent, below the address of the service's root, and in which ways. */
function convertProtocols(context: DiscoveryContext, method: JsonObject, upload: JsonObject): Json | undefined {
  const protocols = objectAt(context, upload, 'protocols');
  const simple = protocols && objectAt(context, protocols, 'simple');
  const resumable = protocols && objectAt(context, protocols, 'resumable');
  const main = simple ?? resumable;
  const path = main && stringAt(context, main, 'path');
  if (protocols === undefined || main === undefined || path === undefined) return undefined;
  const names = [
    ...(simple === undefined ? [] : ['media']),
    ...([simple, resumable].some((one) => one !== undefined && flagAt(context, one, 'multipart')) ? ['multipart'] : []),
    ...(resumable === undefined ? [] : ['resumable']),
  ];
  const draft = {
    path: convertPath(context, method, path, { node: main, key: 'path' }),
    protocols: makeList(context, { node: protocols }, names),
  };
  return makeObject(context, { node: main }, draft);
}
