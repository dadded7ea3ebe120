import { all, always, any, compare, isConstant, never, not, test, type Condition } from './condition.js';
import { matches, matchesInPlace } from './matches.js';
import { isDeclared, isOneOfNames } from './member-conditions.js';
import type { Check, Plan } from './plan.js';
import { isAbsent } from './read-property.js';
import { look, type Scope } from './scope.js';

/** What identifies a member: a property's key or an item's index. */
export type MemberOf = 'key' | 'index';

/**
 * What must hold for a schema to evaluate a member of the value, so that `unevaluatedProperties` and
 * `unevaluatedItems` do not concern it. Branches count where they match. Nothing is recorded on the way:
 * the question is asked anew for members that no static answer covers.
 */
export function coverCondition(plan: Plan, of: MemberOf, member: string, scope: Scope): Condition {
  return any(plan.checks.map((check) => coverOfCheck(check, { of, member, scope })));
}

/** What must hold for the keywords beside `unevaluatedProperties` or `unevaluatedItems` to evaluate a member. */
export function coverOfOthers(plan: Plan, of: MemberOf, member: string, scope: Scope): Condition {
  const own = of === 'key' ? 'unevaluatedProperties' : 'unevaluatedItems';
  return coverCondition({ ...plan, checks: plan.checks.filter((check) => check.kind !== own) }, of, member, scope);
}

interface Question {
  readonly of: MemberOf;
  readonly member: string;
  readonly scope: Scope;
}

function coverOfCheck(check: Check, question: Question): Condition {
  const { of, member, scope } = question;
  const inside = (one: Plan | undefined): Condition =>
    one === undefined ? never : coverCondition(one, of, member, scope);
  const branch = (one: Plan): Condition =>
    isConstant(inside(one), false) ? never : all([matchesInPlace(one, scope), inside(one)]);
  switch (check.kind) {
    case 'call':
      return coverOfCall(check.unit, question);
    case 'allOf':
      return any(check.plans.map(inside));
    case 'union':
      return any(check.plans.map(branch));
    case 'condition': {
      const holds = matchesInPlace(check.test, scope);
      return any([
        all([holds, any([inside(check.test), inside(check.matching)])]),
        all([not(holds), inside(check.otherwise)]),
      ]);
    }
    case 'dependentSchema':
      return of === 'key' ? all([not(isAbsent(check.property, scope)), inside(check.plan)]) : never;
    default:
      return of === 'key' ? coverOfProperties(check, question) : coverOfItems(check, question);
  }
}

function coverOfCall(key: string, { of, member, scope }: Question): Condition {
  const { program } = scope.names;
  if (program.circular.has(key)) return never;
  const known = coverCondition(program.unit(key).plan, of, member, scope);
  if (known.kind === 'constant') return known;
  const depth = program.isDeep(program.unit(key).plan) ? `, ${scope.depth}` : '';
  return test(`${scope.names.coverOf(key, of)}(${scope.value}, ${member}${depth})`);
}

function coverOfProperties(check: Check, { member, scope }: Question): Condition {
  switch (check.kind) {
    case 'fields':
      return isOneOfNames(
        check.fields.filter(({ declared }) => declared).map(({ name }) => name),
        member,
        scope,
      );
    case 'members':
      return check.additional === undefined ? isDeclared({ ...check, known: [] }, member, scope) : always;
    case 'unevaluatedProperties':
      return always;
    default:
      return never;
  }
}

function coverOfItems(check: Check, { member, scope }: Question): Condition {
  switch (check.kind) {
    case 'items':
      return check.rest === undefined ? compare(member, '<', String(check.prefix.length)) : always;
    case 'contains':
      return matches(check.plan, look(scope, `${scope.value}[${member}]`));
    case 'unevaluatedItems':
      return always;
    default:
      return never;
  }
}
