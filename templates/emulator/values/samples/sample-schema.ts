import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import {
  type Budget,
  memberAt,
  mergeSchemas,
  readJsonSchema,
  readMember,
  resolveSchema,
  toJsonObject,
  withMember,
} from '@speccast/runtime/requests';
import { negateSchema } from './negate-schema.js';
import { numbersFrom } from '../ids.js';
import { namedRange, rankTime } from './named-values.js';
import { sampleNumber } from './sample-number.js';
import { sampleString } from './sample-string.js';
import { unsampled } from './unsampled.js';

/** The state of sampling. */
interface SampleContext {
  /** The root schema of references. */
  readonly root: JsonObject;
  /** The random number generator. */
  readonly next: () => number;
  /** Number of the attempt. The first ones use examples and all properties, later ones fewer and other alternatives. */
  readonly attempt: number;
  readonly depth: number;
  readonly budget: Budget;
  /** Name of the property whose value it is. */
  readonly name?: string;
  /** Number of the row or item, from 0: rows and items differ in the values of their enums. */
  readonly turn?: number | undefined;
  /** Required members without a possible value are left out. */
  readonly isLenient?: boolean;
}

/** Deepest nesting. */
const deepest = 24;

/** Most unions that one value is sampled of: one that refers to itself has no end. */
const mostUnions = 32;

/** Samples a value that should match a schema; undefined if there is none or it is infinitely nested. */
export function sampleSchema(schema: Json | undefined, context: SampleContext): Json | undefined {
  const { depth, budget, isLenient, next, name = '' } = context;
  if (schema === false || depth > (isLenient === true ? usualItems : deepest) || budget.left < 0) return undefined;
  if (!isJsonObject(schema)) return 'text';
  const flat = flatten(schema, context);
  const stated = chooseStated(flat, context);
  if (stated !== undefined) return stated;
  const inner = { ...context, depth: depth + 1 };
  const type = chooseType(flat, context);
  switch (type) {
    case 'object':
      return sampleObject(flat, inner);
    case 'array':
      return sampleArray(flat, inner);
    case 'boolean':
      return next() % 2 === 0;
    case 'null':
      return null;
    case 'integer':
    case 'number': {
      const isLimited = Object.keys(flat).some((keyword) =>
        /^(?:exclusiveM|m)(?:in|ax)imum$|^multipleOf$/.test(keyword),
      );
      return sampleNumber(isLimited ? flat : { ...flat, ...namedRange(name) }, type === 'integer', next);
    }
    default:
      return sampleString(flat, next, name);
  }
}

/** Merges references, `allOf`, one alternative of each kind, conditions and the opposite of `not` into one flat schema. */
function flatten(schema: JsonObject, context: SampleContext): JsonObject {
  const { attempt } = context;
  const { not, ...positive } = resolveSchema(schema, context);
  const opposite = negateSchema(not);
  // A type that is set already remains.
  const { type = opposite['type'] } = positive;
  let merged = mergeSchemas(positive, type === undefined ? opposite : { ...opposite, type });
  const choose = (alternatives: Json | undefined): Json | undefined =>
    Array.isArray(alternatives) ? alternatives[attempt % alternatives.length] : undefined;
  for (let round = 0; round < mostUnions; round += 1) {
    const { oneOf, anyOf, if: condition, then: yes, else: no, ...rest } = merged;
    const chosen = [choose(oneOf), choose(anyOf), ...(attempt % 2 === 0 ? [condition, yes] : [no])].filter(
      isJsonObject,
    );
    if (chosen.length === 0) return rest;
    merged = resolveSchema(chosen.reduce(mergeSchemas, rest), context);
  }
  return merged;
}

/** Chooses the `const`, an example, the default or a value of the enum; undefined if a schema states none. */
function chooseStated(schema: JsonObject, { attempt, next, turn, name = '' }: SampleContext): Json | undefined {
  const { const: constant, enum: values, examples, example, default: usual } = schema;
  if (constant !== undefined) return constant;
  const choices = Array.isArray(values) ? values : [];
  const [stated = example] = Array.isArray(examples) ? examples : [];
  if (attempt < 2 && turn !== undefined && choices.length > 0) {
    const start = choices.indexOf(stated ?? usual ?? null);
    return choices[((start < 0 ? numbersFrom(name)() : start) + turn) % choices.length];
  }
  if (attempt === 0 && stated !== undefined) return stated;
  if (attempt < 2 && usual !== undefined && usual !== null) return usual;
  return choices.length > 0 ? choices[next() % choices.length] : undefined;
}

