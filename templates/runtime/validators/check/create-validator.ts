import { collect } from './collect.js';
import { createContext, readLimit } from './issues.js';
import { standardProperties } from './standard-schema.js';
import type { CheckedSchema } from './schema.js';
import type { CheckOptions, LenientOptions, SchemaRegistry, Validator, ValidatorParts } from './validator.js';
import type { Issue } from './context.js';

/** Makes the validator of a schema whose function takes a value alone. */
export function validatorOf<T>(schema: CheckedSchema, registry?: SchemaRegistry, name?: string): Validator<T> {
  // The function proves the type: generated code makes both from the same schema.
  return validator({ is: schema.is as ValidatorParts<T>['is'], schema, registry, name });
}

/** Makes a validator out of its generated parts. */
export function validator<T>(parts: ValidatorParts<T>): Validator<T> {
  const { is } = parts;
  const explain = (value: unknown, options?: CheckOptions & LenientOptions): readonly Issue[] =>
    collectIssues(parts, value, options);
  return {
    is,
    // A value that matches has no issues; only a lenient check looks into it.
    check: (value, options?: CheckOptions & LenientOptions) =>
      !options?.lenience && is(value) ? [] : explain(value, options),
    '~standard': standardProperties(explain, parts),
  };
}

function collectIssues<T>(
  parts: ValidatorParts<T>,
  value: unknown,
  options?: CheckOptions & LenientOptions,
): readonly Issue[] {
  const limit = readLimit(options);
  const lenience = options?.lenience;
  // Room for one more than is listed, to know if there are more.
  const context = createContext(limit === 1 ? 1 : limit + 1, lenience);
  const { enter, pointer, schema } = parts.schema;
  if (parts.collectFromRoot) context.found = parts.collectFromRoot(context, value, parts);
  // `is` has rejected the value, so a schema that does not recur is collected without asking it again.
  else collect(enter ? parts.schema : schema, { context, value, schema: pointer });
  const found = lenience?.sift(context.found) ?? context.found;
  for (const { path } of found) path.reverse();
  if (found.length <= limit) return found;
  const listed = limit === 2 ? 'issue is' : `${limit - 1} issues are`;
  const message = `has more issues: only the first ${listed} listed`;
  return [...found.slice(0, limit - 1), { message, path: [], keyword: 'maxIssues', schema: pointer }];
}
