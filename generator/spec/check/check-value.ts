import { isJsonObject, type Json } from '../read/json.js';
import { kinds } from '../openapi/kinds.js';
import type { Rule } from '../openapi/rules.js';
import type { CheckContext } from './check-context.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';

/** One value of a spec: the object or array that holds it, its key there, and its name in messages. */
export interface ValueLocation {
  readonly owner: object;
  readonly key: string | number;
  /** `tags[1]` */
  readonly name: string;
}

/** What checking a value needs. */
export type ValueContext = Pick<CheckContext, 'positions' | 'diagnostics'>;

/** Checks a value by the rule for it, without looking into the objects below it. */
export function checkValue(context: ValueContext, location: ValueLocation, value: Json, rule: Rule): void {
  if (!hasType(value, rule)) return rejectType(context, location, value, rule);
  if (rule.is === 'either')
    return checkValue(context, location, value, hasType(value, rule.one) ? rule.one : rule.other);
  if (rule.is === 'map' && isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      checkValue(context, { owner: value, key, name: `${location.name}.${key}` }, item, rule.of);
    }
  }
  if (rule.is === 'list' && Array.isArray(value)) return checkList(context, location, value, rule);
  const found =
    rule.is === 'string'
      ? faultsOfString(String(value), rule)
      : rule.is === 'number'
        ? faultsOfNumber(value, rule)
        : [];
  for (const fault of found) rejectValue(context, location, fault);
}

/** What messages want instead of a value of another type, by the rule, where that says no more. */
const wantedTypes = {
  any: 'a value',
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  list: 'an array',
  map: 'an object',
  schema: 'a schema',
};

function hasType(value: Json, rule: Rule): boolean {
  switch (rule.is) {
    case 'any':
      return true;
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'object':
      return isJsonObject(value);
    case 'schema':
      return isJsonObject(value) || typeof value === 'boolean';
    case 'either':
      return hasType(value, rule.one) || hasType(value, rule.other);
    default:
      return typeof value === rule.is;
  }
}

function wanted(rule: Rule): string {
  if (rule.is === 'either') return `${wanted(rule.one)} or ${wanted(rule.other)}`;
  if (rule.is !== 'object') return wantedTypes[rule.is];
  return rule.reference ? `${kinds[rule.kind].label} or a reference` : kinds[rule.kind].label;
}

function rejectType({ positions, diagnostics }: ValueContext, location: ValueLocation, value: Json, rule: Rule): void {
  const { owner, key, name } = location;
  if (key === '$ref' && typeof value === 'string')
    return diagnostics.error('misplaced-reference', 'a "$ref" is not allowed here', positions.ofKey(owner, key));
  const message = `"${name}" must be ${wanted(rule)}, not ${typeName(value)}`;
  diagnostics.error('wrong-type', message, positions.ofValue(owner, key));
}

/** How messages call the type of a value: `an array`. */
export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Whether a value is of a type of JSON Schema. */
export function isOfType(value: Json, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function rejectValue(context: ValueContext, { owner, key, name }: ValueLocation, fault: string): void {
  context.diagnostics.error('invalid-value', `"${name}" ${fault}`, context.positions.ofValue(owner, key));
}

type RuleOf<Name extends Rule['is']> = Extract<Rule, { readonly is: Name }>;

function faultsOfString(value: string, { of, regex }: RuleOf<'string'>): readonly string[] {
  const isOther = of !== undefined && !of.includes(value);
  const hint = isOther ? didYouMean(value, of) || `; it must be one of ${of.join(', ')}` : '';
  return [
    ...(isOther ? [`cannot be ${JSON.stringify(value)}${hint}`] : []),
    ...(regex && !isRegex(value) ? ['is not a regular expression that JavaScript understands'] : []),
  ];
}

function faultsOfNumber(
  value: Json,
  { whole, least = -Infinity, above = -Infinity }: RuleOf<'number'>,
): readonly string[] {
  const number = Number(value);
  return [
    ...(whole && !Number.isInteger(number) ? [`must be an integer, not ${number}`] : []),
    ...(number < least ? [`must be at least ${least}, not ${number}`] : []),
    ...(number <= above ? [`must be greater than ${above}, not ${number}`] : []),
  ];
}

function checkList(context: ValueContext, location: ValueLocation, value: readonly Json[], rule: RuleOf<'list'>): void {
  if (rule.filled && value.length === 0) rejectValue(context, location, 'must not be empty');
  const known = new Set<Json>();
  value.forEach((item, index) => {
    const name = `${location.name}[${index}]`;
    checkValue(context, { owner: value, key: index, name }, item, rule.of);
    if (rule.unique && known.has(item))
      rejectValue(context, { owner: value, key: index, name: location.name }, `lists ${JSON.stringify(item)} twice`);
    known.add(item);
  });
}
