import { groupBy } from '../../../iterables.js';
import { stringLiteral } from '../../code/literals.js';
import { usesName } from '../plan/local-names.js';
import {
  findKeywordGroup,
  isClosed,
  isFree,
  type Check,
  type Field,
  type MembersCheck,
  type Plan,
} from '../plan/plan.js';
import {
  guardCondition,
  isCheap,
  isKnown,
  matchesPattern,
  optionalCondition,
  simpleCondition,
  typeCondition,
  typesCondition,
} from './assertion-condition.js';
import {
  all,
  always,
  any,
  compare,
  isConstant,
  not,
  print,
  test,
  type Condition,
  block,
  rejectUnless,
} from './condition.js';
import { buildOthersCover } from './cover.js';
import {
  additionalCondition,
  applicatorCondition,
  callParts,
  insidePart,
  isOneOfNames,
  isTooLong,
  longestTest,
  matches,
  matchesInPlace,
  membersCondition,
  wholeCondition,
} from './matches.js';
import { inherited, isAbsent, lookAt, readProperty, within, type Scope } from './scope.js';

/** Prints the statements of a function that returns true if a value matches a plan. Each statement may return `false` early. */
export function printIs(plan: Plan, outer: Scope): readonly string[] {
  const scope = within(plan, outer);
  const types = typesCondition(plan, scope);
  const only = onlyCondition(plan, scope);
  if (only !== undefined) return [`return ${print(only)};`];
  const pieces = [
    rejectUnless(types ?? always),
    ...[...groupBy(plan.checks, findKeywordGroup)].map(([group, checks]) => {
      const lines = checks.flatMap((check) => printCheck(check, plan, scope));
      if (group === undefined || isKnown(plan, group) || lines.length === 0) return lines;
      return block(`if (${print(typeCondition(group, scope))})`, lines);
    }),
    ['return true;'],
  ];
  // TypeScript does not narrow types in unreachable statements.
  const end = pieces.findIndex((lines) => lines.at(-1) === 'return false;');
  return end < 0 ? pieces.flat() : pieces.slice(0, end + 1).flat();
}

/** Builds the test of a plan with one keyword. Returns `undefined` if it needs statements. */
function onlyCondition(plan: Plan, scope: Scope): Condition | undefined {
  const whole = wholeCondition(plan, scope);
  if (whole !== undefined) return whole;
  const [check, ...others] = plan.checks.filter((one) => !isSilent(one));
  if (check === undefined) return typesCondition(plan, scope);
  if (plan.types !== undefined || others.length > 0) return undefined;
  const simple = simpleCondition(check, plan, scope);
  if (simple !== undefined) return guardCondition(simple, check, plan, scope);
  return findKeywordGroup(check) === undefined ? applicatorCondition(check, plan, scope) : undefined;
}

/** Returns true if a check rejects nothing and only marks properties as evaluated: `additionalProperties: true`. */
function isSilent(check: Check): boolean {
  return (
    check.kind === 'members' &&
    check.names === undefined &&
    check.patterns.length === 0 &&
    (check.additional === undefined || isFree(check.additional))
  );
}

