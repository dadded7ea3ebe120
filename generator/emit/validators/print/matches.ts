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
import { callRuntime, handedOn, look, readProperty, runtime, within, type Scope, type FunctionPart } from './scope.js';
import { literal, stringLiteral } from '../../code/literals.js';
import { handedTo, LocalNames } from '../plan/local-names.js';

/** Longest comparisons with one value after the other, in characters; where there are more, a set is asked. */
export const longestTest = 2000;

/** Builds the test of a plan: an expression, or the call of a function. */
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

/** Builds the test of a plan beside others for the same value. One that compares the value is a call, since comparisons would narrow its type for the others. */
export function matchesInPlace(plan: Plan, scope: Scope): Condition {
  return hasValues(plan) ? callFunction(plan, scope.unit, scope) : matches(plan, scope);
}

/** Calls the function of a plan; as `Boolean(isPet(value))` where a type guard must not narrow the value. */
function callFunction(plan: Plan, unit: Unit, scope: Scope): Condition {
  const call = `${scope.names.requireFunction(plan, unit)}(${scope.value}${handedOn(plan, unit, scope)})`;
  return test(scope.isTooBroad === true ? `Boolean(${call})` : call);
}

/** Builds `isArrayOf(tags, isString)` for a schema that says `type: array` and what its items are, and no more; maps likewise. */
export function wholeCondition(plan: Plan, scope: Scope, isOptional: boolean = false): Condition | undefined {
  const [check, ...others] = plan.checks;
  if (check === undefined || others.length > 0 || plan.types?.join() !== findKeywordGroup(check)) return undefined;
  const members = membersCondition(check, scope, isOptional);
  return members !== undefined && isConstant(members, true) ? undefined : members;
}

/** Builds `isArrayOf(value, isString)` for `items` alone, `isMapOf(value, isString)` for `additionalProperties` alone; both ask for the type, too. */
export function membersCondition(check: Check, scope: Scope, isOptional: boolean = false): Condition | undefined {
  const member = findOnlyMember(check);
  if (member === undefined || (isOptional && check.kind !== 'items')) return undefined;
  const name = scope.value === 'item' ? 'inner' : 'item';
  const matching = matches(member, look(scope, name));
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

/** Words for functions that each ask some of many plans: `isPetAnyOf2`. */
export type ManyWord = 'AllOf' | 'AnyOf' | 'OneOf' | 'Others';

/** Returns the word for functions of a union. */
export function nameUnionPart({ keyword }: UnionCheck): 'AnyOf' | 'OneOf' {
  return keyword === 'anyOf' ? 'AnyOf' : 'OneOf';
}

/** Builds the test of all of some plans (`AllOf`), or of at least one. Where that is too long for an expression, functions ask some of them each. */
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

/** Builds the test of each of some plans for the same value. */
export function matchEach(plans: readonly Plan[], scope: Scope): readonly Condition[] {
  return plans.map((one) => matchesInPlace(one, scope));
}

/** Prints the number of conditions that hold: `Number(isCat(value)) + Number(isDog(value))`. */
export function countMatching(conditions: readonly Condition[]): string {
  return conditions.map((one) => `Number(${print(one)})`).join(' + ');
}

/** Builds the test of a union by a tag: a function tries the branch that `tag === 'cat' || tag === 'lion'` selects; branches that accept no object follow. */
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

/** Tells whether the types beside a union allow objects, which its tags tell apart. */
export function mayBeObject({ types }: Plan): boolean {
  return types?.includes('object') ?? true;
}

/** Most names that are compared one by one. */
const few = 8;

/** Builds `key === 'id' || key === 'name'`; many names are looked for in a set. */
export function isOneOfNames(names: readonly string[], key: string, scope: Scope): Condition {
  if (names.length <= few) return any(names.map((name) => compare(key, '===', stringLiteral(name))));
  const set = scope.names.hoist('names', `/* @__PURE__ */ new Set(${literal(names)})`);
  return test(`${set}.has(${key})`);
}

/** Builds the test of a key that `properties` or `patternProperties` declares. */
export function isDeclared(check: MembersCheck, key: string, scope: Scope): Condition {
  const patterns = check.patterns.map((one) => matchesPattern(one.pattern, one.flags, look(scope, key)));
  return any([isOneOfNames(check.known, key, scope), ...patterns]);
}

/** Builds the test of a property that is declared, or allowed by `additionalProperties`. */
export function additionalCondition(check: MembersCheck, key: string, item: string, scope: Scope): Condition {
  const allowed = check.additional ? matches(check.additional, look(scope, item)) : never;
  return any([isDeclared(check, key, scope), allowed]);
}

/**
 * Longest body of a function, in characters. TypeScript gives up on one with two thousand conditions (TS2563), none of which
 * takes less than a dozen characters, and the time that it takes grows with the square of their number.
 */
const longestBody = 20_000;

/** Tells whether statements are too many for one function. */
export function isTooLong(groups: readonly (readonly string[])[]): boolean {
  return groups.flat().join('').length > longestBody;
}

/** Joins groups of statements into bodies of functions, none of them too long unless one group is. */
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

/** Returns the scope inside a function that does a part: `value`, `depth` and `memo` are its parameters, whatever they are called outside. */
export function insidePart(scope: Scope): Scope {
  const locals = new LocalNames(['value', 'depth', 'memo', 'context', 'undefined'], scope.names.taken);
  return { ...scope, value: 'value', locals, depth: 'depth', ...(scope.memo !== undefined && { memo: 'memo' }) };
}

/** Builds the calls of functions that do a part of a test. Their statements are printed in the scope inside. */
export function callParts(
  part: FunctionPart,
  groups: readonly (readonly string[])[],
  { plan, scope, args }: { readonly plan: Plan; readonly scope: Scope; readonly args: readonly string[] },
): readonly Condition[] {
  return splitBody(groups).map((lines, index) => {
    const name = scope.names.partFunction(plan, scope.unit, { ...part, index }, lines);
    const handed = handedTo(lines).map((one) => (one === 'depth' ? scope.depth : (scope.memo ?? one)));
    return test(`${name}(${[...args, ...handed].join(', ')})`);
  });
}
