import type { Issue, JsonSchemaOptions, StandardProperties, StandardResult } from './validator.js';

/** Writes the JSON Schema that is registered under a key: `#/components/schemas/Video`, `videosListParameters`. */
export type WriteSchema = (key: string, options: JsonSchemaOptions) => Record<string, unknown>;

/** How schemas are written, once they are registered: a bundle in which nobody asks for them need not hold them. */
const registered: { write?: WriteSchema } = {};

/** Tells all validators how their JSON Schemas are written. */
export function setSchemaWriter(write: WriteSchema): WriteSchema {
  registered.write = write;
  return write;
}

/** What a validator has for libraries that take any Standard Schema. */
export function standardProperties<T>(
  is: (value: unknown) => value is T,
  collect: (value: unknown) => readonly Issue[],
  schema: string,
): StandardProperties<T> {
  const jsonSchema = (options: JsonSchemaOptions): Record<string, unknown> => writeSchema(schema, options);
  return {
    version: 1,
    vendor: 'speccast',
    validate: (value): StandardResult<T> => (is(value) ? { value } : { issues: collect(value) }),
    jsonSchema: { input: jsonSchema, output: jsonSchema },
  };
}

function writeSchema(key: string, options: JsonSchemaOptions): Record<string, unknown> {
  if (registered.write !== undefined) return registered.write(key, options);
  throw new Error(
    `The JSON Schema of ${key} is not in this bundle: import '<package>/validators/json-schema' once, for its effect`,
  );
}
