import { isAbsent, readOwn } from '../client/params/values.js';
import type { OperationParameter } from '../operation.js';
import { decodeFields } from './decode-fields.js';
import { decodeParameter, readsName, takesName, type Decoded } from './decode-parameter.js';
import { parseJson } from './parse-json.js';
import { readCookies, type QueryPair } from './query.js';

/** The parts of a request that carry parameters, still encoded. */
export interface SentParts {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: readonly QueryPair[];
  /** Cookies are in the header `cookie`. */
  readonly header: (name: string) => string | null | undefined;
  /** Returns true for names of the query that belong to no parameter, such as that of a credential. */
  readonly isTaken?: (name: string) => boolean;
}

/**
 * Decodes the value that a request has for one of the parameters `all` of an operation: as a whole query, or by its style. `parse`
 * reads JSON.
 */
export function decodeSent(
  parameter: OperationParameter,
  all: readonly OperationParameter[],
  parts: SentParts,
  parse: typeof parseJson = parseJson,
): Decoded {
  const { name, in: location, encoding } = parameter;
  const isTaken = (key: string): boolean =>
    (location === 'query' && parts.isTaken?.(key)) ||
    all.some((other) => other.in === location && other !== parameter && readsName(other, key));
  if (location === 'path' || location === 'header') {
    const value = location === 'header' ? parts.header(name) : readOwn(parts.path, name);
    return decodeParameter(parameter, { pairs: isAbsent(value) ? [] : [{ name, value, raw: value }], isTaken }, parse);
  }
  const pairs = location === 'query' ? parts.query : readCookies(parts.header('cookie') ?? '');
  if (!encoding) return decodeParameter(parameter, { pairs, isTaken }, parse);
  const own = pairs.filter((pair) => !isTaken(pair.name) && takesName(parameter, pair.name));
  return own.length ? decodeFields(own, parameter, parameter, parse) : { issues: [] };
}
