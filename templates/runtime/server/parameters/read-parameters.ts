import type { Json, JsonObject } from '../../json.js';
import { expandParameters } from '../../expand-parameters.js';
import { isSpread, readsName, takesName } from '../../parameters/decode-parameter.js';
import type { Query } from '../../parameters/query.js';
import { decodeSent } from '../../parameters/decode-fields.js';
import type { Issue } from '../../validators/check/context.js';
import type { DescribedOperation } from '../described-operation.js';
import { HttpError } from '../errors/http-error.js';
import { asDoubles, parseExactly, withIntegers } from '../values/exact-integers.js';

/** The parts of a request with parameters, still encoded. */
interface ParameterSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: Headers;
  /** Names of query parameters for credentials. */
  readonly credentials: ReadonlySet<string>;
  /** Called for a parameter that cannot be decoded, which is then ignored. Default: throws the error. */
  readonly reject?: (error: HttpError) => void;
}

/**
 * Decodes the declared parameters by their style. Other query parameters are strings; repeated ones are joined by commas. Throws an
 * `HttpError` (400) for a parameter that cannot be decoded.
 */
export function readParameters(
  { operation }: Pick<DescribedOperation, 'operation'>,
  { path, query, headers, credentials, reject }: ParameterSources,
): JsonObject {
  const parameters = expandParameters(operation);
  const values = new Map<string, Json>();
  const inQuery = parameters.filter((one) => one.in === 'query');
  for (const { name, value } of query.pairs) {
    const isDeclared = inQuery.some((one) => readsName(one, name) || (isSpread(one) && takesName(one, name)));
    if (credentials.has(name) || isDeclared) continue;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  const parts = {
    path,
    query: query.pairs,
    header: (name: string) => headers.get(name),
    isTaken: (name: string) => credentials.has(name),
  };
  for (const parameter of parameters) {
    const { name, property = name, in: source } = parameter;
    const { value, issues } = decodeSent(parameter, parameters, parts, parseExactly);
    const [issue] = issues;
    if (issue) {
      const location = [name, ...issue.path].join('.');
      const locationType = source === 'header' ? 'header' : 'parameter';
      const message = `The parameter ${location} ${issue.message}.`;
      const error = new HttpError(400, 'invalidParameter', message, { location, locationType });
      if (!reject) throw error;
      reject(error);
    } else if (value !== undefined) values.set(property, withIntegers(value, parameter));
  }
  return Object.fromEntries(values);
}

/**
 * Validates the parameters; returns their issues and values. In lists of enum values, commas may be percent-encoded, as
 * `URLSearchParams` does: `['a,b']` → `['a', 'b']`.
 */
export function checkParameters(
  { parameters }: Pick<DescribedOperation, 'parameters'>,
  params: JsonObject,
): { readonly issues: readonly Issue[]; readonly params: JsonObject } {
  const check = (values: JsonObject) => ({ issues: parameters?.check(asDoubles(values)) ?? [], params: values });
  const checked = check(params);
  const lists = checked.issues.flatMap(({ keyword, path: [name = ''] }) => {
    const value = params[name];
    if (keyword !== 'enum' || !Array.isArray(value)) return [];
    return [[name, value.flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]))]];
  });
  return lists.length ? check({ ...params, ...Object.fromEntries(lists) }) : checked;
}
