import { all, always, any, compare, isConstant, not, print, test, type Condition } from './condition.js';
import { findingCondition, judgeSimple, judgeTypes } from './judge-simple.js';
import { guardOf, plansOf, type Check, type Plan } from './plan.js';
import type { Scope } from './scope.js';

/** Most keywords that stand in one expression; larger schemas get a function. */
const largest = 6;

/** What must hold for the value to match a plan: an expression, or the call of a function. */
export function matches(plan: Plan, scope: Scope): Condition {
  if (weigh(plan) <= largest) return inlineCondition(plan, scope);
  return test(`${scope.names.functionOf(plan, scope.unit, 'is')}(${argumentsFor(plan, scope)})`);
}

/** The same for a schema that judges the value beside others: what it compares must not narrow types for them. */
export function matchesInPlace(plan: Plan, scope: Scope): Condition {
  if (!hasValues(plan)) return matches(plan, scope);
  return test(`${scope.names.functionOf(plan, scope.unit, 'is')}(${argumentsFor(plan, scope)})`);
}

function hasValues(plan: Plan): boolean {
  return plan.checks.some((check) => check.kind === 'values' || plansOf(check).inPlace.some(hasValues));
}

function argumentsFor(plan: Plan, scope: Scope): string {
  return scope.names.program.isDeep(plan) ? `${scope.value}, ${scope.depth}` : scope.value;
}

/** How many keywords an expression for the plan would hold; Infinity where it takes statements. */
function weigh(plan: Plan): number {
  return plan.checks.reduce((sum, check) => sum + weighCheck(check), 0);
}

function weighCheck(check: Check): number {
  const guard = guardOf(check);
  if (guard === 'array' || guard === 'object') return Infinity;
  const { inPlace } = plansOf(check);
  return inPlace.reduce((sum, plan) => sum + (hasValues(plan) ? 1 : weigh(plan)), 1);
}

function inlineCondition(plan: Plan, scope: Scope): Condition {
  const types = judgeTypes(plan, scope);
  return all([types?.condition ?? always, ...plan.checks.map((check) => checkCondition(check, plan, scope))]);
}

function checkCondition(check: Check, plan: Plan, scope: Scope): Condition {
  const finding = judgeSimple(check, plan, scope);
  return finding === undefined ? applicatorCondition(check, scope) : findingCondition(finding, scope);
}

/** What must hold for a keyword that applies other schemas to the value. */
export function applicatorCondition(check: Check, scope: Scope): Condition {
  switch (check.kind) {
    case 'call':
      return callUnit(check.unit, scope);
    case 'allOf':
      return all(check.plans.map((plan) => matchesInPlace(plan, scope)));
    case 'union':
      return unionCondition(check, scope);
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
  const { plan } = program.unit(key);
  if (!program.recursive.has(key) && plan.types === undefined && plan.checks.length === 0) return always;
  const isDeep = program.recursive.has(key) || program.isDeep(plan);
  const name = scope.names.functionOf(plan, program.unit(key), 'is');
  return test(`${name}(${isDeep ? `${scope.value}, ${scope.depth}` : scope.value})`);
}

function unionCondition(check: Extract<Check, { kind: 'union' }>, scope: Scope): Condition {
  const branches = check.plans.map((plan) => matchesInPlace(plan, scope));
  return check.exclusive ? any(branches) : compare(countMatches(branches), '===', '1');
}

/** Source text of how many of some conditions hold. */
export function countMatches(branches: readonly Condition[]): string {
  return branches.map((branch) => `Number(${print(branch)})`).join(' + ');
}

function choiceCondition(check: Extract<Check, { kind: 'condition' }>, scope: Scope): Condition {
  const holds = matchesInPlace(check.test, scope);
  const then = check.matching === undefined ? always : matchesInPlace(check.matching, scope);
  const otherwise = check.otherwise === undefined ? always : matchesInPlace(check.otherwise, scope);
  if (isConstant(otherwise, true)) return any([not(holds), then]);
  if (isConstant(then, true)) return any([holds, otherwise]);
  return any([all([holds, then]), all([not(holds), otherwise])]);
}
