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

/** Builds the test of a plan's types: `typeof value === 'string' || value === null`; `undefined` if every type is allowed. */
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

/** Returns true if all of a plan's types belong to the group, so that its keywords need no test of the type. */
export function isKnown(plan: Plan, group: KeywordGroup): boolean {
  const { types } = plan;
  const isOfGroup = types?.every((type) => type === group || (group === 'number' && type === 'integer'));
  return isOfGroup === true && types?.length !== 0;
}

/** Builds the expression for a keyword, for a value of its type: `value.length <= 50`; `undefined` if it needs statements. */
export function simpleCondition(check: Check, plan: Plan, scope: Scope): Condition | undefined {
  switch (check.kind) {
    case 'values': {
      // Few scalars are compared one by one, many by a set, and arrays and objects by structure.
      const { values } = check;
      if (areFew(values, plan)) return any(values.map((value) => compare(scope.value, '===', literal(value))));
      if (!values.some(isCompound)) return test(`${hoistValues(values, plan, scope)}.has(${scope.value})`);
      const list = scope.names.hoist(nameValues(plan, scope), literal(values));
      return callRuntime(scope, 'equal', 'isOneOf', scope.value, list);
    }
    case 'assertion': {
      const { keyword, argument } = check;
      const code = codeFor(plan, scope);
      // The check stage has proved that the argument has the type that the keyword takes.
      const found: Test | undefined = keywords.get(keyword)?.is?.(scope.value, argument as never, code);
      if (found === undefined) throw new Error(`The table of keywords has no code for ${keyword}`);
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

/** Extends the expression for a keyword to values of any type: `typeof value !== 'string' || value.length <= 50`. */
export function guardCondition(condition: Condition, check: Check, plan: Plan, scope: Scope): Condition {
  const group = findKeywordGroup(check);
  if (group === undefined || isKnown(plan, group)) return condition;
  return any([not(typeCondition(group, scope)), condition]);
}

/** Returns true if the check of a keyword needs neither a function nor a loop. */
export function isCheap(check: Check): boolean {
  if (check.kind === 'assertion') return keywords.get(check.keyword)?.isLoop !== true;
  return check.kind === 'values' || check.kind === 'format';
}

/** Returns the helpers with which the table of keywords prints code. */
export function codeFor(plan: Plan, scope: Scope): AssertionCode {
  return {
    use: (file, name) => runtime(scope, file, name),
    literal,
    regex: (pattern) => hoistPattern(pattern, patternFlags(pattern), scope),
    beside: (keyword) =>
      plan.checks.flatMap((one) => (one.kind === 'assertion' && one.keyword === keyword ? [one.argument] : []))[0],
  };
}

/** Finds the function of the runtime that checks a format. */
export function findFormatPredicate({ format, group }: FormatCheck): { readonly file: string; readonly name: string } {
  const predicate = findFormat(format)?.[group];
  if (predicate === undefined) throw new Error(`No function checks the format ${format}`);
  return predicate;
}

/** Builds `pattern.test(value)`, with the expression as a constant of the file. */
export function matchesPattern(pattern: string, flags: string, scope: Scope): Condition {
  return test(`${hoistPattern(pattern, flags, scope)}.test(${scope.value})`);
}

/** Hoists a pattern to a constant of the file; returns its name. */
export function hoistPattern(pattern: string, flags: string, scope: Scope): string {
  return scope.names.hoist('pattern', regexLiteral(pattern, flags));
}

/** Most characters of a line of comparisons. */
const widest = 118;

/** Returns true if constants are scalars, and so few that their comparisons with a property fit on a line. */
export function areFew(values: readonly Json[], { hint }: Plan): boolean {
  const name = hint.at(-1) ?? '';
  const tests = values.map((value) => `${name} !== ${literal(value)}`).join(' && ');
  const fits = `if (${name} !== undefined && ${tests}) return false;`.length <= widest;
  return !values.some(isCompound) && (values.length === 1 || fits);
}

/** Hoists a set of scalars to a constant of the file; returns its name. Words are printed as one string: `'public private'`. */
export function hoistValues(values: readonly Json[], plan: Plan, scope: Scope): string {
  const name = nameValues(plan, scope);
  const isWord = (value: Json): value is string => typeof value === 'string' && value !== '' && !value.includes(' ');
  if (values.every(isWord)) {
    const make = runtime(scope, 'words', 'words');
    return scope.names.hoist(name, `/* @__PURE__ */ ${make}(${wordArguments(values).map(stringLiteral).join(', ')})`);
  }
  return scope.names.hoist(name, `/* @__PURE__ */ new Set<unknown>(${literal(values)})`);
}

/** Names the constant with the values of a schema after its property: `partItemValues`. */
export function nameValues({ hint }: Plan, scope: Scope): string {
  const words = hint.at(-1) === 'item' ? hint.slice(-2) : hint.slice(-1);
  const name = camelCase(words.length === 0 ? scope.unit.name : words.join(' '));
  return isIdentifier(`${name}Values`) ? `${name}Values` : 'allowedValues';
}

/** Fewest characters of a common start of words that is printed once. */
const shortest = 2;

/** Prepares words for the function `words`: `['a_x', 'a_y', 'a_z']` → `['x y z', 'a_']`. */
function wordArguments(words: readonly string[]): readonly string[] {
  const start = words.reduce((left, right) => {
    // Ends before a character beyond ASCII, since a surrogate pair must not be divided.
    const [plain = ''] = /^[!-~]*/.exec(left) ?? [];
    const end = [...plain].findIndex((character, index) => character !== right.charAt(index));
    return end < 0 ? plain : plain.slice(0, end);
  });
  if (words.length < 3 || start.length < shortest || words.includes(start)) return [words.join(' ')];
  return [words.map((word) => word.slice(start.length)).join(' '), start];
}
