import type { OperationParameter } from '../operation.js';
import { readsName, type Sent } from './decode-parameter.js';
import type { QueryPair } from './query.js';

/** The parts of a request that carry parameters, still encoded. */
export interface SentParts {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: readonly QueryPair[];
  readonly header: (name: string) => string | null | undefined;
  readonly cookies: () => readonly QueryPair[];
  /** Whether a name of the query belongs to what is no parameter, such as a credential. */
  readonly isTaken?: (name: string) => boolean;
}

/** What a request carries for a parameter, one of those of an operation; `undefined` where its part carries nothing. */
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
  const isTaken = (own: string): boolean =>
    (location === 'query' && parts.isTaken?.(own) === true) ||
    all.some((other) => other.in === location && other !== parameter && readsName(other, own));
  return { kind: 'pairs', pairs: location === 'query' ? parts.query : parts.cookies(), isTaken };
}
