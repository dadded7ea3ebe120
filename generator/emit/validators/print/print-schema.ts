import { findFormat } from '../../../keywords/formats.js';
import { keywords } from '../../../keywords/keywords.js';
import { declaredNames } from '../plan/declared-names.js';
import { camelCase } from '../plan/local-names.js';
import { isClosed, isFree } from '../plan/plan.js';
import type { Assertion, Check, Field, FormatCheck, Plan, ValueCheck } from '../plan/plan.js';
import { codeFor, predicateOf } from './assertion-condition.js';
import { list, record } from './data.js';
import type { Data } from './data.js';
import { areFew, hoistValues, isScalar, nameOfValues } from './hoist-values.js';
import { splitFields } from './print-fields.js';
import { printArrayKeyword, printMembersKeyword, printUnevaluated } from './print-loops.js';
import { printUnion } from './print-union.js';
import { inner, keyword, printVerdict, verdictScope } from './schema-parts.js';
import { runtime } from './scope.js';
import type { Scope } from './scope.js';
import { literal, propertyKey, stringLiteral } from '../../code/syntax/literals.js';

/** Data that issues are collected by: the types of a schema and its keywords, for the runtime to go through. */
export function printSchema(plan: Plan, scope: Scope): Data {
  if (isFree(plan)) return `''`;
  if (isClosed(plan)) return `'never'`;
  const types = stringLiteral(plan.types?.join(' ') ?? '');
  const keywords = plan.checks.flatMap((check) => printCheck(check, plan, scope));
  const [first, ...others] = keywords;
  if (first === undefined)
    return isNoted(plan, scope) ? list([types, ...keyword(scope, 'objects', 'checkProperties', '{}')]) : types;
  const isReference = typeof first === 'string' && first.startsWith('() => ');
  return isReference && others.length === 0 && plan.types === undefined ? first : list([types, ...keywords]);
}

/** Whether a lenient check has to know which objects a plan judges: it names properties, if it says no more of them. */
function isNoted(plan: Plan, scope: Scope): boolean {
  return declaredNames(plan, scope.names.program) !== undefined;
}

function printCheck(check: Check, plan: Plan, scope: Scope): readonly Data[] {
  switch (check.kind) {
    case 'values':
      return printValues(check, plan, scope);
    case 'fields':
      return printFields(check.fields, scope);
    case 'members':
      return printMembersKeyword(check, scope);
    case 'items':
    case 'contains':
      return printArrayKeyword(check, scope);
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
      return printUnevaluated(check, plan, scope);
    case 'union':
      return printUnion(check, plan, scope);
    case 'call':
      return [`() => ${scope.names.namedSchemaOf(check.unit)}`];
    case 'allOf':
      return keyword(scope, 'applicators', 'checkAllOf', list(printAllOf(check.plans, scope)));
    case 'not':
      return keyword(scope, 'applicators', 'checkNot', printVerdict(check.plan, scope));
    case 'condition':
      return printIf(check, scope);
    case 'assertion':
      return printAssertion(check, plan, scope);
    case 'format':
      return [printFormat(check, scope)];
    default:
      return printDependency(check, plan, scope);
  }
}

/** The list that a value is not in is told, so that the runtime can tell what is new in it; not where it is secret. */
function printValues(check: ValueCheck, plan: Plan, scope: Scope): readonly Data[] {
  const { values } = check;
  const [first] = values;
  const further = check.keyword === 'enum' ? [] : [stringLiteral(check.keyword)];
  if (plan.secret && first !== undefined)
    return keyword(scope, 'values', 'checkSecret', hoistList(values, plan, scope), ...further);
  if (check.keyword === 'const' && first !== undefined) return keyword(scope, 'values', 'checkConst', literal(first));
  return keyword(scope, 'values', 'checkEnum', hoistList(values, plan, scope), ...further);
}

