import type { Issue } from './context.js';
import type { SchemaRegistry, StandardProperties, ValidatorParts, WriteSchema } from './validator.js';

const common: SchemaRegistry = {};

/** Sets the function by which the validators of a registry write their JSON Schemas. */
export function setSchemaWriter(write: WriteSchema, registry: SchemaRegistry = common): WriteSchema {
  registry.write = write;
  return write;
}

/** Makes the member of a validator for libraries that take any Standard Schema. */
export function standardProperties<T>(
  explain: (value: unknown) => readonly Issue[],
  { is, schema: { pointer }, name = pointer, registry = common }: ValidatorParts<T>,
): StandardProperties<T> {
  const write: StandardProperties<T>['jsonSchema']['input'] = (options) => {
    if (registry.write) return registry.write(name, options);
    throw new Error(
      `The JSON Schema of ${name} is not in this bundle: import '<package>/validators/json-schema' once, for its effect`,
    );
  };
  return {
    version: 1,
    vendor: 'speccast',
    validate: (value) => (is(value) ? { value } : { issues: explain(value) }),
    jsonSchema: { input: write, output: write },
  };
}
