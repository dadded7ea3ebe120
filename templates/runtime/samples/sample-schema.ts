import { isJsonObject, readMember, toJsonObject, type Json, type JsonObject } from '../json.js';
import { isRegex } from '../validators/formats/text.js';
import { type Budget, mergeSchemas, resolveSchema } from '../document/resolve-schema.js';

/** The preferences of a sampler. The schemas that its functions get have no references, `allOf` or alternatives. */
export interface SampleStyle {
  /** Returns a value in the schema: its `const`, an example, its default or a value of its enum; `undefined` if it has none. */
  readonly chooseStated: (flat: JsonObject, context: SampleContext, schema: JsonObject) => Json | undefined;
  readonly sampleString: (schema: JsonObject, context: SampleContext) => string;
  readonly sampleNumber: (schema: JsonObject, context: SampleContext) => number;
  /** Lists the properties that an object gets. */
  readonly listProperties: (
    schema: JsonObject,
    required: readonly string[],
    context: SampleContext,
  ) => readonly string[];
  /** Number of items of an array that may be empty. */
  readonly usualItems: number;
  /** Changes the properties of an object after all are sampled. */
  readonly arrange?: (properties: Map<string, Json>) => void;
}

/** The state of sampling. */
export interface SampleContext {
  readonly style: SampleStyle;
  /** The document that references refer to. */
  readonly root: JsonObject;
  /** The random number generator. */
  readonly next: () => number;
  /** Number of the attempt, from 0. Later attempts use fewer examples and properties, and other alternatives. */
  readonly attempt: number;
  readonly depth: number;
  readonly budget: Budget;
  /** Name of the property whose value it is. */
  readonly name?: string;
  /** Number of the row or item, from 0, so that rows have different values of enums. */
  readonly turn?: number | undefined;
  /** True if required members without a possible value are left out. */
  readonly isLenient?: boolean;
}

/** Maximum depth of nesting. */
const deepest = 24;

/** Maximum depth of nesting if required members may be left out. */
const deepestLenient = 2;

/** Samples a value that should match a schema; `undefined` if there is none or it would be infinitely nested. */
export function sampleSchema(schema: Json | undefined, context: SampleContext): Json | undefined {
  const { style, depth, budget, isLenient } = context;
  if (schema === false || depth > (isLenient ? deepestLenient : deepest) || budget.left < 0) return undefined;
  if (!isJsonObject(schema)) return 'text';
  const flat = flatten(schema, context);
  const stated = style.chooseStated(flat, context, schema);
  if (stated !== undefined) return stated;
  const inner = { ...context, depth: depth + 1 };
  const type = chooseType(flat, context);
  switch (type) {
    case 'object':
      return sampleObject(flat, inner);
    case 'array':
      return sampleArray(flat, inner);
    case 'boolean':
      return context.next() % 2 === 0;
    case 'null':
      return null;
    case 'integer':
    case 'number':
      return style.sampleNumber({ ...flat, type }, context);
    default:
      return style.sampleString(flat, context);
  }
}

/** Merges references, `allOf`, one alternative of each union, conditions and the opposite of `not` into one schema. */
function flatten(schema: JsonObject, context: SampleContext): JsonObject {
  const { not, ...positive } = resolveSchema(schema, context);
  // The schema comes second: its own `type` replaces the types that `not` leaves.
  let merged = mergeSchemas(negateSchema(not), positive);
  const choose = (alternatives: Json | undefined): Json | undefined =>
    Array.isArray(alternatives) ? alternatives[context.attempt % alternatives.length] : undefined;
  // Limited, because a union may refer to itself.
  for (let round = 0; round < 32; round += 1) {
    const { oneOf, anyOf, if: condition, then: yes, else: no, ...rest } = merged;
    const chosen = [choose(oneOf), choose(anyOf), ...(context.attempt % 2 === 0 ? [condition, yes] : [no])].filter(
      isJsonObject,
    );
    if (!chosen.length) return rest;
    merged = resolveSchema(chosen.reduce(mergeSchemas, rest), context);
  }
  return merged;
}

/** Returns a schema of values that do not match a schema: `{ minimum: 1 }` → `{ exclusiveMaximum: 1 }`; `{}` if there is no simple one. */
function negateSchema(schema: Json | undefined): JsonObject {
  const { type, ...others } = toJsonObject(schema);
  if (type === undefined) {
    // Violating one of several bounds is enough.
    const [keyword, bound = null] = Object.entries(others).find(([name]) => Object.hasOwn(opposites, name)) ?? [];
    return keyword ? { [opposites[keyword] ?? '']: bound } : {};
  }
  if (Object.keys(others).length) return {};
  const excluded = [type].flat().map((one) => (one === 'integer' ? 'number' : one));
  const types = ['string', 'number', 'object', 'boolean', 'array', 'null'];
  return { type: types.filter((one) => !excluded.includes(one)) };
}

/** The opposite bound of each bound. */
const opposites: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMaximum',
  exclusiveMinimum: 'maximum',
  maximum: 'exclusiveMinimum',
  exclusiveMaximum: 'minimum',
};

