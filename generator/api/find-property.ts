import type { Property, Schema } from './schema.js';

/** The property that a schema declares under a name, itself or through what it refers to and combines. */
export function findProperty(name: string, schema: Schema, schemas: ReadonlyMap<string, Schema>): Property | undefined {
  const seen = new Set<Schema>([schema]);
  // A set hands out what is added while it is being walked.
  for (const one of seen) {
    const found = one.object?.properties?.find((property) => property.name === name);
    if (found !== undefined) return found;
    const target = one.ref === undefined ? undefined : schemas.get(one.ref);
    if (target !== undefined) seen.add(target);
    for (const part of one.allOf ?? []) seen.add(part);
  }
  return undefined;
}
