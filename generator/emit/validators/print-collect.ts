import { literal, stringLiteral } from '../code/literals.js';
import { all, any, isConstant, not, print, test, type Condition } from './condition.js';
import { cutIssues } from './cut-statements.js';
import { declaredNames } from './declared-names.js';
import { areFew, hoistValues, isScalar, nameOfValues } from './hoist-values.js';
import {
  findingCondition,
  isKnown,
  isSimple,
  judgeForIssues,
  judgeTypes,
  typeCondition,
  type Finding,
} from './judge-simple.js';
import { mentions } from './local-names.js';
import { matchesInPlace } from './matches.js';
import { guardOf, isFree, type ArrayCheck, type Check, type ObjectCheck, type Plan } from './plan.js';
import { printArrayIssues } from './print-array-issues.js';
import { reportCall, reportUnless, stopWhenFull, type Member } from './print-issue.js';
import { printObjectIssues } from './print-object-issues.js';
import { printUnionIssues } from './print-union-issues.js';
import { runtime, type Scope } from './scope.js';

/** Statements of a function that collects why a value does not match a plan: each leaves when collecting is over. */
export function printCollect(plan: Plan, scope: Scope): readonly string[] {
  const opening = openings.get(plan.types?.join() ?? '');
  const members = opening === undefined ? scope : { ...scope, place: plan.pointer };
  const checks = plan.checks.flatMap((check) => printCheck(check, plan, members));
  const kept = withoutLastStop(checks, scope);
  const rest = cutIssues(kept, { plan, scope, ...(opening === undefined ? {} : { value: opening[0] }) });
  if (opening !== undefined && (rest.length > 0 || isNoted(plan, scope)))
    return [...printOpening(opening, plan, scope), ...printPlace(plan, rest, scope), ...rest];
  const types = judgeTypes(plan, scope);
  const all = [...printNote(plan, kept, scope), ...rest];
  if (types === undefined || isConstant(types.condition, true)) return all;
  const refusal = `${reportCall(types, scope)};`;
  if (isConstant(types.condition, false)) return [refusal];
  const wrong = `if (${print(not(types.condition))})`;
  return all.length === 0 ? [`${wrong} ${refusal}`] : [`${wrong} {`, refusal, 'return;', '}', ...all];
}

/** Whether a lenient check has to know which objects a plan judges: its schema says something of the names of properties. */
function isNoted(plan: Plan, scope: Scope): boolean {
  return declaredNames(plan, scope.names.program) !== undefined;
}

/** Notes an object for the lenient check alone, where no statement does: the schema judges none of the properties. */
function printNote(plan: Plan, rest: readonly string[], scope: Scope): readonly string[] {
  if (!isNoted(plan, scope) || rest.some((line) => line.includes('.lenient) noteObject'))) return [];
  return [`if (${print(typeCondition('object', scope))}) {`, ...printPlace(plan, [], scope), '}'];
}

/** Where the statements that follow are, as far as these or a lenient check ask for it. */
export function printPlace(plan: Plan, rest: readonly string[], scope: Scope): readonly string[] {
  const at = `const at = { ${scope.context}, ${scope.value}, schema: ${stringLiteral(plan.pointer)} };`;
  if (plan.types?.join() !== 'array' && isNoted(plan, scope))
    return [at, `if (${scope.context}.lenient) ${runtime(scope, 'members', 'noteObject')}(at);`];
  return mentions(rest.join('\n'), 'at') ? [at] : [];
}

/** Nothing follows, so that nothing has to be left. */
function withoutLastStop(lines: readonly string[], scope: Scope): readonly string[] {
  return lines.at(-1)?.startsWith('if (isFull') === true && lines.at(-1) === stopWhenFull(scope)
    ? lines.slice(0, -1)
    : lines;
}

/** Types whose values are looked into, and the function of the runtime that refuses all others. */
const openings: ReadonlyMap<string, readonly [type: 'object' | 'array', refuse: string]> = new Map([
  ['object', ['object', 'refuseNoObject']],
  ['array', ['array', 'refuseNoArray']],
]);

function printOpening(
  [type, refuse]: readonly [type: 'object' | 'array', refuse: string],
  plan: Plan,
  scope: Scope,
): readonly string[] {
  const call = `${runtime(scope, 'members', refuse)}(${scope.context}, ${stringLiteral(plan.pointer)})`;
  return [`if (${print(not(typeCondition(type, scope)))}) return ${call};`];
}

function printCheck(check: Check, plan: Plan, scope: Scope): readonly string[] {
  const finding = judgeForIssues(check, plan, scope);
  if (finding !== undefined)
    return reportUnless(findingCondition(finding, scope), { ...finding, ...listed(check, plan, scope) }, scope);
  const guard = guardOf(check);
  if (guard === undefined) return printApplicator(check, plan, scope);
  // The guard says which of the two unions the check is of; TypeScript cannot follow that.
  const lines =
    guard === 'array'
      ? printArrayIssues(check as ArrayCheck, plan, scope)
      : printObjectIssues(check as ObjectCheck, plan, scope);
  if (isKnown(plan, guard) || lines.length === 0) return lines;
  const value = guard === 'array' ? guard : 'object';
  return [`if (${print(typeCondition(guard, scope))}) {`, ...cutIssues(lines, { plan, scope, value }), '}'];
}

