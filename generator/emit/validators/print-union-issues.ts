import { isIdentifier } from '../code/identifiers.js';
import { literal, numberLiteral, stringLiteral } from '../code/literals.js';
import { always, any, compare, isConstant, never, not, print, test } from './condition.js';
import { anyInParts, countInParts, type Around } from './in-parts.js';
import { isKnown, typeCondition } from './judge-simple.js';
import { camelCase } from './local-names.js';
import { judgeEach, mayBeObject } from './matches.js';
import type { Check, Dispatch, Plan } from './plan.js';
import { collectorOf } from './print-collect.js';
import { reportUnless, stopIf, type IssueText } from './print-issue.js';
import { isAbsent, readProperty } from './read-property.js';
import { runtime, type Scope } from './scope.js';

type UnionCheck = Extract<Check, { kind: 'union' }>;

/** Statements that collect why a value does not match as many alternatives as it should. */
export function printUnionIssues(check: UnionCheck, plan: Plan, scope: Scope): readonly string[] {
  if (check.dispatch === undefined) return printAlternatives(check, check.plans, plan, scope);
  if (isKnown(plan, 'object')) return printDispatch(check, check.dispatch, plan, scope);
  const { branches } = check.dispatch;
  const others = check.plans.filter((_, index) => !branches.some((one) => one.plan === index));
  if (!mayBeObject(plan)) return printAlternatives(check, others, plan, scope);
  return [
    `if (${print(typeCondition('object', scope))}) {`,
    `const at = { ${scope.context}, ${scope.value}, schema: ${stringLiteral(plan.pointer)} };`,
    ...printDispatch(check, check.dispatch, plan, scope),
    '} else {',
    ...printAlternatives(check, others, plan, scope),
    '}',
  ];
}

/** Asks alternatives one by one; `checkUnion` takes it from there where not exactly one matches. */
function printAlternatives(check: UnionCheck, plans: readonly Plan[], plan: Plan, scope: Scope): readonly string[] {
  const { keyword, exclusive } = check;
  const branches = judgeEach(plans, scope);
  const around = { plan, scope };
  if (plans.length === 0) return reportUnless(never, noneOf(check, plan), scope);
  if (exclusive && isConstant(any(branches), true)) return [];
  const count = scope.locals.claim('count');
  const args = [
    scope.context,
    stringLiteral(`${plan.pointer}/${keyword}`),
    scope.value,
    printOptions(check, plans, count, { plan, scope }),
  ];
  const isOdd = any([compare(count, '!==', '1'), test(`${scope.context}.lenient`)]);
  return [
    `const ${count} = ${printTrying(plans, scope)}${exclusive ? `Number(${print(anyInParts(branches, around))})` : countInParts(branches, around)};`,
    ...stopIf(isOdd, `${runtime(scope, 'union', 'checkUnion')}(${args.join(', ')})`),
  ];
}

/** Where alternatives lead on to further unions, at any depth, they are not judged before these are asked why not. */
function printTrying(plans: readonly Plan[], scope: Scope): string {
  const isDeep = plans.some((one) => scope.names.program.isDeep(one));
  return isDeep ? `${runtime(scope, 'union', 'isTrying')}(${scope.context}) ? undefined : ` : '';
}

function printOptions({ plans: all, tag }: UnionCheck, plans: readonly Plan[], count: string, around: Around): string {
  const options = [
    count === 'count' ? count : `count: ${count}`,
    `of: ${printCollectors(plans, around)}`,
    ...(tag === undefined ? [] : [`tag: ${stringLiteral(tag)}`]),
    ...(plans.length === all.length ? [] : [`total: ${numberLiteral(all.length)}`]),
  ];
  return `{ ${options.join(', ')} }`;
}

/** The collectors of alternatives; a list of many is a constant of the file. */
function printCollectors(plans: readonly Plan[], { plan, scope }: Around): string {
  const list = `[${plans.map((one) => collectorOf(one, scope)).join(', ')}]`;
  return list.length <= longestList ? list : scope.names.hoist(nameFor(plan, 'Alternatives', scope), list);
}

/** Longest list of collectors that is made where it is needed, in characters. */
const longestList = 4000;

/** Where no alternative is left for values of a type. */
function noneOf({ keyword, plans }: UnionCheck, { pointer }: Plan): IssueText {
  const message = `must match ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of ${plans.length} alternatives`;
  return { keyword, message, pointer };
}

/** A constant of the value says which alternative is meant; that it is missing may have been said before. */
function printDispatch(check: UnionCheck, dispatch: Dispatch, plan: Plan, scope: Scope): readonly string[] {
  const isRequired = plan.checks.some(
    (one) => one.kind === 'fields' && one.fields.some(({ name, required }) => required && name === dispatch.property),
  );
  const pairs = dispatch.branches.flatMap(({ values, plan: index }) => {
    const branch = check.plans[index];
    return branch === undefined ? [] : values.map((value) => `[${literal(value)}, ${collectorOf(branch, scope)}]`);
  });
  const args = [stringLiteral(dispatch.property), stringLiteral(check.keyword), `[${pairs.join(', ')}]`];
  const table = `/* @__PURE__ */ ${runtime(scope, 'union', 'branches')}(${args.join(', ')})`;
  const read = readProperty(dispatch.property, scope);
  const call = `${runtime(scope, 'union', 'checkBranch')}(at, ${read}, ${scope.names.hoist(nameFor(plan, 'Branches', scope), table)})`;
  return stopIf(isRequired ? not(isAbsent(dispatch.property, scope)) : always, call);
}

function nameFor({ hint }: Plan, word: 'Alternatives' | 'Branches', scope: Scope): string {
  const name = `${camelCase([scope.unit.name, ...hint].join(' '))}${word}`;
  return isIdentifier(name) ? name : `union${word}`;
}
