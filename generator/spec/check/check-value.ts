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
  if (rule.is === 'string' && typeof value === 'string') return checkText(context, location, value, rule);
  if (rule.is === 'number' && typeof value === 'number') return checkNumber(context, location, value, rule);
  if (rule.is === 'list' && Array.isArray(value)) return checkList(context, location, value, rule);
  if (rule.is === 'map' && isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      checkValue(context, { owner: value, key, name: `${location.name}.${key}` }, item, rule.of);
    }
  }
}

function hasType(value: Json, rule: Rule): boolean {
  switch (rule.is) {
    case 'any':
      return true;
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === rule.is;
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'object':
      return isJsonObject(value);
    case 'schema':
      return isJsonObject(value) || typeof value === 'boolean';
    case 'either':
      return hasType(value, rule.one) || hasType(value, rule.other);
  }
}

function rejectType(context: ValueContext, location: ValueLocation, value: Json, rule: Rule): void {
  const at = context.positions.ofValue(location.owner, location.key);
  if (location.key === '$ref' && typeof value === 'string') {
    return context.diagnostics.error(
      'misplaced-reference',
      'a "$ref" is not allowed here',
      context.positions.ofKey(location.owner, location.key),
    );
  }
  context.diagnostics.error('wrong-type', `"${location.name}" must be ${wanted(rule)}, not ${typeName(value)}`, at);
}

function wanted(rule: Rule): string {
  switch (rule.is) {
    case 'any':
      return 'a value';
    case 'string':
      return 'a string';
    case 'boolean':
      return 'true or false';
    case 'number':
      return 'a number';
    case 'list':
      return 'an array';
    case 'map':
      return 'an object';
    case 'object':
      return rule.reference ? `${kinds[rule.kind].label} or a reference` : kinds[rule.kind].label;
    case 'schema':
      return 'a schema';
    case 'either':
      return `${wanted(rule.one)} or ${wanted(rule.other)}`;
  }
}

/** How messages call the type of a value: `an array`. */
export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function rejectValue(context: ValueContext, location: ValueLocation, message: string): void {
  context.diagnostics.error('invalid-value', message, context.positions.ofValue(location.owner, location.key));
}

function checkText(
  context: ValueContext,
  location: ValueLocation,
  value: string,
  rule: Rule & { readonly is: 'string' },
): void {
  if (rule.of !== undefined && !rule.of.includes(value)) {
    const hint = didYouMean(value, rule.of);
    const all = `; it must be one of ${rule.of.join(', ')}`;
    rejectValue(context, location, `"${location.name}" cannot be ${JSON.stringify(value)}${hint === '' ? all : hint}`);
  }
  if (rule.regex && !isRegex(value)) {
    rejectValue(context, location, `"${location.name}" is not a regular expression that JavaScript understands`);
  }
}

function checkNumber(
  context: ValueContext,
  location: ValueLocation,
  value: number,
  rule: Rule & { readonly is: 'number' },
): void {
  if (rule.whole && !Number.isInteger(value))
    rejectValue(context, location, `"${location.name}" must be an integer, not ${value}`);
  if (rule.least !== undefined && value < rule.least)
    rejectValue(context, location, `"${location.name}" must be at least ${rule.least}, not ${value}`);
  if (rule.above !== undefined && value <= rule.above)
    rejectValue(context, location, `"${location.name}" must be greater than ${rule.above}, not ${value}`);
}

function checkList(
  context: ValueContext,
  location: ValueLocation,
  value: readonly Json[],
  rule: Rule & { readonly is: 'list' },
): void {
  if (rule.filled && value.length === 0) rejectValue(context, location, `"${location.name}" must not be empty`);
  const known = new Set<Json>();
  value.forEach((item, index) => {
    const itemLocation = { owner: value, key: index, name: `${location.name}[${index}]` };
    checkValue(context, itemLocation, item, rule.of);
    if (rule.unique && known.has(item))
      rejectValue(context, itemLocation, `"${location.name}" lists ${JSON.stringify(item)} twice`);
    known.add(item);
  });
}
