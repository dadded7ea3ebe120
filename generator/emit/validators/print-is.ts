import { all, any, compare, isConstant, not, print, test, type Condition } from './condition.js';
import { additionalCondition } from './member-conditions.js';
import { coverOfOthers } from './cover.js';
import { cutFunction, widest } from './cut-function.js';
import { findingCondition, isKnown, judgeSimple, judgeTypes, matchesPattern, typeCondition } from './judge-simple.js';
import { applicatorCondition, matches, matchesInPlace } from './matches.js';
import {
  guardOf,
  isClosed,
  isFree,
  type ArrayCheck,
  type Check,
  type Field,
  type Guard,
  type MembersCheck,
  type ObjectCheck,
  type Plan,
} from './plan.js';
import { mentions } from './local-names.js';
import { inherited, isAbsent, readProperty } from './read-property.js';
import { look, runtime, type Scope } from './scope.js';

/** Statements of a function that says whether a value matches a plan: each leaves early with `false`. */
export function printIs(plan: Plan, scope: Scope): readonly string[] {
  const types = judgeTypes(plan, scope);
  const groups = groupByGuard(plan.checks);
  const only = onlyCondition(plan, scope);
  if (only !== undefined) return [`return ${print(only)};`];
  return [
    ...(types === undefined ? [] : refuseUnless(types.condition)),
    ...groups.flatMap(([guard, checks]) => printGroup(guard, checks, plan, scope)),
    'return true;',
  ];
}

/** The condition that says everything about a plan of one keyword; `undefined` where it takes statements. */
function onlyCondition(plan: Plan, scope: Scope): Condition | undefined {
  const [check, ...others] = plan.checks.filter((one) => !isSilent(one));
  if (check === undefined) return judgeTypes(plan, scope)?.condition;
  if (plan.types !== undefined || others.length > 0) return undefined;
  const finding = judgeSimple(check, plan, scope);
  if (finding !== undefined) return findingCondition(finding, scope);
  return guardOf(check) === undefined ? applicatorCondition(check, scope) : undefined;
}

/** Whether a check merely says which properties count as evaluated. */
function isSilent(check: Check): boolean {
  return (
    check.kind === 'members' &&
    check.names === undefined &&
    check.patterns.length === 0 &&
    (check.additional === undefined || isFree(check.additional))
  );
}

/** Leaves with `false` unless the condition holds. */
function refuseUnless(condition: Condition): readonly string[] {
  if (isConstant(condition, true)) return [];
  return isConstant(condition, false) ? ['return false;'] : [`if (${print(not(condition))}) return false;`];
}

/** Checks of one type stand together, under one test of the type. */
function groupByGuard(checks: readonly Check[]): readonly (readonly [Guard | undefined, readonly Check[]])[] {
  const groups = new Map<Guard | undefined, Check[]>();
  for (const check of checks) {
    const guard = guardOf(check);
    groups.set(guard, [...(groups.get(guard) ?? []), check]);
  }
  return [...groups];
}

function printGroup(guard: Guard | undefined, checks: readonly Check[], plan: Plan, scope: Scope): readonly string[] {
  const lines = checks.flatMap((check) => printCheck(check, plan, scope));
  if (guard === undefined || isKnown(plan, guard) || lines.length === 0) return lines;
  return [`if (${print(typeCondition(guard, scope))}) {`, ...lines, '}'];
}

function printCheck(check: Check, plan: Plan, scope: Scope): readonly string[] {
  const finding = judgeSimple(check, plan, scope);
  if (finding !== undefined) return refuseUnless(finding.condition);
  const guard = guardOf(check);
  if (guard === undefined) return refuseUnless(applicatorCondition(check, scope));
  // The guard says which of the two unions the check is of; TypeScript cannot follow that.
  return guard === 'array'
    ? printArrayCheck(check as ArrayCheck, plan, scope)
    : printObjectCheck(check as ObjectCheck, plan, scope);
}

function printObjectCheck(check: ObjectCheck, plan: Plan, scope: Scope): readonly string[] {
  switch (check.kind) {
    case 'fields':
      return printFields(check.fields, plan, scope);
    case 'members':
      return printMembers(check, scope);
    case 'dependentRequired':
      return refuseUnless(
        any([isAbsent(check.property, scope), all(check.required.map((name) => not(isAbsent(name, scope))))]),
      );
    case 'dependentSchema':
      return refuseUnless(any([isAbsent(check.property, scope), matchesInPlace(check.plan, scope)]));
    case 'unevaluatedProperties':
      return printUnevaluatedProperties(check.plan, plan, scope);
    default:
      return [];
  }
}

