import { numberLiteral, stringLiteral } from '../code/literals.js';
import { any, compare, isConstant, not, print, type Condition } from './condition.js';
import { printArrayIssues } from './print-array-issues.js';
import { isSimple, judgeForIssues, judgeTypes, isKnown, typeCondition, type Finding } from './judge-simple.js';
import { countMatches, matchesInPlace } from './matches.js';
import { printObjectIssues } from './print-object-issues.js';
import { guardOf, isFree, type ArrayCheck, type Check, type ObjectCheck, type Plan } from './plan.js';
import { look, openedValue, runtime, type Scope } from './scope.js';

/** Statements of a function that collects why a value does not match a plan. */
export function printCollect(plan: Plan, scope: Scope): readonly string[] {
  const opener = openers.get(plan.types?.join() ?? '');
  const members = opener === undefined ? scope : look(scope, openedValue);
  const rest = plan.checks.flatMap((check) => printCheck(check, plan, guardOf(check) === undefined ? scope : members));
  if (opener !== undefined && rest.length > 0) return [...printOpening(opener, plan, scope), ...rest];
  const types = judgeTypes(plan, scope);
  const refusal = types === undefined ? [] : reportUnless(types.condition, types, scope);
  if (types === undefined || refusal.length === 0 || rest.length === 0) return [...refusal, ...rest];
  return [`if (${print(not(types.condition))}) {`, reportCall(types, scope), 'return;', '}', ...rest];
}

/** Functions of the runtime that tell a type, or report, by the type. */
const openers: ReadonlyMap<string, string> = new Map([
  ['object', 'openObject'],
  ['array', 'openArray'],
]);

function printOpening(opener: string, plan: Plan, scope: Scope): readonly string[] {
  const args = [scope.value, scope.context, stringLiteral(plan.pointer)].join(', ');
  return [`const at = ${runtime(scope, 'members', opener)}(${args});`, 'if (at === undefined) return;'];
}

function printCheck(check: Check, plan: Plan, scope: Scope): readonly string[] {
  const finding = judgeForIssues(check, plan, scope);
  if (finding !== undefined) return reportUnless(guarded(finding, scope), finding, scope);
  const guard = guardOf(check);
  if (guard === undefined) return printApplicator(check, plan, scope);
  // The guard says which of the two unions the check is of; TypeScript cannot follow that.
  const lines =
    guard === 'array'
      ? printArrayIssues(check as ArrayCheck, plan, scope)
      : printObjectIssues(check as ObjectCheck, plan, scope);
  if (isKnown(plan, guard) || lines.length === 0) return lines;
  return [`if (${print(typeCondition(guard, scope))}) {`, ...lines, '}'];
}

function guarded(finding: Finding, scope: Scope): Condition {
  const { guard, condition } = finding;
  return guard === undefined ? condition : any([not(typeCondition(guard, scope)), condition]);
}

/** What an issue is about: a keyword of a schema, and what to say. */
export interface IssueText {
  readonly keyword: string;
  readonly message: string;
  readonly pointer: string;
}

/** A member of the value. */
export interface Member {
  /** Source text of its name or index. */
  readonly key: string;
  /** JSON pointer of the schema that `refuse(at, key, …)` means; absent where it means none. */
  readonly refusedBy?: string;
}

/** The call that adds an issue about the value, or about a member of it. */
function reportCall(issue: IssueText, scope: Scope, member?: Member): string {
  const { pointer, keyword, message } = issue;
  const key = member === undefined ? [] : [member.key];
  if (member?.refusedBy === pointer)
    return callText(runtime(scope, 'members', 'refuse'), ['at', ...key, ...[keyword, message].map(stringLiteral)]);
  const texts = [`${pointer}/${keyword}`, message].map(stringLiteral);
  return callText(runtime(scope, 'issues', 'report'), [scope.context, ...texts, ...key]);
}

function callText(name: string, args: readonly string[]): string {
  return `${name}(${args.join(', ')});`;
}

/** Adds an issue unless the condition holds. */
export function reportUnless(condition: Condition, issue: IssueText, scope: Scope, member?: Member): readonly string[] {
  if (isConstant(condition, true)) return [];
  const call = reportCall(issue, scope, member);
  return isConstant(condition, false) ? [call] : [`if (${print(not(condition))}) ${call}`];
}

