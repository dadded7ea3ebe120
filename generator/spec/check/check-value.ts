import {
  misplaced,
  repairMisplaced,
  repairType,
  repairValue,
  repairWord,
  type ValueLocation,
} from '../repair/repair-value.js';
import { isJsonObject, type Json, typeName } from '../../json.js';
import { kinds } from '../openapi/kinds.js';
import { hasType, type Rule } from '../openapi/rules.js';
import { reportFault, type FaultContext, type Repair } from '../repair/repairs.js';
import { readForeignPattern } from '../patterns/foreign-pattern.js';
import { isRegex } from '../patterns/read-pattern.js';
import { didYouMean } from '../suggest.js';

/** Checks a value by its rule. Objects inside the value are not checked. */
export function checkValue(context: FaultContext, location: ValueLocation, value: Json, rule: Rule): void {
  if (!hasType(value, rule)) return rejectType(context, location, value, rule);
  if (rule.is === 'either') {
    const all = Array.isArray(value) ? location : location.all;
    return checkValue(context, { ...location, all }, value, hasType(value, rule.one) ? rule.one : rule.other);
  }
  const { all, name } = location;
  if (rule.is === 'map' && isJsonObject(value))
    for (const [key, item] of Object.entries(value))
      checkValue(context, { all, owner: value, key, name: `${name}.${key}` }, item, rule.of);
  if (rule.is === 'list' && Array.isArray(value)) checkList(context, location, value, rule);
  if (rule.is === 'string') checkString(context, location, String(value), rule);
  if (rule.is === 'number') checkNumber(context, location, Number(value), rule);
}

/** Names of types in messages, by rule. */
const typeNames = {
  any: 'a value',
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  list: 'an array',
  map: 'an object',
  schema: 'a schema',
};

function describeRule(rule: Rule): string {
  if (rule.is === 'either') return `${describeRule(rule.one)} or ${describeRule(rule.other)}`;
  if (rule.is !== 'object') return typeNames[rule.is];
  return rule.reference ? `${kinds[rule.kind].label} or a reference` : kinds[rule.kind].label;
}

function rejectType(context: FaultContext, location: ValueLocation, value: Json, rule: Rule): void {
  const { owner, key, name } = location;
  const { positions } = context;
  const isReference = key === '$ref' && typeof value === 'string';
  const fault = isReference
    ? ({ code: 'misplaced-reference', message: misplaced, at: positions.ofKey(owner, key) } as const)
    : ({
        code: 'wrong-type',
        message: `"${name}" must be ${describeRule(rule)}, not ${typeName(value)}`,
        at: positions.ofValue(owner, key),
      } as const);
  const repair = isReference ? repairMisplaced(location, value) : repairType(positions, { location, value, rule });
  reportFault(context, fault, repair);
}

function rejectValue(context: FaultContext, location: ValueLocation, fault: string, repair?: Repair): void {
  const { owner, key, name } = location;
  const { positions } = context;
  const at = positions.ofValue(owner, key);
  reportFault(
    context,
    { code: 'invalid-value', message: `"${name}" ${fault}`, at },
    repair ?? repairValue(positions, location),
  );
}

type RuleOf<Name extends Rule['is']> = Extract<Rule, { readonly is: Name }>;

function checkString(
  context: FaultContext,
  location: ValueLocation,
  value: string,
  { of, regex }: RuleOf<'string'>,
): void {
  if (of !== undefined && !of.includes(value)) {
    const hint = didYouMean(value, of) || `; it must be one of ${of.join(', ')}`;
    rejectValue(context, location, `cannot be ${JSON.stringify(value)}${hint}`, repairWord(location, value, of));
  }
  if (regex && !isRegex(value) && readForeignPattern(value) === undefined)
    rejectValue(context, location, 'is not a regular expression that JavaScript understands');
}

function checkNumber(
  context: FaultContext,
  location: ValueLocation,
  value: number,
  { whole, least = -Infinity, above = -Infinity }: RuleOf<'number'>,
): void {
  const reject = (fault: string): void => rejectValue(context, location, `must be ${fault}, not ${value}`);
  if (whole && !Number.isInteger(value)) reject('an integer');
  if (value < least) reject(`at least ${least}`);
  if (value <= above) reject(`greater than ${above}`);
}

function checkList(context: FaultContext, location: ValueLocation, value: readonly Json[], rule: RuleOf<'list'>): void {
  if (rule.filled && value.length === 0) rejectValue(context, location, 'must not be empty');
  const known = new Set<Json>();
  value.forEach((item, index) => {
    const name = `${location.name}[${index}]`;
    checkValue(context, { all: location.all, owner: value, key: index, name }, item, rule.of);
    if (rule.unique && known.has(item))
      rejectValue(context, { owner: value, key: index, name: location.name }, `lists ${JSON.stringify(item)} twice`);
    known.add(item);
  });
}
