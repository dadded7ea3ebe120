import type { KeywordGroup } from '../../../keywords/keyword.js';
import { mentions } from '../plan/local-names.js';
import { findKeywordGroup, isClosed, isFree, type Check, type MembersCheck, type Plan } from '../plan/plan.js';
import {
  guardedCondition,
  isKnown,
  matchesPattern,
  simpleCondition,
  typeCondition,
  typesCondition,
} from './assertion-condition.js';
import { all, any, compare, isConstant, not, print, test, type Condition, block, rejectUnless } from './condition.js';
import { coverOfOthers } from './cover.js';
import {
  additionalCondition,
  applicatorCondition,
  matches,
  matchesInPlace,
  membersCondition,
  wholeCondition,
} from './matches.js';
import { printFields } from './print-fields.js';
import { isAbsent, look, within, type Scope } from './scope.js';

/** Statements of a function that says whether a value matches a plan: each leaves early with `false`. */
export function printIs(plan: Plan, outer: Scope): readonly string[] {
  const scope = within(plan, outer);
  const types = typesCondition(plan, scope);
  const groups = groupByType(plan.checks);
  const only = onlyCondition(plan, scope);
  if (only !== undefined) return [`return ${print(only)};`];
  const pieces = [
    ...(types === undefined ? [] : [rejectUnless(types)]),
    ...groups.map(([group, checks]) => printGroup(group, checks, plan, scope)),
    ['return true;'],
  ];
  // What would come after the last word is never reached, and TypeScript does not follow types there.
  const end = pieces.findIndex((lines) => lines.at(-1) === 'return false;');
  return end < 0 ? pieces.flat() : pieces.slice(0, end + 1).flat();
}

/** The condition that says everything about a plan of one keyword; `undefined` where it takes statements. */
function onlyCondition(plan: Plan, scope: Scope): Condition | undefined {
  const whole = wholeCondition(plan, scope);
  if (whole !== undefined) return whole;
  const [check, ...others] = plan.checks.filter((one) => !isSilent(one));
  if (check === undefined) return typesCondition(plan, scope);
  if (plan.types !== undefined || others.length > 0) return undefined;
  const simple = guardedCondition(check, plan, scope);
  if (simple !== undefined) return simple;
  return findKeywordGroup(check) === undefined ? applicatorCondition(check, plan, scope) : undefined;
}

/** Tells whether a check only says which properties count as evaluated: `additionalProperties: true`. */
function isSilent(check: Check): boolean {
  return (
    check.kind === 'members' &&
    check.names === undefined &&
    check.patterns.length === 0 &&
    (check.additional === undefined || isFree(check.additional))
  );
}

/** Checks of one type are together, under one test of the type. */
function groupByType(checks: readonly Check[]): readonly (readonly [KeywordGroup | undefined, readonly Check[]])[] {
  const groups = new Map<KeywordGroup | undefined, Check[]>();
  for (const check of checks) {
    const group = findKeywordGroup(check);
    groups.set(group, [...(groups.get(group) ?? []), check]);
  }
  return [...groups];
}

function printGroup(
  group: KeywordGroup | undefined,
  checks: readonly Check[],
  plan: Plan,
  scope: Scope,
): readonly string[] {
  const lines = checks.flatMap((check) => printCheck(check, plan, scope));
  if (group === undefined || isKnown(plan, group) || lines.length === 0) return lines;
  return block(`if (${print(typeCondition(group, scope))})`, lines);
}

function printCheck(check: Check, plan: Plan, scope: Scope): readonly string[] {
  const simple = simpleCondition(check, plan, scope);
  if (simple !== undefined) return rejectUnless(simple);
  const members = membersCondition(check, scope);
  if (members !== undefined) return rejectUnless(members);
  switch (check.kind) {
    case 'fields':
      return printFields(check.fields, plan, scope);
    case 'members':
      return printMembers(check, scope);
    case 'dependentRequired':
      return rejectUnless(any([isAbsent(check.property, scope), hasAll(check.required, scope)]));
    case 'dependentSchema':
      return rejectUnless(any([isAbsent(check.property, scope), matchesInPlace(check.plan, scope)]));
    case 'unevaluatedProperties':
      return printUnevaluatedProperties(check.plan, plan, scope);
    case 'items':
      return [
        ...check.prefix.flatMap((item, index) => printPrefixItem(item, index, scope)),
        ...printRest(check.rest, check.prefix.length, scope),
      ];
    case 'contains':
      return printContains(check, scope);
    case 'unevaluatedItems':
      return printUnevaluatedItems(check.plan, plan, scope);
    default:
      return rejectUnless(applicatorCondition(check, plan, scope));
  }
}

function hasAll(names: readonly string[], scope: Scope): Condition {
  return all(names.map((name) => not(isAbsent(name, scope))));
}

function printMembers(check: MembersCheck, scope: Scope): readonly string[] {
  const [key, item] = [scope.locals.claim('key'), scope.locals.claim('item')];
  // TypeScript narrows what is compared with the names, and rejects comparing it with a property that is none of them.
  const name = check.names === undefined || check.known.length === 0 ? key : scope.locals.claim('name');
  const names = check.names === undefined ? [] : [matches(check.names, look(scope, name))];
  const patterns = check.patterns.map((one) =>
    any([not(matchesPattern(one.pattern, one.flags, look(scope, key))), matches(one.plan, look(scope, item))]),
  );
  const additional = check.additional === undefined ? [] : [additionalCondition(check, key, item, scope)];
  const lines = printMemberLoop([...names, ...patterns, ...additional], { key, item, scope });
  const isRead = name !== key && lines.some((line) => mentions(line, name));
  return isRead ? lines.toSpliced(1, 0, `  const ${name} = ${key};`) : lines;
}

