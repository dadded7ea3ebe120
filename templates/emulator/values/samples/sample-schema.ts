import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { type Budget, memberAt, mergeSchemas, resolveSchema, withMember } from '@speccast/runtime/requests';
import { negateSchema } from './negate-schema.js';
import { numbersFrom } from '../ids.js';
import { namedRange, rankOfTime } from './named-values.js';
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
  /** Number of the row, if it is one of several, or of the item: they differ in the values of their enums. */
  readonly turn?: number | undefined;
  /** Required members without a possible value are left out. */
  readonly isLenient?: boolean;
}

const deepest = 24;

/** Most unions that one value is sampled of: one that refers to itself has no end. */
const mostUnions = 32;

/** A value that should match a schema; undefined if there is none or it is infinitely nested. */
export function sampleSchema(schema: Json | undefined, context: SampleContext): Json | undefined {
  const { depth, budget, isLenient } = context;
  if (schema === false || depth > (isLenient === true ? usual : deepest) || budget.left < 0) return undefined;
  if (!isJsonObject(schema)) return 'text';
  const merged = flatten(schema, context);
  const fixed = fixedValue(merged, context);
  return fixed === undefined ? sampleType(merged, typeOf(merged, context), context) : fixed;
}

/** Merges references, `allOf`, one alternative of each kind and conditions into one flat schema. */
function flatten(schema: JsonObject, context: SampleContext): JsonObject {
  let merged = withoutNot(resolveSchema(schema, context));
  for (let round = 0; round < mostUnions; round += 1) {
    const { oneOf, anyOf, if: condition, then: yes, else: no, ...rest } = merged;
    const chosen = [
      choose(oneOf, context),
      choose(anyOf, context),
      ...(context.attempt % 2 === 0 ? [condition, yes] : [no]),
    ].filter(isJsonObject);
    if (chosen.length === 0) return rest;
    merged = resolveSchema(chosen.reduce(mergeSchemas, rest), context);
  }
  return merged;
}

/** Adds the opposite of `not`. A type that is set already remains. */
function withoutNot(schema: JsonObject): JsonObject {
  const { not, ...rest } = schema;
  if (not === undefined) return schema;
  const { type, ...bounds } = negateSchema(not);
  return mergeSchemas(rest, type === undefined || rest['type'] !== undefined ? bounds : { ...bounds, type });
}

function choose(alternatives: Json | undefined, { attempt }: SampleContext): Json | undefined {
  return Array.isArray(alternatives) ? alternatives[attempt % alternatives.length] : undefined;
}

function fixedValue(schema: JsonObject, { attempt, next, turn, name = '' }: SampleContext): Json | undefined {
  if (schema['const'] !== undefined) return schema['const'];
  const { enum: values, examples, example } = schema;
  if (attempt < 2 && turn !== undefined && Array.isArray(values) && values.length > 0) {
    const stated = Array.isArray(examples) ? examples[0] : (example ?? schema['default'] ?? null);
    const start = values.indexOf(stated ?? null);
    return values[((start < 0 ? numbersFrom(name)() : start) + turn) % values.length];
  }
  if (attempt === 0 && Array.isArray(examples) && examples.length > 0) return examples[0];
  if (attempt === 0 && example !== undefined) return example;
  if (attempt < 2 && schema['default'] !== undefined && schema['default'] !== null) return schema['default'];
  return Array.isArray(values) && values.length > 0 ? values[next() % values.length] : undefined;
}

function typeOf(schema: JsonObject, { attempt }: SampleContext): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null' || attempt > 3);
    return String(types[attempt % Math.max(1, types.length)] ?? 'null');
  }
  const telling = Object.entries(tellingKeywords).find(([, keywords]) =>
    keywords.some((keyword) => schema[keyword] !== undefined),
  );
  return telling?.[0] ?? 'string';
}

const tellingKeywords = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'uniqueItems'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

function sampleType(schema: JsonObject, type: string, context: SampleContext): Json | undefined {
  const inner = { ...context, depth: context.depth + 1 };
  if (type === 'object') return sampleObject(schema, inner);
  if (type === 'array') return sampleArray(schema, inner);
  if (type === 'boolean') return context.next() % 2 === 0;
  if (type === 'integer' || type === 'number')
    return sampleNumber(withRange(schema, context.name), type === 'integer', context.next);
  return type === 'null' ? null : sampleString(schema, context.next, context.name);
}

/** A schema without limits has those that are usual for a property of that name. */
function withRange(schema: JsonObject, name = ''): JsonObject {
  const isLimited = Object.keys(schema).some((keyword) => /^(?:exclusiveM|m)(?:in|ax)imum$|^multipleOf$/.test(keyword));
  const range = isLimited ? undefined : namedRange(name);
  return range === undefined ? schema : { ...schema, ...range };
}

/** Number of items of an array that may be empty. */
const usual = 2;

