import type { Api } from '../api.js';
import { declaredProperties, findReferred } from '../schemas/target-schema.js';
import type { Schema } from '../types/schema.js';

/** Most levels of objects inside objects that are searched. */
const deepest = 4;

/** Most paths that are listed: a schema with several references to itself has millions. */
const most = 1000;

/**
 * Lists the paths of `writeOnly` properties, which callers send and the service never returns: `password`, `card.number`. Searches
 * fewer levels where there are too many paths.
 */
export function listHiddenPaths(api: Pick<Api, 'schemas'>, schema: Schema): readonly string[] {
  const count = pathCounter(api);
  let depth = deepest;
  while (depth > 0 && count(schema, depth) > most) depth -= 1;
  const listWithin = (within: Schema, left: number): readonly string[] =>
    listPathProperties(api, within).flatMap(({ name, own, isHidden }) => {
      if (isHidden) return [name];
      if (left === 0 || count(own, left - 1) === 0) return [];
      return listWithin(own, left - 1).map((path) => `${name}.${path}`);
    });
  return [...new Set(listWithin(schema, depth))];
}

/** Returns a function that counts the paths of a schema without listing them; it reads each schema once for each depth. */
function pathCounter(api: Pick<Api, 'schemas'>): (schema: Schema, depth: number) => number {
  const known = Array.from({ length: deepest + 1 }, () => new Map<Schema, number>());
  return function count(schema, depth): number {
    const counts = known[depth];
    let sum = counts?.get(schema);
    if (sum !== undefined) return sum;
    sum = 0;
    for (const { own, isHidden } of listPathProperties(api, schema))
      if (isHidden) sum += 1;
      else if (depth > 0) sum += count(own, depth - 1);
    counts?.set(schema, sum);
    return sum;
  };
}

/** Lists the properties of a schema and of its alternatives. Leaves out names with a dot, which would read like another path. */
function listPathProperties(
  { schemas }: Pick<Api, 'schemas'>,
  schema: Schema,
): readonly { readonly name: string; readonly own: Schema; readonly isHidden: boolean }[] {
  return [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
    .flatMap((one) => declaredProperties(schemas, one))
    .filter(({ name }) => !name.includes('.'))
    .map(({ name, schema: own }) => {
      const isHidden = [own, findReferred(schemas, own)].some((one) => one?.writeOnly === true);
      return { name, own, isHidden };
    });
}
