import type { Schema } from '../types/schema.js';
import { allowedValues, combinedSchemas, type Schemas } from './target-schema.js';

/** Most unions inside unions that are looked into for names. */
const deepest = 8;

/**
 * Lists the names that properties of a value may have, where `propertyNames` of any schema that validates it lists them:
 * `{ propertyNames: { enum: [a, b] } }` gives `a` and `b`. Undefined where names are open.
 */
export function allowedNames(schemas: Schemas, around: readonly Schema[]): readonly string[] | undefined {
  const stated = around
    .flatMap((one) => [...combinedSchemas(schemas, one)])
    .flatMap(({ object }) => object?.propertyNames ?? []);
  const lists = stated.map((names) => listNames(schemas, names, deepest)).filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : lists.reduce((left, right) => left.filter((name) => right.includes(name)));
}

function listNames(schemas: Schemas, names: Schema, depth: number): readonly string[] | undefined {
  for (const one of depth === 0 ? [] : combinedSchemas(schemas, names)) {
    const values = one.boolean === false ? [] : allowedValues(one);
    if (values !== undefined) return values.filter((name) => typeof name === 'string');
    const lists = (one.oneOf ?? one.anyOf ?? []).map((branch) => listNames(schemas, branch, depth - 1));
    const found = lists.filter((list) => list !== undefined);
    if (found.length > 0 && found.length === lists.length) return [...new Set(found.flat())];
  }
  return undefined;
}