const most = 1000;

/** An array with the minimum number of items, or a few if it may be empty; undefined if a required item has no value. */
function sampleArray(schema: JsonObject, context: SampleContext): readonly Json[] | undefined {
  const { prefixItems, items, contains } = schema;
  const { minItems = 0, maxItems = Infinity } = limits(schema);
  const wanted = Math.min(Math.max(minItems, context.attempt < 3 && context.depth <= 3 ? usual : 0), maxItems, most);
  const schemas = Array.isArray(prefixItems) ? prefixItems : [];
  const list: Json[] = [];
  if (contains !== undefined && contains !== false)
    addMany(list, contains, Math.max(1, numberOf(schema['minContains']) ?? 1), context);
  for (let tries = 0; list.length < wanted && tries < wanted + 20; tries += 1) {
    const turn = context.turn === undefined ? undefined : context.turn + list.length;
    const value = sampleSchema(schemas[list.length] ?? items, { ...context, turn });
    if (value === undefined) break;
    if (schema['uniqueItems'] !== true || !list.some((one) => JSON.stringify(one) === JSON.stringify(value)))
      list.push(value);
  }
  return list.length < minItems ? undefined : list;
}

function addMany(list: Json[], schema: Json, count: number, context: SampleContext): void {
  for (let index = 0; index < Math.min(count, most); index += 1) {
    const value = sampleSchema(isJsonObject(schema) ? schema : {}, context);
    if (value !== undefined) list.push(value);
  }
}

function limits(schema: JsonObject): { readonly minItems?: number; readonly maxItems?: number } {
  const [minItems, maxItems] = [numberOf(schema['minItems']), numberOf(schema['maxItems'])];
  return { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Levels at which optional properties are included. */
const generous = 4;

/** An object with the required properties, and in the first attempts the optional ones; undefined if a required one has no value. */
function sampleObject(schema: JsonObject, context: SampleContext): JsonObject | undefined {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = namesIn(schema['required']);
  const optional = context.attempt < 3 && context.depth <= generous ? readableProperties(properties, context) : [];
  const most =
    typeof schema['maxProperties'] === 'number' ? Math.max(schema['maxProperties'], required.length) : Infinity;
  const entries = new Map<string, Json>();
  for (const name of new Set([...required, ...optional])) {
    if (entries.size >= most) break;
    const value = sampleSchema(schemaFor(schema, properties, name), { ...context, name });
    if (value !== undefined) entries.set(name, value);
    else if (required.includes(name) && context.isLenient !== true) return undefined;
  }
  const { dependentSchemas, ...rest } = schema;
  const further = dependentOn(dependentSchemas, entries);
  // Dependent schemas apply to the merged object, so it is sampled again by both.
  if (further.length > 0) return sampleObject(resolveSchema({ allOf: [rest, ...further] }, context), context);
  addDependents(schema, properties, entries, context);
  addFurther(schema, entries, context);
  return Object.fromEntries(inOrder(entries));
}

/** A date, a time, or seconds since the epoch. */
const time = /^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?|1[67]\d{8})$/;

/** Members whose times come in the order that their names say: nothing is changed before it was created. */
function inOrder(entries: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> {
  const ordered = new Map(entries);
  for (const kind of ['string', 'number']) {
    const times = [...entries].flatMap(([name, value]) => {
      const rank = typeof value === kind && time.test(String(value)) ? rankOfTime(name) : undefined;
      return rank === undefined ? [] : [{ name, text: String(value), rank }];
    });
    const ranked = times.toSorted((left, right) => left.rank - right.rank);
    const texts = times.map(({ text }) => text).toSorted();
    for (const [index, { name, text }] of ranked.entries()) {
      const next = texts[index] ?? '';
      // Dates and times are not exchanged for each other, but the days of all are in order.
      const fitting = next.slice(0, 10) + (text.length > 10 ? next.slice(10) || 'T00:00:00Z' : '');
      ordered.set(name, kind === 'number' ? Number(fitting) : fitting);
    }
  }
  return ordered;
}

function dependentOn(schemas: Json | undefined, entries: ReadonlyMap<string, Json>): readonly Json[] {
  const all = isJsonObject(schemas) ? Object.entries(schemas) : [];
  return all.flatMap(([name, schema]) => (entries.has(name) ? [schema] : []));
}

/** The properties that are not `writeOnly`. */
function readableProperties(properties: JsonObject, context: SampleContext): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isOneWay = isJsonObject(schema) && resolveSchema(schema, context)['writeOnly'] === true;
    return isOneWay ? [] : [name];
  });
}

function schemaFor(schema: JsonObject, properties: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  const patterns = isJsonObject(schema['patternProperties']) ? Object.entries(schema['patternProperties']) : [];
  return patterns.find(([pattern]) => isMatch(pattern, name))?.[1] ?? schema['additionalProperties'];
}