/** The list that a value is not in, so that the runtime can tell what is new in it; not where it is secret or a constant. */
function listed(check: Check, plan: Plan, scope: Scope): { readonly values?: string } {
  if (check.kind !== 'values' || check.keyword === 'const' || check.values.length === 0 || plan.secret) return {};
  if (areFew(check.values, plan)) return { values: literal(check.values) };
  if (check.values.every(isScalar)) return { values: hoistValues(check.values, plan, scope) };
  return { values: scope.names.hoist(nameOfValues(plan, scope), literal(check.values)) };
}

/** Statements that collect the issues of a member of the value; `present` is what must hold for it to be there. */
export function printMember(plan: Plan, member: Member, present: Condition, scope: Scope): readonly string[] {
  return memberStops(plan, member, present, scope).map((stop) => `if (${print(stop)}) return;`);
}

/**
 * What holds where a member of the value is not right and collecting its issues is over. Simple schemas are judged on
 * the spot, others by their function, one step deeper in the path.
 */
export function memberStops(plan: Plan, member: Member, present: Condition, scope: Scope): readonly Condition[] {
  if (isFree(plan)) return [];
  if (isNested(plan)) return [all([present, test(nestCall(member.key, collectorOf(plan, scope), scope))])];
  const types = judgeTypes(plan, scope);
  const checks = plan.checks.flatMap((check) => {
    const finding = judgeForIssues(check, plan, scope);
    if (finding === undefined) return [];
    const condition = ownCondition(finding, plan, present, scope);
    return [{ finding: { ...finding, ...listed(check, plan, scope) }, condition }];
  });
  const judged =
    types === undefined ? checks : [{ finding: types, condition: any([not(present), types.condition]) }, ...checks];
  return judged
    .filter(({ condition }) => !isConstant(condition, true))
    .map(({ finding, condition }) => all([not(condition), test(reportCall(finding, scope, member))]));
}

/** Whether a function judges a member; keywords of arrays and objects need it narrowed more than once. */
export function isNested({ checks }: Plan): boolean {
  return checks.length > 3 || checks.some((check) => !isSimple(check) || isLarge(check));
}

function isLarge(check: Check): boolean {
  const guard = guardOf(check);
  return guard === 'array' || guard === 'object';
}

/** The member may be of another type still: its type was reported, not left early. */
function ownCondition(finding: Finding, plan: Plan, present: Condition, scope: Scope): Condition {
  const guard = finding.guard ?? knownGuard(plan, finding);
  if (guard === undefined) return any([not(present), finding.condition]);
  return any([
    not(typeCondition(guard === 'number' && plan.types?.[0] === 'integer' ? 'integer' : guard, scope)),
    finding.condition,
  ]);
}

function knownGuard(plan: Plan, finding: Finding): 'string' | 'number' | undefined {
  if (['enum', 'const', 'anyOf', 'oneOf'].includes(finding.keyword)) return undefined;
  return isKnown(plan, 'string') ? 'string' : 'number';
}

/** Source text of the call that collects the issues of a member. */
export function nestCall(key: string, collector: string, scope: Scope): string {
  return `${runtime(scope, 'issues', 'nest')}(${[scope.context, key, scope.value, collector].join(', ')})`;
}

/** Name of the function that collects the issues of a plan; a plan that only refers needs none of its own. */
export function collectorOf(plan: Plan, scope: Scope): string {
  const [check] = plan.checks;
  if (plan.types !== undefined || plan.checks.length !== 1 || check?.kind !== 'call')
    return scope.names.functionOf(plan, scope.unit, 'collect');
  const unit = scope.names.program.unit(check.unit);
  return scope.names.functionOf(unit.plan, unit, 'collect');
}

/** Collects the issues of a schema that judges the same value. */
export function printInPlace(plan: Plan, scope: Scope): readonly string[] {
  return isFree(plan) ? [] : printCollector(collectorOf(plan, scope), scope);
}

function printCollector(collector: string, scope: Scope): readonly string[] {
  return [`${collector}(${scope.value}, ${scope.context});`, stopWhenFull(scope)];
}

function printApplicator(check: Check, plan: Plan, scope: Scope): readonly string[] {
  switch (check.kind) {
    case 'call': {
      const unit = scope.names.program.unit(check.unit);
      return printCollector(scope.names.functionOf(unit.plan, unit, 'collect'), scope);
    }
    case 'allOf':
      return cutIssues(
        check.plans.flatMap((one) => printInPlace(one, scope)),
        { plan, scope },
      );
    case 'union':
      return printUnionIssues(check, plan, scope);
    case 'not':
      return reportUnless(
        not(matchesInPlace(check.plan, scope)),
        { keyword: 'not', message: 'must not match the excluded schema', pointer: plan.pointer },
        scope,
      );
    case 'condition':
      return printChoice(check, scope);
    default:
      return [];
  }
}

function printChoice(check: Extract<Check, { kind: 'condition' }>, scope: Scope): readonly string[] {
  const holds = matchesInPlace(check.test, scope);
  const linesOf = (plan: Plan | undefined): readonly string[] => (plan === undefined ? [] : printInPlace(plan, scope));
  const [then, otherwise] = [linesOf(check.matching), linesOf(check.otherwise)];
  if (holds.kind === 'constant') return holds.value ? then : otherwise;
  if (then.length > 0 && otherwise.length > 0)
    return [`if (${print(holds)}) {`, ...then, '} else {', ...otherwise, '}'];
  if (otherwise.length > 0) return [`if (${print(not(holds))}) {`, ...otherwise, '}'];
  return then.length > 0 ? [`if (${print(holds)}) {`, ...then, '}'] : [];
}