function hoistList(values: ValueCheck['values'], plan: Plan, scope: Scope): string {
  if (areFew(values, plan)) return literal(values);
  if (values.every(isScalar)) return hoistValues(values, plan, scope);
  return scope.names.hoist(nameOfValues(plan, scope), literal(values));
}

function printFields(fields: readonly Field[], scope: Scope): readonly Data[] {
  const { first, looked, last } = splitFields(fields);
  const named = (name: string, some: readonly Field[]): readonly Data[] => {
    const entries = some.map((one) => [propertyKey(one.name), inner(one.plan, scope)] as const);
    return entries.length === 0 ? [] : keyword(scope, 'objects', name, record(entries));
  };
  const read = [...first, ...last];
  const isJudged = ({ required, plan }: Field): boolean => !required && plan !== undefined;
  return [
    ...named(
      'checkRequired',
      fields.filter(({ required }) => required),
    ),
    ...named('checkListed', looked),
    ...named(
      'checkProperties',
      fields.filter((one) => isJudged(one) && read.includes(one)),
    ),
  ];
}

/** What accepts everything is not planned; the index of each schema counts it. */
function printAllOf(plans: readonly Plan[], scope: Scope): readonly Data[] {
  const byIndex = new Map(plans.map((one) => [Number(one.pointer.slice(one.pointer.lastIndexOf('/') + 1)), one]));
  return Array.from({ length: Math.max(...byIndex.keys()) + 1 }, (_, index) => inner(byIndex.get(index), scope));
}

function printIf(check: Extract<Check, { kind: 'condition' }>, scope: Scope): readonly Data[] {
  const { test, matching, otherwise } = check;
  const branches = [inner(matching, scope), ...(otherwise === undefined ? [] : [inner(otherwise, scope)])];
  if (branches.every((one) => one === `''`)) return [];
  return keyword(scope, 'applicators', 'checkIf', printVerdict(test, scope), ...branches);
}

function printDependency(
  check: Extract<Check, { kind: 'dependentRequired' | 'dependentSchema' }>,
  plan: Plan,
  scope: Scope,
): readonly Data[] {
  const property = stringLiteral(check.property);
  if (check.kind === 'dependentRequired') {
    const further = check.keyword === undefined ? [] : [stringLiteral(check.keyword)];
    return keyword(scope, 'objects', 'checkDependentRequired', property, literal(check.required), ...further);
  }
  const schema = inner(check.plan, scope);
  if (schema === `''`) return [];
  const [, stated = ''] = check.plan.pointer.slice(plan.pointer.length).split('/');
  const further = stated === 'dependentSchemas' ? [] : [stringLiteral(stated)];
  return keyword(scope, 'objects', 'checkDependentSchema', property, schema, ...further);
}

/** A keyword that asserts by itself. */
function printAssertion({ group, keyword: name, argument }: Assertion, plan: Plan, scope: Scope): readonly Data[] {
  const code = codeFor(plan, verdictScope(scope));
  // A value is of the kind that its keyword takes.
  const says = keywords.get(name)?.says?.(argument as never, code) ?? [literal(argument)];
  return keyword(scope, `${group}s`, `check${name.charAt(0).toUpperCase()}${name.slice(1)}`, ...says);
}

/** A format is a constant of the file: most are said of many properties. */
function printFormat(check: FormatCheck, scope: Scope): Data {
  const { file, name } = predicateOf(check);
  const isNumber = check.group === 'number';
  const checks = runtime(scope, `keywords/${check.group}s`, isNumber ? 'checkNumberFormat' : 'checkFormat');
  const type = scope.names.useType({ name: 'Keyword', module: 'runtime/validators/schema' });
  const text = `[${checks}, ${runtime(scope, file, name)}, ${stringLiteral(findFormat(check.format)?.message ?? '')}]`;
  return scope.names.hoist(`${camelCase(check.format)}${isNumber ? 'Number' : ''}Format`, text, type);
}
