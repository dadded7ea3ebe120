import { all, any, print, test, type Condition } from './condition.js';
import type { Plan } from './plan.js';
import { look, type Scope } from './scope.js';

/**
 * Most characters that the statements of a function or the operands of a condition take: V8 never optimises a function
 * of more than 61,440 bytes of bytecode, and a character makes one byte at most.
 */
export const largestText = 12_000;

/** Where text stands that may be too much for one function. */
export interface Around {
  readonly plan: Plan;
  readonly scope: Scope;
  /** What the value is known to be. Default: anything. */
  readonly value?: 'object' | 'array';
  /** Types of the further variables that the text may read, by their names. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Holds when at least one of some conditions holds; where they are too many, functions judge a part of them each. */
export function anyInParts(conditions: readonly Condition[], around: Around): Condition {
  return inParts(any, conditions, around);
}

/** Holds when all of some conditions hold; where they are too many, functions judge a part of them each. */
export function allInParts(conditions: readonly Condition[], around: Around): Condition {
  return inParts(all, conditions, around);
}

/** The condition, or the call of a function that judges it where it is too large to stand in another one. */
export function inFunction(condition: Condition, around: Around): Condition {
  if (print(condition).length <= largestText) return condition;
  return test(callOf([`return ${print(condition)};`], 'boolean', around));
}

/** Source text of how many of some conditions hold; where they are too many, functions count a part of them each. */
export function countInParts(conditions: readonly Condition[], around: Around): string {
  return sumInParts(
    conditions.map((one) => `Number(${print(one)})`),
    around,
  );
}

/** The conditions made for the value as it stands, or where they are too many for a function that is handed the value. */
export function makeForParts(make: (scope: Scope) => readonly Condition[], scope: Scope): readonly Condition[] {
  const conditions = make(scope);
  const isLarge = scope.value !== 'value' && lengthOf(conditions.map(print)) > largestText;
  return isLarge ? make(look(scope, 'value')) : conditions;
}

/** Packs texts in their order, each pack no longer than a function may be. */
export function packTexts<T>(all: readonly T[], measure: (one: T) => number): readonly (readonly T[])[] {
  const packs: T[][] = [];
  let length = Infinity;
  for (const one of all) {
    const more = measure(one) + between;
    length += more;
    if (length > largestText) {
      packs.push([]);
      length = more;
    }
    packs.at(-1)?.push(one);
  }
  return packs;
}

/** Characters between two operands, with the parentheses around them. */
const between = 6;

/** How long texts are together. */
export function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + between, 0);
}

/** Source text of the call of a function that does what some lines do. */
export function callOf(lines: readonly string[], result: 'boolean' | 'number' | 'void', around: Around): string {
  const { plan, scope, value, variables = {} } = around;
  return scope.names.callPart(plan, scope.unit, { lines, result, variables, value, argument: scope.value });
}

function inParts(join: typeof any, conditions: readonly Condition[], around: Around): Condition {
  const joined = join(conditions);
  const operands = joined.kind === 'any' || joined.kind === 'all' ? joined.of : [];
  if (operands.length < 2 || lengthOf(operands.map(print)) <= largestText) return joined;
  // Where only one condition was left, it need not be joined as these are.
  const again = joined.kind === 'any' ? any : all;
  const packs = packTexts(operands, (one) => print(one).length);
  const calls = packs.map((pack) => test(callOf([`return ${print(again(pack))};`], 'boolean', around)));
  return calls.length < operands.length ? inParts(again, calls, around) : again(calls);
}

function sumInParts(terms: readonly string[], around: Around): string {
  if (terms.length < 2 || lengthOf(terms) <= largestText) return terms.join(' + ');
  const packs = packTexts(terms, (one) => one.length);
  const calls = packs.map((pack) => callOf([`return ${pack.join(' + ')};`], 'number', around));
  return calls.length < terms.length ? sumInParts(calls, around) : calls.join(' + ');
}
