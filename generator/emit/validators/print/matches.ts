import {
  type Check,
  type Dispatch,
  type MembersCheck,
  type Plan,
  findOnlyMember,
  findKeywordGroup,
  hasValues,
  isDispatched,
  isFree,
  takesFunction,
  type UnionCheck,
  type Unit,
} from '../plan/plan.js';
import {
  guardCondition,
  isKnown,
  matchesPattern,
  simpleCondition,
  typeCondition,
  typesCondition,
} from './assertion-condition.js';
import {
  all,
  always,
  any,
  choice,
  compare,
  isConstant,
  never,
  not,
  print,
  rejectUnless,
  test,
  type Condition,
} from './condition.js';
import {
  callRuntime,
  printPassedArguments,
  lookAt,
  readProperty,
  runtime,
  within,
  type Scope,
  type FunctionPart,
} from './scope.js';
import { literal, stringLiteral } from '../../code/literals.js';
import { listPassedVariables, LocalNames } from '../plan/local-names.js';

/** Longest chain of comparisons with single values, in characters. Longer ones become a look-up in a set. */
export const longestTest = 2000;

/** Builds the test of a plan: an expression or a function call. */
export function matches(plan: Plan, outer: Scope): Condition {
  if (takesFunction(plan)) return callFunction(plan, outer.unit, outer);
  const scope = within(plan, outer);
  const whole = wholeCondition(plan, scope);
  if (whole !== undefined) return whole;
  const types = typesCondition(plan, scope) ?? always;
  const checks = plan.checks.map((check) => {
    const own = membersCondition(check, scope) ?? simpleCondition(check, plan, scope);
    return own ? guardCondition(own, check, plan, scope) : applicatorCondition(check, plan, scope);
  });
  return all([types, ...checks]);
}

/** Builds one of several tests of the same value. A comparison with the value goes into a function, since it would narrow the type for the other tests. */
export function matchesInPlace(plan: Plan, scope: Scope): Condition {
  return hasValues(plan) ? callFunction(plan, scope.unit, scope) : matches(plan, scope);
}

/** Prints the call of a plan's function: `isPet(value)`, or `Boolean(isPet(value))` where a type guard must not narrow the value. */
function callFunction(plan: Plan, unit: Unit, scope: Scope): Condition {
  const call = `${scope.names.requireFunction(plan, unit)}(${scope.value}${printPassedArguments(plan, unit, scope)})`;
  return test(scope.isTooBroad === true ? `Boolean(${call})` : call);
}

/** Builds `isArrayOf(tags, isString)` for a schema with only `type: array` and `items`, and `isMapOf` for maps alike. */
export function wholeCondition(plan: Plan, scope: Scope, isOptional: boolean = false): Condition | undefined {
  const [check, ...others] = plan.checks;
  if (check === undefined || others.length > 0 || plan.types?.join() !== findKeywordGroup(check)) return undefined;
  const members = membersCondition(check, scope, isOptional);
  return members !== undefined && isConstant(members, true) ? undefined : members;
}

/** Builds `isArrayOf(value, isString)` for `items` and `isMapOf(value, isString)` for `additionalProperties`. Both check the type, too. */
export function membersCondition(check: Check, scope: Scope, isOptional: boolean = false): Condition | undefined {
  const member = findOnlyMember(check);
  if (member === undefined || (isOptional && check.kind !== 'items')) return undefined;
  const name = scope.value === 'item' ? 'inner' : 'item';
  const matching = matches(member, lookAt(scope, name));
  if (isConstant(matching, true)) return always;
  const helper = check.kind === 'items' ? (isOptional ? 'isOptionalArrayOf' : 'isArrayOf') : 'isMapOf';
  return callRuntime(scope, 'types', helper, scope.value, printTest(matching, name, scope));
}

