import type { Json, JsonObject } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { type DynamicScope, openDocument, toList, toObject } from './schema-document.js';

/** The result of a schema for a value: whether it is valid, and the members that were evaluated. */
interface Verdict {
  readonly valid: boolean;
  readonly keys: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
}

type Judge = (schema: Json, value: Json) => Verdict;
type Rule = (rule: Json, value: Json, schema: JsonObject, judge: Judge) => Verdict;

const yes: Verdict = { valid: true, keys: new Set(), items: new Set() };
const no: Verdict = { valid: false, keys: new Set(), items: new Set() };

/**
 * Returns whether a value matches a schema, by a slow and literal implementation of the specification. Compiled validators are
 * compared with it. `formats` are predicates by the name of the format; other formats accept everything.
 */
export function interpret(
  schema: Json,
  value: Json,
  formats: Readonly<Record<string, (value: string) => boolean>> = {},
): boolean {
  const document = openDocument(schema);
  const passed = new PassedPairs();
  const judgeFrom =
    (outer: DynamicScope): Judge =>
    (one, part) =>
      isJsonObject(one) ? passed.once(one, part, () => judgeIn(one, part, outer)) : one === false ? no : yes;
  const judgeIn = (one: JsonObject, part: Json, outer: DynamicScope): Verdict => {
    const scope = document.enter(one, outer);
    const judge = judgeFrom(scope);
    const targets = document.targets(one, scope).map((target) => judge(target, part));
    const format = formats[String(one['format'])];
    const fits = format === undefined || typeof part !== 'string' || format(part);
    return fits ? judgeSchema(one, part, targets, judge) : no;
  };
  return judgeFrom([])(document.root, value).valid;
}

/** The pairs of schema and value that are being validated. A schema that refers to itself for the same value accepts nothing. */
class PassedPairs {
  readonly #open = new Map<JsonObject, Json[]>();

  once(schema: JsonObject, value: Json, judge: () => Verdict): Verdict {
    const values = this.#open.get(schema) ?? [];
    if (values.filter((one) => one === value).length > mostRounds) return no;
    this.#open.set(schema, [...values, value]);
    const verdict = judge();
    this.#open.set(schema, values);
    return verdict;
  }
}

/** The number of times that a pair may recur: the dynamic scope may differ the first times. */
const mostRounds = 8;

function judgeSchema(schema: JsonObject, value: Json, targets: readonly Verdict[], judge: Judge): Verdict {
  const plain = Object.entries(schema).flatMap(([key, rule]) => rules[key]?.(rule, value, schema, judge) ?? []);
  const found = merge([...targets, ...plain]);
  return merge([found, ...unevaluated(schema, value, found, judge)]);
}

function merge(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.some(({ valid }) => !valid)) return no;
  return {
    valid: true,
    keys: new Set(verdicts.flatMap(({ keys }) => [...keys])),
    items: new Set(verdicts.flatMap(({ items }) => [...items])),
  };
}

function unevaluated(schema: JsonObject, value: Json, found: Verdict, judge: Judge): readonly Verdict[] {
  const keys = schema['unevaluatedProperties'];
  const items = schema['unevaluatedItems'];
  return [
    ...(keys === undefined || !isJsonObject(value)
      ? []
      : [
          everyKey(
            Object.keys(value).filter((key) => !found.keys.has(key)),
            value,
            keys,
            judge,
          ),
        ]),
    ...(items === undefined || !Array.isArray(value)
      ? []
      : [
          everyItem(
            [...value.keys()].filter((index) => !found.items.has(index)),
            value,
            items,
            judge,
          ),
        ]),
  ];
}

function everyKey(keys: readonly string[], value: JsonObject, schema: Json, judge: Judge): Verdict {
  return keys.every((key) => judge(schema, value[key] ?? null).valid) ? { ...yes, keys: new Set(keys) } : no;
}

function everyItem(indices: readonly number[], value: readonly Json[], schema: Json, judge: Judge): Verdict {
  return indices.every((index) => judge(schema, value[index] ?? null).valid) ? { ...yes, items: new Set(indices) } : no;
}

function toVerdict(holds: boolean): Verdict {
  return holds ? yes : no;
}

function onNumber(judgeNumber: (value: number, limit: number) => boolean): Rule {
  return (rule, value) => toVerdict(typeof value !== 'number' || judgeNumber(value, Number(rule)));
}

function onText(judgeText: (value: string, rule: Json) => boolean): Rule {
  return (rule, value) => toVerdict(typeof value !== 'string' || judgeText(value, rule));
}

function isSame(left: Json, right: Json): boolean {
  return printSorted(left) === printSorted(right);
}

function printSorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(printSorted).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${printSorted(value[key] ?? null)}`)
    .join()}}`;
}

/** Converts a number to an integer, in units of the smallest decimal place of it and another one: `1.5` beside `0.25` → `150n`. */
function toUnits(value: number, other: number): bigint {
  const places = Math.max(...[value, other].map((one) => decimalPlaces(one)));
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(places + Number(exponent) - fraction.length);
}

