import { isJsonObject, type Json } from '@speccast/runtime';
import { parseJson } from '@speccast/runtime/parameters';
import { isJsonType, textOrLatin1 } from '@speccast/runtime/requests';
import { compareTexts } from '../../store/compare-values.js';
import { membersIn, replaceInAddresses, replaceNamed } from '../../world/journal/named-values.js';
import type { SecretNames } from '../../plan/secret-names.js';

/** The parts of a call that tell it from others, without its caller. */
export interface AskedCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly mediaType: string;
  readonly body: Uint8Array | undefined;
}

/** Returns a key that is equal for calls with the same method, path, query and body, except for spaces, the order of members and credentials. */
export function callKey({ method, target, mediaType, body }: AskedCall, names: SecretNames): string {
  const { pathname, searchParams } = new URL(target, 'http://recorded.test');
  const query = [...searchParams].map(([name, value]) => [name, names.isQuery(name) ? mask : value] as const);
  const content = body && body.length > 0 ? bodyKey(textOrLatin1(body), mediaType, names) : null;
  return JSON.stringify([method, pathname, sortPairs(query), content]);
}

const mask = '*';

type Pairs = readonly (readonly [string, string])[];

/** Sorts pairs by name; those of one name keep their order. */
function sortPairs(pairs: Pairs): Pairs {
  return pairs.toSorted(([left], [right]) => compareTexts(left, right));
}

function bodyKey(text: string, mediaType: string, names: SecretNames): Json {
  const isSecret = membersIn(text, names);
  const maskAddresses = (value: string): string => replaceInAddresses(value, names.isQuery, () => mask);
  const maskMembers = (value: Json): Json => {
    if (typeof value === 'string') return maskAddresses(value);
    if (Array.isArray(value)) return value.map(maskMembers);
    if (!isJsonObject(value)) return value;
    const entries = Object.keys(value)
      .sort()
      .map((name): [string, Json] => [name, isSecret(name) ? mask : maskMembers(value[name] ?? null)]);
    return Object.fromEntries(entries);
  };
  const json = isJsonType(mediaType) || mediaType === '' ? parseJson(text) : undefined;
  if (json !== undefined) return maskMembers(json);
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(text)];
    return sortPairs(fields.map(([name, value]) => [name, isSecret(name) ? mask : maskAddresses(value)] as const));
  }
  const masked = maskAddresses(replaceNamed(text, isSecret, () => mask));
  // Clients choose a new boundary each time.
  const [, boundary] = mediaType.startsWith('multipart/') ? (/^\s*--([^\r\n]+)/.exec(text) ?? []) : [];
  return boundary === undefined ? masked : masked.replaceAll(boundary, 'boundary');
}
