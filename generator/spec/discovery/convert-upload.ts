import type { Json, JsonObject } from '../read/json.js';
import { convertPath } from './convert-path.js';
import type { DiscoveryContext } from './discovery-context.js';
import { flagAt, objectAt, textAt, textsAt } from './fields.js';
import { makeList, makeObject } from './make-value.js';

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
export function acceptedTypes(context: DiscoveryContext, method: JsonObject): readonly string[] {
  const upload = uploadOf(context, method);
  if (upload === undefined) return [];
  const stated = textsAt(context, upload, 'accept').filter((type) => /^[^/\s]+\/[^/\s]+$/.test(type));
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
  context.diagnostics.error('invalid-value', message, context.places.ofValue(upload, 'maxSize'));
  return undefined;
}

/** Where bytes are sent, below the address of the service's root, and in which ways. */
function convertProtocols(context: DiscoveryContext, method: JsonObject, upload: JsonObject): Json | undefined {
  const protocols = objectAt(context, upload, 'protocols');
  const simple = protocols && objectAt(context, protocols, 'simple');
  const resumable = protocols && objectAt(context, protocols, 'resumable');
  const main = simple ?? resumable;
  const path = main && textAt(context, main, 'path');
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
