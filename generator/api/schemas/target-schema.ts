import type { Lowering } from '../lowering.js';
import { drainSchemas } from './lower-schema.js';
import type { Property, Schema } from './schema.js';
import type { Api } from '../api.js';

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

const known = new WeakMap<Api['schemas'], ReadonlyMap<string, Schema>>();

/** The schemas of an API as a map; made once, since operations ask for it one by one. */
export function schemasById({ schemas }: Pick<Api, 'schemas'>): ReadonlyMap<string, Schema> {
  const map = known.get(schemas) ?? new Map(Object.entries(schemas));
  known.set(schemas, map);
  return map;
}

/** Gives the schema with an id, as `$ref`s name it. */
export type LookUpSchema = (id: string) => Schema | undefined;

/** The property that a schema declares under a name, itself or through what it refers to and combines. */
export function findProperty(name: string, schema: Schema, lookUp: LookUpSchema): Property | undefined {
  for (const property of declaredProperties(schema, lookUp)) if (property.name === name) return property;
  return undefined;
}

/** The properties that a schema declares, itself or through what it refers to and combines. */
export function* declaredProperties(schema: Schema, lookUp: LookUpSchema): Generator<Property, void> {
  const seen = new Set<Schema>([schema]);
  // A set hands out what is added while it is being walked.
  for (const one of seen) {
    yield* one.object?.properties ?? [];
    const target = one.ref === undefined ? undefined : lookUp(one.ref);
    if (target !== undefined) seen.add(target);
    for (const part of one.allOf ?? []) seen.add(part);
  }
}
