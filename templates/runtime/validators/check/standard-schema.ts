import type { Issue } from './context.js';
import type {
  JsonSchemaOptions,
  SchemaRegistry,
  StandardProperties,
  StandardResult,
  ValidatorParts,
  WriteSchema,
} from './validator.js';

const common: SchemaRegistry = {};

/** Tells the validators of a registry how their JSON Schemas are written. */
export function setSchemaWriter(write: WriteSchema, registry: SchemaRegistry = common): WriteSchema {
  registry.write = write;
  return write;
}

/** What a validator has for libraries that take any Standard Schema. */
export function standardProperties<T>(
  collect: (value: unknown) => readonly Issue[],
  { is, schema: { pointer }, name = pointer, registry = common }: ValidatorParts<T>,
): StandardProperties<T> {
  const jsonSchema = (options: JsonSchemaOptions): Record<string, unknown> => writeSchema(registry, name, options);
  return {
    version: 1,
    vendor: 'speccast',
    validate: (value): StandardResult<T> => (is(value) ? { value } : { issues: collect(value) }),
    jsonSchema: { input: jsonSchema, output: jsonSchema },
  };
}

function writeSchema({ write }: SchemaRegistry, key: string, options: JsonSchemaOptions): Record<string, unknown> {
  if (write !== undefined) return write(key, options);
  throw new Error(
    `The JSON Schema of ${key} is not in this bundle: import '<package>/validators/json-schema' once, for its effect`,
  );
}
