import type { Json, JsonObject } from '../../json.js';
import { convertPath } from './convert-path.js';
import { convertSchema } from './convert-schema.js';
import type { DiscoveryNode, Draft } from './discovery-node.js';
import type { Method } from './list-methods.js';

/** Converts the request of a method: JSON, bytes, or bytes with JSON beside them; `undefined` where it sends nothing. */
export function convertRequest(root: DiscoveryNode, method: DiscoveryNode): JsonObject | undefined {
  const request = method.object('request');
  const types = acceptedTypes(method);
  if (request === undefined && types.length === 0) return undefined;
  const origin = request ?? method.object('mediaUpload') ?? method;
  const contents = new Map<string, Json>();
  const add = (type: string, schema: JsonObject): void => {
    if (!contents.has(type)) contents.set(type, origin.make({ schema }));
  };
  if (request !== undefined) add('application/json', convertSchema(request));
  if (request !== undefined && types.length > 0) {
    // JSON in a part of its own before the bytes.
    const properties = request.make({ metadata: convertSchema(request), media: bytes(request) });
    const required = request.list(undefined, ['media']);
    add('multipart/related', request.make({ type: 'object', required, properties }));
  }
  // A method that takes bytes in several parts takes them as `multipart/related`, which is there already.
  for (const type of types) if (!/^multipart\//i.test(type)) add(type, bytes(origin));
  const { $ref: name } = request?.json ?? {};
  const isNamed = types.length === 0 && typeof name === 'string' && root.context.schemas.has(name);
  const schema = isNamed ? root.object('schemas')?.object(name) : undefined;
  // Many requests are empty messages: there is nothing to send.
  const required = schema === undefined || Object.keys(schema.object('properties')?.json ?? {}).length > 0;
  return origin.make({ content: origin.map(undefined, contents), ...(required && { required: true }) });
}

function bytes(node: DiscoveryNode): JsonObject {
  return node.make({ type: 'string', format: 'binary' });
}

/** Converts the response of a method that succeeds: JSON, bytes, or nothing. */
export function convertResponses(method: Method): JsonObject {
  const { node } = method;
  const response = node.object('response');
  if (downloads(method)) return makeDiscoveryResponse(node, '200', { '*/*': node.make({ schema: bytes(node) }) });
  if (response === undefined) return makeDiscoveryResponse(node, '204');
  const schema = convertSchema(response);
  const streams = node.string('streamingType') === 'SERVER_SIDE';
  const content = streams ? { schema: response.make({ type: 'array', items: schema }), 'x-stream': true } : { schema };
  return makeDiscoveryResponse(node, '200', { 'application/json': response.make(content) });
}

/** Says whether a method is for bytes: it returns nothing else, or its name says so. Other methods return JSON as well. */
function downloads({ node, id }: Method): boolean {
  if (!node.flag('supportsMediaDownload')) return false;
  return node.object('response') === undefined || /^(?:download|export)/i.test(id.split('.').at(-1) ?? '');
}

/** Writes the note that a method can return bytes instead of its JSON; `undefined` where it cannot. */
export function downloadNote(method: Method): string | undefined {
  if (!method.node.flag('supportsMediaDownload') || downloads(method)) return undefined;
  return 'The service also gives the bytes themselves, with `alt=media`; what is described here is the response in JSON.';
}

const descriptions = { '200': 'Success.', '204': 'Success, without a body.' };

function makeDiscoveryResponse(node: DiscoveryNode, status: keyof typeof descriptions, content?: Draft): JsonObject {
  const key = node.json['response'] === undefined ? 'id' : 'response';
  const response = { description: descriptions[status], content: content && node.makeAt(key, content) };
  return node.makeAt(key, { [status]: node.makeAt(key, response) });
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Converts the limits of the bytes that a method takes to `x-media`; `undefined` where it takes none. */
export function convertUpload(method: DiscoveryNode): JsonObject | undefined {
  const upload = findUpload(method);
  if (upload === undefined) return undefined;
  const draft = {
    maxBytes: readMaxBytes(upload),
    mediaTypes: upload.list('accept', acceptedTypes(method)),
    upload: convertProtocols(method, upload),
  };
  return upload.make(draft, { maxBytes: 'maxSize', mediaTypes: 'accept', upload: 'protocols' });
}

/** Lists media types and ranges of the bytes that a method takes; any where it names none. */
function acceptedTypes(method: DiscoveryNode): readonly string[] {
  const upload = findUpload(method);
  if (upload === undefined) return [];
  const stated = upload.strings('accept').filter((type) => /^[^/\s]+\/[^/\s]+$/.test(type));
  return stated.length === 0 ? ['*/*'] : [...new Set(stated)];
}

function findUpload(method: DiscoveryNode): DiscoveryNode | undefined {
  return method.object('mediaUpload') ?? (method.flag('supportsMediaUpload') ? method : undefined);
}

/** Reads the most bytes of an upload, in multiples of 1024: `2MB` → 2097152. */
function readMaxBytes(upload: DiscoveryNode): number | undefined {
  const { maxSize } = upload.json;
  if (maxSize === undefined) return undefined;
  const size = typeof maxSize === 'number' || typeof maxSize === 'string' ? String(maxSize) : '';
  const [, digits, unit = 'B'] = /^\s*(\d+(?:\.\d+)?)\s*([KMGTP]?B)?\s*$/i.exec(size) ?? [];
  const most = Math.floor(Number(digits) * 1024 ** units.indexOf(unit.toUpperCase()));
  if (Number.isSafeInteger(most)) return most === 0 ? undefined : most;
  const message = `"maxSize" cannot be ${JSON.stringify(maxSize)}; write a size such as "2MB"`;
  upload.repaired('maxSize', 'invalid-value', message);
  return undefined;
}

/** Converts the paths that bytes are sent to, below the address of the service's root, and the protocols: `media`, `resumable`. */
function convertProtocols(method: DiscoveryNode, upload: DiscoveryNode): Json | undefined {
  const protocols = upload.object('protocols');
  const simple = protocols?.object('simple');
  const resumable = protocols?.object('resumable');
  const main = simple ?? resumable;
  const path = main?.string('path');
  if (protocols === undefined || main === undefined || path === undefined) return undefined;
  const isMultipart = [simple, resumable].some((one) => one?.flag('multipart'));
  const names = [
    ...(simple === undefined ? [] : ['media']),
    ...(isMultipart ? ['multipart'] : []),
    ...(resumable === undefined ? [] : ['resumable']),
  ];
  return main.make({ path: convertPath(method, path, main), protocols: protocols.list(undefined, names) });
}
