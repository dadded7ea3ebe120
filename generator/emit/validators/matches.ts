import { all, always, any, choice, compare, never, not, print, test, type Condition } from './condition.js';
import { literal } from '../code/syntax/literals.js';
import { findingCondition, isKnown, judgeSimple, judgeTypes, typeCondition } from './judge-simple.js';
import { handedTo } from './local-names.js';
import { guardOf, plansOf, type Check, type Dispatch, type Plan } from './plan.js';
import { readProperty } from './read-property.js';
import { handedOn, look, type Scope } from './scope.js';

/** Most keywords that stand in one expression; larger schemas get a function. */
const largest = 6;

/** Longest text of comparisons of a tag, in characters; where there are more, a set is asked. */
const longestTest = 2000;

/** Whether a plan is too large to stand in an expression. */
export function takesFunction(plan: Plan): boolean {
  return weigh(plan) > largest;
}

/** What must hold for the value to match a plan: an expression, or the call of a function. */
export function matches(plan: Plan, scope: Scope): Condition {
  if (!takesFunction(plan)) return inlineCondition(plan, scope);
  return test(`${scope.names.functionOf(plan, scope.unit)}(${argumentsFor(plan, scope)})`);
}

/** The same for a schema that judges the value beside others: what it compares must not narrow types for them. */
export function matchesInPlace(plan: Plan, scope: Scope): Condition {
  if (!hasValues(plan)) return matches(plan, scope);
  return test(`${scope.names.functionOf(plan, scope.unit)}(${argumentsFor(plan, scope)})`);
}

function hasValues(plan: Plan): boolean {
  return plan.checks.some((check) => check.kind === 'values' || plansOf(check).inPlace.some(hasValues));
}

function argumentsFor(plan: Plan, scope: Scope): string {
  return scope.value + handedOn(plan, scope.unit, scope);
}

/** How many keywords an expression for the plan would hold; Infinity where it takes statements. */
function weigh(plan: Plan): number {
  return plan.checks.reduce((sum, check) => sum + weighCheck(check), 0);
}

function weighCheck(check: Check): number {
  const guard = guardOf(check);
  if (guard === 'array' || guard === 'object') return Infinity;
  if (isDispatched(check)) return 1;
  const { inPlace } = plansOf(check);
  return inPlace.reduce((sum, plan) => sum + (hasValues(plan) ? 1 : weigh(plan)), 1);
}

function inlineCondition(plan: Plan, scope: Scope): Condition {
  const types = judgeTypes(plan, scope);
  return all([types ?? always, ...plan.checks.map((check) => checkCondition(check, plan, scope))]);
}

function checkCondition(check: Check, plan: Plan, scope: Scope): Condition {
  const finding = judgeSimple(check, plan, scope);
  return finding === undefined ? applicatorCondition(check, plan, scope) : findingCondition(finding, scope);
}

/** What must hold for a keyword that applies other schemas to the value. */
export function applicatorCondition(check: Check, plan: Plan, scope: Scope): Condition {
  switch (check.kind) {
    case 'call':
      return callUnit(check.unit, scope);
    case 'allOf':
      return all(judgeEach(check.plans, scope));
    case 'union':
      return unionCondition(check, plan, scope);
    case 'not':
      return not(matchesInPlace(check.plan, scope));
    case 'condition':
      return choiceCondition(check, scope);
    default:
      throw new Error(`${check.kind} takes statements`);
  }
}

function callUnit(key: string, scope: Scope): Condition {
  const { program } = scope.names;
  const unit = program.unit(key);
  const { plan } = unit;
  if (!program.recursive.has(key) && plan.types === undefined && plan.checks.length === 0) return always;
  const name = scope.names.functionOf(plan, unit);
  return test(`${name}(${scope.value}${handedOn(plan, unit, scope)})`);
}

type UnionCheck = Extract<Check, { kind: 'union' }>;

function unionCondition(check: UnionCheck, plan: Plan, scope: Scope): Condition {
  if (isDispatched(check)) return dispatchCondition(check, check.dispatch, plan, scope);
  const branches = judgeEach(check.plans, scope);
  return check.exclusive ? any(branches) : compare(countMatching(branches), '===', '1');
}

/** What must hold for the value to match each of some plans that judge it beside each other. */
export function judgeEach(plans: readonly Plan[], scope: Scope): readonly Condition[] {
  return plans.map((one) => matchesInPlace(one, scope));
}

/** Source text of how many of some conditions hold. */
export function countMatching(conditions: readonly Condition[]): string {
  return conditions.map((one) => `Number(${print(one)})`).join(' + ');
}

/** Whether the value of a property tells which branch to look into; of two, the second is tried where the first fails. */
function isDispatched(check: Check): check is UnionCheck & { readonly dispatch: Dispatch } {
  return check.kind === 'union' && check.dispatch !== undefined && check.dispatch.branches.length > 2;
}

/** Asks the one branch that the value of a property names, in a function of its own, or those that accept no object. */
function dispatchCondition(check: UnionCheck, dispatch: Dispatch, plan: Plan, scope: Scope): Condition {
  const { names, unit } = scope;
  // The function has the levels left and the memo as parameters, whatever they are called where it is called.
  const inside = { ...look(scope, 'value'), depth: 'depth', ...(scope.memo !== undefined && { memo: 'memo' }) };
  const lines = dispatch.branches.flatMap((branch) => {
    const [matched] = check.plans.slice(branch.plan);
    if (matched === undefined || branch.values.length === 0) return [];
    return [`if (${print(isTagged(branch.values, scope))}) return ${print(matchesInPlace(matched, inside))};`];
  });
  const part = {
    word: check.keyword === 'anyOf' ? 'AnyOf' : 'OneOf',
    takes: 'tagged',
    otherwise: 'false',
  } as const;
  const name = names.judgePart(plan, unit, part, lines);
  const handed = handedTo(lines).map((one) => (one === 'depth' ? scope.depth : (scope.memo ?? one)));
  const args = [scope.value, readProperty(dispatch.property, scope), ...handed];
  const isObject = isKnown(plan, 'object') ? always : typeCondition('object', scope);
  const others = check.plans.filter((_, index) => dispatch.branches.every((branch) => branch.plan !== index));
  const tagged = mayBeObject(plan) ? all([isObject, test(`${name}(${args.join(', ')})`)]) : never;
  return any([tagged, ...judgeEach(others, scope)]);
}

/** Whether the types beside a union leave room for the objects that its tags tell apart. */
export function mayBeObject({ types }: Plan): boolean {
  return types?.includes('object') ?? true;
}

/** What must hold for the tag of an object to be one of a branch's; many are looked for in a set. */
function isTagged(values: Dispatch['branches'][number]['values'], scope: Scope): Condition {
  const tests = values.map((value) => compare('tag', '===', literal(value)));
  if (tests.length < 2 || print(any(tests)).length <= longestTest) return any(tests);
  return test(`${scope.names.hoist('tagValues', `/* @__PURE__ */ new Set<unknown>(${literal(values)})`)}.has(tag)`);
}

function choiceCondition(check: Extract<Check, { kind: 'condition' }>, scope: Scope): Condition {
  const holds = matchesInPlace(check.test, scope);
  const then = check.matching === undefined ? always : matchesInPlace(check.matching, scope);
  const otherwise = check.otherwise === undefined ? always : matchesInPlace(check.otherwise, scope);
  return choice(holds, then, otherwise);
}
