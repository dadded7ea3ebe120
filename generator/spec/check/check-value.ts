import { isJsonObject, type Json } from '../read/json.js';
import { kinds } from '../openapi/kinds.js';
import type { Rule } from '../openapi/rules.js';
import type { CheckContext } from './check-context.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';

/** One place of a spec: the object or array that holds it, its key there, and how messages call it. */
export interface Spot {
  readonly owner: object;
  readonly key: string | number;
  /** `tags[1]` */
  readonly name: string;
}

/** What judging a value needs: where to report, and where things stand. */
export type ValueContext = Pick<CheckContext, 'places' | 'diagnostics'>;

/** Judges a value by the rule of its place, without looking into the objects below it. */
export function checkValue(context: ValueContext, spot: Spot, value: Json, rule: Rule): void {
  if (!hasType(value, rule)) return refuseType(context, spot, value, rule);
  if (rule.is === 'either') return checkValue(context, spot, value, hasType(value, rule.one) ? rule.one : rule.other);
  if (rule.is === 'string' && typeof value === 'string') return checkText(context, spot, value, rule);
  if (rule.is === 'number' && typeof value === 'number') return checkNumber(context, spot, value, rule);
  if (rule.is === 'list' && Array.isArray(value)) return checkList(context, spot, value, rule);
  if (rule.is === 'map' && isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      checkValue(context, { owner: value, key, name: `${spot.name}.${key}` }, item, rule.of);
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

function refuseType(context: ValueContext, spot: Spot, value: Json, rule: Rule): void {
  const at = context.places.ofValue(spot.owner, spot.key);
  if (spot.key === '$ref' && typeof value === 'string') {
    return context.diagnostics.error(
      'misplaced-reference',
      'a "$ref" is not allowed here',
      context.places.ofKey(spot.owner, spot.key),
    );
  }
  context.diagnostics.error('wrong-type', `"${spot.name}" must be ${wanted(rule)}, not ${typeName(value)}`, at);
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

function refuseValue(context: ValueContext, spot: Spot, message: string): void {
  context.diagnostics.error('invalid-value', message, context.places.ofValue(spot.owner, spot.key));
}

function checkText(context: ValueContext, spot: Spot, value: string, rule: Rule & { readonly is: 'string' }): void {
  if (rule.of !== undefined && !rule.of.includes(value)) {
    const hint = didYouMean(value, rule.of);
    const all = `; it must be one of ${rule.of.join(', ')}`;
    refuseValue(context, spot, `"${spot.name}" cannot be ${JSON.stringify(value)}${hint === '' ? all : hint}`);
  }
  if (rule.regex && !isRegex(value)) {
    refuseValue(context, spot, `"${spot.name}" is not a regular expression that JavaScript understands`);
  }
}

function checkNumber(context: ValueContext, spot: Spot, value: number, rule: Rule & { readonly is: 'number' }): void {
  if (rule.whole && !Number.isInteger(value))
    refuseValue(context, spot, `"${spot.name}" must be an integer, not ${value}`);
  if (rule.least !== undefined && value < rule.least)
    refuseValue(context, spot, `"${spot.name}" must be at least ${rule.least}, not ${value}`);
  if (rule.above !== undefined && value <= rule.above)
    refuseValue(context, spot, `"${spot.name}" must be greater than ${rule.above}, not ${value}`);
}

function checkList(
  context: ValueContext,
  spot: Spot,
  value: readonly Json[],
  rule: Rule & { readonly is: 'list' },
): void {
  if (rule.filled && value.length === 0) refuseValue(context, spot, `"${spot.name}" must not be empty`);
  const known = new Set<Json>();
  value.forEach((item, index) => {
    const itemSpot = { owner: value, key: index, name: `${spot.name}[${index}]` };
    checkValue(context, itemSpot, item, rule.of);
    if (rule.unique && known.has(item))
      refuseValue(context, itemSpot, `"${spot.name}" lists ${JSON.stringify(item)} twice`);
    known.add(item);
  });
}
