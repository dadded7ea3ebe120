import type { Json, JsonObject } from '../../json.js';
import type { Issue } from '../../validators/check/context.js';
import type { DescribedOperation } from '../described-operation.js';
import { asDoubles } from '../values/exact-integers.js';

/** What validators find of parameters, and the parameters as they are then. */
export interface CheckedParameters {
  readonly issues: readonly Issue[];
  readonly params: JsonObject;
}

/**
 * Validates the parameters. The values of an enum contain no commas, so commas between them may be percent-encoded, as
 * `URLSearchParams` does.
 */
export function checkParameters(
  { parameters }: Pick<DescribedOperation, 'parameters'>,
  params: JsonObject,
): CheckedParameters {
  const check = (values: JsonObject): readonly Issue[] => parameters?.check(asDoubles(values)) ?? [];
  const issues = check(params);
  const values = { ...params };
  for (const { keyword, path } of issues) {
    const [name = '', index] = path;
    const value = values[name];
    if (keyword === 'enum' && index !== undefined && Array.isArray(value)) values[name] = value.flatMap(splitAtCommas);
  }
  const isSplit = issues.some(({ path: [name = ''] }) => values[name] !== params[name]);
  return isSplit ? { issues: check(values), params: values } : { issues, params };
}

function splitAtCommas(item: Json): readonly Json[] {
  return typeof item === 'string' ? item.split(',') : [item];
}
