import { usesName, type LocalNames } from '../plan/local-names.js';
import { findKeywordGroup, type Check, type Plan } from '../plan/plan.js';
import { all, always, any, choice, compare, isConstant, never, not, print, test, type Condition } from './condition.js';
import { isDeclared, isOneOfNames, matches, matchesInPlace } from './matches.js';
import { printPassedArguments, isAbsent, lookAt, type Scope } from './scope.js';

/** Variable that identifies a member: the key of a property or the index of an item. */
export type MemberKey = 'key' | 'index';

/**
 * Builds the test of a member that a schema evaluates, so that `unevaluatedProperties` and `unevaluatedItems` do not apply to it:
 * `key === 'id' || isCat(value) && key === 'claws'`. A branch evaluates members only if it matches. The test runs once for each
 * member, since checks record no evaluated members. Functions with variables keep the results of branches in them.
 */
export function coverCondition(plan: Plan, target: CoverTarget): Condition {
  return any(plan.checks.map((check) => buildCheckCover(check, target)));
}

/** The test of a covered member, and the declarations of the variables that it reads. */
export interface Cover {
  readonly covered: Condition;
  readonly variables: readonly string[];
}

/** Builds the test of a member that the keywords beside `unevaluatedProperties` or `unevaluatedItems` evaluate. */
export function buildOthersCover(plan: Plan, of: MemberKey, member: string, scope: Scope): Cover {
  const own = of === 'key' ? 'unevaluatedProperties' : 'unevaluatedItems';
  const others = { ...plan, checks: plan.checks.filter((check) => check.kind !== own) };
  const results = new BranchResults(scope.locals);
  const covered = coverCondition(others, { of, member, scope, results });
  return { covered, variables: results.declare(covered) };
}

/** The member to test, and the scope of the test. */
export interface CoverTarget {
  readonly of: MemberKey;
  readonly member: string;
  readonly scope: Scope;
  /** Absent in functions that run once for each member. */
  readonly results?: BranchResults;
}

function buildCheckCover(check: Check, target: CoverTarget): Condition {
  const { of, member, scope, results } = target;
  const group = findKeywordGroup(check);
  if (group !== undefined && group !== (of === 'key' ? 'object' : 'array')) return never;
  const inside = (one: Plan | undefined): Condition => (one === undefined ? never : coverCondition(one, target));
  const matching = (one: Plan): Condition => {
    const matched = matchesInPlace(one, scope);
    return results?.once(matched) ?? matched;
  };
  const branch = (one: Plan): Condition => {
    const covered = inside(one);
    return isConstant(covered, false) ? never : all([matching(one), covered]);
  };
  switch (check.kind) {
    case 'call':
      return buildCallCover(check.unit, target);
    case 'allOf':
      return any(check.plans.map(inside));
    case 'union':
      return any(check.plans.map(branch));
    case 'condition':
      return choice(matching(check.test), any([inside(check.test), inside(check.matching)]), inside(check.otherwise));
    case 'dependentSchema':
      return all([not(isAbsent(check.property, scope)), inside(check.plan)]);
    case 'fields': {
      const declared = check.fields.filter((field) => field.declared).map(({ name }) => name);
      return isOneOfNames(declared, member, scope);
    }
    case 'members':
      return check.additional === undefined ? isDeclared({ ...check, known: [] }, member, scope) : always;
    case 'items':
      return check.rest === undefined ? compare(member, '<', String(check.prefix.length)) : always;
    case 'contains':
      return matches(check.plan, lookAt(scope, `${scope.value}[${member}]`));
    case 'unevaluatedProperties':
    case 'unevaluatedItems':
      return always;
    default:
      return never;
  }
}

function buildCallCover(key: string, target: CoverTarget): Condition {
  const { of, member, scope, results } = target;
  const { program } = scope.names;
  if (program.circular.has(key)) return never;
  const unit = program.unit(key);
  const build = (): Condition => coverCondition(unit.plan, { ...target, scope: { ...scope, unit } });
  const known = results?.forUnit(key, build) ?? build();
  if (known.kind === 'constant' || results?.isInPlace(known) === true) return known;
  return test(
    `${scope.names.requireCover(key, of)}(${scope.value}, ${member}${printPassedArguments(unit.plan, unit, scope)})`,
  );
}

/** Longest condition of a unit, in characters, that is printed at each use. Nested units could double its length at each level. */
const longest = 2000;

/** Variables for the results of branches, so that each branch is checked once for all members of a value. */
class BranchResults {
  readonly #locals: LocalNames;
  readonly #names = new Map<string, string>();
  readonly #units = new Map<string, Condition>();

  constructor(locals: LocalNames) {
    this.#locals = locals;
  }

  /** Builds a condition that is checked once: `isCat(value)` → `(matched ??= isCat(value))`. A condition without calls stays as it is. */
  once(condition: Condition): Condition {
    const text = print(condition);
    if (!/\w\(/.test(text)) return condition;
    const name = this.#names.get(text) ?? this.#locals.claim('matched');
    this.#names.set(text, name);
    return test(`(${name} ??= ${text})`);
  }

  /** Returns the condition of a unit. The first call builds it. */
  forUnit(key: string, build: () => Condition): Condition {
    const condition = this.#units.get(key) ?? build();
    this.#units.set(key, condition);
    return condition;
  }

  /** Returns true if a condition has a variable and is short enough to print in place. A function would check the branch for each member. */
  isInPlace(condition: Condition): boolean {
    const text = print(condition);
    return text.includes(' ??= ') && text.length <= longest;
  }

  /** Declares the variables that a condition reads. */
  declare(condition: Condition): readonly string[] {
    const text = print(condition);
    return [...this.#names.values()]
      .filter((name) => usesName(text, name))
      .map((name) => `let ${name}: boolean | undefined;`);
  }
}
