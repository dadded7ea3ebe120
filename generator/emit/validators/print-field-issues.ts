import { literal, stringLiteral } from '../code/literals.js';
import { inside } from './build-plan.js';
import { compare, not } from './condition.js';
import { cutFunction, widest } from './cut-function.js';
import { findFormat } from './formats.js';
import { areFew, hoistValues, isScalar } from './hoist-values.js';
import { checkMessage } from './messages.js';
import type { Check, Field, Plan } from './plan.js';
import { collectorOf, isNested, printMember, reportUnless } from './print-collect.js';
import { inherited, isAbsent, readProperty } from './read-property.js';
import { look, openedValue, runtime, type Scope } from './scope.js';

/** Statements that collect the issues of declared properties: mostly one call each; where there are many, further functions go on. */
export function printFieldIssues(fields: readonly Field[], plan: Plan, scope: Scope): readonly string[] {
  const inner: Scope = { ...scope, value: openedValue, context: 'at.context', depth: 'at.context.depth' };
  const [first = [], ...others] = cutFunction(fields.map((field) => printField(field, plan, inner)));
  if (first.length === 0) return [];
  const calls = others.map((lines) => `${scope.names.continueIn(plan, scope.unit, 'collect', lines)}(at);`);
  return [...openAgain(plan, scope), ...first, ...calls];
}

/** Where the type was not settled at the start of the function. */
function openAgain(plan: Plan, { value, context }: Scope): readonly string[] {
  if (value === openedValue) return [];
  return [`const at = { ${context}, ${value}, schema: ${stringLiteral(plan.pointer)} };`];
}

function printField(field: Field, plan: Plan, scope: Scope): readonly string[] {
  const { name, plan: member } = field;
  const missing = field.required ? printRequired(name, plan, scope) : [];
  if (member === undefined) return missing;
  const call = inherited.has(name) ? undefined : callFor(name, member, scope);
  return [...missing, ...(call === undefined ? printAtLength(name, member, plan, scope) : [call])];
}

/** Names that every object inherits have to be looked for in the object itself. */
function printRequired(name: string, plan: Plan, scope: Scope): readonly string[] {
  const key = stringLiteral(name);
  if (!inherited.has(name)) return [`${runtime(scope, 'members', 'checkRequired')}(at, ${key});`];
  const issue = { keyword: 'required', message: 'is required', pointer: plan.pointer };
  return reportUnless(not(isAbsent(name, scope)), issue, scope, { key });
}

/** The call that says all about a property of a usual kind. */
function callFor(name: string, member: Plan, scope: Scope): string | undefined {
  const { types, checks } = member;
  const call = caller(name, scope);
  const [check, ...others] = checks;
  if (isNested(member)) return call('checkMember', collectorOf(member, scope));
  if (others.length > 0) return undefined;
  if (check === undefined) return callForType(types?.join(), call);
  if (check.kind === 'values' && types === undefined) return callForValues(check, member, scope, call);
  if (check.kind !== 'textFormat' || types?.join() !== 'string') return undefined;
  const format = findFormat(check.format)?.text;
  return format && call('checkFormat', scope.names.use(format), stringLiteral(checkMessage(check)));
}

type Call = (name: string, ...args: readonly string[]) => string;

/** Calls for a property. What is right or absent is told apart before, which saves the call; not where that would not fit on a line. */
function caller(name: string, scope: Scope): Call {
  const read = readProperty(name, scope);
  return (helper, ...args) => {
    const call = `${runtime(scope, 'members', helper)}(${['at', stringLiteral(name), ...args].join(', ')});`;
    const guard = helper === 'checkType' ? `typeof ${read} !== ${args[0]}` : `${read} !== undefined`;
    const line = `if (${guard}) ${call}`;
    return line.length <= widest ? line : call;
  };
}

function callForType(type: string | undefined, call: Call): string | undefined {
  if (type === 'string' || type === 'boolean') return call('checkType', stringLiteral(type));
  if (type === 'number') return call('checkNumber');
  return type === 'integer' ? call('checkInteger') : undefined;
}

function callForValues(
  { values, keyword }: Extract<Check, { kind: 'values' }>,
  member: Plan,
  scope: Scope,
  call: Call,
): string | undefined {
  if (member.secret || values.length === 0 || !values.every(isScalar)) return undefined;
  const further = keyword === 'enum' ? [] : [stringLiteral(keyword)];
  if (areFew(values, member)) return call('checkOneOf', literal(values), ...further);
  return call('checkEnum', hoistValues(values, member, scope), ...further);
}

function printAtLength(name: string, member: Plan, plan: Plan, scope: Scope): readonly string[] {
  const local = scope.locals.claimLocal(name);
  const { pointer } = inside({ pointer: plan.pointer, hint: [] }, ['properties', name], '');
  const isThere = compare(local, '!==', 'undefined');
  const spot = { key: stringLiteral(name), refusedBy: pointer };
  return [`const ${local} = ${readProperty(name, scope)};`, ...printMember(member, spot, isThere, look(scope, local))];
}
