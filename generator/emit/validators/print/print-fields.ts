import type { Field, Plan } from '../plan/plan.js';
import { isCheap, optionalCondition } from './assertion-condition.js';
import { all, any, compare, isConstant, not, print, block, rejectUnless, type Condition } from './condition.js';
import { isOneOfNames, longestTest, matches, wholeCondition, callParts, insidePart, isTooLong } from './matches.js';
import { inherited, isAbsent, look, readProperty, type Scope } from './scope.js';
import { stringLiteral } from '../../code/literals.js';

/** Statements that check declared properties: those that take no function or loop come first. */
export function printFields(fields: readonly Field[], plan: Plan, scope: Scope): readonly string[] {
  const groups = printGroups(fields, plan, scope);
  if (!isTooLong(groups)) return groups.flat();
  const part = { word: 'Members', takes: 'object', otherwise: 'true' } as const;
  const inside = printGroups(fields, plan, insidePart(scope));
  return callParts(part, inside, { plan, scope, args: [scope.value] }).flatMap(rejectUnless);
}

/** The statements of each declared property, and of those that are looked for. */
function printGroups(fields: readonly Field[], plan: Plan, scope: Scope): readonly (readonly string[])[] {
  const { first, looked, last } = splitFields(fields);
  const read = (list: readonly Field[]): readonly (readonly string[])[] =>
    list.map((field) => printField(field, scope));
  const groups = [...read(first), printLookup(looked, plan, scope), ...read(last)];
  const end = groups.findIndex(([line]) => line === 'return false;');
  return end < 0 ? groups : groups.slice(0, end + 1);
}

/** Prints the test of one property. A property that the test reads twice becomes a constant: `const id = value.id;`. */
function printField({ name, required, plan }: Field, scope: Scope): readonly string[] {
  if (plan === undefined) return required ? rejectUnless(not(isAbsent(name, scope))) : [];
  const read = readProperty(name, scope);
  const looking = look(scope, read);
  const optional = required ? undefined : (optionalCondition(plan, looking) ?? wholeCondition(plan, looking, true));
  if (optional !== undefined) return rejectUnless(optional);
  const inline = rejectUnless(fieldCondition(required, plan, look(scope, read)));
  // A schema that is never rejected, found behind references, asks for nothing; one that always is needs no value.
  if (inline.length === 0 || inline[0] === 'return false;') return inline;
  const count = inline.join('').split(read).length - 1;
  if (count === 1 && !inherited.has(name)) return inline;
  const local = scope.locals.claimLocal(name);
  return [`const ${local} = ${read};`, ...rejectUnless(fieldCondition(required, plan, look(scope, local)))];
}

function fieldCondition(required: boolean, plan: Plan, scope: Scope): Condition {
  const matching = matches(plan, scope);
  if (!required) return any([compare(scope.value, '===', 'undefined'), matching]);
  return rejectsAbsence(plan) ? matching : all([compare(scope.value, '!==', 'undefined'), matching]);
}

/** Tells whether a plan rejects `undefined`, so that a required property needs no test of its own. */
function rejectsAbsence(plan: Plan): boolean {
  return plan.types !== undefined || plan.checks.some((check) => check.kind === 'values');
}

/** A loop over the properties that the object has; what they are declared to be, a function of the plan's knows. */
function printLookup(fields: readonly LookedField[], plan: Plan, scope: Scope): readonly string[] {
  const lines = groupByResult(fields, insidePart(scope));
  if (lines.length === 0) return [];
  const [key, item] = [scope.locals.claim('key'), scope.locals.claim('item')];
  const part = { word: 'Member', takes: 'member', otherwise: 'true' } as const;
  const calls = callParts(part, lines, { plan, scope, args: [key, item] });
  const rejected = all([compare(item, '!==', 'undefined'), not(all(calls))]);
  return block(`for (const ${key} in ${scope.value})`, [
    `const ${item} = ${scope.value}[${key}];`,
    `if (${print(rejected)}) return false;`,
  ]);
}

/** One statement for all names that are checked alike. */
function groupByResult(fields: readonly LookedField[], scope: Scope): readonly (readonly string[])[] {
  const names = new Map<string, string[]>();
  for (const field of fields) {
    const result = matches(field.plan, look(scope, 'item'));
    if (isConstant(result, true)) continue;
    const alike = names.get(print(result)) ?? [];
    alike.push(field.name);
    names.set(print(result), alike);
  }
  return [...names].map(([text, alike]) => [`if (${isNamed(alike, scope)}) return ${text};`]);
}

function isNamed(names: readonly string[], scope: Scope): string {
  const tests = names.map((name) => `key === ${stringLiteral(name)}`).join(' || ');
  return tests.length > longestTest ? print(isOneOfNames(names, 'key', scope)) : tests;
}

/** A declared property that is looked for among those that an object has. */
interface LookedField extends Field {
  readonly plan: Plan;
}

/** Declared properties in the order in which they are checked: some read by name, some looked for, others read by name. */
interface SplitFields {
  readonly first: readonly Field[];
  readonly looked: readonly LookedField[];
  readonly last: readonly Field[];
}

/**
 * Fewest optional properties that are looked for among those the object has. Fewer are read one by one, which is faster
 * where most are there and all objects list them in the same order, and slower elsewhere.
 */
const many = 8;

/**
 * Says how `is` and the collectors come to each declared property, so that both see the same ones of an object that is
 * no plain one. Those that take no function or loop come first: whoever asks for one issue may be spared everything else.
 */
export function splitFields(fields: readonly Field[]): SplitFields {
  const simple = fields.filter(isSimpleField);
  const others = fields.filter((field) => !isSimpleField(field));
  const looked = [simple, others].map((list) => list.filter(canBeLookedFor)).filter(({ length }) => length >= many);
  const inLoop = new Set<Field>(looked.flat());
  const isRead = (field: Field): boolean => !inLoop.has(field);
  return { first: simple.filter(isRead), looked: looked.flat(), last: others.filter(isRead) };
}

/** Tells whether checking a property takes neither a function nor a loop. */
function isSimpleField({ plan }: Field): boolean {
  return plan === undefined || plan.checks.every(isCheap);
}

/** Names that every object inherits are not: they would be found where the object itself has no such property. */
function canBeLookedFor(field: Field): field is LookedField {
  return !field.required && field.plan !== undefined && !inherited.has(field.name);
}
