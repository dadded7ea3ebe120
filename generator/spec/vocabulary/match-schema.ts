import {
  isOfType,
  isJsonObject,
  isSameJson,
  listOwnKeys,
  readMember,
  toArray,
  type Json,
  type JsonObject,
} from '../../json.js';
import { didYouMean } from '../suggest.js';
import { definitionName } from './vocabulary.js';

/** A value and its position: its object or array, its key there, and its name in messages, `tags[1]`. */
interface Place {
  readonly owner: object;
  readonly key: string | number;
  readonly name: string;
}

/** One reason why a value does not match: its location, and a sentence. */
export interface Mismatch {
  readonly location: Place;
  /** True if the key is wrong, not its value. */
  readonly atKey?: boolean;
  /** Created only for reported reasons: a value that may have several forms does not match most of them. */
  readonly message: () => string;
  /** The types that are allowed, if the value has none of them. */
  readonly types?: readonly string[];
}

/** A value with its position, being matched. */
interface Subject {
  readonly value: Json;
  readonly location: Place;
  readonly definitions: JsonObject;
}

/** Lists the reasons why a value does not match a JSON Schema in the subset that vocabularies use; empty if it matches. */
export function matchSchema(subject: Subject, schema: Json): readonly Mismatch[] {
  if (schema === true) return none;
  if (!isJsonObject(schema)) return [mismatch(subject, 'is not allowed here')];
  const { $ref, type, allOf, anyOf, oneOf } = schema;
  if (typeof $ref === 'string') return matchSchema(subject, subject.definitions[definitionName($ref)] ?? false);
  const types = type === undefined ? undefined : [type].flat().map(String);
  if (types?.every((name) => !isOfType(subject.value, name))) return [mistyped(subject, types)];
  return joined([
    matchValues(subject, schema),
    matchPrimitive(subject, schema),
    matchArray(subject, schema),
    matchObject(subject, schema),
    ...toArray(allOf).map((branch) => matchSchema(subject, branch)),
    matchAny(subject, anyOf),
    matchAny(subject, oneOf),
  ]);
}

const none: readonly Mismatch[] = [];

/** Joins several lists, most of which are empty. */
function joined(lists: readonly (readonly Mismatch[])[]): readonly Mismatch[] {
  return lists.every((list) => list.length === 0) ? none : lists.flat();
}

const typeLabels: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  integer: 'an integer',
  string: 'a string',
};

function readJsonType(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function mismatch({ location }: Subject, message: string | (() => string)): Mismatch {
  return { location, message: () => `"${location.name}" ${typeof message === 'string' ? message : message()}` };
}

function mistyped(subject: Subject, types: readonly string[]): Mismatch {
  const labels = new Set(types.map((name) => typeLabels[name] ?? name));
  return { ...mismatch(subject, `must be ${[...labels].join(' or ')}`), types };
}

function matchValues(subject: Subject, schema: JsonObject): readonly Mismatch[] {
  const { value } = subject;
  const allowed = 'const' in schema ? [schema['const'] ?? null] : schema['enum'];
  if (!Array.isArray(allowed) || allowed.some((one) => isSameJson(one, value))) return none;
  const found = mismatch(subject, () => {
    const words = allowed.filter((one) => typeof one === 'string');
    const hint = typeof value === 'string' ? didYouMean(value, words) : '';
    const all = allowed.map((one) => JSON.stringify(one)).join(' or ');
    return `cannot be ${JSON.stringify(value)}${hint || `; it must be ${all}`}`;
  });
  const types = allowed.map(readJsonType);
  return [types.includes(readJsonType(value)) ? found : { ...found, types }];
}

/** Matches a string or a number with its own keywords. */
function matchPrimitive(subject: Subject, { pattern, minLength, minimum, maximum }: JsonObject): readonly Mismatch[] {
  const { value } = subject;
  if (typeof value === 'string') {
    if (typeof minLength === 'number' && value.length < minLength) return [mismatch(subject, 'is too short')];
    if (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value)) return none;
    return [mismatch(subject, `cannot be ${JSON.stringify(value)}; it must match ${pattern}`)];
  }
  if (typeof value !== 'number') return none;
  if (typeof minimum === 'number' && value < minimum)
    return [mismatch(subject, `must be at least ${minimum}, not ${value}`)];
  const isAbove = typeof maximum === 'number' && value > maximum;
  return isAbove ? [mismatch(subject, `must be at most ${maximum}, not ${value}`)] : none;
}

