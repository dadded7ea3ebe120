import { isJsonObject, type Json, parseJson } from '@speccast/runtime';
import { isJsonType } from '../values/media-type.js';
import type { SecretNames } from './secrets.js';

/** What tells calls apart, besides who calls. */
export interface AskedCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly mediaType: string;
  readonly body: Uint8Array | undefined;
}

/** Equal for calls with the same method, path, query and body, whatever their order of members, their spaces and credentials. */
export function callKey({ method, target, mediaType, body }: AskedCall, names: SecretNames): string {
  const url = new URL(target, 'http://recorded.test');
  const query = [...url.searchParams].map(([name, value]) => [name, names.isQuery(name) ? mask : value] as const);
  return JSON.stringify([method, url.pathname, sortedPairs(query), bodyKey(body, mediaType, names)]);
}

const mask = '*';

type Pairs = readonly (readonly [string, string])[];

/** Sorted by name; those of one name keep their order. */
function sortedPairs(pairs: Pairs): Pairs {
  return [...pairs].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

function bodyKey(body: Uint8Array | undefined, mediaType: string, names: SecretNames): Json {
  if (body === undefined || body.length === 0) return null;
  const text = textOf(body);
  if (isJsonType(mediaType) || mediaType === '') {
    const value = parseJson(text);
    if (value !== undefined) return ordered(value, names);
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(text)];
    return sortedPairs(fields.map(([name, value]) => [name, names.isMember(name) ? mask : value] as const));
  }
  // The boundary is made up by the client each time.
  const [, boundary] = mediaType.startsWith('multipart/') ? (/^\s*--([^\r\n]+)/.exec(text) ?? []) : [];
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}

/** One character for each byte of bytes that are no text. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function ordered(value: Json, names: SecretNames): Json {
  if (Array.isArray(value)) return value.map((one: Json) => ordered(one, names));
  if (!isJsonObject(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((name): [string, Json] => [name, names.isMember(name) ? mask : ordered(value[name] ?? null, names)]);
  return Object.fromEntries(entries);
}