/** Keywords by the type that they say something about. */
const typedKeywords = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'uniqueItems'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

/** Chooses one of the types of a schema; without any, the one that its keywords are about. */
function chooseType(schema: JsonObject, { attempt }: SampleContext): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null' || attempt > 3);
    return String(types[attempt % Math.max(1, types.length)] ?? 'null');
  }
  const hasKeyword = (keyword: string): boolean => schema[keyword] !== undefined;
  return Object.entries(typedKeywords).find(([, keywords]) => keywords.some(hasKeyword))?.[0] ?? 'string';
}

/** Number of items of an array that may be empty. */
const usualItems = 2;

/** Most items, whatever a schema asks for. */
const mostItems = 1000;

/** Samples an array with the minimum number of items, or a few if it may be empty; undefined if a required item has no value. */
function sampleArray(schema: JsonObject, context: SampleContext): readonly Json[] | undefined {
  const { prefixItems, items, contains, uniqueItems } = schema;
  const { attempt, depth, turn } = context;
  const minItems = readNumber(schema['minItems'], 0);
  const length = Math.min(
    Math.max(minItems, attempt < 3 && depth <= 3 ? usualItems : 0),
    readNumber(schema['maxItems'], Infinity),
    mostItems,
  );
  const schemas = Array.isArray(prefixItems) ? prefixItems : [];
  const list: Json[] = [];
  const contained = contains === undefined || contains === false ? 0 : readNumber(schema['minContains'], 1) || 1;
  for (let index = 0; index < Math.min(contained, mostItems); index += 1) {
    const value = sampleSchema(toJsonObject(contains), context);
    if (value !== undefined) list.push(value);
  }
  for (let tries = 0; list.length < length && tries < length + 20; tries += 1) {
    const value = sampleSchema(schemas[list.length] ?? items, {
      ...context,
      turn: turn === undefined ? undefined : turn + list.length,
    });
    if (value === undefined) break;
    if (uniqueItems !== true || !list.some((one) => JSON.stringify(one) === JSON.stringify(value))) list.push(value);
  }
  return list.length < minItems ? undefined : list;
}

