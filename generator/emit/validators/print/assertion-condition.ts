import type { JsonType } from '../../../api/types/schema.js';
import { findFormat } from '../../../keywords/formats.js';
import type { AssertionCode, KeywordGroup, Test } from '../../../keywords/keyword.js';
import { keywords } from '../../../keywords/keywords.js';
import { patternFlags } from '../../../keywords/strings.js';
import { isCompound, type Json } from '../../../json.js';
import { findKeywordGroup, type Check, type FormatCheck, type Plan } from '../plan/plan.js';
import { any, compare, not, test, type Condition } from './condition.js';
import { callRuntime, runtime, type Scope } from './scope.js';
import { literal, regexLiteral, isIdentifier, stringLiteral } from '../../code/literals.js';
import { camelCase, pascalCase } from '../plan/local-names.js';

/** Builds the test of a plan's types: `typeof value === 'string' || value === null`; `undefined` where every type is allowed. */
export function typesCondition({ types }: Plan, scope: Scope): Condition | undefined {
  return types && any(types.map((type) => typeCondition(type, scope)));
}

/** Builds the test of a type: `isInteger(value)`. */
export function typeCondition(type: JsonType, scope: Scope): Condition {
  if (type === 'null') return compare(scope.value, '===', 'null');
  if (type === 'string' || type === 'boolean') return compare(`typeof ${scope.value}`, '===', `'${type}'`);
  return callRuntime(scope, 'types', `is${pascalCase(type)}`, scope.value);
}

/** Builds `isOptionalString(value.title)` for an optional property with a type and no other keyword; `undefined` for others. */
export function optionalCondition({ types = [], checks }: Plan, scope: Scope): Condition | undefined {
  const [type = '', ...others] = types;
  const isScalar = ['string', 'boolean', 'number', 'integer'].includes(type);
  if (!isScalar || others.length + checks.length > 0) return undefined;
  return callRuntime(scope, 'types', `isOptional${pascalCase(type)}`, scope.value);
}

/** Tells whether a plan's types are all in the group: its keywords need no test of the type. */
export function isKnown(plan: Plan, group: KeywordGroup): boolean {
  const { types } = plan;
  const isOfGroup = types?.every((type) => type === group || (group === 'number' && type === 'integer'));
  return isOfGroup === true && types?.length !== 0;
}

/** Builds the expression for a keyword, given a value of its type: `value.length <= 50`; `undefined` where it takes more than an expression. */
export function simpleCondition(check: Check, plan: Plan, scope: Scope): Condition | undefined {
  switch (check.kind) {
    case 'values': {
      // Few scalars are compared one by one, many through a set, arrays and objects by their structure.
      const { values } = check;
      if (areFew(values, plan)) return any(values.map((value) => compare(scope.value, '===', literal(value))));
      if (!values.some(isCompound)) return test(`${hoistValues(values, plan, scope)}.has(${scope.value})`);
      const list = scope.names.hoist(nameOfValues(plan, scope), literal(values));
      return callRuntime(scope, 'equal', 'isOneOf', scope.value, list);
    }
    case 'assertion': {
      const { keyword, argument } = check;
      const code = codeFor(plan, scope);
      // A value is of the kind that its keyword takes.
      const found: Test | undefined = keywords.get(keyword)?.is?.(scope.value, argument as never, code);
      if (found === undefined) throw new Error(`The table does not say what ${keyword} asserts`);
      return typeof found === 'string' ? test(found) : compare(...found);
    }
    case 'format': {
      const { file, name } = findFormatPredicate(check);
      return callRuntime(scope, file, name, scope.value);
    }
    default:
      return undefined;
  }
}

/** Makes the expression for a keyword one for a value of any type: `typeof value !== 'string' || value.length <= 50`. */
export function guardCondition(condition: Condition, check: Check, plan: Plan, scope: Scope): Condition {
  const group = findKeywordGroup(check);
  if (group === undefined || isKnown(plan, group)) return condition;
  return any([not(typeCondition(group, scope)), condition]);
}