function matchArray(subject: Subject, { items = true, minItems, maxItems }: JsonObject): readonly Mismatch[] {
  const { value: owner, location, definitions } = subject;
  if (!Array.isArray(owner)) return none;
  if (typeof minItems === 'number' && owner.length < minItems)
    return [mismatch(subject, `needs at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`)];
  if (typeof maxItems === 'number' && owner.length > maxItems)
    return [mismatch(subject, `takes at most ${maxItems} items`)];
  return joined(
    owner.map((value: Json, key) =>
      matchSchema({ value, location: { owner, key, name: `${location.name}[${key}]` }, definitions }, items),
    ),
  );
}

function matchObject(subject: Subject, schema: JsonObject): readonly Mismatch[] {
  const { value } = subject;
  if (!isJsonObject(value)) return none;
  const { required, minProperties } = schema;
  const keys = Object.keys(value);
  const few = typeof minProperties === 'number' && keys.length < minProperties;
  return joined([
    toArray(required)
      .filter((name) => !(String(name) in value))
      .map((name) => mismatch(subject, `needs "${String(name)}"`)),
    few ? [mismatch(subject, `needs at least ${minProperties} ${minProperties === 1 ? 'field' : 'fields'}`)] : none,
    ...keys.map((key) => matchMember(subject, value, key, schema)),
  ]);
}

function matchMember(subject: Subject, owner: JsonObject, key: string, schema: JsonObject): readonly Mismatch[] {
  const { definitions, location: around } = subject;
  const { properties, additionalProperties = true, propertyNames = true } = schema;
  const location: Place = { owner, key, name: `${around.name}.${key}` };
  const names = matchSchema({ value: key, location, definitions }, propertyNames);
  if (names.length > 0) return names.map(({ message }) => ({ location, message, atKey: true }));
  const rule = readMember(properties, key) ?? additionalProperties;
  if (rule !== false) return matchSchema({ value: owner[key] ?? null, location, definitions }, rule);
  const message = (): string => `"${around.name}" has no field "${key}"${didYouMean(key, listOwnKeys(properties))}`;
  return [{ location, message, atKey: true }];
}

/** Matches a value with branches, of which one has to match. If none does, reports the reasons of the most similar one. */
function matchAny(subject: Subject, branches: Json | undefined): readonly Mismatch[] {
  if (!Array.isArray(branches)) return none;
  const outcomes = branches.map((branch) => matchSchema(subject, branch));
  if (outcomes.some(({ length }) => length === 0)) return none;
  const typesPerBranch = outcomes.map(
    (mismatches) => mismatches.find(({ location }) => location === subject.location)?.types,
  );
  if (typesPerBranch.every((types) => types !== undefined)) return [mistyped(subject, typesPerBranch.flat())];
  const typed = outcomes.filter((_, index) => typesPerBranch[index] === undefined);
  const nearest = typed.length === 1 ? typed[0] : pickNearest(subject, typed);
  return nearest ?? [mismatch(subject, `fits none of the ${branches.length} forms it can have`)];
}

/** Returns the branch that was probably meant: one whose mistakes are deeper inside, or misspellings. */
function pickNearest(subject: Subject, outcomes: readonly (readonly Mismatch[])[]): readonly Mismatch[] | undefined {
  const inside = outcomes.filter((found) => found.every(({ location }) => location !== subject.location));
  const slips = outcomes.filter((found) => found.some(({ message }) => message().includes('; did you mean ')));
  const [nearest] = (inside.length > 0 ? inside : slips).toSorted((left, right) => left.length - right.length);
  return nearest;
}
