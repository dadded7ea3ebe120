import type { Api, Operation } from '../api.js';

const known = new WeakMap<Api, ReadonlyMap<string, Operation>>();

/** The operations of an API by their ids, in its order; made once, since groups ask for theirs one by one. */
export function operationsById(api: Api): ReadonlyMap<string, Operation> {
  const map = known.get(api) ?? new Map(api.operations.map((one) => [one.id, one]));
  known.set(api, map);
  return map;
}
