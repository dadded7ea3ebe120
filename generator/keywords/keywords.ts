import { annotations, core, older, combinators, values } from './values.js';
import { arrays } from './arrays.js';
import type { Keyword, KeywordGroup, Vocabulary } from './keyword.js';
import { numbers } from './numbers.js';
import { objects } from './objects.js';
import { strings } from './strings.js';
import type { Json, JsonObject } from '../json.js';

/** A keyword of the table. */
export interface NamedKeyword extends Keyword {
  readonly name: string;
  readonly vocabulary: Vocabulary;
  /** The type that it constrains; absent where it says something about any value. */
  readonly group?: KeywordGroup;
}

const groups: Readonly<Record<KeywordGroup, readonly NamedKeyword[]>> = {
  string: name(strings, 'string'),
  number: name(numbers, 'number'),
  array: name(arrays, 'array'),
  object: name(objects, 'object'),
};

/** Lists the keywords that constrain values of one type, in the order in which they are asserted. */
export function listKeywords(group: KeywordGroup): readonly NamedKeyword[] {
  return groups[group];
}

/** The keywords that combine schemas. */
export const combinatorKeywords: readonly NamedKeyword[] = name(combinators);

/** Every keyword that speccast knows, by name. */
export const keywords: ReadonlyMap<string, NamedKeyword> = new Map(
  [name(core), name(values), ...Object.values(groups), combinatorKeywords, name(annotations), name(older)]
    .flat()
    .map((one) => [one.name, one]),
);

/** Returns true if a keyword asserts something about values, by itself or by its subschemas. */
export function asserts({ name, group, vocabulary }: NamedKeyword): boolean {
  return vocabulary !== 'content' && (group !== undefined || name in values || name in combinators);
}

function name(table: Readonly<Record<string, Keyword>>, group?: KeywordGroup): readonly NamedKeyword[] {
  return Object.entries(table).map(([key, one]) => ({
    vocabulary: 'validation',
    ...one,
    name: key,
    ...(group && { group }),
  }));
}

/** The limits of one type that a schema states. */
export interface StatedLimits {
  readonly least?: number;
  readonly most?: number;
  /** Values must be above this. */
  readonly above?: number;
  /** Values must be below this. */
  readonly below?: number;
}

/** Reads the limits among the rules for values of a type. */
export function readLimits(group: KeywordGroup, rules: object = {}): StatedLimits {
  const limits = listKeywords(group).flatMap(({ name, limit }) => {
    const value: unknown = Reflect.get(rules, name);
    if (limit === undefined || typeof value !== 'number') return [];
    const [inclusive, exclusive] = limit.isLower ? ['least', 'above'] : ['most', 'below'];
    return [[limit.isExclusive === true ? exclusive : inclusive, value] as const];
  });
  return Object.fromEntries(limits);
}

/** A schema directly inside a schema, and the steps to it: the keyword, and a name or an index. */
export interface Subschema {
  readonly value: Json;
  readonly steps: readonly string[];
}

/** Lists the schemas directly inside a schema, as JSON has them. */
export function listInnerSchemas(schema: JsonObject): readonly Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    switch (keywords.get(keyword)?.takes) {
      case 'schema':
        return [{ value, steps: [keyword] }];
      case 'schemas':
        return Array.isArray(value) ? inside(keyword, value) : [];
      case 'namedSchemas':
      case 'namedProperties':
      case 'dependencies':
        return Array.isArray(value) ? [] : inside(keyword, value);
      default:
        return [];
    }
  });
}

function inside(keyword: string, value: Json): readonly Subschema[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([step, one]: [string, Json]) => ({ value: one, steps: [keyword, step] }));
}
