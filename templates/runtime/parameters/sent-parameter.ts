import type { OperationParameter } from '../operation.js';
import { readsName, type Sent } from './decode-parameter.js';
import type { QueryPair } from './query.js';

/** The parts of a request that carry parameters, still encoded. */
export interface SentParts {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: readonly QueryPair[];
  readonly header: (name: string) => string | null | undefined;
  readonly cookies: () => readonly QueryPair[];
  /** Tests if a name of the query belongs to what is no parameter, such as a credential. */
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
    const text = location === 'header' ? parts.header(name) : Object.hasOwn(parts.path, name) ? parts.path[name] : null;
    return text === null || text === undefined ? undefined : { kind: 'text', text };
  }
  const isTaken = (key: string): boolean =>
    (location === 'query' && parts.isTaken?.(key) === true) ||
    all.some((other) => other.in === location && other !== parameter && readsName(other, key));
  return { kind: 'pairs', pairs: location === 'query' ? parts.query : parts.cookies(), isTaken };
}
