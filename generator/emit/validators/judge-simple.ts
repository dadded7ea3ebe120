import type { JsonType } from '../../api/schemas/schema.js';
import type { Json } from '../../spec/read/json.js';
import { literal, numberLiteral, regexLiteral } from '../code/syntax/literals.js';
import { any, compare, not, test, type Condition } from './condition.js';
import { findFormat } from './formats.js';
import { guardOf, type Check, type Guard, type Plan } from './plan.js';
import { areFew, hoistValues, isScalar, nameOfValues } from './hoist-values.js';
import { callRuntime, runtime, type Scope } from './scope.js';

/** What a keyword that needs nothing but an expression asks of a value. */
export interface Finding {
  /** Type that the value must have for the keyword to matter, where that is not known yet. */
  readonly guard?: Guard;
  readonly condition: Condition;
}

/** What must hold for a value to be of one of a plan's types; `undefined` where every type is allowed. */
export function judgeTypes({ types }: Plan, scope: Scope): Condition | undefined {
  return types && any(types.map((type) => typeCondition(type, scope)));
}

/** What must hold for a value to be of a type. */
export function typeCondition(type: JsonType, scope: Scope): Condition {
  switch (type) {
    case 'null':
      return compare(scope.value, '===', 'null');
    case 'object':
      return callRuntime(scope, 'types', 'isObject', scope.value);
    case 'array':
      return callRuntime(scope, 'types', 'isArray', scope.value);
    case 'number':
      return callRuntime(scope, 'types', 'isNumber', scope.value);
    case 'integer':
      return callRuntime(scope, 'types', 'isInteger', scope.value);
    default:
      return compare(`typeof ${scope.value}`, '===', `'${type}'`);
  }
}

/** Whether a plan's types leave no doubt that the value is of the guard's type. */
export function isKnown(plan: Plan, guard: Guard): boolean {
  const { types } = plan;
  return (
    types !== undefined &&
    types.length > 0 &&
    types.every((type) => type === guard || (guard === 'number' && type === 'integer'))
  );
}

/** What a keyword that needs nothing but an expression asks; `undefined` for the others. */
export function judgeSimple(check: Check, plan: Plan, scope: Scope): Finding | undefined {
  const condition = judge(check, plan, scope);
  if (condition === undefined) return undefined;
  const guard = guardOf(check);
  return guard === undefined || isKnown(plan, guard) ? { condition } : { guard, condition };
}

/** Whether a keyword needs nothing but an expression. */
export function isSimple(check: Check): boolean {
  return simple.has(check.kind);
}

const simple: ReadonlySet<Check['kind']> = new Set([
  ...(['values', 'length', 'itemCount', 'propertyCount', 'pattern'] as const),
  ...(['textFormat', 'numberFormat', 'bound', 'multipleOf', 'unique'] as const),
]);

function judge(check: Check, plan: Plan, scope: Scope): Condition | undefined {
  switch (check.kind) {
    case 'values':
      return valuesCondition(check.values, plan, scope);
    case 'length':
    case 'itemCount':
    case 'propertyCount':
      return sizeCondition(check, scope);
    case 'pattern':
      return matchesPattern(check.pattern, check.flags, scope);
    case 'textFormat':
    case 'numberFormat':
      return formatCondition(check, scope);
    case 'bound':
      return compare(scope.value, operators[check.keyword], numberLiteral(check.limit));
    case 'multipleOf':
      return multipleCondition(check.divisor, scope);
    case 'unique':
      return callRuntime(scope, 'unique', 'isUnique', scope.value);
    default:
      return undefined;
  }
}

const operators = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' } as const;

/** Few scalars are compared one by one, many through a set, arrays and objects by their structure. */
function valuesCondition(values: readonly Json[], plan: Plan, scope: Scope): Condition {
  if (areFew(values, plan)) return any(values.map((value) => compare(scope.value, '===', literal(value))));
  if (values.every(isScalar)) return test(`${hoistValues(values, plan, scope)}.has(${scope.value})`);
  const list = scope.names.hoist(nameOfValues(plan, scope), literal(values));
  return callRuntime(scope, 'equal', 'isOneOf', scope.value, list);
}

function sizeCondition(
  check: Extract<Check, { kind: 'length' | 'itemCount' | 'propertyCount' }>,
  scope: Scope,
): Condition {
  const limit = numberLiteral(check.limit);
  const isMinimum = check.keyword.startsWith('min');
  if (check.kind === 'itemCount') return compare(`${scope.value}.length`, isMinimum ? '>=' : '<=', limit);
  if (check.kind === 'length')
    return callRuntime(scope, 'strings', isMinimum ? 'isAtLeast' : 'isAtMost', scope.value, limit);
  return compare(`${runtime(scope, 'types', 'countProperties')}(${scope.value})`, isMinimum ? '>=' : '<=', limit);
}

/** What must hold for a text to match a pattern; the expression is made once a file. */
export function matchesPattern(pattern: string, flags: string, scope: Scope): Condition {
  return test(`${hoistPattern(pattern, flags, scope)}.test(${scope.value})`);
}

/** Name of the constant of the file that is a pattern. */
export function hoistPattern(pattern: string, flags: string, scope: Scope): string {
  return scope.names.hoist('pattern', regexLiteral(pattern, flags));
}

function formatCondition(check: Extract<Check, { kind: 'textFormat' | 'numberFormat' }>, scope: Scope): Condition {
  const format = findFormat(check.format);
  const symbol = check.kind === 'textFormat' ? format?.text : format?.number;
  if (symbol === undefined) throw new Error(`No function judges the format ${check.format}`);
  return test(`${scope.names.use(symbol)}(${scope.value})`);
}

/** A divisor that is a short decimal needs two operations; others exact arithmetic. */
export function multipleCondition(divisor: number, scope: Scope): Condition {
  const power = 10 ** decimalsOf(divisor);
  const scaled = Math.round(divisor * power);
  const isShort = power <= 1e22 && Number.isSafeInteger(scaled) && scaled / power === divisor;
  if (!isShort) return callRuntime(scope, 'multiple-of', 'isMultipleExactly', scope.value, numberLiteral(divisor));
  return callRuntime(scope, 'multiple-of', 'isMultiple', scope.value, numberLiteral(scaled), numberLiteral(power));
}

function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const digits = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, digits - Number(exponent));
}

/** What must hold for a finding to be no issue, its guard included. */
export function findingCondition(finding: Finding, scope: Scope): Condition {
  const { guard, condition } = finding;
  return guard === undefined ? condition : any([not(typeCondition(guard, scope)), condition]);
}
