import type { JsonObject } from '../../json.js';
import type { Issue } from '../../validators/check/context.js';
import type { DescribedOperation } from '../described-operation.js';
import { asDoubles } from '../values/exact-integers.js';

/**
 * Validates the parameters, and returns their issues and values. The values of an enum contain no commas, so commas between them may
 * be percent-encoded, as `URLSearchParams` does: `['a,b']` → `['a', 'b']`.
 */
export function checkParameters(
  { parameters }: Pick<DescribedOperation, 'parameters'>,
  params: JsonObject,
): { readonly issues: readonly Issue[]; readonly params: JsonObject } {
  const issues = parameters?.check(asDoubles(params)) ?? [];
  const values = { ...params };
  for (const { keyword, path } of issues) {
    const [name = '', index] = path;
    const value = values[name];
    if (keyword === 'enum' && index !== undefined && Array.isArray(value))
      values[name] = value.flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]));
  }
  const isSplit = issues.some(({ path: [name = ''] }) => values[name] !== params[name]);
  return isSplit ? { issues: parameters?.check(asDoubles(values)) ?? [], params: values } : { issues, params };
}