/** Prints a function for a member: `isPet`, `isString`, `(item) => isInteger(item) && item >= 0`. */
function printTest(matching: Condition, name: string, scope: Scope): string {
  const text = print(matching);
  const [, called] = /^([\w$]+)\((\w+)\)$/.exec(text) ?? [];
  if (called !== undefined && text.endsWith(`(${name})`)) return called;
  const [, type] = /^typeof \w+ === '(string|boolean)'$/.exec(text) ?? [];
  if (type !== undefined) return runtime(scope, 'types', type === 'string' ? 'isString' : 'isBoolean');
  return isConstant(matching, false) ? '() => false' : `(${name}) => ${text}`;
}

/** Builds the test of a keyword that applies other schemas to the value. */
export function applicatorCondition(check: Check, plan: Plan, scope: Scope): Condition {
  switch (check.kind) {
    case 'call': {
      const { program } = scope.names;
      const unit = program.behindReferences(check.unit);
      return isFree(unit.plan) && !program.recursive.has(unit.key) ? always : callFunction(unit.plan, unit, scope);
    }
    case 'allOf':
      return matchMany('AllOf', check.plans, plan, scope);
    case 'union':
      if (isDispatched(check)) return dispatchCondition(check, check.dispatch, plan, scope);
      if (check.exclusive) return matchMany(nameUnionPart(check), check.plans, plan, scope);
      return compare(countMatching(matchEach(check.plans, scope)), '===', '1');
    case 'not':
      return not(matchesInPlace(check.plan, scope));
    case 'condition': {
      const holds = matchesInPlace(check.test, scope);
      const then = check.matching === undefined ? always : matchesInPlace(check.matching, scope);
      return choice(holds, then, check.otherwise === undefined ? always : matchesInPlace(check.otherwise, scope));
    }
    default:
      throw new Error(`${check.kind} takes statements`);
  }
}

/** Word in the names of functions that check a part of many plans: `isPetAnyOf2`. */
export type ManyWord = 'AllOf' | 'AnyOf' | 'OneOf' | 'Others';

/** Returns the word for the functions of a union. */
export function nameUnionPart({ keyword }: UnionCheck): 'AnyOf' | 'OneOf' {
  return keyword === 'anyOf' ? 'AnyOf' : 'OneOf';
}

/** Builds the test that all plans match (`AllOf`), or at least one. A test that is too long is split into functions. */
export function matchMany(word: ManyWord, plans: readonly Plan[], plan: Plan, scope: Scope): Condition {
  const combine = word === 'AllOf' ? all : any;
  const whole = combine(matchEach(plans, scope));
  if (!isTooLong([[print(whole)]])) return whole;
  const groups = matchEach(plans, insidePart(scope)).map((one) =>
    word === 'AllOf' ? rejectUnless(one) : [`if (${print(one)}) return true;`],
  );
  const otherwise = word === 'AllOf' ? 'true' : 'false';
  return combine(callParts({ word, takes: 'any', otherwise }, groups, { plan, scope, args: [scope.value] }));
}

/** Builds a test for each plan, all of the same value. */
export function matchEach(plans: readonly Plan[], scope: Scope): readonly Condition[] {
  return plans.map((one) => matchesInPlace(one, scope));
}

/** Prints the count of true conditions: `Number(isCat(value)) + Number(isDog(value))`. */
export function countMatching(conditions: readonly Condition[]): string {
  return conditions.map((one) => `Number(${print(one)})`).join(' + ');
}