/** A property takes a line or two; where there are many, further functions go on. */
function printFields(fields: readonly Field[], plan: Plan, scope: Scope): readonly string[] {
  const [first = [], ...others] = cutFunction(fields.map((field) => printField(field, scope)));
  const calls = others.flatMap((lines) => {
    const name = scope.names.continueIn(plan, scope.unit, 'is', lines);
    const depth = lines.some((line) => mentions(line, 'depth')) ? ', depth' : '';
    return refuseUnless(test(`${name}(${scope.value}${depth})`));
  });
  return [...first, ...calls];
}

/** What a set holds is read in place: the second time only where it is there. All else reads once what is there. */
function printField({ name, required, plan }: Field, scope: Scope): readonly string[] {
  if (plan === undefined) return required ? refuseUnless(not(isAbsent(name, scope))) : [];
  const read = readProperty(name, scope);
  if (!required && isBareType(plan) && !inherited.has(name)) return printBareType(plan, look(scope, read));
  const inline = refuseUnless(fieldCondition(required, plan, look(scope, read)));
  const count = inline.join('').split(read).length - 1;
  const isListed = count === 2 && inline.join('').endsWith(`Values.has(${read})) return false;`);
  const isShort = count === 1 || (isListed && inline.join('').length <= widest);
  if (isShort && !inherited.has(name)) return inline;
  const local = scope.locals.claimLocal(name);
  return [`const ${local} = ${read};`, ...refuseUnless(fieldCondition(required, plan, look(scope, local)))];
}

/** Whether all that is said of a property is a type that `typeof` tells. */
function isBareType({ types, checks }: Plan): boolean {
  return checks.length === 0 && types?.length === 1 && (types[0] === 'string' || types[0] === 'boolean');
}

/** One line that reads the property once where it is right, and twice only where it is absent. */
function printBareType(plan: Plan, scope: Scope): readonly string[] {
  return refuseUnless(any([matches(plan, scope), compare(scope.value, '===', 'undefined')]));
}

function fieldCondition(required: boolean, plan: Plan, scope: Scope): Condition {
  const matching = matches(plan, scope);
  if (!required) return any([compare(scope.value, '===', 'undefined'), matching]);
  return refusesAbsence(plan) ? matching : all([compare(scope.value, '!==', 'undefined'), matching]);
}

/** Whether `undefined` cannot match, so that its presence needs no test of its own. */
function refusesAbsence(plan: Plan): boolean {
  return plan.types !== undefined || plan.checks.some((check) => check.kind === 'values');
}

function printMembers(check: MembersCheck, scope: Scope): readonly string[] {
  const key = scope.locals.claim('key');
  const item = scope.locals.claim('item');
  const names = check.names === undefined ? [] : refuseUnless(matches(check.names, look(scope, key)));
  const patterns = check.patterns.flatMap((one) => {
    const matching = matchesPattern(one.pattern, one.flags, look(scope, key));
    return refuseUnless(any([not(matching), matches(one.plan, look(scope, item))]));
  });
  const additional = check.additional === undefined ? [] : refuseUnless(additionalCondition(check, key, item, scope));
  return printMemberLoop([...names, ...patterns, ...additional], { key, item, scope });
}

/** A loop over the object's own properties; `undefined` stands for an absent one. */
export function printMemberLoop(
  lines: readonly string[],
  { key, item, scope }: { readonly key: string; readonly item: string; readonly scope: Scope },
): readonly string[] {
  if (lines.length === 0) return [];
  const read = `${runtime(scope, 'types', 'own')}(${scope.value}, ${key})`;
  const skip = mentions(lines.join('\n'), item)
    ? [`const ${item} = ${read};`, `if (${item} === undefined) continue;`]
    : [`if (${read} === undefined) continue;`];
  return [`for (const ${key} in ${scope.value}) {`, ...skip, ...lines, '}'];
}

function printUnevaluatedProperties(further: Plan, plan: Plan, scope: Scope): readonly string[] {
  const key = scope.locals.claim('key');
  const item = scope.locals.claim('item');
  const covered = coverOfOthers(plan, 'key', key, scope);
  return printMemberLoop(refuseUnless(any([covered, matches(further, look(scope, item))])), { key, item, scope });
}

