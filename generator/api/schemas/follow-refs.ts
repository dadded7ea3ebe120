import type { Api } from '../api.js';
import type { Schema } from './schema.js';

/** The schema at the end of a chain of references; where they lead round in a circle, one of them. */
export function followRefs(api: Api, schema: Schema): Schema {
  const seen = new Set<Schema>();
  let current = schema;
  while (current.ref !== undefined && !seen.has(current)) {
    seen.add(current);
    current = api.schemas[current.ref] ?? current;
  }
  return current;
}
