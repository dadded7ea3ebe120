import type { JsonType, NumberRules, Schema, StringRules } from '../../api/schemas/schema.js';
import type { Json } from '../../spec/read/json.js';
import { isJsonObject } from '../../spec/read/json.js';
import { printPointer } from '../../spec/references/pointer.js';
import { isSameJson } from '../../api/schemas/is-same-json.js';
import { findFormat } from './formats.js';
import { planApplicators } from './plan-applicators.js';
import { planArray } from './plan-array.js';
import { planObject } from './plan-object.js';
import { guardOf, type Check, type Plan, type ValueCheck } from './plan.js';

/** What planning a schema has to know beyond the schema. */
export interface PlanContext {
  /** Key of the unit that a `$ref` leads to. */
  readonly unitOf: (ref: string) => string;
  /** Whether a property is required in the direction planned for. */
  readonly isRequired: (property: { readonly required: boolean; readonly schema: Schema }) => boolean;
  /** The schema as it counts in the direction planned for. Default: as it is. */
  readonly view?: (schema: Schema) => Schema;
  /** The schema behind a chain of `$ref`s. */
  readonly resolve: (schema: Schema) => Schema;
  /** Whether formats are judged, or merely tell. */
  readonly assertFormats: boolean;
}

/** Where a schema stands: its JSON pointer and the words for its name. */
export interface Place {
  readonly pointer: string;
  readonly hint: readonly string[];
}

/** The place of a subschema: the keywords that lead to it, and what its name adds. */
export function inside(place: Place, tokens: readonly (string | number)[], word: string): Place {
  return { pointer: place.pointer + printPointer(tokens), hint: word === '' ? place.hint : [...place.hint, word] };
}

/** Plans a schema: keywords that cannot matter are gone, cheap ones come first. */
export function buildPlan(stated: Schema, place: Place, context: PlanContext): Plan {
  const schema = context.view?.(stated) ?? stated;
  if (schema.boolean !== undefined)
    return { ...place, secret: false, ...(schema.boolean ? {} : { types: [] }), checks: [] };
  const checks: readonly Check[] = [
    ...planValues(schema),
    ...planString(schema.string ?? {}, context),
    ...planNumber(schema.number ?? {}, schema.string?.format, context),
    ...planArray(schema.array ?? {}, place, context),
    ...planObject(schema.object ?? {}, place, context),
    ...planApplicators(schema, place, context),
  ];
  return narrow({ ...place, secret: isSecret(schema), checks }, schema.types);
}

function isSecret(schema: Schema): boolean {
  return schema.writeOnly === true || schema.string?.format === 'password';
}

/** Drops keywords of types that are not allowed, and types that the allowed values settle. */
function narrow(plan: Plan, types: readonly JsonType[] | undefined): Plan {
  if (types === undefined) return plan;
  const checks = plan.checks
    .map((check) => (check.kind === 'values' ? allowedValues(check, types) : check))
    .filter((check) => isAllowed(check, types));
  const settled = checks.some((check) => check.kind === 'values');
  return settled ? { ...plan, checks } : { ...plan, types: normalTypes(types), checks };
}

function allowedValues(check: ValueCheck, types: readonly JsonType[]): ValueCheck {
  return { ...check, values: check.values.filter((value) => types.some((type) => hasType(value, type))) };
}

function isAllowed(check: Check, types: readonly JsonType[]): boolean {
  const guard = guardOf(check);
  return guard === undefined || types.includes(guard) || (guard === 'number' && types.includes('integer'));
}

function normalTypes(types: readonly JsonType[]): readonly JsonType[] {
  const known = [...new Set(types)];
  return known.includes('number') ? known.filter((type) => type !== 'integer') : known;
}

/** Whether a JSON value is of a type; `1.0` is an integer. */
export function hasType(value: Json, type: JsonType): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** A constant that the list does not hold leaves no allowed value at all. */
function planValues(schema: Schema): readonly Check[] {
  const { enum: allowed, const: constant } = schema;
  if (constant === undefined)
    return allowed === undefined ? [] : [{ kind: 'values', keyword: 'enum', values: allowed }];
  const isListed = allowed === undefined || allowed.some((value) => isSameJson(value, constant.value));
  return [
    isListed
      ? { kind: 'values', keyword: 'const', values: [constant.value] }
      : { kind: 'values', keyword: 'enum', values: [] },
  ];
}

function planString(rules: StringRules, context: PlanContext): readonly Check[] {
  const checks: Check[] = [];
  if (rules.minLength !== undefined && rules.minLength > 0)
    checks.push({ kind: 'length', keyword: 'minLength', limit: rules.minLength });
  if (rules.maxLength !== undefined) checks.push({ kind: 'length', keyword: 'maxLength', limit: rules.maxLength });
  if (rules.format !== undefined && context.assertFormats && findFormat(rules.format)?.text !== undefined) {
    checks.push({ kind: 'textFormat', format: rules.format });
  }
  if (rules.pattern !== undefined)
    checks.push({ kind: 'pattern', pattern: rules.pattern, flags: flagsOf(rules.pattern) });
  return checks;
}

/** Patterns are read with Unicode; those that only the older syntax allows, without. */
export function flagsOf(pattern: string): '' | 'u' {
  try {
    return new RegExp(pattern, 'u').unicode ? 'u' : '';
  } catch {
    return '';
  }
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

function planNumber(rules: NumberRules, format: string | undefined, context: PlanContext): readonly Check[] {
  const checks: Check[] = [];
  for (const keyword of bounds) {
    const limit = rules[keyword];
    if (limit !== undefined) checks.push({ kind: 'bound', keyword, limit });
  }
  if (format !== undefined && context.assertFormats && findFormat(format)?.number !== undefined) {
    checks.push({ kind: 'numberFormat', format });
  }
  if (rules.multipleOf !== undefined) checks.push({ kind: 'multipleOf', divisor: rules.multipleOf });
  return checks;
}
