import { isJsonObject, type Json } from '../json.js';
import {
  PATTERN_STRINGS,
  type LocatedPattern,
  type OperationPattern,
  type OperationSubset,
} from '../spec/operation-pattern.js';
import { Mapping } from './mapping.js';

/** Keys of `operations`. */
const LISTS = ['include', 'exclude'] as const;

/** Keys of an entry of `include`; `exclude` knows webhooks, too. */
const INCLUDE_KEYS: readonly string[] = ['tag', 'operationId', 'path', 'method', 'deprecated'];

/** Reads `operations` of a service: which operations are generated. */
export function readSubset(service: Mapping): { readonly operations?: OperationSubset } {
  const value = service.value('operations');
  if (value === undefined) return {};
  if (!isJsonObject(value)) {
    service.report('operations', '`operations` must be a mapping with `include` or `exclude`');
    return {};
  }
  const mapping = new Mapping(service.reader, value);
  mapping.checkKeys(LISTS);
  const found = LISTS.flatMap((key) => (mapping.has(key) ? [[key, readPatterns(mapping, key)] as const] : []));
  if (found.length === 0) service.report('operations', '`operations` must have `include` or `exclude`');
  return { operations: Object.fromEntries(found) };
}

function readPatterns(mapping: Mapping, key: (typeof LISTS)[number]): readonly LocatedPattern[] {
  const list = mapping.value(key);
  const form = key === 'include' ? '{ tag: orders }' : '{ deprecated: true }';
  if (!Array.isArray(list) || list.length === 0) {
    mapping.report(key, `\`${key}\` must be a list of entries such as ${form}`);
    return [];
  }
  const keys = key === 'include' ? INCLUDE_KEYS : [...INCLUDE_KEYS, 'webhook'];
  return list.flatMap((entry: Json, index) => {
    const at = mapping.reader.positions.ofValue(list, index);
    if (isJsonObject(entry) && Object.keys(entry).length > 0)
      return [{ ...readPattern(new Mapping(mapping.reader, entry), keys), at }];
    mapping.reader.diagnostics.error('invalid-config', `an entry of \`${key}\` is like ${form}`, at);
    return [];
  });
}

function readPattern(entry: Mapping, keys: readonly string[]): OperationPattern {
  entry.checkKeys(keys);
  const strings = PATTERN_STRINGS.flatMap((key) => {
    const value = entry.string(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  const deprecated = entry.boolean('deprecated');
  return { ...Object.fromEntries(strings), ...(deprecated !== undefined && { deprecated }) };
}
