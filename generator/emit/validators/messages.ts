import type { JsonType } from '../../api/schema.js';
import type { Json } from '../../spec/json.js';
import { findFormat } from './formats.js';
import type { ArrayCheck, Check, NumberCheck, ObjectCheck, Plan, StringCheck, ValueCheck } from './plan.js';

/** Longest text of the spec that a message quotes. */
const longest = 60;

/** What an issue says when a value is not of one of the types. */
export function typeMessage(types: readonly JsonType[]): string {
  const words = types.map((type) => typeWords[type]);
  const last = words.at(-1) ?? 'nothing';
  return `must be ${words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`}`;
}

const typeWords: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  integer: 'a whole number',
  string: 'a string',
};

/** Allowed values are listed while they are short, and never where they could be secret. */
export function valuesMessage(check: ValueCheck, plan: Plan): string {
  const list = check.values.map(printValue).join(', ');
  if (check.values.length === 0) return 'has no allowed value';
  if (plan.secret || list.length > 2 * longest)
    return check.values.length === 1 ? 'must be the allowed value' : 'must be one of the allowed values';
  return check.values.length === 1 ? `must be ${list}` : `must be one of ${list}`;
}

function printValue(value: Json): string {
  return JSON.stringify(value);
}

type Simple =
  | StringCheck
  | NumberCheck
  | Extract<ArrayCheck, { kind: 'itemCount' | 'unique' }>
  | Extract<ObjectCheck, { kind: 'propertyCount' }>;

/** What an issue says when a value breaks a keyword. */
export function checkMessage(check: Simple): string {
  switch (check.kind) {
    case 'length':
      return `must have ${extent(check.keyword)} ${count(check.limit, 'character')}`;
    case 'itemCount':
      return `must have ${extent(check.keyword)} ${count(check.limit, 'item')}`;
    case 'propertyCount':
      return `must have ${extent(check.keyword)} ${count(check.limit, 'property')}`;
    case 'pattern':
      return check.pattern.length > longest ? 'must match the pattern' : `must match the pattern ${check.pattern}`;
    case 'textFormat':
    case 'numberFormat':
      return findFormat(check.format)?.message ?? `must be in the format ${check.format}`;
    case 'bound':
      return `must be ${boundWords[check.keyword]} ${check.limit}`;
    case 'multipleOf':
      return `must be a multiple of ${check.divisor}`;
    case 'unique':
      return 'must not have the same item twice';
  }
}

const boundWords = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
} as const;

function extent(keyword: string): string {
  return keyword.startsWith('min') ? 'at least' : 'at most';
}

function count(limit: number, word: string): string {
  if (limit === 1) return `1 ${word}`;
  return `${limit} ${word === 'property' ? 'properties' : `${word}s`}`;
}

/** What an issue says about `contains`. */
export function containsMessage({ least, most }: Extract<Check, { kind: 'contains' }>): string {
  const atLeast = `at least ${count(least, 'item')}`;
  const words = most === undefined ? atLeast : `${least === 0 ? '' : `${atLeast} and `}at most ${count(most, 'item')}`;
  return `must contain ${words} of the wanted kind`;
}
