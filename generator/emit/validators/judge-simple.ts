import type { JsonType } from '../../api/schema.js';
import type { Json } from '../../spec/json.js';
import { literal, numberLiteral, regexLiteral } from '../code/literals.js';
import { any, compare, never, not, test, type Condition } from './condition.js';
import { findFormat } from './formats.js';
import { checkMessage, typeMessage, valuesMessage } from './messages.js';
import { guardOf, isClosed, type Check, type Guard, type Plan } from './plan.js';
import { areFew, hoistValues, isScalar, nameOfValues } from './hoist-values.js';
import { callRuntime, runtime, type Scope } from './scope.js';

/** One keyword as both printers need it: what must hold, and the issue when it does not. */
export interface Finding {
  /** Type that the value must have for the keyword to matter, where that is not known yet. */
  readonly guard?: Guard;
  readonly condition: Condition;
  readonly keyword: string;
  readonly message: string;
  readonly pointer: string;
}

/** The finding about a plan's types; `undefined` where every type is allowed. */
export function judgeTypes(plan: Plan, scope: Scope): Finding | undefined {
  const { types, pointer } = plan;
  if (types === undefined) return undefined;
  if (isClosed(plan)) return { condition: never, message: 'is not allowed', ...closedPointer(pointer) };
  const condition = any(types.map((type) => typeCondition(type, scope)));
  return { condition, keyword: 'type', message: typeMessage(types), pointer };
}

/** A `false` schema has no keyword of its own: the one that holds it is named. */
function closedPointer(pointer: string): { readonly keyword: string; readonly pointer: string } {
  const tokens = pointer.split('/');
  const length = listing.has(tokens.at(-2) ?? '') ? 2 : 1;
  const keyword = tokens.at(-length);
  if (keyword === undefined || tokens.length <= length) return { keyword: 'false', pointer };
  return { keyword, pointer: tokens.slice(0, -length).join('/') };
}

/** Keywords that hold several schemas, under a name or an index. */
const listing: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'schemas',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
]);

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

/** The finding about a keyword that needs nothing but an expression; `undefined` for the others. */
export function judgeSimple(check: Check, plan: Plan, scope: Scope): Finding | undefined {
  const judged = judge(check, plan, scope);
  if (judged === undefined) return undefined;
  const guard = guardOf(check);
  return { ...judged, pointer: plan.pointer, ...(guard === undefined || isKnown(plan, guard) ? {} : { guard }) };
}

/**
 * The same for those who collect all issues. A pattern is not tried on a text that is certainly longer than the same
 * schema allows, which is an issue of its own: the time that patterns take may grow faster than texts do.
 */
export function judgeForIssues(check: Check, plan: Plan, scope: Scope): Finding | undefined {
  const finding = judgeSimple(check, plan, scope);
  const most = plan.checks.find((one) => one.kind === 'length' && one.keyword === 'maxLength');
  if (finding === undefined || check.kind !== 'pattern' || most?.kind !== 'length') return finding;
  // Two code units are one code point at least.
  const tooLong = compare(`${scope.value}.length`, '>', numberLiteral(2 * most.limit));
  return { ...finding, condition: any([tooLong, finding.condition]) };
}

/** Whether a keyword needs nothing but an expression. */
export function isSimple(check: Check): boolean {
  return simple.has(check.kind);
}

const simple: ReadonlySet<Check['kind']> = new Set([
  ...(['values', 'length', 'itemCount', 'propertyCount', 'pattern'] as const),
  ...(['textFormat', 'numberFormat', 'bound', 'multipleOf', 'unique'] as const),
]);

type Judged = Omit<Finding, 'guard' | 'pointer'>;

function judge(check: Check, plan: Plan, scope: Scope): Judged | undefined {
  switch (check.kind) {
    case 'values':
      return {
        condition: valuesCondition(check.values, plan, scope),
        keyword: check.keyword,
        message: valuesMessage(check, plan),
      };
    case 'length':
    case 'itemCount':
    case 'propertyCount':
      return { condition: sizeCondition(check, scope), keyword: check.keyword, message: checkMessage(check) };
    case 'pattern':
      return {
        condition: matchesPattern(check.pattern, check.flags, scope),
        keyword: 'pattern',
        message: checkMessage(check),
      };
    case 'textFormat':
    case 'numberFormat':
      return { condition: formatCondition(check, scope), keyword: 'format', message: checkMessage(check) };
    case 'bound':
      return {
        condition: compare(scope.value, operators[check.keyword], numberLiteral(check.limit)),
        keyword: check.keyword,
        message: checkMessage(check),
      };
    case 'multipleOf':
      return {
        condition: multipleCondition(check.divisor, scope),
        keyword: 'multipleOf',
        message: checkMessage(check),
      };
    case 'unique':
      return {
        condition: callRuntime(scope, 'unique', 'isUnique', scope.value),
        keyword: 'uniqueItems',
        message: checkMessage(check),
      };
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
  return test(`${scope.names.hoist('pattern', regexLiteral(pattern, flags))}.test(${scope.value})`);
}

function formatCondition(check: Extract<Check, { kind: 'textFormat' | 'numberFormat' }>, scope: Scope): Condition {
  const format = findFormat(check.format);
  const symbol = check.kind === 'textFormat' ? format?.text : format?.number;
  if (symbol === undefined) throw new Error(`No function judges the format ${check.format}`);
  return test(`${scope.names.use(symbol)}(${scope.value})`);
}

/** A divisor that is a short decimal needs two operations; others exact arithmetic. */
function multipleCondition(divisor: number, scope: Scope): Condition {
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
