import { mentions, type LocalNames } from '../plan/local-names.js';
import { findKeywordGroup, type Check, type Plan } from '../plan/plan.js';
import { all, always, any, choice, compare, isConstant, never, not, print, test, type Condition } from './condition.js';
import { isDeclared, isOneOfNames, matches, matchesInPlace } from './matches.js';
import { handedOn, isAbsent, look, type Scope } from './scope.js';

/** The name of the variable that identifies a member: a property's key or an item's index. */
export type MemberOf = 'key' | 'index';

/**
 * Builds the test of a member that a schema evaluates, so that `unevaluatedProperties` and `unevaluatedItems` do not concern it:
 * `key === 'id' || isCat(value) && key === 'claws'`. Branches count where they match. Checking records no evaluated members; the
 * test is run for each member, with the results of branches in variables where the function has some.
 */
export function coverCondition(plan: Plan, question: CoverQuestion): Condition {
  return any(plan.checks.map((check) => coverOfCheck(check, question)));
}

/** The test of a covered member, and the declarations of the variables that it reads. */
export interface Cover {
  readonly covered: Condition;
  readonly variables: readonly string[];
}

/** Builds the test of a member that the keywords beside `unevaluatedProperties` or `unevaluatedItems` evaluate. */
export function coverOfOthers(plan: Plan, of: MemberOf, member: string, scope: Scope): Cover {
  const own = of === 'key' ? 'unevaluatedProperties' : 'unevaluatedItems';
  const others = { ...plan, checks: plan.checks.filter((check) => check.kind !== own) };
  const results = new BranchResults(scope.locals);
  const covered = coverCondition(others, { of, member, scope, results });
  return { covered, variables: results.declare(covered) };
}

/** The member that a test is about, and the scope of the test. */
export interface CoverQuestion {
  readonly of: MemberOf;
  readonly member: string;
  readonly scope: Scope;
  /** Absent in functions that are called for each member. */
  readonly results?: BranchResults;
}

function coverOfCheck(check: Check, question: CoverQuestion): Condition {
  const { of, member, scope, results } = question;
  const group = findKeywordGroup(check);
  if (group !== undefined && group !== (of === 'key' ? 'object' : 'array')) return never;
  const inside = (one: Plan | undefined): Condition => (one === undefined ? never : coverCondition(one, question));
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
      return coverOfCall(check.unit, question);
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
      return matches(check.plan, look(scope, `${scope.value}[${member}]`));
    case 'unevaluatedProperties':
    case 'unevaluatedItems':
      return always;
    default:
      return never;
  }
}

function coverOfCall(key: string, question: CoverQuestion): Condition {
  const { of, member, scope, results } = question;
  const { program } = scope.names;
  if (program.circular.has(key)) return never;
  const unit = program.unit(key);
  const make = (): Condition => coverCondition(unit.plan, { ...question, scope: { ...scope, unit } });
  const known = results?.ofUnit(key, make) ?? make();
  if (known.kind === 'constant' || results?.isInPlace(known) === true) return known;
  return test(`${scope.names.requireCover(key, of)}(${scope.value}, ${member}${handedOn(unit.plan, unit, scope)})`);
}

/** Longest condition of a unit that is printed at each use; units in units would double it again and again. */
const longest = 2000;

/** Variables for the results of branches, so that each is checked once, however many members a value has. */
class BranchResults {
  readonly #locals: LocalNames;
  readonly #names = new Map<string, string>();
  readonly #units = new Map<string, Condition>();

  constructor(locals: LocalNames) {
    this.#locals = locals;
  }

  /** Builds a condition that is checked once: `(matched ??= isCat(value))`. One that calls no function stays as it is. */
  once(condition: Condition): Condition {
    const text = print(condition);
    if (!/\w\(/.test(text)) return condition;
    const name = this.#names.get(text) ?? this.#locals.claim('matched');
    this.#names.set(text, name);
    return test(`(${name} ??= ${text})`);
  }

  /** Returns the condition of a unit, made once. */
  ofUnit(key: string, make: () => Condition): Condition {
    const condition = this.#units.get(key) ?? make();
    this.#units.set(key, condition);
    return condition;
  }

  /** Tells whether a condition has a variable, and is short enough to replace a function, which would check the branch for each member. */
  isInPlace(condition: Condition): boolean {
    const text = print(condition);
    return text.includes(' ??= ') && text.length <= longest;
  }

  /** Declares the variables that a condition reads. */
  declare(condition: Condition): readonly string[] {
    const text = print(condition);
    return [...this.#names.values()]
      .filter((name) => mentions(text, name))
      .map((name) => `let ${name}: boolean | undefined;`);
  }
}
