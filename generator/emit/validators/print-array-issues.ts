import { all, always, compare, isConstant, print } from './condition.js';
import { coverOfOthers } from './cover.js';
import { mentions } from './local-names.js';
import { containsMessage } from './messages.js';
import { isFree, type ArrayCheck, type Plan } from './plan.js';
import { printMember } from './print-collect.js';
import { printCount } from './print-is.js';
import { printIndexLoop, reportUnless } from './print-issue.js';
import { look, type Scope } from './scope.js';

/** Statements that collect the issues of one keyword of arrays. */
export function printArrayIssues(check: ArrayCheck, plan: Plan, scope: Scope): readonly string[] {
  switch (check.kind) {
    case 'items':
      return [
        ...check.prefix.flatMap((item, index) => printPrefixItem(item, index, scope)),
        ...printRest(check.rest, check.prefix.length, plan.pointer, scope),
      ];
    case 'contains':
      return printContains(check, plan, scope);
    case 'unevaluatedItems':
      return printUnevaluated(check.plan, plan, scope);
    default:
      return [];
  }
}

function printPrefixItem(item: Plan, position: number, scope: Scope): readonly string[] {
  if (isFree(item)) return [];
  const local = scope.locals.claim(`item${position}`);
  const lines = printMember(item, { key: String(position) }, always, look(scope, local));
  const read = mentions(lines.join('\n'), local) ? [`const ${local} = ${scope.value}[${position}];`] : [];
  return [`if (${scope.value}.length > ${position}) {`, ...read, ...lines, '}'];
}

function printRest(rest: Plan | undefined, from: number, pointer: string, scope: Scope): readonly string[] {
  if (rest === undefined || isFree(rest)) return [];
  const [index, item] = [scope.locals.claim('index'), scope.locals.claim('item')];
  const member = { key: index, ...(scope.place === pointer ? { refusedBy: `${pointer}/items` } : {}) };
  const lines = printMember(rest, member, always, look(scope, item));
  return printIndexLoop(lines, { index, item, scope, from });
}

function printContains(check: Extract<ArrayCheck, { kind: 'contains' }>, plan: Plan, scope: Scope): readonly string[] {
  const [count, item] = [scope.locals.claim('count'), scope.locals.claim('item')];
  const least = compare(count, '>=', String(check.least));
  const most = check.most === undefined ? always : compare(count, '<=', String(check.most));
  const issue = { keyword: 'contains', message: containsMessage(check), pointer: plan.pointer };
  return [...printCount(check.plan, count, item, scope), ...reportUnless(all([least, most]), issue, scope)];
}

function printUnevaluated(further: Plan, plan: Plan, scope: Scope): readonly string[] {
  if (isFree(further)) return [];
  const [index, item] = [scope.locals.claim('index'), scope.locals.claim('item')];
  const { covered, variables } = coverOfOthers(plan, 'index', index, scope);
  const lines = printMember(further, { key: index }, always, look(scope, item));
  if (isConstant(covered, true)) return [];
  // A read by an index that changes is not narrowed by a test of the same read.
  const text = print(covered).replaceAll(`${scope.value}[${index}]`, item);
  const skip = isConstant(covered, false) ? [] : [`if (${text}) continue;`];
  return [...variables, ...printIndexLoop([...skip, ...lines], { index, item, scope })];
}
