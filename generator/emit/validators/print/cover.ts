import { BranchVerdicts } from './branch-verdicts.js';
import { all, always, any, choice, compare, isConstant, never, not, test, type Condition } from './condition.js';
import { matches, matchesInPlace } from './matches.js';
import { isDeclared, isOneOfNames } from './member-conditions.js';
import type { Check, Plan } from './plan.js';
import { isAbsent } from './read-property.js';
import { handedOn, look, type Scope } from './scope.js';

/** What identifies a member: a property's key or an item's index. */
export type MemberOf = 'key' | 'index';

/**
 * What must hold for a schema to evaluate a member of the value, so that `unevaluatedProperties` and
 * `unevaluatedItems` do not concern it. Branches count where they match. Nothing is recorded on the way: the question
 * is asked anew for members that no static answer covers, but what a branch said is kept where there are variables.
 */
function coverCondition(plan: Plan, question: CoverQuestion): Condition {
  return any(plan.checks.map((check) => coverOfCheck(check, question)));
}

/** What must hold for a member to be covered, and declarations of the variables that saying so takes. */
export interface Cover {
  readonly covered: Condition;
  readonly variables: readonly string[];
}

/** What must hold for the keywords beside `unevaluatedProperties` or `unevaluatedItems` to evaluate a member. */
export function coverOfOthers(plan: Plan, of: MemberOf, member: string, scope: Scope): Cover {
  const own = of === 'key' ? 'unevaluatedProperties' : 'unevaluatedItems';
  const others = { ...plan, checks: plan.checks.filter((check) => check.kind !== own) };
  const verdicts = new BranchVerdicts(scope.locals);
  const covered = coverCondition(others, { of, member, scope, verdicts });
  return { covered, variables: verdicts.declare(covered) };
}

/** What must hold for a unit to evaluate a member, in a function of its own that is handed the value and the member. */
export function coverOfUnit(plan: Plan, question: CoverQuestion): Condition {
  return coverCondition(plan, question);
}

/** Which member is asked about, and where. */
export interface CoverQuestion {
  readonly of: MemberOf;
  readonly member: string;
  readonly scope: Scope;
  /** Absent in functions that are asked about one member. */
  readonly verdicts?: BranchVerdicts;
}

function coverOfCheck(check: Check, question: CoverQuestion): Condition {
  const { of, scope, verdicts } = question;
  const inside = (one: Plan | undefined): Condition => (one === undefined ? never : coverCondition(one, question));
  const judge = (one: Plan): Condition => {
    const matching = matchesInPlace(one, scope);
    return verdicts?.once(matching) ?? matching;
  };
  const branch = (one: Plan): Condition => {
    const covered = inside(one);
    return isConstant(covered, false) ? never : all([judge(one), covered]);
  };
  switch (check.kind) {
    case 'call':
      return coverOfCall(check.unit, question);
    case 'allOf':
      return any(check.plans.map(inside));
    case 'union':
      return any(check.plans.map(branch));
    case 'condition':
      return choice(judge(check.test), any([inside(check.test), inside(check.matching)]), inside(check.otherwise));
    case 'dependentSchema':
      return of === 'key' ? all([not(isAbsent(check.property, scope)), inside(check.plan)]) : never;
    default:
      return of === 'key' ? coverOfProperties(check, question) : coverOfItems(check, question);
  }
}

function coverOfCall(key: string, question: CoverQuestion): Condition {
  const { of, member, scope, verdicts } = question;
  const { program } = scope.names;
  if (program.circular.has(key)) return never;
  const unit = program.unit(key);
  const make = (): Condition => coverCondition(unit.plan, { ...question, scope: { ...scope, unit } });
  const known = verdicts?.ofUnit(key, make) ?? make();
  if (known.kind === 'constant' || verdicts?.isInPlace(known) === true) return known;
  return test(`${scope.names.coverOf(key, of)}(${scope.value}, ${member}${handedOn(unit.plan, unit, scope)})`);
}

function coverOfProperties(check: Check, { member, scope }: CoverQuestion): Condition {
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

function coverOfItems(check: Check, { member, scope }: CoverQuestion): Condition {
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
