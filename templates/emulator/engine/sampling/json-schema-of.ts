import type { JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';

const schemas = new WeakMap<Validator<unknown>, JsonObject>();

/** The JSON Schema of a validator; undefined where the package has none loaded. */
export function jsonSchemaOf(validator: Validator<unknown>): JsonObject | undefined {
  const known = schemas.get(validator);
  if (known !== undefined) return known;
  try {
    // The standard types a schema as an object of unknowns; that of a generated validator is JSON.
    const schema = validator['~standard'].jsonSchema.output({ target: 'draft-2020-12' }) as JsonObject;
    schemas.set(validator, schema);
    return schema;
  } catch {
    return undefined;
  }
}