function decimalPlaces(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

function hasType(value: Json, type: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function listAdditional(schema: JsonObject, value: JsonObject): readonly string[] {
  const patterns = Object.keys(toObject(schema['patternProperties'])).map((pattern) => new RegExp(pattern, 'u'));
  return Object.keys(value).filter(
    (key) => !Object.hasOwn(toObject(schema['properties']), key) && !patterns.some((pattern) => pattern.test(key)),
  );
}

const rules: Readonly<Record<string, Rule>> = {
  type: (rule, value) => toVerdict((Array.isArray(rule) ? toList(rule) : [rule]).some((type) => hasType(value, type))),
  enum: (rule, value) => toVerdict(toList(rule).some((one) => isSame(one, value))),
  const: (rule, value) => toVerdict(isSame(rule, value)),
  minimum: onNumber((value, limit) => value >= limit),
  maximum: onNumber((value, limit) => value <= limit),
  exclusiveMinimum: onNumber((value, limit) => value > limit),
  exclusiveMaximum: onNumber((value, limit) => value < limit),
  multipleOf: onNumber((value, limit) => toUnits(value, limit) % toUnits(limit, value) === 0n),
  minLength: onText((value, limit) => [...value].length >= Number(limit)),
  maxLength: onText((value, limit) => [...value].length <= Number(limit)),
  pattern: onText((value, pattern) => new RegExp(String(pattern), 'u').test(value)),
  minItems: (rule, value) => toVerdict(!Array.isArray(value) || value.length >= Number(rule)),
  maxItems: (rule, value) => toVerdict(!Array.isArray(value) || value.length <= Number(rule)),
  uniqueItems: (rule, value) =>
    toVerdict(rule !== true || new Set(toList(value).map(printSorted)).size === toList(value).length),
  prefixItems: (rule, value, _schema, judge) => {
    const indices = [...toList(value).keys()].slice(0, toList(rule).length);
    const valid = indices.every((index) => judge(toList(rule)[index] ?? true, toList(value)[index] ?? null).valid);
    return valid ? { ...yes, items: new Set(indices) } : no;
  },
  items: (rule, value, schema, judge) =>
    everyItem([...toList(value).keys()].slice(toList(schema['prefixItems']).length), toList(value), rule, judge),
  contains: (rule, value, schema, judge) => {
    if (!Array.isArray(value)) return yes;
    const found = [...value.keys()].filter((index) => judge(rule, toList(value)[index] ?? null).valid);
    const isEnough =
      found.length >= Number(schema['minContains'] ?? 1) && found.length <= Number(schema['maxContains'] ?? Infinity);
    return isEnough ? { ...yes, items: new Set(found) } : no;
  },
  required: (rule, value) =>
    toVerdict(!isJsonObject(value) || toList(rule).every((name) => Object.hasOwn(value, String(name)))),
  minProperties: (rule, value) => toVerdict(!isJsonObject(value) || Object.keys(value).length >= Number(rule)),
  maxProperties: (rule, value) => toVerdict(!isJsonObject(value) || Object.keys(value).length <= Number(rule)),
  properties: (rule, value, _schema, judge) => {
    const keys = Object.keys(toObject(value)).filter((key) => Object.hasOwn(toObject(rule), key));
    return keys.every((key) => judge(toObject(rule)[key] ?? true, toObject(value)[key] ?? null).valid)
      ? { ...yes, keys: new Set(keys) }
      : no;
  },
  patternProperties: (rule, value, _schema, judge) =>
    merge(
      Object.entries(toObject(rule)).map(([pattern, schema]) => {
        const keys = Object.keys(toObject(value)).filter((key) => new RegExp(pattern, 'u').test(key));
        return everyKey(keys, toObject(value), schema, judge);
      }),
    ),
  additionalProperties: (rule, value, schema, judge) =>
    everyKey(listAdditional(schema, toObject(value)), toObject(value), rule, judge),
  propertyNames: (rule, value, _schema, judge) =>
    toVerdict(Object.keys(toObject(value)).every((key) => judge(rule, key).valid)),
  dependentRequired: (rule, value) =>
    toVerdict(
      Object.entries(toObject(rule)).every(
        ([key, names]) =>
          !Object.hasOwn(toObject(value), key) ||
          toList(names).every((name) => Object.hasOwn(toObject(value), String(name))),
      ),
    ),
  dependencies: (rule, value, _schema, judge) =>
    merge(
      Object.entries(toObject(rule)).flatMap(([key, one]) =>
        !Object.hasOwn(toObject(value), key) ? [] : [judge(Array.isArray(one) ? { required: one } : one, value)],
      ),
    ),
  dependentSchemas: (rule, value, _schema, judge) =>
    merge(
      Object.entries(toObject(rule)).flatMap(([key, schema]) =>
        Object.hasOwn(toObject(value), key) ? [judge(schema, value)] : [],
      ),
    ),
  allOf: (rule, value, _schema, judge) => merge(toList(rule).map((one) => judge(one, value))),
  anyOf: (rule, value, _schema, judge) => {
    const matching = toList(rule)
      .map((one) => judge(one, value))
      .filter(({ valid }) => valid);
    return matching.length === 0 ? no : merge(matching);
  },
  oneOf: (rule, value, _schema, judge) => {
    const matching = toList(rule)
      .map((one) => judge(one, value))
      .filter(({ valid }) => valid);
    return matching.length === 1 ? merge(matching) : no;
  },
  not: (rule, value, _schema, judge) => toVerdict(!judge(rule, value).valid),
  if: (rule, value, schema, judge) => {
    const holds = judge(rule, value);
    const branch = judge((holds.valid ? schema['then'] : schema['else']) ?? true, value);
    return holds.valid ? merge([holds, branch]) : branch;
  },
};
