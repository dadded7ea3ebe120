import type { JsonObject } from '../json.js';
import { createContext } from './issues.js';
import { bundleSchema, toTarget } from './json-schema.js';
import type { SchemaSource } from './json-schema.js';
import type {
  Issue,
  JsonSchemaOptions,
  StandardProperties,
  StandardResult,
  Validator,
  ValidatorParts,
} from './validator.js';

const none: readonly Issue[] = Object.freeze([]);
const sources = new WeakMap<object, SchemaSource>();

/** Makes a validator out of its generated parts. */
export function validator<T>(parts: ValidatorParts<T>): Validator<T> {
  const check = (value: unknown): readonly Issue[] => collectIssues(parts, value);
  const one: Validator<T> = {
    is: parts.is,
    check,
    '~standard': standard(parts, check, () => bundleSchema(one, sources)),
  };
  sources.set(one, { schema: parts.schema, references: parts.references });
  return one;
}

function collectIssues<T>(parts: ValidatorParts<T>, value: unknown): readonly Issue[] {
  const context = createContext();
  parts.collect(value, context);
  return context.issues.length === 0 ? none : context.issues;
}

function standard<T>(
  parts: ValidatorParts<T>,
  check: Validator<T>['check'],
  schema: () => JsonObject,
): StandardProperties<T> {
  const jsonSchema = (options: JsonSchemaOptions): Record<string, unknown> => toTarget(schema(), options.target);
  return {
    version: 1,
    vendor: 'speccast',
    validate: (value): StandardResult<T> => (parts.is(value) ? { value } : { issues: check(value) }),
    jsonSchema: { input: jsonSchema, output: jsonSchema },
  };
}
