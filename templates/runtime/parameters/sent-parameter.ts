import { isAbsent, readOwn } from '../client/params/values.js';
import type { OperationParameter } from '../operation.js';
import { readsName, type Sent } from './decode-parameter.js';
import type { QueryPair } from './query.js';

/** The parts of a request that carry parameters, still encoded. */
export interface SentParts {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: readonly QueryPair[];
  readonly header: (name: string) => string | null | undefined;
  readonly cookies: () => readonly QueryPair[];
  /** Returns true for names of the query that belong to no parameter, such as that of a credential. */
  readonly isTaken?: (name: string) => boolean;
}

/** Finds the value that a request has for one of the parameters `all` of an operation; returns undefined if a path or header has none. */
export function sentFor(
  parameter: OperationParameter,
  all: readonly OperationParameter[],
  parts: SentParts,
): Sent | undefined {
  const { name, in: location } = parameter;
  if (location === 'path' || location === 'header') {
    const value = location === 'header' ? parts.header(name) : readOwn(parts.path, name);
    return isAbsent(value) ? undefined : { pairs: [{ name, value, raw: value }], isTaken: () => false };
  }
  const isTaken = (key: string): boolean =>
    (location === 'query' && parts.isTaken?.(key) === true) ||
    all.some((other) => other.in === location && other !== parameter && readsName(other, key));
  return { pairs: location === 'query' ? parts.query : parts.cookies(), isTaken };
}