/** Tells whether checking a keyword takes neither a function nor a loop. */
export function isCheap(check: Check): boolean {
  if (check.kind === 'assertion') return keywords.get(check.keyword)?.isLoop !== true;
  return check.kind === 'values' || check.kind === 'format';
}

/** Returns the helpers with which the table of keywords writes code. */
export function codeFor(plan: Plan, scope: Scope): AssertionCode {
  return {
    use: (file, name) => runtime(scope, file, name),
    literal,
    regex: (pattern) => hoistPattern(pattern, patternFlags(pattern), scope),
    beside: (keyword) =>
      plan.checks.flatMap((one) => (one.kind === 'assertion' && one.keyword === keyword ? [one.argument] : []))[0],
  };
}

/** Finds the function of the runtime that tells whether a value has a format. */
export function findFormatPredicate({ format, group }: FormatCheck): { readonly file: string; readonly name: string } {
  const predicate = findFormat(format)?.[group];
  if (predicate === undefined) throw new Error(`No function checks the format ${format}`);
  return predicate;
}

/** Builds `pattern.test(value)`, with the expression as a constant of the file. */
export function matchesPattern(pattern: string, flags: string, scope: Scope): Condition {
  return test(`${hoistPattern(pattern, flags, scope)}.test(${scope.value})`);
}

/** Makes a pattern a constant of the file, and returns its name. */
export function hoistPattern(pattern: string, flags: string, scope: Scope): string {
  return scope.names.hoist('pattern', regexLiteral(pattern, flags));
}

/** Longest line of comparisons, in characters. */
const widest = 118;

/** Tells whether constants are scalars, and so few that comparing a property with each of them fits on a line. */
export function areFew(values: readonly Json[], { hint }: Plan): boolean {
  const name = hint.at(-1) ?? '';
  const tests = values.map((value) => `${name} !== ${literal(value)}`).join(' && ');
  const fits = `if (${name} !== undefined && ${tests}) return false;`.length <= widest;
  return !values.some(isCompound) && (values.length === 1 || fits);
}

/** Makes the set of some scalars a constant of the file, and returns its name. Words are written as one string: `'public private'`. */
export function hoistValues(values: readonly Json[], plan: Plan, scope: Scope): string {
  const name = nameOfValues(plan, scope);
  const isWord = (value: Json): value is string => typeof value === 'string' && value !== '' && !value.includes(' ');
  if (values.every(isWord)) {
    const make = runtime(scope, 'words', 'words');
    return scope.names.hoist(name, `/* @__PURE__ */ ${make}(${wordArguments(values).map(stringLiteral).join(', ')})`);
  }
  return scope.names.hoist(name, `/* @__PURE__ */ new Set<unknown>(${literal(values)})`);
}

/** Names the constant with the values of a schema after its property: `partItemValues`. */
export function nameOfValues({ hint }: Plan, scope: Scope): string {
  const words = hint.at(-1) === 'item' ? hint.slice(-2) : hint.slice(-1);
  const name = camelCase(words.length === 0 ? scope.unit.name : words.join(' '));
  return isIdentifier(`${name}Values`) ? `${name}Values` : 'allowedValues';
}

/** Shortest common beginning of words that is written once. */
const shortest = 2;

/** Prepares words for the function `words`: `['a_x', 'a_y', 'a_z']` → `['x y z', 'a_']`. */
function wordArguments(words: readonly string[]): readonly string[] {
  const start = words.reduce((left, right) => {
    // Up to a character beyond ASCII, of which a half would be no character.
    const [plain = ''] = /^[!-~]*/.exec(left) ?? [];
    const end = [...plain].findIndex((character, index) => character !== right.charAt(index));
    return end < 0 ? plain : plain.slice(0, end);
  });
  if (words.length < 3 || start.length < shortest || words.includes(start)) return [words.join(' ')];
  return [words.map((word) => word.slice(start.length)).join(' '), start];
}
