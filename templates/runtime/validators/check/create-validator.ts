import { collect } from './collect.js';
import { createContext, limitOf, maxIssues } from './issues.js';
import { standardProperties } from './standard-schema.js';
import type { CheckedSchema } from './schema.js';
import type { CheckOptions, SchemaRegistry, SiftOptions, Validator, ValidatorParts } from './validator.js';
import type { Found, Issue } from './context.js';

const none: readonly Issue[] = /* @__PURE__ */ Object.freeze([]);

/** Makes the validator of a schema whose function takes a value alone. */
export function validatorOf<T>(schema: CheckedSchema, registry?: SchemaRegistry, name?: string): Validator<T> {
  // What the function says of a value is what the type says: both are made from the schema, as generated code pairs them.
  const is = schema.is as ValidatorParts<T>['is'];
  return validator({ is, schema, ...(registry && { registry }), ...(name !== undefined && { name }) });
}

/** Makes a validator out of its generated parts. */
export function validator<T>(parts: ValidatorParts<T>): Validator<T> {
  const { is } = parts;
  const explain = (value: unknown): readonly Issue[] => collectIssues(parts, value, maxIssues);
  const check = (value: unknown, options?: CheckOptions & SiftOptions): readonly Issue[] => {
    // What matches has no issues; only a lenient check looks into it.
    if (options?.sift === undefined && is(value)) return none;
    return options === undefined ? explain(value) : collectIssues(parts, value, limitOf(options), options.sift);
  };
  return { is, check, '~standard': standardProperties(explain, parts) };
}

function collectIssues<T>(
  parts: ValidatorParts<T>,
  value: unknown,
  limit: number,
  sift?: SiftOptions['sift'],
): readonly Issue[] {
  // Room for one more than is listed tells whether there are more.
  const context = createContext(limit === 1 ? 1 : limit + 1, sift !== undefined);
  const { enter, pointer, schema } = parts.schema;
  // That it does not match is known.
  if (parts.collectFromRoot === undefined)
    collect(enter === undefined ? schema : parts.schema, { context, value, schema: pointer });
  else context.found = parts.collectFromRoot(context, value, parts);
  const found = sift === undefined ? context.found : sift(context.found);
  return found.length === 0 ? none : finish(found, limit, pointer);
}

/** Turns paths round; where there are more issues than may be listed, the last one says so. */
function finish(found: readonly Found[], limit: number, schema: string): readonly Issue[] {
  for (let index = 0; index < found.length; index += 1) turnRound(found[index]);
  return found.length <= limit ? found : cut(found, limit, schema);
}

function turnRound(one: Found | undefined): void {
  if (one !== undefined && one.path.length > 1) one.path.reverse();
}

function cut(found: readonly Found[], limit: number, schema: string): readonly Issue[] {
  const listed = limit === 2 ? 'issue is' : `${limit - 1} issues are`;
  const message = `has more issues: only the first ${listed} listed`;
  return [...found.slice(0, limit - 1), { message, path: [], keyword: 'maxIssues', schema }];
}
