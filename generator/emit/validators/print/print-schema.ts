import { LocalNames, listNames, camelCase, pascalCase } from '../plan/local-names.js';
import {
  type Plan,
  isClosed,
  isFree,
  type Check,
  type Field,
  type FormatCheck,
  type ValueCheck,
  type Dispatch,
  type MembersCheck,
  type UnionCheck,
} from '../plan/plan.js';
import { print, any, isConstant, not, block, list, type Data, printData, record } from './condition.js';
import {
  type ManyWord,
  matchesInPlace,
  countMatching,
  matchEach,
  matchMany,
  mayBeObject,
  isDeclared,
  matches,
  nameUnionPart,
} from './matches.js';
import { inRuntime, runtime, type Scope, lookAt } from './scope.js';
import { isCompound } from '../../../json.js';
import { formatMessage } from '../../../keywords/formats.js';
import { keywords } from '../../../keywords/keywords.js';
import { declaredNames } from '../plan/declared-names.js';
import {
  codeFor,
  findFormatPredicate,
  isKnown,
  hoistPattern,
  areFew,
  hoistValues,
  nameValues,
} from './assertion-condition.js';
import { splitFields } from './print-is.js';
import { literal, propertyKey, stringLiteral, numberLiteral } from '../../code/literals.js';
import { buildOthersCover } from './cover.js';

/** Prints the data of a nested plan, or `''` without one. */
function inner(plan: Plan | undefined, scope: Scope): Data {
  return plan === undefined ? `''` : scope.names.requireSchema(plan, scope.unit);
}

/** Prints a keyword: the runtime function that checks it, and its data. */
function keyword(scope: Scope, file: string, name: string, ...data: readonly (Data | undefined)[]): readonly [Data] {
  return [list([runtime(scope, `keywords/${file}`, name), ...data.filter((one) => one !== undefined)])];
}

/** Creates the scope of a function that collectors call with a value and their context. */
function collectorScope({ names, unit }: Scope): Scope {
  const locals = new LocalNames(['value', 'context', 'key', 'index', 'undefined'], names.taken);
  return { names, unit, value: 'value', depth: 'context.depth', memo: 'context', locals };
}

/** Prints a function that returns true if a value matches a plan: `isPet` or `(value: unknown) => …`. */
function printPredicate(plan: Plan, scope: Scope): string {
  const text = print(matchesInPlace(plan, collectorScope(scope)));
  const called = /^([\w$]+)\(value\)$/.exec(text)?.[1];
  return called ?? printArrow(text, ['value: unknown', contextParameter(scope)]);
}

/** Prints the second parameter of functions for collectors: the context with the remaining depth and the memo. */
function contextParameter({ names }: Scope): string {
  return `context: ${names.useType(inRuntime('validator', 'IssueContext'))}`;
}

/** Prints an arrow function. Unread parameters are left out at the end and get an underscore elsewhere. */
function printArrow(body: string, parameters: readonly string[]): string {
  const read = listNames(body);
  const readParameterName = (parameter: string): string => parameter.slice(0, parameter.indexOf(':'));
  const last = parameters.findLastIndex((one) => read.has(readParameterName(one)));
  const used = parameters.slice(0, last + 1).map((one) => (read.has(readParameterName(one)) ? one : `_${one}`));
  return `(${used.join(', ')}) => ${body}`;
}