function addDependents(
  schema: JsonObject,
  properties: JsonObject,
  entries: Map<string, Json>,
  context: SampleContext,
): void {
  const dependents = isJsonObject(schema['dependentRequired']) ? schema['dependentRequired'] : {};
  const present = [...entries.keys()];
  for (const name of present) {
    for (const other of Object.hasOwn(dependents, name) ? namesIn(dependents[name]) : []) {
      const value = entries.has(other) ? undefined : sampleSchema(schemaFor(schema, properties, other), context);
      if (value !== undefined) entries.set(other, value);
    }
  }
}

/** Additional properties up to `minProperties`, and one if the schema declares no other. */
function addFurther(schema: JsonObject, entries: Map<string, Json>, context: SampleContext): void {
  const { minProperties, additionalProperties, propertyNames } = schema;
  const described =
    isJsonObject(additionalProperties) &&
    schema['properties'] === undefined &&
    context.attempt < 3 &&
    context.depth <= generous;
  const wanted = Math.max(typeof minProperties === 'number' ? minProperties : 0, described ? 1 : 0);
  for (let tries = 0; entries.size < wanted && tries < wanted + 20; tries += 1) {
    const name = isJsonObject(propertyNames)
      ? sampleSchema({ type: 'string', ...propertyNames }, context)
      : `key${tries + 1}`;
    const value = sampleSchema(isJsonObject(additionalProperties) ? additionalProperties : {}, context);
    if (typeof name === 'string' && value !== undefined) entries.set(name, value);
  }
}

function namesIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

const schemas = new WeakMap<Validator<unknown>, JsonObject>();

const mostAttempts = 16;

/** Far more than a document has schemas in one value. */
const mostSchemas = 20_000;

/**
 * Generates a value that a validator accepts, always the same for the same seed string and first attempt. Only the attempts 0 and 1
 * use examples and defaults. Strings that end in numbers (`1 hats 2`) are those of rows, which differ in the values of their enums.
 * Members without a possible value are left out; undefined if there is nothing else. Of a schema alone, the first value that is made.
 */
export function sample(of: Validator<unknown> | BareSchema, text: string, first: number = 0): Json | undefined {
  const { schema, root } = 'root' in of ? of : { schema: schemaOf(of), root: schemaOf(of) };
  const tried: Json[] = [];
  const [, number] = / (\d{1,9})$/.exec(text) ?? [];
  const turn = number === undefined ? undefined : Number(number) - 1;
  for (let attempt = first; attempt < mostAttempts; attempt += 1) {
    const next = numbersFrom(`${text} ${attempt}`);
    const value = sampleSchema(schema, { root, next, attempt, depth: 0, budget: { left: mostSchemas }, turn });
    if (value === undefined) continue;
    if ('root' in of || of.is(value)) return value;
    tried.push(value);
  }
  return 'root' in of ? undefined : (joined(of, tried) ?? withoutBad(of, tried[0] ?? sampleLeniently(schema, root)));
}

function sampleLeniently(schema: Json, root: JsonObject): Json | undefined {
  const context = { root, next: numbersFrom(''), attempt: 0, depth: 0, budget: { left: mostSchemas } };
  return sampleSchema(schema, { ...context, isLenient: true });
}

/** A value without the members that the validator rejects, although some of them are required; undefined if it is wrong itself. */
function withoutBad(validator: Validator<unknown>, value: Json | undefined): Json | undefined {
  unsampled.add(validator);
  let rest = value;
  for (let round = 0; rest !== undefined && round < mostAttempts; round += 1) {
    const issues = validator.check(rest);
    const bad = issues.filter(({ keyword }) => keyword !== 'required');
    if (bad.length === 0) return issues.length > 0 || validator.is(rest) ? rest : undefined;
    rest = bad.reduceRight<Json | undefined>(
      (less, { path }) => (less === undefined || path.length === 0 ? undefined : withMember(less, path, undefined)),
      rest,
    );
  }
  return undefined;
}

/** A value of which each attempt gives what is wrong in those before; undefined if it remains wrong. */
function joined(validator: Validator<unknown>, [first, ...others]: readonly Json[]): Json | undefined {
  let value = first;
  for (const other of others) {
    if (value === undefined || !isJsonObject(value)) return undefined;
    for (const { path } of validator.check(value)) value = withMember(value, path, memberAt(other, path));
    if (validator.is(value)) return value;
  }
  return undefined;
}

function schemaOf(validator: Validator<unknown>): JsonObject {
  // What a validator takes is what is on the wire. Standard Schema types its schema as an object of unknown values.
  const schema =
    schemas.get(validator) ?? (validator['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject);
  schemas.set(validator, schema);
  return schema;
}

/** A schema without a validator, and what its references begin from. */
export interface BareSchema {
  readonly schema: Json;
  readonly root: JsonObject;
}
