import { stringLiteral } from '../code/literals.js';
import { always, any, isConstant, never, not, print, type Condition } from './condition.js';
import { coverOfOthers } from './cover.js';
import { cutIssues } from './cut-statements.js';
import { isDeclared } from './member-conditions.js';
import { matches } from './matches.js';
import { matchesPattern } from './judge-simple.js';
import { isClosed, type MembersCheck, type ObjectCheck, type Plan } from './plan.js';
import { printInPlace, printMember } from './print-collect.js';
import { printFieldIssues } from './print-field-issues.js';
import { printMemberLoop, reportUnless, stopIf } from './print-issue.js';
import { isAbsent } from './read-property.js';
import { look, runtime, type Scope } from './scope.js';

/** Statements that collect the issues of one keyword of objects. */
export function printObjectIssues(check: ObjectCheck, plan: Plan, scope: Scope): readonly string[] {
  switch (check.kind) {
    case 'fields':
      return printFieldIssues(check.fields, plan, scope);
    case 'members':
      return printMembers(check, plan, scope);
    case 'dependentRequired':
      return check.required.flatMap((name) => printDependent(check, name, plan, scope));
    case 'dependentSchema': {
      const lines = printInPlace(check.plan, scope);
      return lines.length === 0 ? [] : [`if (${print(not(isAbsent(check.property, scope)))}) {`, ...lines, '}'];
    }
    case 'unevaluatedProperties':
      return printUnevaluated(check.plan, plan, scope);
    default:
      return [];
  }
}

function printDependent(
  { keyword, property }: Extract<ObjectCheck, { readonly kind: 'dependentRequired' }>,
  name: string,
  plan: Plan,
  scope: Scope,
): readonly string[] {
  const issue = {
    keyword: keyword ?? 'dependentRequired',
    message: `is required beside ${JSON.stringify(property)}`,
    pointer: plan.pointer,
  };
  return reportUnless(any([isAbsent(property, scope), not(isAbsent(name, scope))]), issue, scope, {
    key: stringLiteral(name),
  });
}

function printMembers(check: MembersCheck, plan: Plan, scope: Scope): readonly string[] {
  const key = scope.locals.claim('key');
  const item = scope.locals.claim('item');
  const lines = [
    ...printNames(check.names, key, plan, scope),
    ...printSkip(check, key, scope),
    ...cutIssues(
      check.patterns.flatMap((one) => {
        const inside = printMember(one.plan, { key }, always, look(scope, item));
        const matching = matchesPattern(one.pattern, one.flags, look(scope, key));
        return inside.length === 0 ? [] : [`if (${print(matching)}) {`, ...inside, '}'];
      }),
      { plan, scope, value: 'object', variables: { [key]: 'string', [item]: 'unknown' } },
    ),
  ];
  const covered = isDeclared(check, key, scope);
  const additional = check.additional === undefined ? [] : printFurther(check.additional, key, item, scope);
  if (lines.length === 0) return printMemberLoop(additional, { key, item, scope, covered });
  return printMemberLoop([...lines, ...printUncovered(not(covered), additional)], { key, item, scope, covered: never });
}

function printNames(names: Plan | undefined, key: string, plan: Plan, scope: Scope): readonly string[] {
  if (names === undefined) return [];
  const issue = { keyword: 'propertyNames', message: 'has a name that is not allowed', pointer: plan.pointer };
  return reportUnless(matches(names, look(scope, key)), issue, scope, { key });
}

/** Patterns are not tried on names that are not allowed: what bounds the time they take may be the length of names. */
function printSkip({ names, patterns }: MembersCheck, key: string, scope: Scope): readonly string[] {
  if (names === undefined || patterns.length === 0) return [];
  return printUncovered(not(matches(names, look(scope, key))), ['continue;']);
}

function printUncovered(concerned: Condition, lines: readonly string[]): readonly string[] {
  if (lines.length === 0 || isConstant(concerned, false)) return [];
  return isConstant(concerned, true) ? lines : [`if (${print(concerned)}) {`, ...lines, '}'];
}

function printUnevaluated(further: Plan, plan: Plan, scope: Scope): readonly string[] {
  const key = scope.locals.claim('key');
  const item = scope.locals.claim('item');
  const names = plan.checks.flatMap((check) => (check.kind === 'members' ? (check.names ?? []) : []));
  const refused = names.map((one) => not(matches(one, look(scope, key))));
  const { covered: ofOthers, variables } = coverOfOthers(plan, 'key', key, scope);
  const covered = any([...refused, ofOthers]);
  const lines = printMemberLoop(printFurther(further, key, item, scope), { key, item, scope, covered });
  return lines.length === 0 ? [] : [...variables, ...lines];
}

/** Statements about a property that no other keyword declares: where none is allowed, it is merely unknown. */
function printFurther(further: Plan, key: string, item: string, scope: Scope): readonly string[] {
  if (!isClosed(further)) return printMember(further, { key }, always, look(scope, item));
  const args = [scope.context, stringLiteral(further.pointer), key];
  return stopIf(always, `${runtime(scope, 'members', 'reportUnknown')}(${args.join(', ')})`);
}
