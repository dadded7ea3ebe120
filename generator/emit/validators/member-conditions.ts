import { literal, stringLiteral } from '../code/syntax/literals.js';
import { any, compare, test, type Condition } from './condition.js';
import { matchesPattern } from './judge-simple.js';
import { matches } from './matches.js';
import type { MembersCheck } from './plan.js';
import { look, type Scope } from './scope.js';

/** Most names that are compared one by one. */
const few = 8;

/** What must hold for a key to be one of some names. */
export function isOneOfNames(names: readonly string[], key: string, scope: Scope): Condition {
  if (names.length <= few) return any(names.map((name) => compare(key, '===', stringLiteral(name))));
  const set = scope.names.hoist('names', `/* @__PURE__ */ new Set(${literal(names)})`);
  return test(`${set}.has(${key})`);
}

/** What must hold for a key to be none of `additionalProperties`' business. */
export function isDeclared(check: MembersCheck, key: string, scope: Scope): Condition {
  const patterns = check.patterns.map((one) => matchesPattern(one.pattern, one.flags, look(scope, key)));
  return any([isOneOfNames(check.known, key, scope), ...patterns]);
}

/** What must hold for a property to be declared, or allowed by `additionalProperties`. */
export function additionalCondition(check: MembersCheck, key: string, item: string, scope: Scope): Condition {
  const allowed = check.additional === undefined ? [] : [matches(check.additional, look(scope, item))];
  return any([isDeclared(check, key, scope), ...allowed]);
}
