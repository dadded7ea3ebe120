import { isJsonObject, type Json, createMessageRedactor, type SecretNames } from '@speccast/runtime';
import { parseJson } from '@speccast/runtime/parameters';
import { isJsonType, textOrLatin1 } from '@speccast/runtime/requests';
import { compareTexts } from '../../store/compare-values.js';

/** The parts of a call that tell it from others, without its caller. */
export interface AskedCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly mediaType: string;
  readonly body: Uint8Array | undefined;
}

const mask = '*';

/** Returns a key that is equal for calls with the same method, path, query and body, except for spaces, the order of members and credentials. */
export function callKey({ method, target, mediaType, body }: AskedCall, names: SecretNames): string {
  const { pathname, searchParams } = new URL(target, 'http://recorded.test');
  const query = [...searchParams].map(([name, value]) => [name, names.isQuery(name) ? mask : value] as const);
  const content = body && body.length > 0 ? bodyKey(textOrLatin1(body), mediaType, names) : null;
  return JSON.stringify([method, pathname, sortPairs(query), content]);
}

type Pairs = readonly (readonly [string, string])[];

/** Sorts pairs by name; those of one name keep their order. */
function sortPairs(pairs: Pairs): Pairs {
  return pairs.toSorted(([left], [right]) => compareTexts(left, right));
}

function bodyKey(text: string, mediaType: string, names: SecretNames): Json {
  const redactor = createMessageRedactor(names, () => mask);
  const masked = redactor.body(text, mediaType);
  const sortMembers = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(sortMembers);
    if (!isJsonObject(value)) return value;
    const sorted = Object.keys(value).sort();
    return Object.fromEntries(
      sorted.map((name) => [name, names.isMember(name) ? mask : sortMembers(value[name] ?? null)]),
    );
  };
  const json = isJsonType(mediaType) || mediaType === '' ? parseJson(masked) : undefined;
  if (json !== undefined) return sortMembers(json);
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(masked)];
    return sortPairs(fields.map(([name, value]) => [name, redactor.text(value)] as const));
  }
  // Clients choose a new boundary each time.
  const [, boundary] = mediaType.startsWith('multipart/') ? (/^\s*--([^\r\n]+)/.exec(text) ?? []) : [];
  return boundary === undefined ? masked : masked.replaceAll(boundary, 'boundary');
}
