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

/** Sets the function by which the validators of a registry write their JSON Schemas. */
export function setSchemaWriter(write: WriteSchema, registry: SchemaRegistry = common): WriteSchema {
  registry.write = write;
  return write;
}

/** Makes the validator of a schema whose function takes a value alone. */
export function validatorOf<T>(schema: CheckedSchema, registry?: SchemaRegistry, name?: string): Validator<T> {
  // The function proves the type: generated code makes both from the same schema.
  return validator({ is: schema.is as ValidatorParts<T>['is'], schema, registry, name });
}

/** Makes a validator out of its generated parts. */
export function validator<T>(parts: ValidatorParts<T>): Validator<T> {
  const { is, collectFromRoot, schema, registry = common } = parts;
  const { pointer } = schema;
  const check = (value: unknown, options: CheckOptions & LenientOptions = {}) => {
    const { lenience } = options;
    // A value that matches has no issues; only a lenient check looks into it.
    if (!lenience && is(value)) return [];
    const limit = readLimit(options);
    // Room for one more than is listed, to know if there are more.
    const left = limit === 1 ? 1 : limit + 1;
    const context: IssueContext = { found: [], left, depth: maxDepth, lenience };
    if (collectFromRoot) context.found = collectFromRoot(context, value, parts);
    // `is` has rejected the value: a schema that does not recur is collected without asking it again.
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
      `The JSON Schema of ${name} is not in this bundle: import '<package>/validators/json-schema' once, for its effect`,
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
