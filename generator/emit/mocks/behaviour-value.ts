import type { Operation } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { resourceKeys } from '../code/resource-keys.js';

/** The extensions of an operation that the emulator carries out, in the order they are written. */
const operationKeys = [
  'action',
  'selectors',
  'filters',
  'paging',
  'requires',
  'refuses',
  'sets',
  'limit',
  'media',
  'records',
  'errors',
];

/**
 * The behaviour that an operation declares (`Behaviour` of the runtime); media types and places of uploads are in its
 * descriptor, and a limit that only an overlay knows does not bind.
 */
export function behaviourValue({ extensions, body }: Operation): JsonObject {
  const behaviour = withoutPrefix(extensions, operationKeys);
  const { media, ...others } = behaviour;
  if (!isJsonObject(media)) return behaviour;
  const dropped = ['mediaTypes', 'upload', ...(body?.media?.overlaid === true ? ['maxBytes'] : [])];
  const rules = Object.entries(media).filter(([name]) => !dropped.includes(name));
  const all = { ...Object.fromEntries(rules), ...resumableRules(media) };
  return Object.keys(all).length === 0 ? others : { ...behaviour, media: all };
}

/** Whether bytes may come in several requests, and with which status that ends. */
function resumableRules({ upload }: JsonObject): JsonObject {
  if (!isJsonObject(upload) || !Array.isArray(upload['protocols'])) return {};
  if (!upload['protocols'].includes('resumable')) return {};
  const status = upload['resumableStatus'];
  return { resumable: true, ...(status === undefined ? {} : { resumableStatus: status }) };
}

/** The rules of a table (`ResourceRules` of the runtime): what `x-resource` says, and the extensions beside it. */
export function rulesValue(extensions: JsonObject): JsonObject {
  const resource = extensions['x-resource'];
  const { table: _table, ...own } = isJsonObject(resource) ? resource : {};
  return { ...plain(own), ...withoutPrefix(extensions, resourceKeys) };
}

function withoutPrefix(extensions: JsonObject, keys: readonly string[]): JsonObject {
  const entries = keys.flatMap((key): [string, Json][] => {
    const value = extensions[`x-${key}`];
    return value === undefined ? [] : [[key, withoutFacts(value)]];
  });
  return Object.fromEntries(entries);
}

/** Sources and decisions are for people: the emulator does not need them. */
export function withoutFacts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutFacts);
  return isJsonObject(value) ? plain(value) : value;
}

function plain(value: JsonObject): JsonObject {
  const entries = Object.entries(value).filter(([name]) => !name.startsWith('x-') && name !== 'recommended');
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutFacts(item)]));
}
