import { isJsonObject, type Json } from '@speccast/runtime';
import { parseJson } from '@speccast/runtime/parameters';
import { isJsonType, textOrLatin1 } from '@speccast/runtime/requests';
import { membersIn, replaceInAddresses, replaceNamed } from '../../world/journal/named-values.js';
import type { SecretNames } from '../../plan/secret-names.js';

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
  const text = textOrLatin1(body);
  const isSecret = membersIn(text, names);
  const plain = (value: string): string => replaceInAddresses(value, names.isQuery, () => mask);
  if (isJsonType(mediaType) || mediaType === '') {
    const value = parseJson(text);
    if (value !== undefined) return ordered(value, { isSecret, plain });
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(text)];
    return sortedPairs(fields.map(([name, value]) => [name, isSecret(name) ? mask : plain(value)] as const));
  }
  const masked = plain(replaceNamed(text, isSecret, () => mask));
  // The boundary is made up by the client each time.
  const [, boundary] = mediaType.startsWith('multipart/') ? (/^\s*--([^\r\n]+)/.exec(text) ?? []) : [];
  return boundary === undefined ? masked : masked.replaceAll(boundary, 'boundary');
}

interface Masking {
  readonly isSecret: (name: string) => boolean;
  /** A string without what is secret in it. */
  readonly plain: (value: string) => string;
}

function ordered(value: Json, masking: Masking): Json {
  if (typeof value === 'string') return masking.plain(value);
  if (Array.isArray(value)) return value.map((one: Json) => ordered(one, masking));
  if (!isJsonObject(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((name): [string, Json] => [name, masking.isSecret(name) ? mask : ordered(value[name] ?? null, masking)]);
  return Object.fromEntries(entries);
}
