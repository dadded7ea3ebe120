import { type Json, type JsonObject, isJsonObject, listOwnKeys } from '../../json.js';
import { combinatorKeywords, listKeywords, type NamedKeyword } from '../../keywords/keywords.js';
import type { Combinators } from '../../keywords/values.js';
import { compact } from '../tools/compact.js';
import type { ArrayRules, ObjectRules, Property, Schema } from '../types/schema.js';

/** A schema object to read, and how what is inside it becomes a schema. */
export interface KeywordSource {
  readonly node: JsonObject;
  /** Returns true if a keyword with that value means anything here. */
  readonly isRead: (keyword: NamedKeyword, value: Json) => boolean;
  /** Lowers a schema inside: what holds it, its key there, and the steps to it from the schema object. */
  readonly lower: (parent: object, key: string | number, steps: readonly (string | number)[]) => Schema;
}

/** The assertions of a schema. */
type Assertions = Pick<
  Schema,
  'types' | 'enum' | 'const' | 'string' | 'number' | 'array' | 'object' | keyof Combinators<Schema>
>;

/** Lowers the keywords that assert; their values are of the kinds that the table of keywords says. */
export function readKeywords(source: KeywordSource): Assertions {
  const { node, isRead } = source;
  const isStated = ['type', 'enum', 'const'].some((name) => node[name] !== undefined);
  const assertions = {
    ...(isStated && isRead(typeKeyword, true) && readValues(node)),
    string: readAll(listKeywords('string'), source),
    number: readAll(listKeywords('number'), source),
    // The table says what these have as members.
    array: readAll(listKeywords('array'), source) as ArrayRules | undefined,
    object: readObject(source),
    ...readAll(combinatorKeywords, source),
  };
  return compact(assertions);
}

const typeKeyword: NamedKeyword = { name: 'type', takes: 'types', vocabulary: 'validation' };

function readValues({ type, enum: values, const: constant }: JsonObject): Assertions {
  return compact({
    // What is not as it should be has been reported.
    types: (typeof type === 'string' ? [type] : type) as Schema['types'],
    enum: Array.isArray(values) ? values : undefined,
    const: constant === undefined ? undefined : { value: constant },
  });
}

function readAll(list: readonly NamedKeyword[], source: KeywordSource): Readonly<Record<string, unknown>> | undefined {
  let rules: Record<string, unknown> | undefined;
  for (const keyword of list) {
    const value = source.node[keyword.name];
    if (value === undefined || !source.isRead(keyword, value)) continue;
    rules ??= {};
    rules[keyword.name] = readValue(keyword, value, source);
  }
  return rules;
}

function readValue(
  { name, takes, nameKey = 'name' }: NamedKeyword,
  value: Json,
  { node, lower }: KeywordSource,
): unknown {
  switch (takes) {
    case 'schema':
      return lower(node, name, [name]);
    case 'schemas':
      return Array.isArray(value) ? value.map((_, index) => lower(value, index, [name, index])) : [];
    case 'namedSchemas':
    case 'namedProperties':
      return listOwnKeys(value).map((key) => ({ [nameKey]: key, schema: lower(Object(value), key, [name, key]) }));
    case 'texts':
      return Array.isArray(value) ? value : [];
    case 'textLists':
      return listOwnKeys(value).map((key) => ({ [nameKey]: key, required: Reflect.get(Object(value), key) }));
    default:
      return value;
  }
}

/** Reads the keywords of objects. `required` becomes a member of each property, and `requiredOnly` of names without one. */
function readObject(source: KeywordSource): ObjectRules | undefined {
  // The table says what these have as members.
  const {
    required = [],
    properties,
    ...rules
  } = (readAll(listKeywords('object'), source) ?? {}) as ObjectRules & {
    readonly required?: readonly string[];
  };
  const wanted = new Set(required);
  const declared = properties?.map(({ name, schema }): Property => ({ name, required: wanted.delete(name), schema }));
  const all = {
    ...(declared && { properties: declared }),
    ...(wanted.size > 0 && { requiredOnly: [...wanted] }),
    ...rules,
    ...readDependencies(source, rules),
  };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** `dependencies` of older drafts still applies to JSON Schemas: lists of names are required, all else is a schema. */
function readDependencies(
  source: KeywordSource,
  { dependentRequired = [], dependentSchemas = [] }: ObjectRules,
): ObjectRules {
  const { dependencies } = source.node;
  const keyword = 'dependencies' as const;
  if (
    !isJsonObject(dependencies) ||
    !source.isRead({ name: keyword, takes: keyword, vocabulary: 'older' }, dependencies)
  )
    return {};
  const lists = Object.entries(dependencies).flatMap(([property, required]) =>
    Array.isArray(required) && source.isRead(typeKeyword, required) ? [{ keyword, property, required }] : [],
  );
  const schemas = Object.keys(dependencies)
    .filter((property) => !Array.isArray(dependencies[property]))
    .map((property) => ({ keyword, property, schema: source.lower(dependencies, property, [keyword, property]) }));
  return {
    ...(lists.length > 0 && { dependentRequired: [...dependentRequired, ...lists] }),
    ...(schemas.length > 0 && { dependentSchemas: [...dependentSchemas, ...schemas] }),
  };
}
