import type { Api } from '../api.js';
import { declaredProperties } from './find-property.js';
import type { Schema } from '../schemas/schema.js';

/** Objects within objects that are gone into. */
const deepest = 4;

/** Paths of what a schema lets callers write and the service never answers: `password`, `card.number`. */
export function hiddenPaths(api: Pick<Api, 'schemas'>, schema: Schema, depth = 0): readonly string[] {
  const alternatives = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const properties = alternatives.flatMap((one) => [...declaredProperties(one, (id) => api.schemas[id])]);
  const paths = properties.flatMap(({ name, schema: own }) => {
    // A dot would lead elsewhere.
    if (name.includes('.')) return [];
    const target = own.ref === undefined ? own : api.schemas[own.ref];
    if (own.writeOnly === true || target?.writeOnly === true) return [name];
    return depth === deepest ? [] : hiddenPaths(api, own, depth + 1).map((path) => `${name}.${path}`);
  });
  return [...new Set(paths)];
}
