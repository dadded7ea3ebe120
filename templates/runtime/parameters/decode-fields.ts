import { isAbsent } from '../client/params/values.js';
import { parseJson, readMember, type Json, type JsonObject } from '../json.js';
import type { OperationContent, OperationParameter } from '../operation.js';
import { toValueTypes, listTypes, type ValueType, type ValueTypes } from '../value-types.js';
import {
  convertString,
  decodeParameter,
  isSpread,
  readsName,
  takesName,
  type Decoded,
  type DecodeIssue,
} from './decode-parameter.js';
import { readCookies, type QueryPair } from './query.js';

/** The parts of a request with parameters, still encoded. */
export interface SentParts {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: readonly QueryPair[];
  /** Cookies are in the header `cookie`. */
  readonly header: (name: string) => string | null | undefined;
  /** Returns whether a name in the query is not that of a parameter, but for example of a credential. */
  readonly isTaken?: (name: string) => boolean;
}

/**
 * Decodes the value of a parameter in a request, by its style or as a form that is the whole query. `all` are the parameters of the
 * operation, `parse` parses JSON.
 */
export function decodeSent(
  parameter: OperationParameter,
  all: readonly OperationParameter[],
  parts: SentParts,
  parse: typeof parseJson = parseJson,
): Decoded {
  const { in: location, encoding } = parameter;
  const pairs = listPairs(parameter, parts);
  // Checked first, because most optional parameters are not sent.
  const maySend = encoding || isSpread(parameter) || pairs.some((pair) => readsName(parameter, pair.name));
  if (!maySend) return nothing;
  const isTaken = (key: string): boolean =>
    (location === 'query' && parts.isTaken?.(key)) ||
    all.some((other) => other.in === location && other !== parameter && readsName(other, key));
  if (!encoding) return decodeParameter(parameter, { pairs, isTaken }, parse);
  const own = pairs.filter((pair) => !isTaken(pair.name) && takesName(parameter, pair.name));
  return own.length ? decodeFields(own, parameter, parameter, parse) : nothing;
}

const nothing: Decoded = { issues: [] };

/** Lists the pairs of a request that have the location of a parameter. */
function listPairs(
  { name, in: location }: OperationParameter,
  { path, query, header }: SentParts,
): readonly QueryPair[] {
  if (location === 'query') return query;
  if (location === 'cookie') return readCookies(header('cookie') ?? '');
  const value = location === 'header' ? header(name) : readMember(path, name);
  return isAbsent(value) ? [] : [{ name, value, raw: value }];
}

/**
 * Decodes the fields of a form by the types of its schema and the `encoding` object of the spec, as clients write them. Without an
 * `encoding`, lists repeat their name, also with `[]`, and objects are JSON or in brackets, as in PHP and Rails: `a[b]=1`. Fields that the
 * schema does not declare are strings. `parse` parses JSON.
 */
export function decodeFields(
  pairs: readonly QueryPair[],
  content: Pick<OperationContent, 'encoding'>,
  types: ValueTypes,
  parse: typeof parseJson,
): Decoded & { readonly value: JsonObject } {
  const { properties = {}, additional } = types;
  const createField = (name: string, type: ValueType): OperationParameter => {
    const field = { name, in: 'query', ...toValueTypes(type) } as const;
    const rules = readMember(content.encoding, name);
    if (rules) {
      const { contentType, ...styled } = rules;
      return { ...field, ...(contentType && !styled.style ? { contentType } : { style: 'form', ...styled }) };
    }
    // Lists may repeat their name; all other values may have brackets.
    const isRepeated = listTypes(type).includes('array') && pairs.some((pair) => pair.name === name);
    return { ...field, ...(isRepeated ? { style: 'form', explode: true } : { style: 'deepObject' }) };
  };
  const declared = Object.entries(properties).map(([name, type]) => createField(name, type));
  const others = pairs.filter(({ name }) => !declared.some((field) => readsField(field, name)));
  const names = new Set(others.map(({ name }) => name.replace(/\[[^]*$/, '')));
  const further = [...names].map((name) => {
    // `a[b]=1` is an object, `a[]=1` a list.
    const isObject = pairs.some((pair) => pair.name.startsWith(`${name}[`) && !pair.name.startsWith(`${name}[]`));
    return createField(name, additional ?? (isObject ? { type: 'object', additional: 'string' } : 'string'));
  });
  const fields = [...declared, ...further];
  const issues: DecodeIssue[] = [];
  const entries = fields.flatMap((field): readonly [string, Json][] => {
    const { name } = field;
    const json = readMember(content.encoding, name) ? undefined : readJson(field, pairs, parse);
    if (json !== undefined) return [[name, json]];
    const isTaken = (key: string) => fields.some((other) => other !== field && readsField(other, key));
    const decoded = decodeParameter(field, { pairs, isTaken }, parse);
    issues.push(...decoded.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    return decoded.value === undefined ? [] : [[name, decoded.value]];
  });
  return { value: Object.fromEntries(entries), issues };
}

function readsField(field: OperationParameter, name: string) {
  return readsName(field, name) || (isSpread(field) && Object.hasOwn(field.properties ?? {}, name));
}

/** Reads a field, or each item of a list, as JSON; `undefined` if it is not JSON. */
function readJson(field: OperationParameter, pairs: readonly QueryPair[], parse: typeof parseJson): Json | undefined {
  const texts = pairs.filter(({ name }) => name === field.name).map(({ value }) => value);
  const types = listTypes(field);
  const isArray = types.includes('array');
  const isList = isArray || (types.includes('unknown') && texts.length > 1);
  const item = isArray ? (field.items ?? 'string') : field;
  const mayBeJson = listTypes(item).some((type) => /^(?:object|array|unknown)$/.test(type));
  if (!mayBeJson || (!isList && texts.length > 1) || !texts.some(looksLikeJson)) return undefined;
  const values = texts.map((text) => (looksLikeJson(text) ? parse(text) : undefined) ?? convertString(text, item));
  return isList ? values : values[0];
}

/** Returns whether text starts like a JSON object or array. */
function looksLikeJson(text: string) {
  return /^[{[]/.test(text);
}
