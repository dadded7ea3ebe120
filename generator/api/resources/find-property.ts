import type { Property, Schema } from '../schemas/schema.js';

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