function printCheck(check: Check, plan: Plan, scope: Scope): readonly string[] {
  const own = simpleCondition(check, plan, scope) ?? membersCondition(check, scope);
  if (own !== undefined) return rejectUnless(own);
  switch (check.kind) {
    case 'fields':
      return printFields(check.fields, plan, scope);
    case 'members':
      return printMembers(check, scope);
    case 'dependentRequired':
      return rejectUnless(
        any([isAbsent(check.property, scope), all(check.required.map((name) => not(isAbsent(name, scope))))]),
      );
    case 'dependentSchema':
      return rejectUnless(any([isAbsent(check.property, scope), matchesInPlace(check.plan, scope)]));
    case 'unevaluatedProperties': {
      const [key, item] = [scope.locals.claim('key'), scope.locals.claim('item')];
      const { covered, variables } = buildOthersCover(plan, 'key', key, scope);
      const lines = printMemberLoop([any([covered, matches(check.plan, lookAt(scope, item))])], { key, item, scope });
      return lines.length === 0 ? [] : [...variables, ...lines];
    }
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

function printMembers(check: MembersCheck, scope: Scope): readonly string[] {
  const [key, item] = [scope.locals.claim('key'), scope.locals.claim('item')];
  // Comparing the key with the names would narrow its type, and TypeScript rejects a comparison with another name after that.
  const name = check.names === undefined || check.known.length === 0 ? key : scope.locals.claim('name');
  const conditions = [
    check.names ? matches(check.names, lookAt(scope, name)) : always,
    ...check.patterns.map((one) =>
      any([not(matchesPattern(one.pattern, one.flags, lookAt(scope, key))), matches(one.plan, lookAt(scope, item))]),
    ),
    check.additional ? additionalCondition(check, key, item, scope) : always,
  ];
  const lines = printMemberLoop(conditions, { key, item, scope });
  const isRead = name !== key && lines.some((line) => usesName(line, name));
  return isRead ? lines.toSpliced(1, 0, `  const ${name} = ${key};`) : lines;
}

/** Prints a loop over the properties of an object; `undefined` counts as absent. `Object.hasOwn` comes last, since only properties that fail need it. */
function printMemberLoop(
  conditions: readonly Condition[],
  {
    key,
    item,
    scope,
    isOwn = test(`Object.hasOwn(${scope.value}, ${key})`),
  }: { readonly key: string; readonly item: string; readonly scope: Scope; readonly isOwn?: Condition },
): readonly string[] {
  const wrong = not(all(conditions));
  if (isConstant(wrong, false)) return [];
  const rejected = print(all([compare(item, '!==', 'undefined'), wrong, isOwn]));
  return block(`for (const ${key} in ${scope.value})`, [
    `const ${item} = ${scope.value}[${key}];`,
    `if (${rejected}) return false;`,
  ]);
}

function printPrefixItem(item: Plan, index: number, scope: Scope): readonly string[] {
  const read = `${scope.value}[${index}]`;
  const isThere = compare(`${scope.value}.length`, '>', String(index));
  const inline = matches(item, lookAt(scope, read));
  if (print(inline).split(read).length <= 2) return rejectUnless(any([not(isThere), inline]));
  const local = scope.locals.claim(`item${index}`);
  return [`const ${local} = ${read};`, ...rejectUnless(any([not(isThere), matches(item, lookAt(scope, local))]))];
}

function printRest(rest: Plan | undefined, from: number, scope: Scope): readonly string[] {
  if (rest === undefined) return [];
  if (isClosed(rest)) return rejectUnless(compare(`${scope.value}.length`, '<=', String(from)));
  const index = scope.locals.claim('index');
  const read = `${scope.value}[${index}]`;
  const inline = rejectUnless(matches(rest, lookAt(scope, read)));
  if (inline.join('\n').split(read).length <= 2) return printIndexLoop(inline, { index, item: read, scope, from });
  const item = scope.locals.claim('item');
  return printIndexLoop(rejectUnless(matches(rest, lookAt(scope, item))), { index, item, scope, from });
}

function printContains(check: Extract<Check, { kind: 'contains' }>, scope: Scope): readonly string[] {
  const [count, item] = [scope.locals.claim('count'), scope.locals.claim('item')];
  const bounds = [
    compare(count, '>=', String(check.least)),
    check.most === undefined ? always : compare(count, '<=', String(check.most)),
  ];
  const matching = matches(check.plan, lookAt(scope, item));
  const counting =
    matching.kind !== 'constant'
      ? [`let ${count} = 0;`, `for (const ${item} of ${scope.value}) if (${print(matching)}) ${count} += 1;`]
      : [matching.value ? `const ${count} = ${scope.value}.length;` : `const ${count}: number = 0;`];
  return [...counting, ...rejectUnless(all(bounds))];
}

function printUnevaluatedItems(further: Plan, plan: Plan, scope: Scope): readonly string[] {
  const [index, item] = [scope.locals.claim('index'), scope.locals.claim('item')];
  const { covered, variables } = buildOthersCover(plan, 'index', index, scope);
  // TypeScript does not narrow a read by a variable index, so a constant replaces it.
  const lines = rejectUnless(any([covered, matches(further, lookAt(scope, item))])).map((line) =>
    line.replaceAll(`${scope.value}[${index}]`, item),
  );
  if (lines.length === 0) return [];
  const isSame = ![item, index].some((one) => usesName(lines.join('\n'), one));
  const loop = isSame ? block(`if (${scope.value}.length > 0)`, lines) : printIndexLoop(lines, { index, item, scope });
  return [...variables, ...loop];
}

/** Prints a loop over the indices of an array. Engines inline less of the longer code of iterators, and entries would allocate pairs. */
function printIndexLoop(
  lines: readonly string[],
  {
    index,
    item,
    scope,
    from = 0,
  }: { readonly index: string; readonly item: string; readonly scope: Scope; readonly from?: number },
): readonly string[] {
  if (lines.length === 0) return [];
  const head = `for (let ${index} = ${from}; ${index} < ${scope.value}.length; ${index} += 1)`;
  const read = usesName(lines.join('\n'), item) ? [`const ${item} = ${scope.value}[${index}];`] : [];
  const whole = `${head} ${lines.join('\n')}`;
  const isShort = read.length === 0 && lines.length === 1 && whole.length <= widest;
  return isShort ? [whole] : block(head, [...read, ...lines]);
}

/** Longest line of a loop, in characters. */
const widest = 118;

/** Prints the statements that check declared properties. Properties that need no function or loop come first. */
function printFields(fields: readonly Field[], plan: Plan, scope: Scope): readonly string[] {
  const groups = printGroups(fields, plan, scope);
  if (!isTooLong(groups)) return groups.flat();
  const part = { word: 'Members', takes: 'object', otherwise: 'true' } as const;
  const inside = printGroups(fields, plan, insidePart(scope));
  return callParts(part, inside, { plan, scope, args: [scope.value] }).flatMap(rejectUnless);
}

/** Prints the statements of each declared property, with one loop for those that are checked by key. */
function printGroups(fields: readonly Field[], plan: Plan, scope: Scope): readonly (readonly string[])[] {
  const { first, inLoop, last } = splitFields(fields);
  const read = (list: readonly Field[]): readonly (readonly string[])[] =>
    list.map((field) => printField(field, scope));
  const groups = [...read(first), printLookup(inLoop, plan, scope), ...read(last)];
  const end = groups.findIndex(([line]) => line === 'return false;');
  return end < 0 ? groups : groups.slice(0, end + 1);
}

/** Most reads of one property without a constant. Engines read it once, and bundles are smaller this way. */
const mostReads = 3;

/** Prints the test of one property. A property with more reads than `mostReads` becomes a constant: `const id = value.id;`. */
function printField({ name, required, plan }: Field, scope: Scope): readonly string[] {
  if (plan === undefined) return required ? rejectUnless(not(isAbsent(name, scope))) : [];
  const read = readProperty(name, scope);
  const inner = lookAt(scope, read);
  const optional = required ? undefined : (optionalCondition(plan, inner) ?? wholeCondition(plan, inner, true));
  if (optional !== undefined) return rejectUnless(optional);
  const inline = rejectUnless(fieldCondition(required, plan, inner));
  // References may lead to a schema that accepts or rejects every value.
  if (inline.length === 0 || inline[0] === 'return false;') return inline;
  const count = inline.join('').split(read).length - 1;
  if (count <= mostReads && !inherited.has(name)) return inline;
  const local = scope.locals.claimLocal(name);
  return [`const ${local} = ${read};`, ...rejectUnless(fieldCondition(required, plan, lookAt(scope, local)))];
}

function fieldCondition(required: boolean, plan: Plan, scope: Scope): Condition {
  const matching = matches(plan, scope);
  if (!required) return any([compare(scope.value, '===', 'undefined'), matching]);
  // Types and constants reject `undefined` by themselves.
  const isRejected = plan.types !== undefined || plan.checks.some((check) => check.kind === 'values');
  return isRejected ? matching : all([compare(scope.value, '!==', 'undefined'), matching]);
}

/** Prints a loop over the properties of the object, with a function that checks each one by its key. */
function printLookup(fields: readonly LoopField[], plan: Plan, outer: Scope): readonly string[] {
  const inside = insidePart(outer);
  const results = fields.map(({ name, plan: own }) => ({ name, result: matches(own, lookAt(inside, 'item')) }));
  const checked = results.filter(({ result }) => !isConstant(result, true));
  // Names with the same check share a statement.
  const lines = [...groupBy(checked, ({ result }) => print(result))].map(([text, alike]) => {
    const names = alike.map(({ name }) => name);
    const tests = names.map((name) => `key === ${stringLiteral(name)}`).join(' || ');
    return [`if (${tests.length > longestTest ? print(isOneOfNames(names, 'key', inside)) : tests}) return ${text};`];
  });
  if (lines.length === 0) return [];
  const [key, item] = [outer.locals.claim('key'), outer.locals.claim('item')];
  const part = { word: 'Member', takes: 'member', otherwise: 'true' } as const;
  const calls = callParts(part, lines, { plan, scope: outer, args: [key, item] });
  return printMemberLoop(calls, { key, item, scope: outer, isOwn: always });
}

/** A declared property that is checked in a loop over the keys of an object. */
interface LoopField extends Field {
  readonly plan: Plan;
}

/**
 * Fewest optional properties for a loop over the keys of the object. Fewer properties are read one by one, which is faster if
 * most are present and all objects list them in the same order, and slower otherwise.
 */
const many = 8;

/**
 * Splits declared properties in the order of their checks: simple ones read by name, those in the loop, then others read by name.
 * `is` and the collectors use the same split, so that both read unusual objects, such as those with getters, in the same way.
 * Checks without a function or loop come first, so that a check for the first issue ends early.
 */
export function splitFields(fields: readonly Field[]): {
  readonly first: readonly Field[];
  readonly inLoop: readonly LoopField[];
  readonly last: readonly Field[];
} {
  // The loop would also find inherited names, such as `toString`.
  const fitsLoop = (field: Field): field is LoopField =>
    !field.required && field.plan !== undefined && !inherited.has(field.name);
  const simple = fields.filter(isSimpleField);
  const others = fields.filter((field) => !isSimpleField(field));
  const loops = [simple, others].map((list) => list.filter(fitsLoop)).filter(({ length }) => length >= many);
  const inLoop = loops.flat();
  const loopFields = new Set<Field>(inLoop);
  const isRead = (field: Field): boolean => !loopFields.has(field);
  return { first: simple.filter(isRead), inLoop, last: others.filter(isRead) };
}

/** Returns true if the check of a property needs neither a function nor a loop. */
function isSimpleField({ plan }: Field): boolean {
  return plan === undefined || plan.checks.every(isCheap);
}