function printArrayCheck(check: ArrayCheck, plan: Plan, scope: Scope): readonly string[] {
  switch (check.kind) {
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
      return [];
  }
}

function printPrefixItem(item: Plan, index: number, scope: Scope): readonly string[] {
  const read = `${scope.value}[${index}]`;
  const isThere = compare(`${scope.value}.length`, '>', String(index));
  const inline = matches(item, look(scope, read));
  if (print(inline).split(read).length <= 2) return refuseUnless(any([not(isThere), inline]));
  const local = scope.locals.claim(`item${index}`);
  return [`const ${local} = ${read};`, ...refuseUnless(any([not(isThere), matches(item, look(scope, local))]))];
}

function printRest(rest: Plan | undefined, from: number, scope: Scope): readonly string[] {
  if (rest === undefined) return [];
  const item = scope.locals.claim('item');
  const lines = refuseUnless(matches(rest, look(scope, item)));
  if (lines.length === 0) return [];
  if (isClosed(rest)) return refuseUnless(compare(`${scope.value}.length`, '<=', String(from)));
  if (from === 0) return printLoop(`for (const ${item} of ${scope.value})`, lines);
  const index = scope.locals.claim('index');
  return [
    `for (let ${index} = ${from}; ${index} < ${scope.value}.length; ${index} += 1) {`,
    `const ${item} = ${scope.value}[${index}];`,
    ...lines,
    '}',
  ];
}

function printContains(check: Extract<ArrayCheck, { kind: 'contains' }>, scope: Scope): readonly string[] {
  const [count, item] = [scope.locals.claim('count'), scope.locals.claim('item')];
  const bounds = [
    compare(count, '>=', String(check.least)),
    ...(check.most === undefined ? [] : [compare(count, '<=', String(check.most))]),
  ];
  return [...printCount(check.plan, count, item, scope), ...refuseUnless(all(bounds))];
}

/** Counts the items that match a plan. */
export function printCount(plan: Plan, count: string, item: string, scope: Scope): readonly string[] {
  const matching = matches(plan, look(scope, item));
  if (isConstant(matching, true)) return [`const ${count} = ${scope.value}.length;`];
  if (isConstant(matching, false)) return [`const ${count}: number = 0;`];
  return [`let ${count} = 0;`, `for (const ${item} of ${scope.value}) if (${print(matching)}) ${count} += 1;`];
}

function printUnevaluatedItems(further: Plan, plan: Plan, scope: Scope): readonly string[] {
  const [index, item] = [scope.locals.claim('index'), scope.locals.claim('item')];
  const covered = coverOfOthers(plan, 'index', index, scope);
  const lines = refuseUnless(any([covered, matches(further, look(scope, item))]));
  return printItemLoop(lines, { index, item, scope });
}

/** A loop over the array's items with their indices. */
export function printItemLoop(
  lines: readonly string[],
  { index, item, scope }: { readonly index: string; readonly item: string; readonly scope: Scope },
): readonly string[] {
  if (lines.length === 0) return [];
  const text = lines.join('\n');
  const both = `[${index}, ${item}] of ${scope.value}.entries()`;
  if (!mentions(text, item) && !mentions(text, index)) return [`if (${scope.value}.length > 0) {`, ...lines, '}'];
  const names = !mentions(text, item)
    ? `${index} of ${scope.value}.keys()`
    : mentions(text, index)
      ? both
      : `${item} of ${scope.value}`;
  return printLoop(`for (const ${names})`, lines);
}

/** The same by index, which is faster than pairs are. */
export function printIndexLoop(
  lines: readonly string[],
  { index, item, scope }: { readonly index: string; readonly item: string; readonly scope: Scope },
): readonly string[] {
  if (lines.length === 0) return [];
  const head = `for (let ${index} = 0; ${index} < ${scope.value}.length; ${index} += 1)`;
  const read = mentions(lines.join('\n'), item) ? [`const ${item} = ${scope.value}[${index}];`] : [];
  return printLoop(head, [...read, ...lines]);
}

/** A loop around statements; on one line where that is all there is to it. */
function printLoop(head: string, lines: readonly string[]): readonly string[] {
  const [first = '', ...others] = lines;
  const whole = `${head} ${first}`;
  return others.length === 0 && whole.length <= widest ? [whole] : [`${head} {`, ...lines, '}'];
}
