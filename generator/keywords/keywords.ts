import { annotations, core, older } from './annotations.js';
import { arrays } from './arrays.js';
import type { Keyword, KeywordGroup } from './keyword.js';
import { numbers } from './numbers.js';
import { objects } from './objects.js';
import { strings } from './strings.js';
import { combinators, values } from './values.js';

/** A keyword of the table. */
export interface NamedKeyword extends Keyword {
  readonly name: string;
  /** The type that it constrains; absent where it says something about any value. */
  readonly group?: KeywordGroup;
}

const groups: Readonly<Record<KeywordGroup, readonly NamedKeyword[]>> = {
  string: name(strings, 'string'),
  number: name(numbers, 'number'),
  array: name(arrays, 'array'),
  object: name(objects, 'object'),
};

/** The keywords that constrain values of one type, in the order in which they are asserted. */
export function listKeywords(group: KeywordGroup): readonly NamedKeyword[] {
  return groups[group];
}

/** The keywords that combine schemas. */
export const combinatorKeywords: readonly NamedKeyword[] = name(combinators);

/** Every keyword that is known, by name: the one table of them. */
export const keywords: ReadonlyMap<string, NamedKeyword> = new Map(
  [name(core), name(values), ...Object.values(groups), combinatorKeywords, name(annotations), name(older)]
    .flat()
    .map((one) => [one.name, one]),
);

/** Says whether a keyword asserts something about values, by itself or by its subschemas. */
export function asserts({ name, group, vocabulary }: NamedKeyword): boolean {
  return vocabulary !== 'content' && (group !== undefined || name in values || name in combinators);
}

function name(table: Readonly<Record<string, Keyword>>, group?: KeywordGroup): readonly NamedKeyword[] {
  return Object.entries(table).map(([key, one]) => ({ ...one, name: key, ...(group && { group }) }));
}
