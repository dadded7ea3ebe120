import { misplaced } from '../repair/repair-value.js';
import { kinds, findFieldRule } from '../openapi/kinds.js';
import { hasType, type KindName, type Rule, hasRef } from '../openapi/rules.js';
import { reachable } from '../../iterables.js';
import { isCompound, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import { isResolved } from './references.js';
import type { SpecContext } from './spec-context.js';

/**
 * Replaces references in objects for which OpenAPI defines none, such as operations or descriptions, by their targets if these
 * have the right type. All other such references are reported by the check.
 */
export function followMisplaced(context: SpecContext, node: JsonObject, kind: KindName): void {
  if (context.diagnostics.strict) return;
  for (const key of Object.keys(node)) {
    const rule = findFieldRule(kind, key);
    if (rule !== undefined) followIn(context, node, key, rule);
  }
}

function followIn(context: SpecContext, owner: object, key: string | number, rule: Rule): void {
  // The members of a spec's objects and arrays are JSON.
  const original = Reflect.get(owner, key) as Json;
  if (typeof original !== 'object' || original === null) return;
  const value = isMisplaced(original, rule) ? follow(context, original, rule) : original;
  if (value !== original) Reflect.set(owner, key, value);
  if (rule.is === 'map' && isJsonObject(value) && holdsObjects(rule.of))
    for (const name of Object.keys(value)) followIn(context, rewritable(value), name, rule.of);
  if (rule.is === 'list' && Array.isArray(value) && holdsObjects(rule.of))
    for (const index of value.keys()) followIn(context, value, index, rule.of);
}

/** Returns whether a rule is for a list or map that may contain misplaced references. */
function holdsObjects(rule: Rule): boolean {
  return rule.is === 'string' || rule.is === 'list' || (rule.is === 'object' && rule.reference !== true);
}

function isMisplaced(value: Json, rule: Rule): value is JsonObject {
  if (!hasRef(value)) return false;
  if (rule.is === 'object') return rule.reference !== true && !('$ref' in kinds[rule.kind].fields);
  // A name may be "$ref".
  if (rule.is === 'map') return !hasType(value['$ref'], rule.of);
  return rule.is !== 'any' && rule.is !== 'schema' && rule.is !== 'either';
}

function follow({ positions, references, diagnostics }: SpecContext, node: JsonObject, rule: Rule): Json {
  const plain = rule.is === 'string' ? references.plainText(node) : undefined;
  const outcome = plain === undefined ? references.follow(node) : { id: '', value: plain };
  if (!isResolved(outcome) || !fits(outcome.value, rule) || isAround(outcome.value, node)) return node;
  diagnostics.repaired('misplaced-reference', misplaced, positions.ofKey(node, '$ref'), 'it is followed');
  return outcome.value;
}

/** Returns whether a value has the type of a rule, as far as the value alone shows. */
function fits(value: Json, rule: Rule): boolean {
  if (!hasType(value, rule)) return false;
  if (rule.is === 'list' && Array.isArray(value)) return value.every((item: Json) => hasType(item, rule.of));
  if (!isJsonObject(value)) return true;
  if (rule.is === 'map') return Object.values(value).every((item) => hasType(item, rule.of));
  if (rule.is !== 'object') return true;
  const { required = [], bare = false } = kinds[rule.kind];
  return (
    required.every((key) => key in value) &&
    Object.entries(value).every(([key, member]) => {
      const field = findFieldRule(rule.kind, key);
      return field === undefined ? key.startsWith('x-') : !bare || hasType(member, field);
    })
  );
}

/** Maximum number of values in which a cycle is searched. */
const MOST_VALUES = 10_000;

/** Returns whether a value contains an object, which would make it endless, or is too large to search. */
function isAround(value: Json, inner: object): boolean {
  let seen = 0;
  for (const one of reachable<unknown>([value], (around) => (isCompound(around) ? Object.values(around) : []))) {
    seen += 1;
    if (one === inner || seen > MOST_VALUES) return true;
  }
  return false;
}