/**
 * A loop over the object's properties; `undefined` means an absent one. Whether one that is not as it should be
 * belongs to the object itself is asked last, since most are as they should be.
 */
function printMemberLoop(
  conditions: readonly Condition[],
  { key, item, scope }: { readonly key: string; readonly item: string; readonly scope: Scope },
): readonly string[] {
  const wrong = not(all(conditions));
  if (isConstant(wrong, false)) return [];
  const isOwn = test(`Object.hasOwn(${scope.value}, ${key})`);
  const rejected = print(all([compare(item, '!==', 'undefined'), wrong, isOwn]));
  return block(`for (const ${key} in ${scope.value})`, [
    `const ${item} = ${scope.value}[${key}];`,
    `if (${rejected}) return false;`,
  ]);
}

function printUnevaluatedProperties(further: Plan, plan: Plan, scope: Scope): readonly string[] {
  const key = scope.locals.claim('key');
  const item = scope.locals.claim('item');
  const { covered, variables } = coverOfOthers(plan, 'key', key, scope);
  const lines = printMemberLoop([any([covered, matches(further, look(scope, item))])], { key, item, scope });
  return lines.length === 0 ? [] : [...variables, ...lines];
}

function printPrefixItem(item: Plan, index: number, scope: Scope): readonly string[] {
  const read = `${scope.value}[${index}]`;
  const isThere = compare(`${scope.value}.length`, '>', String(index));
  const inline = matches(item, look(scope, read));
  if (print(inline).split(read).length <= 2) return rejectUnless(any([not(isThere), inline]));
  const local = scope.locals.claim(`item${index}`);
  return [`const ${local} = ${read};`, ...rejectUnless(any([not(isThere), matches(item, look(scope, local))]))];
}

function printRest(rest: Plan | undefined, from: number, scope: Scope): readonly string[] {
  if (rest === undefined) return [];
  if (isClosed(rest)) return rejectUnless(compare(`${scope.value}.length`, '<=', String(from)));
  const index = scope.locals.claim('index');
  const read = `${scope.value}[${index}]`;
  const inline = rejectUnless(matches(rest, look(scope, read)));
  if (inline.join('\n').split(read).length <= 2) return printIndexLoop(inline, { index, item: read, scope, from });
  const item = scope.locals.claim('item');
  return printIndexLoop(rejectUnless(matches(rest, look(scope, item))), { index, item, scope, from });
}

function printContains(check: Extract<Check, { kind: 'contains' }>, scope: Scope): readonly string[] {
  const [count, item] = [scope.locals.claim('count'), scope.locals.claim('item')];
  const bounds = [
    compare(count, '>=', String(check.least)),
    ...(check.most === undefined ? [] : [compare(count, '<=', String(check.most))]),
  ];
  return [...printCount(check.plan, count, item, scope), ...rejectUnless(all(bounds))];
}

/** Counts the items that match a plan. */
function printCount(plan: Plan, count: string, item: string, scope: Scope): readonly string[] {
  const matching = matches(plan, look(scope, item));
  if (isConstant(matching, true)) return [`const ${count} = ${scope.value}.length;`];
  if (isConstant(matching, false)) return [`const ${count}: number = 0;`];
  return [`let ${count} = 0;`, `for (const ${item} of ${scope.value}) if (${print(matching)}) ${count} += 1;`];
}

function printUnevaluatedItems(further: Plan, plan: Plan, scope: Scope): readonly string[] {
  const [index, item] = [scope.locals.claim('index'), scope.locals.claim('item')];
  const { covered, variables } = coverOfOthers(plan, 'index', index, scope);
  // A read by an index that changes is not narrowed by a test of the same read.
  const lines = rejectUnless(any([covered, matches(further, look(scope, item))])).map((line) =>
    line.replaceAll(`${scope.value}[${index}]`, item),
  );
  if (lines.length === 0) return [];
  const isSame = ![item, index].some((one) => mentions(lines.join('\n'), one));
  const loop = isSame ? block(`if (${scope.value}.length > 0)`, lines) : printIndexLoop(lines, { index, item, scope });
  return [...variables, ...loop];
}

interface IndexLoop {
  readonly index: string;
  readonly item: string;
  readonly scope: Scope;
  readonly from?: number;
}

/** By index: an iterator makes longer code, of which engines inline less, and pairs would allocate. */
function printIndexLoop(lines: readonly string[], { index, item, scope, from = 0 }: IndexLoop): readonly string[] {
  if (lines.length === 0) return [];
  const head = `for (let ${index} = ${from}; ${index} < ${scope.value}.length; ${index} += 1)`;
  const read = mentions(lines.join('\n'), item) ? [`const ${item} = ${scope.value}[${index}];`] : [];
  const whole = `${head} ${lines.join('\n')}`;
  const isShort = read.length === 0 && lines.length === 1 && whole.length <= widest;
  return isShort ? [whole] : block(head, [...read, ...lines]);
}

/** Longest line of a loop, in characters. */
const widest = 118;
