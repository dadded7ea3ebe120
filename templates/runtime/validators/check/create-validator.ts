import { collect } from './collect.js';
import { maxDepth, readLimit } from './issues.js';
import type { CheckedSchema } from './schema.js';
import type {
  CheckOptions,
  JsonSchemaOptions,
  LenientOptions,
  SchemaRegistry,
  Validator,
  ValidatorParts,
  WriteSchema,
} from './validator.js';
import type { IssueContext } from './context.js';

const common: SchemaRegistry = {};

/** Sets the function that writes the JSON Schemas of the validators of a registry. Default: the common registry. */
export function setSchemaWriter(write: WriteSchema, registry: SchemaRegistry = common): WriteSchema {
  registry.write = write;
  return write;
}

/** Creates the validator of a schema that is not recursive. */
export function validatorOf<T>(schema: CheckedSchema, registry?: SchemaRegistry, name?: string): Validator<T> {
  // `as`: `is` and the type were generated from the same schema.
  return validator({ is: schema.is as ValidatorParts<T>['is'], schema, registry, name });
}

/** Creates a validator from its generated parts. */
export function validator<T>(parts: ValidatorParts<T>): Validator<T> {
  const { is, collectFromRoot, schema, registry = common } = parts;
  const { pointer } = schema;
  const check = (value: unknown, options: CheckOptions & LenientOptions = {}) => {
    const { lenience } = options;
    // A value that matches has no issues, but a lenient check still collects notes.
    if (!lenience && is(value)) return [];
    const limit = readLimit(options);
    // One more than is listed, to know if there are more.
    const left = limit === 1 ? 1 : limit + 1;
    const context: IssueContext = { found: [], left, depth: maxDepth, lenience };
    if (collectFromRoot) context.found = collectFromRoot(context, value, parts);
    // `is` has already rejected the value. Passing `schema.schema` avoids a second call for schemas that are not recursive.
    else collect(schema.enter ? schema : schema.schema, { context, value, schema: pointer });
    const found = lenience?.sift(context.found) ?? context.found;
    for (const { path } of found) path.reverse();
    if (found.length <= limit) return found;
    const listed = limit === 2 ? 'issue is' : `${limit - 1} issues are`;
    const message = `has more issues: only the first ${listed} listed`;
    return [...found.slice(0, limit - 1), { message, path: [], keyword: 'maxIssues', schema: pointer }];
  };
  const write = (options: JsonSchemaOptions): Record<string, unknown> => {
    const { name = pointer } = parts;
    if (registry.write) return registry.write(name, options);
    throw new Error(
      `The JSON Schema of ${name} is not loaded: add \`import '<package>/validators/json-schema'\` to the program`,
    );
  };
  return {
    is,
    check,
    '~standard': {
      version: 1,
      vendor: 'speccast',
      validate: (value) => (is(value) ? { value } : { issues: check(value) }),
      jsonSchema: { input: write, output: write },
    },
  };
}
