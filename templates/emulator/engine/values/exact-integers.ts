import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  type ValueType,
  type ValueTypes,
} from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import type { EmulatorPlan } from '../plan/plan.js';
import type { Row } from '../store/row-index.js';

// Whole numbers that a double cannot hold are `bigint` in bodies, parameters and rows. The type of JSON does not say so: all
// that looks into such a value are the functions of this module, and what compares or writes it as a string.

/** No integer of 64 bits has more digits. */
const longest = /^-?[1-9]\d{15,99}$/;

/** A string, or a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON with all digits of its integers; undefined if it is invalid or nested more than 100 levels deep. */
export function parseExactly(text: string, parse: (text: string) => Json | undefined = parseJson): Json | undefined {
  const plain = parse(text);
  if (plain === undefined || !/\d{16}/.test(text)) return plain;
  const mark = freeMark(text);
  let isLong = false;
  const marked = text.replace(token, (one) => {
    if (one.startsWith('"') || !isBeyond(one)) return one;
    isLong = true;
    return `"${mark}${one}"`;
  });
  if (!isLong) return plain;
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** What no string of a text begins with. */
function freeMark(text: string): string {
  let mark = 'integer:';
  while (text.includes(mark)) mark += ':';
  return mark;
}

function isBeyond(text: string): boolean {
  return longest.test(text) && String(Number(text)) !== text;
}

/** Writes JSON with all digits of its integers; indented only if it has none that a double cannot hold. */
export function writeExactly(value: unknown, indent?: string | number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    // A `bigint` throws; so does what is no JSON at all, here, too. The codecs of the runtime write such values as well, but Jest
    // does not link their module beside the others.
    const write = (mark: string): string =>
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${mark}${one}` : one));
    const mark = freeMark(write(''));
    return write(mark).replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
  }
}

/** The integer that a string of many digits is. */
export function integerIn(text: string): Json | undefined {
  if (!longest.test(text)) return undefined;
  // See above: the type of JSON has no `bigint`.
  return isBeyond(text) ? (BigInt(text) as unknown as Json) : Number(text);
}

/** A decoded value with all digits of its integers: those that a double cannot hold are strings in it. */
export function withIntegers(value: Json, types: ValueType = 'string'): Json {
  if (typeof value === 'string') return isInteger(types) ? (integerIn(value) ?? value) : value;
  const inner = typeof types === 'string' || isList(types) ? {} : types;
  if (Array.isArray(value)) return value.map((one: Json) => withIntegers(one, inner.items));
  if (!isJsonObject(value)) return value;
  const { properties = {}, additional } = inner;
  const entries = Object.entries(value).map(([name, one]): [string, Json] => [
    name,
    withIntegers(one, Object.hasOwn(properties, name) ? properties[name] : additional),
  ]);
  return Object.fromEntries(entries);
}

/** Whether a text is an integer where it is one of digits. */
function isInteger(types: ValueType = 'string'): boolean {
  const all = typeof types === 'string' ? [types] : isList(types) ? types : undefined;
  return all === undefined ? isInteger((types as ValueTypes).type) : all.includes('integer');
}

// Array.isArray does not narrow a readonly list away from the object beside it.
function isList(types: Exclude<ValueType, string>): types is Extract<ValueType, readonly unknown[]> {
  return Array.isArray(types);
}

/** A value with doubles for its integers, as validators read it; the same value if there are none. */
export function asDoubles(value: unknown): unknown {
  return replaced(value, (one) => (typeof one === 'bigint' ? Number(one) : undefined));
}

const spelled = '~integer';

/** A value as plain JSON: its integers are objects with their digits. */
export function spellIntegers(value: Row): Row {
  // What it becomes is JSON, and an object stays one.
  return replaced(value, (one) => (typeof one === 'bigint' ? { [spelled]: String(one) } : undefined)) as Row;
}

/** The value of plain JSON that `spellIntegers` made. */
export function readIntegers(value: JsonObject): JsonObject {
  // What it becomes is what was spelled.
  return replaced(value, (one) => {
    const digits = isObject(one) ? Reflect.get(one, spelled) : undefined;
    return typeof digits === 'string' && longest.test(digits) ? BigInt(digits) : undefined;
  }) as JsonObject;
}

function replaced(value: unknown, replace: (value: unknown) => unknown): unknown {
  const other = replace(value);
  if (other !== undefined || !isObject(value)) return other ?? value;
  const before = Object.entries(value);
  const after = before.map(([name, one]): [string, unknown] => [name, replaced(one, replace)]);
  if (after.every(([, one], index) => one === before[index]?.[1])) return value;
  return Array.isArray(value) ? after.map(([, one]) => one) : Object.fromEntries(after);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A plan whose validators take integers that a double cannot hold. */
export function withExactIntegers(plan: EmulatorPlan): EmulatorPlan {
  const known = new Map<Validator<unknown>, Validator<unknown>>();
  const origins = new Map<Validator<unknown>, Validator<unknown>>();
  const take = (validator: Validator<unknown>): Validator<unknown> => {
    const made = known.get(validator) ?? exactValidator(validator);
    known.set(validator, made);
    origins.set(made, validator);
    return made;
  };
  const { checkLeniently } = plan;
  return {
    ...plan,
    operations: plan.operations.map(({ responses, ...one }) => ({
      ...one,
      ...(one.parameters && { parameters: take(one.parameters) }),
      ...(one.body && { body: take(one.body) }),
      responses: responses.map((response) => ({
        ...response,
        ...(response.body && { body: take(response.body) }),
        ...(response.item && { item: take(response.item) }),
      })),
    })),
    resources: plan.resources.map((one) => ({ ...one, ...(one.model && { model: take(one.model) }) })),
    ...(checkLeniently && {
      checkLeniently: (validator, value, options) =>
        checkLeniently(origins.get(validator) ?? validator, asDoubles(value), options),
    }),
  };
}

/** Few values have such integers, so they are looked for only in what is not valid otherwise. */
function exactValidator(validator: Validator<unknown>): Validator<unknown> {
  const is = (value: unknown): value is unknown => {
    if (validator.is(value)) return true;
    const doubles = asDoubles(value);
    return doubles !== value && validator.is(doubles);
  };
  // All else, such as its JSON Schema, is that of the validator, and read from it when it is asked for.
  return Object.create(validator, {
    is: { value: is, enumerable: true },
    check: {
      value: (value: unknown, options?: Parameters<Validator<unknown>['check']>[1]) =>
        validator.check(asDoubles(value), options),
      enumerable: true,
    },
  });
}
