import type { Json } from '../json.js';
import type { FoundOperation } from './spec-facts.js';

/** An operation that is not generated. */
export interface Excluded {
  readonly path: string;
  readonly method: string;
}

/** The target of an overlay that is one operation. */
export function operationTarget({ path, method }: FoundOperation): string {
  return `$.paths[${jsonPathString(path)}].${method}`;
}

/** A string of JSONPath (RFC 9535), in single quotes. */
export function jsonPathString(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

/** The key `operations` of a service that leaves operations out; none where all are generated. */
export function excludeKey(excluded: readonly Excluded[]): readonly (readonly [string, Json])[] {
  if (excluded.length === 0) return [];
  // A star in a path would stand for others.
  const exact = excluded.filter(({ path }) => !path.includes('*'));
  return exact.length === 0 ? [] : [['operations', { exclude: exact.map(({ path, method }) => ({ path, method })) }]];
}