/**
 * Statements that collect the issues of a member of the value. Simple schemas are judged on the spot,
 * others by their function, one step deeper in the path. `present` is what must hold for the member to be there.
 */
export function printMember(plan: Plan, member: Member, present: Condition, scope: Scope): readonly string[] {
  if (isFree(plan)) return [];
  if (isNested(plan)) return printNested(plan, member.key, present, scope);
  const types = judgeTypes(plan, scope);
  const findings = plan.checks.map((check) => judgeForIssues(check, plan, scope));
  const checks = findings.flatMap((finding) =>
    finding === undefined ? [] : [{ finding, condition: ownCondition(finding, plan, present, scope) }],
  );
  const judged =
    types === undefined ? checks : [{ finding: types, condition: any([not(present), types.condition]) }, ...checks];
  return judged.flatMap(({ finding, condition }) => reportUnless(condition, finding, scope, member));
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

function printNested(plan: Plan, key: string, present: Condition, scope: Scope): readonly string[] {
  const call = `${runtime(scope, 'issues', 'nest')}(${scope.context}, ${key}, ${scope.value}, ${collectorOf(plan, scope)});`;
  return isConstant(present, true) ? [call] : [`if (${print(present)}) ${call}`];
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
  return isFree(plan) ? [] : [`${collectorOf(plan, scope)}(${scope.value}, ${scope.context});`];
}

function printApplicator(check: Check, plan: Plan, scope: Scope): readonly string[] {
  switch (check.kind) {
    case 'call': {
      const unit = scope.names.program.unit(check.unit);
      return [`${scope.names.functionOf(unit.plan, unit, 'collect')}(${scope.value}, ${scope.context});`];
    }
    case 'allOf':
      return check.plans.flatMap((one) => printInPlace(one, scope));
    case 'union':
      return printUnion(check, plan, scope);
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

function printUnion(check: Extract<Check, { kind: 'union' }>, plan: Plan, scope: Scope): readonly string[] {
  const branches = check.plans.map((one) => matchesInPlace(one, scope));
  const none = check.exclusive ? not(any(branches)) : compare(countMatches(branches), '===', '0');
  const nearest = isConstant(none, false) ? [] : [`if (${print(none)}) ${nearestCall(check, plan, scope)}`];
  return check.exclusive ? nearest : [...nearest, ...printTooMany(check, branches, plan, scope)];
}

function nearestCall(check: Extract<Check, { kind: 'union' }>, plan: Plan, scope: Scope): string {
  const collectors = `of: [${check.plans.map((one) => collectorOf(one, scope)).join(', ')}]`;
  const tag = check.tag === undefined ? [] : [`tag: ${stringLiteral(check.tag)}`];
  const args = [
    scope.context,
    stringLiteral(`${plan.pointer}/${check.keyword}`),
    scope.value,
    `{ ${[collectors, ...tag].join(', ')} }`,
  ];
  return `${runtime(scope, 'union', 'reportNearest')}(${args.join(', ')});`;
}

function printTooMany(
  check: Extract<Check, { kind: 'union' }>,
  branches: readonly Condition[],
  plan: Plan,
  scope: Scope,
): readonly string[] {
  const message = `must match exactly one of ${numberLiteral(check.plans.length)} alternatives, but matches more`;
  return reportUnless(
    compare(countMatches(branches), '<=', '1'),
    { keyword: 'oneOf', message, pointer: plan.pointer },
    scope,
  );
}

function printChoice(check: Extract<Check, { kind: 'condition' }>, scope: Scope): readonly string[] {
  const holds = matchesInPlace(check.test, scope);
  const branch = (condition: Condition, plan: Plan | undefined): readonly string[] => {
    const lines = plan === undefined ? [] : printInPlace(plan, scope);
    return lines.length === 0 || isConstant(condition, false) ? [] : [`if (${print(condition)}) {`, ...lines, '}'];
  };
  return [...branch(holds, check.matching), ...branch(not(holds), check.otherwise)];
}
