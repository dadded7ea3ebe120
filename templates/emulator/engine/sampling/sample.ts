import type { Json, JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { numbersFrom } from './ids.js';
import { sampleSchema } from './sample-schema.js';

const schemas = new WeakMap<Validator<unknown>, JsonObject>();
const mostAttempts = 16;
/** Far more than a document has schemas in one value. */
const mostSchemas = 20_000;

/** A value that the validator accepts, always the same for the same text; undefined where none was found. */
export function sample(validator: Validator<unknown>, text: string): Json | undefined {
  const root = schemaOf(validator);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const next = numbersFrom(`${text} ${attempt}`);
    const value = sampleSchema(root, { root, next, attempt, depth: 0, budget: { left: mostSchemas } });
    if (value !== undefined && validator.is(value)) return value;
  }
  return undefined;
}

function schemaOf(validator: Validator<unknown>): JsonObject {
  // The standard types a schema as an object of unknowns; that of a generated validator is JSON.
  const schema =
    schemas.get(validator) ?? (validator['~standard'].jsonSchema.output({ target: 'draft-2020-12' }) as JsonObject);
  schemas.set(validator, schema);
  return schema;
}
