import { stringLiteral } from '../code/literals.js';
import { all, always, any, not, print } from './condition.js';
import { coverOfOthers } from './cover.js';
import { isDeclared } from './member-conditions.js';
import { matches } from './matches.js';
import { matchesPattern } from './judge-simple.js';
import { isFree, type MembersCheck, type ObjectCheck, type Plan } from './plan.js';
import { printInPlace, printMember, reportUnless } from './print-collect.js';
import { printFieldIssues } from './print-field-issues.js';
import { printMemberLoop } from './print-is.js';
import { isAbsent } from './read-property.js';
import { look, type Scope } from './scope.js';

/** Statements that collect the issues of one keyword of objects. */
export function printObjectIssues(check: ObjectCheck, plan: Plan, scope: Scope): readonly string[] {
  switch (check.kind) {
    case 'fields':
      return printFieldIssues(check.fields, plan, scope);
    case 'members':
      return printMembers(check, plan, scope);
    case 'dependentRequired':
      return check.required.flatMap((name) => printDependent(check.property, name, plan, scope));
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

function printDependent(property: string, name: string, plan: Plan, scope: Scope): readonly string[] {
  const issue = {
    keyword: 'dependentRequired',
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
    ...check.patterns.flatMap((one) => {
      const lines = printMember(one.plan, { key }, always, look(scope, item));
      return lines.length === 0
        ? []
        : [`if (${print(matchesPattern(one.pattern, one.flags, look(scope, key)))}) {`, ...lines, '}'];
    }),
    ...printAdditional(check, key, item, scope),
  ];
  return printMemberLoop(lines, { key, item, scope });
}

function printNames(names: Plan | undefined, key: string, plan: Plan, scope: Scope): readonly string[] {
  if (names === undefined) return [];
  const issue = { keyword: 'propertyNames', message: 'has a name that is not allowed', pointer: plan.pointer };
  return reportUnless(matches(names, look(scope, key)), issue, scope, { key });
}

function printAdditional(check: MembersCheck, key: string, item: string, scope: Scope): readonly string[] {
  const lines = check.additional === undefined ? [] : printMember(check.additional, { key }, always, look(scope, item));
  return printUncovered(not(isDeclared(check, key, scope)), lines);
}

function printUncovered(concerned: ReturnType<typeof all>, lines: readonly string[]): readonly string[] {
  if (lines.length === 0 || (concerned.kind === 'constant' && !concerned.value)) return [];
  return concerned.kind === 'constant' ? lines : [`if (${print(concerned)}) {`, ...lines, '}'];
}

function printUnevaluated(further: Plan, plan: Plan, scope: Scope): readonly string[] {
  if (isFree(further)) return [];
  const key = scope.locals.claim('key');
  const item = scope.locals.claim('item');
  const covered = coverOfOthers(plan, 'key', key, scope);
  return printMemberLoop(printUncovered(not(covered), printMember(further, { key }, always, look(scope, item))), {
    key,
    item,
    scope,
  });
}