/** Builds the test of a tagged union: a function checks the branch of the tag (`tag === 'cat' || tag === 'lion'`). Branches for other types than objects follow. */
function dispatchCondition(check: UnionCheck, dispatch: Dispatch, plan: Plan, scope: Scope): Condition {
  const inside = insidePart(scope);
  const lines = dispatch.branches.flatMap((branch) => {
    const [matched] = check.plans.slice(branch.plan);
    if (matched === undefined || branch.values.length === 0) return [];
    const compared = print(any(branch.values.map((value) => compare('tag', '===', literal(value)))));
    const isTagged =
      branch.values.length < 2 || compared.length <= longestTest
        ? compared
        : `${scope.names.hoist('tagValues', `/* @__PURE__ */ new Set<unknown>(${literal(branch.values)})`)}.has(tag)`;
    return [[`if (${isTagged}) return ${print(matchesInPlace(matched, inside))};`]];
  });
  const word = nameUnionPart(check);
  const args = [scope.value, readProperty(dispatch.property, scope)];
  const calls = callParts({ word, takes: 'tagged', otherwise: 'false' }, lines, { plan, scope, args });
  const isObject = isKnown(plan, 'object') ? always : typeCondition('object', scope);
  const others = check.plans.filter((_, index) => dispatch.branches.every((branch) => branch.plan !== index));
  const tagged = mayBeObject(plan) ? all([isObject, any(calls)]) : never;
  return any([tagged, ...matchEach(others, scope)]);
}

/** Returns true if the types beside a union allow objects, since only objects have tags. */
export function mayBeObject({ types }: Plan): boolean {
  return types?.includes('object') ?? true;
}

/** Most names that are compared one by one. */
const few = 8;

/** Builds `key === 'id' || key === 'name'`, or a look-up in a set for many names. */
export function isOneOfNames(names: readonly string[], key: string, scope: Scope): Condition {
  if (names.length <= few) return any(names.map((name) => compare(key, '===', stringLiteral(name))));
  const set = scope.names.hoist('names', `/* @__PURE__ */ new Set(${literal(names)})`);
  return test(`${set}.has(${key})`);
}

/** Builds the test of a key that `properties` or `patternProperties` declares. */
export function isDeclared(check: MembersCheck, key: string, scope: Scope): Condition {
  const patterns = check.patterns.map((one) => matchesPattern(one.pattern, one.flags, lookAt(scope, key)));
  return any([isOneOfNames(check.known, key, scope), ...patterns]);
}

/** Builds the test of a property that is declared, or allowed by `additionalProperties`. */
export function additionalCondition(check: MembersCheck, key: string, item: string, scope: Scope): Condition {
  const allowed = check.additional ? matches(check.additional, lookAt(scope, item)) : never;
  return any([isDeclared(check, key, scope), allowed]);
}

/**
 * Longest body of a function, in characters. TypeScript rejects a body with two thousand conditions of a dozen or more characters
 * (TS2563), and its checking time grows with the square of their number.
 */
const longestBody = 20_000;

/** Returns true if statements are too long for one function. */
export function isTooLong(groups: readonly (readonly string[])[]): boolean {
  return groups.flat().join('').length > longestBody;
}

/** Joins groups of statements into function bodies below the length limit. A group is never split. */
function splitBody(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const bodies: string[][] = [];
  let length = Infinity;
  for (const lines of groups) {
    const own = lines.join('').length;
    length += own;
    if (length > longestBody) {
      bodies.push([]);
      length = own;
    }
    bodies.at(-1)?.push(...lines);
  }
  return bodies;
}

/** Returns the scope inside a part function, with the parameters `value`, `depth` and `memo`. */
export function insidePart(scope: Scope): Scope {
  const locals = new LocalNames(['value', 'depth', 'memo', 'context', 'undefined'], scope.names.taken);
  return { ...scope, value: 'value', locals, depth: 'depth', ...(scope.memo !== undefined && { memo: 'memo' }) };
}

/** Builds the calls of part functions. `groups` are their statements, printed in the scope of `insidePart`. */
export function callParts(
  part: FunctionPart,
  groups: readonly (readonly string[])[],
  { plan, scope, args }: { readonly plan: Plan; readonly scope: Scope; readonly args: readonly string[] },
): readonly Condition[] {
  return splitBody(groups).map((lines, index) => {
    const name = scope.names.partFunction(plan, scope.unit, { ...part, index }, lines);
    const passed = listPassedVariables(lines).map((one) => (one === 'depth' ? scope.depth : (scope.memo ?? one)));
    return test(`${name}(${[...args, ...passed].join(', ')})`);
  });
}