/** Patterns for keywords by the type that they apply to. */
const typedKeywords = {
  object: /^(?:properties|required|additionalProperties|patternProperties|minProperties|propertyNames)$/,
  array: /^(?:items|prefixItems|contains|minItems|uniqueItems)$/,
  number: /^(?:(?:exclusiveM|m)(?:in|ax)imum|multipleOf)$/,
};

/** Chooses one of the types of a schema; if it has none, the type that its keywords apply to. */
function chooseType(schema: JsonObject, { attempt }: SampleContext): Json | undefined {
  const { type } = schema;
  if (Array.isArray(type)) {
    const possible = type.filter((one) => one !== 'null' || attempt > 3);
    return possible[attempt % possible.length] ?? 'null';
  }
  const keywords = Object.keys(schema);
  return type ?? Object.entries(typedKeywords).find(([, pattern]) => keywords.some((one) => pattern.test(one)))?.[0];
}

/** Maximum number of items, even if a schema requires more. */
const mostItems = 1000;

/** Samples an array with the minimum number of items, or a few if it may be empty; `undefined` if a required item has no value. */
function sampleArray(schema: JsonObject, context: SampleContext) {
  const { prefixItems = [], items, contains = false, uniqueItems } = schema;
  const { attempt, depth, turn, style } = context;
  const minItems = readNumber(schema['minItems'], 0);
  const usual = attempt < 3 && depth <= 3 ? style.usualItems : 0;
  const length = Math.min(Math.max(minItems, usual), readNumber(schema['maxItems'], Infinity), mostItems);
  const count = contains === false ? 0 : Math.min(readNumber(schema['minContains'], 1) || 1, mostItems);
  const contained = Array.from({ length: count }, () => sampleSchema(toJsonObject(contains), context));
  const list = contained.filter((one) => one !== undefined);
  for (let tries = 0; list.length < length && tries < length + 20; tries += 1) {
    const own = Array.isArray(prefixItems) ? prefixItems[list.length] : undefined;
    const value = sampleSchema(own ?? items, { ...context, ...(turn !== undefined && { turn: turn + list.length }) });
    if (value === undefined) break;
    if (uniqueItems !== true || !list.some((one) => JSON.stringify(one) === JSON.stringify(value))) list.push(value);
  }
  return list.length < minItems ? undefined : list;
}

function readNumber(value: Json | undefined, otherwise: number) {
  return typeof value === 'number' ? value : otherwise;
}

/** Samples an object with the properties that the style lists; `undefined` if a required one has no value. */
function sampleObject(schema: JsonObject, context: SampleContext): JsonObject | undefined {
  const { dependentSchemas, ...rest } = schema;
  const { dependentRequired, additionalProperties, propertyNames, properties } = rest;
  const required = listNames(rest['required']);
  const most = Math.max(readNumber(rest['maxProperties'], Infinity), required.length);
  const values = new Map<string, Json>();
  for (const name of new Set(context.style.listProperties(rest, required, context))) {
    if (values.size >= most) break;
    const value = sampleSchema(findSchema(rest, name), { ...context, name });
    if (value !== undefined) values.set(name, value);
    else if (required.includes(name) && !context.isLenient) return undefined;
  }
  const dependent = Object.entries(toJsonObject(dependentSchemas)).filter(([name]) => values.has(name));
  if (dependent.length) {
    // Dependent schemas apply to the whole object: it is sampled again with all of them.
    return sampleObject(resolveSchema({ allOf: [rest, ...dependent.map(([, one]) => one)] }, context), context);
  }
  for (const name of [...values.keys()].flatMap((one) => listNames(readMember(toJsonObject(dependentRequired), one)))) {
    const value = values.has(name) ? undefined : sampleSchema(findSchema(rest, name), context);
    if (value !== undefined) values.set(name, value);
  }
  // A map gets a property, although it may be empty.
  const isMap =
    context.attempt < 3 && context.depth <= 4 && isJsonObject(additionalProperties) && properties === undefined;
  const size = Math.max(readNumber(rest['minProperties'], 0), isMap ? 1 : 0);
  for (let tries = 0; values.size < size && tries < size + 20; tries += 1) {
    const name = isJsonObject(propertyNames)
      ? sampleSchema({ type: 'string', ...propertyNames }, context)
      : `key${tries + 1}`;
    const value = sampleSchema(toJsonObject(additionalProperties), context);
    if (typeof name === 'string' && value !== undefined) values.set(name, value);
  }
  context.style.arrange?.(values);
  return Object.fromEntries(values);
}

/** Finds the schema of a property: its own, that of a pattern, or that of additional properties. */
function findSchema(
  { properties, patternProperties, additionalProperties }: JsonObject,
  name: string,
): Json | undefined {
  const isMatch = (pattern: string) => isRegex(pattern) && new RegExp(pattern, 'u').test(name);
  return (
    readMember(toJsonObject(properties), name) ??
    Object.entries(toJsonObject(patternProperties)).find(([pattern]) => isMatch(pattern))?.[1] ??
    additionalProperties
  );
}

function listNames(value: Json | undefined) {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