/** Prints the data for collecting issues: the types of a schema and its keywords. */
export function printSchema(plan: Plan, scope: Scope): Data {
  if (isFree(plan)) return `''`;
  if (isClosed(plan)) return runtime(scope, 'false-schema', 'falseSchema');
  const types = stringLiteral(plan.types?.join(' ') ?? '');
  const keywords = plan.checks.flatMap((check) => printCheck(check, plan, scope));
  const [first, ...others] = keywords;
  if (first === undefined) {
    // Lenient checks need to know which objects have declared properties.
    const isNoted = declaredNames(plan, scope.names.program) !== undefined;
    return isNoted ? list([types, ...keyword(scope, 'objects', 'checkProperties', '{}')]) : types;
  }
  const isReference = typeof first === 'string' && first.startsWith('() => ');
  return isReference && others.length === 0 && plan.types === undefined ? first : list([types, ...keywords]);
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
      return [`() => ${scope.names.requireNamedSchema(check.unit)}`];
    case 'allOf': {
      // By the index of each schema. Those that accept everything have no plan, and an empty entry.
      const byIndex = new Map(check.plans.map((one) => [Number(one.pointer.replace(/^.*\//s, '')), one]));
      const length = Math.max(...byIndex.keys()) + 1;
      const schemas = Array.from({ length }, (_, index) => inner(byIndex.get(index), scope));
      return keyword(scope, 'applicators', 'checkAllOf', listSchemas(schemas, scope));
    }
    case 'not':
      return keyword(scope, 'applicators', 'checkNot', printPredicate(check.plan, scope));
    case 'condition': {
      const { test, matching, otherwise } = check;
      const branches = [inner(matching, scope), otherwise && inner(otherwise, scope)];
      if (branches.every((one) => one === undefined || one === `''`)) return [];
      return keyword(scope, 'applicators', 'checkIf', printPredicate(test, scope), ...branches);
    }
    case 'assertion': {
      const { group, keyword: name, argument } = check;
      const code = codeFor(plan, collectorScope(scope));
      // The spec check ensures that the argument has the type that its keyword takes.
      const data = keywords.get(name)?.says?.(argument as never, code) ?? [literal(argument)];
      return keyword(scope, `${group}s`, `check${pascalCase(name)}`, ...data);
    }
    case 'format':
      return [printFormat(check, scope)];
    default:
      return printDependency(check, plan, scope);
  }
}

/** Prints the schema of additional properties, or `closedSchema` if none are allowed. */
function printFurther(plan: Plan, scope: Scope): Data {
  return isClosed(plan) ? runtime(scope, 'keywords/objects', 'closedSchema') : inner(plan, scope);
}

/** Prints the list of allowed values, which the runtime needs to recognize new values. Issues never show a secret list. */
function printValues(check: ValueCheck, plan: Plan, scope: Scope): readonly Data[] {
  const { values } = check;
  const name = plan.secret && values.length > 0 ? 'checkSecret' : 'checkEnum';
  const stated = stringLiteral(check.keyword);
  // Only lists with objects or arrays import the function that compares these.
  if (values.some(isCompound)) {
    const isListed = runtime(scope, 'equal', 'isOneOf');
    return keyword(scope, 'values', name, hoistList(values, plan, scope), stated, isListed);
  }
  return keyword(scope, 'values', name, hoistList(values, plan, scope), check.keyword === 'enum' ? undefined : stated);
}

function hoistList(values: ValueCheck['values'], plan: Plan, scope: Scope): string {
  if (areFew(values, plan)) return literal(values);
  if (!values.some(isCompound)) return hoistValues(values, plan, scope);
  return scope.names.hoist(nameValues(plan, scope), literal(values));
}

function printFields(fields: readonly Field[], scope: Scope): readonly Data[] {
  const { inLoop } = splitFields(fields);
  const loopFields = new Set<Field>(inLoop);
  const lists = {
    checkRequired: fields.filter(({ required }) => required),
    checkListed: inLoop,
    checkProperties: fields.filter((one) => !one.required && one.plan !== undefined && !loopFields.has(one)),
  };
  return Object.entries(lists).flatMap(([name, list]) => {
    const entries = list.map((one) => [propertyKey(one.name), inner(one.plan, scope)] as const);
    return entries.length === 0 ? [] : keyword(scope, 'objects', name, record(entries));
  });
}

function printDependency(
  check: Extract<Check, { kind: 'dependentRequired' | 'dependentSchema' }>,
  plan: Plan,
  scope: Scope,
): readonly Data[] {
  const property = stringLiteral(check.property);
  if (check.kind === 'dependentRequired') {
    const older = check.keyword && stringLiteral(check.keyword);
    return keyword(scope, 'objects', 'checkDependentRequired', property, literal(check.required), older);
  }
  const schema = inner(check.plan, scope);
  if (schema === `''`) return [];
  const [, stated = ''] = check.plan.pointer.slice(plan.pointer.length).split('/');
  const older = stated === 'dependentSchemas' ? undefined : stringLiteral(stated);
  return keyword(scope, 'objects', 'checkDependentSchema', property, schema, older);
}

/** Prints a format as a constant of the file, since many properties may share it. */
function printFormat(check: FormatCheck, scope: Scope): Data {
  const { file, name } = findFormatPredicate(check);
  const isNumber = check.group === 'number';
  const checks = runtime(scope, `keywords/${check.group}s`, isNumber ? 'checkNumberFormat' : 'checkFormat');
  const type = scope.names.useType(inRuntime('schema', 'Keyword'));
  const text = `[${checks}, ${runtime(scope, file, name)}, ${stringLiteral(formatMessage(check.format, check.group))}]`;
  return scope.names.hoist(`${camelCase(check.format)}${isNumber ? 'Number' : ''}Format`, text, type);
}

/** Prints the data of `anyOf` and `oneOf`, with a function that counts the alternatives that match. */
function printUnion(check: UnionCheck, plan: Plan, scope: Scope): readonly Data[] {
  if (check.dispatch !== undefined) return printTagged(check, check.dispatch, plan, scope);
  const count = printCount(check, nameUnionPart(check), plan, scope);
  if (count === undefined) return [];
  const isDeep = check.plans.some((one) => scope.names.program.isDeep(one));
  const union = record([
    ['keyword', stringLiteral(check.keyword)],
    ['tag', check.tag === undefined ? undefined : stringLiteral(check.tag)],
    ['isDeep', isDeep ? 'true' : undefined],
  ]);
  return keyword(scope, 'unions', 'checkUnion', printAlternatives(check, scope), union, count);
}

function printAlternatives({ plans }: UnionCheck, scope: Scope): Data {
  return listSchemas(
    plans.map((one) => inner(one, scope)),
    scope,
  );
}

/** Most schemas in one literal, since TypeScript compares the types of all of them with each other. */
const mostInLiteral = 200;

function listSchemas(schemas: readonly Data[], { names }: Scope): Data {
  if (schemas.length <= mostInLiteral) return list(schemas);
  const type = names.useType(inRuntime('schema', 'Schema'));
  return list(schemas.map((one) => (typeof one === 'string' ? one : names.hoist('part', printData(one, 30), type))));
}

/** Prints the function that counts the matching alternatives. Returns `undefined` if one alternative accepts every value. */
function printCount(check: UnionCheck, word: ManyWord, plan: Plan, scope: Scope): string | undefined {
  const inside = collectorScope(scope);
  const parameters = ['value: unknown', contextParameter(scope)];
  if (!check.exclusive) return printArrow(countMatching(matchEach(check.plans, inside)), parameters);
  const matching = matchMany(word, check.plans, plan, inside);
  return isConstant(matching, true) ? undefined : printArrow(`Number(${print(matching)})`, parameters);
}

/** Prints the data of a tagged union. With `isRequired`, another keyword reports a missing tag. */
function printTagged(check: UnionCheck, dispatch: Dispatch, plan: Plan, scope: Scope): readonly Data[] {
  const { property, branches, otherwise } = dispatch;
  const isRequired = plan.checks.some(
    (one) => one.kind === 'fields' && one.fields.some(({ name, required }) => required && name === property),
  );
  const constants = check.plans.map((_, index) => branches.find((one) => one.plan === index)?.values ?? []);
  const others = check.plans.filter((_, index) => constants[index]?.length === 0 && index !== otherwise);
  const count =
    others.length === 0 || (isKnown(plan, 'object') && mayBeObject(plan))
      ? []
      : printCount({ ...check, plans: others }, 'Others', plan, scope);
  const tag = record([
    ['keyword', stringLiteral(check.keyword)],
    ['name', stringLiteral(property)],
    ['constants', list(constants.map(literal))],
    ['otherwise', otherwise === undefined ? undefined : literal(otherwise)],
    ['isRequired', isRequired ? 'true' : undefined],
  ]);
  return keyword(scope, 'unions', 'checkTagged', printAlternatives(check, scope), tag, ...[count ?? '() => 1'].flat());
}

/** Prints the data of `propertyNames`, `patternProperties` and `additionalProperties`. */
function printMembersKeyword(check: MembersCheck, scope: Scope): readonly Data[] {
  const declared = isDeclared(check, 'key', collectorScope(scope));
  const { additional, names, patterns } = check;
  const restricted = additional && !isFree(additional) && !isConstant(declared, true) ? additional : undefined;
  // The runtime skips all patterns for a rejected name, so that it needs those without restrictions, too.
  const checked = patterns.filter(({ plan }) => names !== undefined || !isFree(plan));
  const printPattern = ({ pattern, flags, plan }: MembersCheck['patterns'][number]): Data =>
    list([hoistPattern(pattern, flags, scope), stringLiteral(pattern), inner(plan, scope)]);
  const needsDeclared = restricted !== undefined && !isConstant(declared, false);
  const entries = [
    ['additional', restricted && printFurther(restricted, scope)],
    ['isDeclared', needsDeclared ? printArrow(print(declared), ['key: string']) : undefined],
    ['isName', names && !isFree(names) ? printPredicate(names, scope) : undefined],
    ['patterns', checked.length === 0 ? undefined : list(checked.map(printPattern))],
  ] as const;
  if (entries.every(([, one]) => one === undefined)) return [];
  const [, , isName, matching] = entries;
  const byName = (isName[1] ?? matching[1]) && runtime(scope, 'keywords/objects', 'checkName');
  return keyword(scope, 'objects', 'checkMembers', record(entries), byName);
}

/** Prints the data of `prefixItems`, `items` and `contains`. */
function printArrayKeyword(check: Extract<Check, { kind: 'items' | 'contains' }>, scope: Scope): readonly Data[] {
  if (check.kind === 'contains') {
    const { least, most } = check;
    const bounds = most === undefined ? (least === 1 ? [] : [least]) : [least, most];
    return keyword(scope, 'arrays', 'checkContains', printPredicate(check.plan, scope), ...bounds.map(numberLiteral));
  }
  const { prefix, rest } = check;
  const from = prefix.length === 0 ? undefined : numberLiteral(prefix.length);
  return [
    ...(prefix.every(isFree)
      ? []
      : keyword(scope, 'arrays', 'checkPrefixItems', list(prefix.map((one) => inner(one, scope))))),
    ...(rest === undefined || isFree(rest) ? [] : keyword(scope, 'arrays', 'checkItems', inner(rest, scope), from)),
  ];
}

/** Prints the data of `unevaluatedProperties` and `unevaluatedItems`, with a function that finds the members that other keywords evaluate. */
function printUnevaluated(
  check: Extract<Check, { kind: 'unevaluatedItems' | 'unevaluatedProperties' }>,
  plan: Plan,
  scope: Scope,
): readonly Data[] {
  const isObject = check.kind === 'unevaluatedProperties';
  const of = isObject ? 'key' : 'index';
  const inside = collectorScope(scope);
  const { covered: others, variables } = buildOthersCover(plan, of, of, inside);
  const names = isObject ? plan.checks.flatMap((one) => (one.kind === 'members' ? (one.names ?? []) : [])) : [];
  const covered = any([...names.map((one) => not(matches(one, lookAt(inside, 'key')))), others]);
  if (isFree(check.plan) || isConstant(covered, true)) return [];
  const member = printArrow(print(covered), [isObject ? 'key: string' : 'index: number']);
  const body = variables.length === 0 ? member : block('', [...variables, `return ${member};`]).join('\n');
  const value = isObject ? 'value: Readonly<Record<string, unknown>>' : 'value: readonly unknown[]';
  const cover = printArrow(body, [value, contextParameter(scope)]);
  const [file, name] = isObject ? ['objects', 'checkUnevaluatedProperties'] : ['arrays', 'checkUnevaluatedItems'];
  return keyword(scope, file, name, isObject ? printFurther(check.plan, scope) : inner(check.plan, scope), cover);
}
