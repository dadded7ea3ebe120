import type { Json } from '../../../spec/read/json.js';
import { camelCase } from '../plan/local-names.js';
import type { Plan } from '../plan/plan.js';
import type { Scope } from './scope.js';
import { isIdentifier, literal } from '../../code/syntax/literals.js';

/** Longest line of comparisons, in characters. */
const widest = 118;

/** Whether constants are scalars, and so few that comparing a property with each of them fits on a line. */
export function areFew(values: readonly Json[], { hint }: Plan): boolean {
  const name = hint.at(-1) ?? '';
  const tests = values.map((value) => `${name} !== ${literal(value)}`).join(' && ');
  const fits = `if (${name} !== undefined && ${tests}) return false;`.length <= widest;
  return values.every(isScalar) && (values.length === 1 || fits);
}

/** Whether `===` and a set can tell a constant from others. */
export function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

/** Name of the constant of the file that is the set of some scalars; words are written as one text. */
export function hoistValues(values: readonly Json[], plan: Plan, scope: Scope): string {
  const name = nameOfValues(plan, scope);
  if (areWords(values)) return scope.names.hoistWords(name, values);
  return scope.names.hoist(name, `/* @__PURE__ */ new Set<unknown>(${literal(values)})`);
}

/** Whether constants are texts that can be told apart in a list with spaces between them. */
function areWords(values: readonly Json[]): values is readonly string[] {
  return values.every((value) => typeof value === 'string' && value !== '' && !value.includes(' '));
}

/** What the values of a schema are called in the file: after its property, `partItemValues`. */
export function nameOfValues({ hint }: Plan, scope: Scope): string {
  const words = hint.at(-1) === 'item' ? hint.slice(-2) : hint.slice(-1);
  const name = camelCase(words.length === 0 ? scope.unit.name : words.join(' '));
  return isIdentifier(`${name}Values`) ? `${name}Values` : 'allowedValues';
}

/** Shortest beginning that words share for which it is worth to be written once. */
const shortest = 2;

/** The words as one text; where all begin alike, that is left out of it and stands apart. */
export function wordArguments(words: readonly string[]): readonly string[] {
  const start = words.reduce(commonStart);
  if (words.length < 3 || start.length < shortest || words.includes(start)) return [words.join(' ')];
  return [words.map((word) => word.slice(start.length)).join(' '), start];
}

/** Up to the first character that differs or is not of ASCII, of which a part would be no character. */
function commonStart(left: string, right: string): string {
  const plain = /^[!-~]*/.exec(left)?.[0] ?? '';
  const indices = Array.from({ length: plain.length }, (_, index) => index);
  return plain.slice(
    0,
    indices.find((index) => plain.charAt(index) !== right.charAt(index)),
  );
}
