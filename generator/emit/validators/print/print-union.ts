import { any, isConstant, print } from './condition.js';
import { list, record } from './data.js';
import type { Data } from './data.js';
import { isKnown } from './assertion-condition.js';
import { countMatching, matchEach, mayBeObject } from './matches.js';
import type { Check, Dispatch, Plan } from '../plan/plan.js';
import type { Scope } from './scope.js';
import { contextParameter, printArrow, verdictScope, inner, keyword } from './schema-parts.js';
import { literal, stringLiteral } from '../../code/syntax/literals.js';

type UnionCheck = Extract<Check, { kind: 'union' }>;

/** Data of `anyOf` and `oneOf`: a function counts the alternatives that match. */
export function printUnion(check: UnionCheck, plan: Plan, scope: Scope): readonly Data[] {
  if (check.dispatch !== undefined) return printTagged(check, check.dispatch, plan, scope);
  const count = printCount(check, check.plans, scope);
  if (count === undefined) return [];
  const isDeep = check.plans.some((one) => scope.names.program.isDeep(one));
  const union = record([
    ['keyword', stringLiteral(check.keyword)],
    ...(check.tag === undefined ? [] : [['tag', stringLiteral(check.tag)] as const]),
    ...(isDeep ? [['isDeep', 'true'] as const] : []),
  ]);
  return keyword(scope, 'unions', 'checkUnion', printAlternatives(check, scope), union, count);
}

function printAlternatives({ plans }: UnionCheck, scope: Scope): Data {
  return list(plans.map((one) => inner(one, scope)));
}

/** Source text of the function that counts; `undefined` where one of the alternatives matches everything. */
function printCount({ exclusive }: UnionCheck, plans: readonly Plan[], scope: Scope): string | undefined {
  const branches = matchEach(plans, verdictScope(scope));
  if (exclusive && isConstant(any(branches), true)) return undefined;
  const text = exclusive ? `Number(${print(any(branches))})` : countMatching(branches);
  return printArrow(text, ['value: unknown', contextParameter(scope)]);
}

/** A constant of the value says which alternative is meant; that it is missing may be said by another keyword. */
function printTagged(check: UnionCheck, dispatch: Dispatch, plan: Plan, scope: Scope): readonly Data[] {
  const { property, branches } = dispatch;
  const isRequired = plan.checks.some(
    (one) => one.kind === 'fields' && one.fields.some(({ name, required }) => required && name === property),
  );
  const constants = check.plans.map((_, index) => branches.find((one) => one.plan === index)?.values ?? []);
  const others = check.plans.filter((_, index) => constants[index]?.length === 0);
  const count =
    others.length === 0 || (isKnown(plan, 'object') && mayBeObject(plan)) ? [] : printCount(check, others, scope);
  const tag = record([
    ['keyword', stringLiteral(check.keyword)],
    ['name', stringLiteral(property)],
    ['constants', list(constants.map(literal))],
    ...(isRequired ? [['isRequired', 'true'] as const] : []),
  ]);
  return keyword(scope, 'unions', 'checkTagged', printAlternatives(check, scope), tag, ...[count ?? '() => 1'].flat());
}