function readNumber(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** Samples an object with the required properties, and in the first attempts the optional ones; undefined if a required one has no value. */
function sampleObject(schema: JsonObject, context: SampleContext): JsonObject | undefined {
  const { dependentSchemas, ...rest } = schema;
  const { dependentRequired, additionalProperties, propertyNames } = rest;
  const properties = toJsonObject(schema['properties']);
  const required = listNames(schema['required']);
  // Optional properties are left out of later attempts and at deeper levels.
  const isFull = context.attempt < 3 && context.depth <= 4;
  const isReadable = (name: string): boolean =>
    resolveSchema(toJsonObject(properties[name]), context)['writeOnly'] !== true;
  const optional = isFull ? Object.keys(properties).filter(isReadable) : [];
  const most = Math.max(readNumber(schema['maxProperties'], Infinity), required.length);
  const values = new Map<string, Json>();
  for (const name of new Set([...required, ...optional])) {
    if (values.size >= most) break;
    const value = sampleSchema(findSchema(schema, name), { ...context, name });
    if (value !== undefined) values.set(name, value);
    else if (required.includes(name) && context.isLenient !== true) return undefined;
  }
  const dependent = Object.entries(toJsonObject(dependentSchemas)).filter(([name]) => values.has(name));
  if (dependent.length > 0) {
    // Dependent schemas apply to the merged object, so it is sampled again by both.
    return sampleObject(resolveSchema({ allOf: [rest, ...dependent.map(([, one]) => one)] }, context), context);
  }
  for (const name of [...values.keys()].flatMap((one) => listNames(readMember(toJsonObject(dependentRequired), one)))) {
    const value = values.has(name) ? undefined : sampleSchema(findSchema(schema, name), context);
    if (value !== undefined) values.set(name, value);
  }
  // A map gets one property although it may be empty.
  const isMap = isFull && isJsonObject(additionalProperties) && schema['properties'] === undefined;
  const size = Math.max(readNumber(schema['minProperties'], 0), isMap ? 1 : 0);
  for (let tries = 0; values.size < size && tries < size + 20; tries += 1) {
    const name = isJsonObject(propertyNames)
      ? sampleSchema({ type: 'string', ...propertyNames }, context)
      : `key${tries + 1}`;
    const value = sampleSchema(toJsonObject(additionalProperties), context);
    if (typeof name === 'string' && value !== undefined) values.set(name, value);
  }
  return orderTimes(values);
}

/** Finds the schema of a property: its own, that of a pattern, or that of additional properties. */
function findSchema(
  { properties, patternProperties, additionalProperties }: JsonObject,
  name: string,
): Json | undefined {
  const isMatch = ([pattern]: readonly [string, Json]): boolean => {
    try {
      return new RegExp(pattern, 'u').test(name);
    } catch {
      return false;
    }
  };
  return (
    readMember(toJsonObject(properties), name) ??
    Object.entries(toJsonObject(patternProperties)).find(isMatch)?.[1] ??
    additionalProperties
  );
}

function listNames(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** A date, a time, or seconds since the epoch. */
const time = /^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?|1[67]\d{8})$/;

/** Exchanges the times of an object so that they come in the order that their names say: nothing is changed before it was created. */
function orderTimes(values: Map<string, Json>): JsonObject {
  for (const kind of ['string', 'number']) {
    const times = [...values]
      .map(([name, value]) => ({ name, text: typeof value === kind ? String(value) : '', rank: rankTime(name) }))
      .filter(({ text, rank }) => rank >= 0 && time.test(text));
    const texts = times.map(({ text }) => text).toSorted();
    times.sort((left, right) => left.rank - right.rank);
    for (const [index, { name, text }] of times.entries()) {
      const other = texts[index] ?? '';
      // Dates and times are not exchanged for each other, but the days of all are in order.
      const fitting = other.slice(0, 10) + (text.length > 10 ? other.slice(10) || 'T00:00:00Z' : '');
      values.set(name, kind === 'number' ? Number(fitting) : fitting);
    }
  }
  return Object.fromEntries(values);
}

const mostAttempts = 16;

/** Far more than a document has schemas in one value. */
const mostSchemas = 20_000;

/** A schema without a validator, and the root of its references. */
export interface BareSchema {
  readonly schema: Json;
  readonly root: JsonObject;
}

/**
 * Generates a value that a validator accepts, always the same for the same seed string and first attempt. Only the attempts 0 and 1
 * use examples and defaults. Strings that end in numbers (`1 hats 2`) are those of rows, which differ in the values of their enums.
 * Members without a possible value are left out; undefined if there is nothing else. For a schema alone, the first value that is made.
 */
export function sample(of: Validator<unknown> | BareSchema, text: string, first: number = 0): Json | undefined {
  const isBare = 'root' in of;
  const root = isBare ? of.root : (readJsonSchema(of) ?? {});
  const schema = isBare ? of.schema : root;
  const tried: Json[] = [];
  const [, number] = / (\d{1,9})$/.exec(text) ?? [];
  const turn = number === undefined ? undefined : Number(number) - 1;
  const context = { root, depth: 0 };
  for (let attempt = first; attempt < mostAttempts; attempt += 1) {
    const next = numbersFrom(`${text} ${attempt}`);
    const value = sampleSchema(schema, { ...context, next, attempt, budget: { left: mostSchemas }, turn });
    if (value === undefined) continue;
    if (isBare || of.is(value)) return value;
    tried.push(value);
  }
  if (isBare) return undefined;
  const joined = joinAttempts(of, tried);
  if (joined !== undefined) return joined;
  unsampled.add(of);
  const lenient = { ...context, next: numbersFrom(''), attempt: 0, budget: { left: mostSchemas }, isLenient: true };
  return removeInvalid(of, tried[0] ?? sampleSchema(schema, lenient));
}

/** Removes the members that the validator rejects, although some of them are required; undefined if the value itself is wrong. */
function removeInvalid(validator: Validator<unknown>, value: Json | undefined): Json | undefined {
  let rest = value;
  for (let round = 0; rest !== undefined && round < mostAttempts; round += 1) {
    const issues = validator.check(rest);
    const invalid = issues.filter(({ keyword }) => keyword !== 'required');
    if (invalid.length === 0) return issues.length > 0 || validator.is(rest) ? rest : undefined;
    for (const { path } of invalid.toReversed())
      rest = rest === undefined || path.length === 0 ? undefined : withMember(rest, path, undefined);
  }
  return undefined;
}

/** Mends the value of the first attempt by members of later ones, until the validator accepts it; undefined if it never does. */
function joinAttempts(validator: Validator<unknown>, [first, ...others]: readonly Json[]): Json | undefined {
  let value = first;
  for (const other of others) {
    if (value === undefined || !isJsonObject(value)) return undefined;
    for (const { path } of validator.check(value)) value = withMember(value, path, memberAt(other, path));
    if (validator.is(value)) return value;
  }
  return undefined;
}
