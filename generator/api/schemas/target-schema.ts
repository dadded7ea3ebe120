import type { Lowering } from '../lowering.js';
import { drainSchemas } from './lower-schema.js';
import type { Schema } from './schema.js';

/** The schema itself, or the one at the end of its references. */
export function targetSchema(lowering: Lowering, schema: Schema): Schema {
  if (schema.ref !== undefined) drainSchemas(lowering);
  return followSchema(lowering.schemas, schema);
}

/** Follows `ref` from schema to schema; stops at a cycle. */
export function followSchema(schemas: ReadonlyMap<string, Schema>, schema: Schema): Schema {
  const seen = new Set<Schema>();
  let current = schema;
  while (current.ref !== undefined && !seen.has(current)) {
    seen.add(current);
    current = schemas.get(current.ref) ?? current;
  }
  return current;
}
