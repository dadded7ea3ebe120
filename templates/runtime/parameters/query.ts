import { splitPair } from '../client/params/values.js';

/** The query of a request, decoded; names may be repeated. */
export interface Query {
  readonly pairs: readonly QueryPair[];
  /** Returns the first value of a name. */
  get(name: string): string | undefined;
}

/** A `name=value` pair of a query. */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
  /** The value as it was sent: still percent-encoded, for splitting at commas. */
  readonly raw: string;
}

/** Parses a query: `?a=1&b=2`. Values with invalid percent-encoding are not decoded. */
export function readQuery(search: string): Query {
  const texts = search.replace(/^\?/, '').split('&');
  const pairs = texts.filter((text) => text !== '').map((text) => readPair(text.replaceAll('+', '%20')));
  return { pairs, get: (name) => pairs.find((pair) => pair.name === name)?.value };
}

/** Parses a `Cookie` header: `a=1; b=2`. */
export function readCookies(header: string): readonly QueryPair[] {
  return header.split(';').map((cookie) => readPair(cookie.replace(/^[\t ]+|[\t ]+$/g, '')));
}

function readPair(text: string): QueryPair {
  const [name, raw] = splitPair(text);
  return { name: decodePercent(name), value: decodePercent(raw), raw };
}

/** Decodes percent-encoding; returns an invalid string unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
