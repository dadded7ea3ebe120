import { literal, numberLiteral, propertyKey, stringLiteral } from '../code/syntax/literals.js';
import { print } from './condition.js';
import { list, record, type Data } from './data-text.js';
import { declaredNames } from './declared-names.js';
import { findFormat } from './formats.js';
import { areFew, hoistValues, isScalar, nameOfValues } from './hoist-values.js';
import { hoistPattern, multipleCondition } from './judge-simple.js';
import { camelCase } from './local-names.js';
import { isClosed, isFree, type Check, type Field, type Plan, type ValueCheck } from './plan.js';
import { printArrayKeyword, printMembersKeyword, printUnevaluated } from './print-loops.js';
import { printUnion } from './print-union.js';
import { runtime, type Scope } from './scope.js';
import { splitFields } from './split-fields.js';
import { printVerdict, verdictScope } from './verdicts.js';

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

/** The schema of a plan that is inside another one. */
export function inner(plan: Plan | undefined, scope: Scope): Data {
  return plan === undefined ? `''` : scope.names.schemaOf(plan, scope.unit);
}

/** A keyword: the function of the runtime that judges by it, and what it says. */
export function keyword(scope: Scope, file: string, name: string, ...says: readonly Data[]): readonly [Data] {
  return [list([runtime(scope, `keywords/${file}`, name), ...says])];
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
    default:
      return printPlain(check, plan, scope);
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

type PlainKind =
  | 'length'
  | 'itemCount'
  | 'propertyCount'
  | 'bound'
  | 'pattern'
  | 'textFormat'
  | 'numberFormat'
  | 'multipleOf'
  | 'unique'
  | 'dependentRequired'
  | 'dependentSchema';

type Plain = Extract<Check, { kind: PlainKind }>;
/** Keywords that say a constant or two. */
function printPlain(check: Plain, plan: Plan, scope: Scope): readonly Data[] {
  switch (check.kind) {
    case 'length':
      return keyword(scope, 'strings', checkName(check.keyword), numberLiteral(check.limit));
    case 'itemCount':
      return keyword(scope, 'arrays', checkName(check.keyword), numberLiteral(check.limit));
    case 'propertyCount':
      return keyword(scope, 'objects', checkName(check.keyword), numberLiteral(check.limit));
    case 'bound':
      return keyword(scope, 'numbers', checkName(check.keyword), numberLiteral(check.limit));
    case 'pattern':
      return printPattern(check, plan, scope);
    case 'textFormat':
    case 'numberFormat':
      return [printFormat(check, scope)];
    case 'multipleOf': {
      const isMultiple = `(value: number) => ${print(multipleCondition(check.divisor, verdictScope(scope)))}`;
      return keyword(scope, 'numbers', 'checkMultipleOf', numberLiteral(check.divisor), isMultiple);
    }
    case 'unique':
      return keyword(scope, 'arrays', 'checkUniqueItems', runtime(scope, 'unique', 'isUnique'));
    default:
      return printDependency(check, plan, scope);
  }
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

function checkName(word: string): string {
  return `check${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** The pattern is the constant that `is` asks, too; its text is given where the expression has another one. */
function printPattern(check: Extract<Check, { kind: 'pattern' }>, plan: Plan, scope: Scope): readonly Data[] {
  const { pattern, flags } = check;
  const most = plan.checks.find((one) => one.kind === 'length' && one.keyword === 'maxLength');
  const limit = most?.kind === 'length' ? numberLiteral(most.limit) : undefined;
  const text = new RegExp(pattern, flags).source === pattern ? [] : [stringLiteral(pattern)];
  const says = text.length > 0 ? [limit ?? 'undefined', ...text] : limit === undefined ? [] : [limit];
  return keyword(scope, 'strings', 'checkPattern', hoistPattern(pattern, flags, scope), ...says);
}

/** A format is a constant of the file: most are said of many properties. */
function printFormat(check: Extract<Check, { kind: 'textFormat' | 'numberFormat' }>, scope: Scope): Data {
  const format = findFormat(check.format);
  const isText = check.kind === 'textFormat';
  const symbol = isText ? format?.text : format?.number;
  if (format === undefined || symbol === undefined) throw new Error(`No function judges the format ${check.format}`);
  const [file, name] = isText ? ['strings', 'checkFormat'] : ['numbers', 'checkNumberFormat'];
  const judge = runtime(scope, `keywords/${file}`, name);
  const type = scope.names.useType({ name: 'Keyword', module: 'runtime/validators/schema' });
  const text = `[${judge}, ${scope.names.use(symbol)}, ${stringLiteral(format.message)}]`;
  return scope.names.hoist(`${camelCase(check.format)}${isText ? '' : 'Number'}Format`, text, type);
}
