import type { JsonType } from '../../api/schema.js';
import type { Json } from '../../spec/json.js';
import { stringLiteral } from '../code/literals.js';
import { inside } from './build-plan.js';
import { all, always, any, compare, not, test, type Condition } from './condition.js';
import { cutFunction, widest } from './cut-function.js';
import { findFormat } from './formats.js';
import { areFew, hoistValues, isScalar } from './hoist-values.js';
import { typeCondition } from './judge-simple.js';
import { mentions } from './local-names.js';
import { checkMessage } from './messages.js';
import type { Check, Field, Plan } from './plan.js';
import { collectorOf, isNested, memberStops, nestCall, printMember, printPlace } from './print-collect.js';
import { reportUnless, stopIf, stopWhenFull } from './print-issue.js';
import { printLookup, type Lookup } from './print-lookup.js';
import { inherited, isAbsent, readProperty } from './read-property.js';
import { look, runtime, type Scope } from './scope.js';
import { splitFields } from './split-fields.js';

/** Statements that collect the issues of declared properties: mostly one or two each; where there are many, further functions go on. */
export function printFieldIssues(fields: readonly Field[], plan: Plan, scope: Scope): readonly string[] {
  const inner: Scope = { ...scope, place: plan.pointer };
  const { first: ahead, looked, last } = splitFields(fields);
  const read = (list: readonly Field[]): readonly (readonly string[])[] =>
    list.map((field) => printField(field, plan, inner));
  const groups = [...read(ahead), printLookup(looked, lookupIn(plan, inner), plan, inner), ...read(last)];
  const [first = [], ...others] = cutFunction(groups);
  if (first.length === 0) return [];
  const calls = others.flatMap((lines) => [
    `${scope.names.continueIn(plan, scope.unit, 'collect', [...unpack(lines), ...lines])}(at);`,
    stopWhenFull(inner),
  ]);
  const all = [...first, ...calls.slice(0, -1)];
  // Where the type was not settled at the start of the function, it has no place yet.
  return scope.place === undefined ? [...printPlace(plan, all, scope), ...all] : all;
}

/** How the collector judges the properties that an object has: in a function that is handed the object's place. */
function lookupIn(plan: Plan, scope: Scope): Lookup {
  const inner = { ...look(scope, 'item'), context: 'at.context', depth: 'at.context.depth', memo: 'at.context' };
  return {
    part: { kind: 'collect', word: 'Member', takes: 'place', otherwise: 'false' },
    judge: ({ name, plan: member }) => {
      const usual = refusalOf({ text: 'key' }, member, inner);
      if (usual !== undefined) return all([usual.wrong, test(usual.call)]);
      return any(memberStops(member, { key: 'key', refusedBy: pointerOf(name, plan) }, always, inner));
    },
    ask: (name, key, item) => `if (${item} !== undefined && ${name}(at, ${key}, ${item})) return;`,
  };
}

/** What a function that goes on reads of the place that it is handed. */
function unpack(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  return ['context', 'value'].filter((name) => mentions(text, name)).map((name) => `const ${name} = at.${name};`);
}

function printField(field: Field, plan: Plan, scope: Scope): readonly string[] {
  const { name, plan: member } = field;
  const both = member === undefined || inherited.has(name) ? undefined : callForRequired(field, member, scope);
  if (both !== undefined) return both;
  const missing = field.required ? printRequired(name, plan, scope) : [];
  if (member === undefined) return missing;
  const call = inherited.has(name) ? undefined : callFor(name, member, scope);
  return [...missing, ...(call ?? printAtLength(name, member, plan, scope))];
}

/** Names that every object inherits have to be looked for in the object itself. */
function printRequired(name: string, plan: Plan, scope: Scope): readonly string[] {
  const key = stringLiteral(name);
  if (!inherited.has(name))
    return stopIf(isAbsent(name, scope), `${runtime(scope, 'members', 'refuseAbsent')}(at, ${key})`);
  const issue = { keyword: 'required', message: 'is required', pointer: plan.pointer };
  return reportUnless(not(isAbsent(name, scope)), issue, scope, { key });
}

/** A required property of a simple type: whether it is there matters only where it is not of that type. */
function callForRequired({ name, required }: Field, member: Plan, scope: Scope): readonly string[] | undefined {
  const type = simpleType(member);
  if (!required || type === undefined) return undefined;
  const wrong = not(typeCondition(type, look(scope, readProperty(name, scope))));
  return stopIf(wrong, callText('requireType', [stringLiteral(name), stringLiteral(type)], scope));
}

/** The type that is all that is said of a property. */
function simpleType({ types, checks }: Plan): JsonType | undefined {
  const [type, ...others] = types ?? [];
  const isSimple = type !== undefined && others.length === 0 && checks.length === 0;
  return isSimple && ['string', 'boolean', 'number', 'integer'].includes(type) ? type : undefined;
}

/** What is wrong with a property of a usual kind where it is there, and the call that says so. */
interface Refusal {
  readonly wrong: Condition;
  readonly call: string;
  /** Whether the property is read where it stands, if that fits on a line: twice only where it is not right. */
  readonly isShort: boolean;
}

/** A property's name. */
interface Key {
  /** Source text of it. */
  readonly text: string;
  /** Way from the schema of the object to that of the property, as part of a JSON pointer, where the name is known. */
  readonly step?: string;
}

/** All that is said about a property of a usual kind, which is the value of `scope`. */
function refusalOf(name: Key, member: Plan, scope: Scope): Refusal | undefined {
  const { types, checks } = member;
  const key = name.text;
  const [check, ...others] = checks;
  if (isNested(member))
    return { wrong: always, call: nestCall(key, collectorOf(member, scope), scope), isShort: false };
  const type = simpleType(member);
  if (type !== undefined) {
    const call = callText('refuseType', [key, stringLiteral(type)], scope);
    return { wrong: not(typeCondition(type, scope)), call, isShort: true };
  }
  if (check === undefined || others.length > 0) return undefined;
  if (check.kind === 'values' && types === undefined) return refusalOfValues(name, check, member, scope);
  const format = check.kind === 'textFormat' && types?.join() === 'string' ? findFormat(check.format)?.text : undefined;
  if (format === undefined || check.kind !== 'textFormat') return undefined;
  const isFormatted = test(`${scope.names.use(format)}(${scope.value})`);
  return {
    wrong: any([not(typeCondition('string', scope)), not(isFormatted)]),
    call: callText('refuseFormat', [key, stringLiteral(checkMessage(check))], scope),
    isShort: false,
  };
}

/**
 * The statements that say all about a property of a usual kind. What is right or absent is told apart in place: no call
 * sees the object's place then, which is never made.
 */
function callFor(name: string, member: Plan, scope: Scope): readonly string[] | undefined {
  const key = { text: stringLiteral(name), step: pointerOf(name, { pointer: '' }) };
  const read = readProperty(name, scope);
  const inPlace = refusalOf(key, member, look(scope, read));
  if (inPlace === undefined) return undefined;
  const lines = stopIf(all([inPlace.wrong, compare(read, '!==', 'undefined')]), inPlace.call);
  if (inPlace.isShort && lines.every((line) => line.length <= widest)) return lines;
  const local = scope.locals.claimLocal(name);
  const { wrong, call } = refusalOf(key, member, look(scope, local)) ?? inPlace;
  return [`const ${local} = ${read};`, ...stopIf(all([compare(local, '!==', 'undefined'), wrong]), call)];
}

function callText(helper: string, args: readonly string[], scope: Scope): string {
  return `${runtime(scope, 'members', helper)}(${['at', ...args].join(', ')})`;
}

function refusalOfValues(
  key: Key,
  { values, keyword }: Extract<Check, { kind: 'values' }>,
  member: Plan,
  scope: Scope,
): Refusal | undefined {
  const [first] = values;
  if (member.secret || first === undefined || !values.every(isScalar)) return undefined;
  if (keyword === 'const' && isQuotable(first)) {
    const call = callForConst(key, first, scope);
    return { wrong: compare(scope.value, '!==', stringLiteral(first)), call, isShort: true };
  }
  if (keyword !== 'enum' || areFew(values, member)) return undefined;
  const call = callText('checkEnum', [key.text, scope.value, hoistValues(values, member, scope)], scope);
  return { wrong: always, call, isShort: true };
}

/** Often what is first wrong of a value that is none of the kind: where the name is known, no texts are put together. */
function callForConst({ text, step }: Key, constant: string, scope: Scope): string {
  const message = stringLiteral(`must be "${constant}"`);
  if (step === undefined) return callText('refuse', [text, stringLiteral('const'), message], scope);
  return callText('refuseConst', [text, message, stringLiteral(`${step}/const`)], scope);
}

/** Longest constant that a message quotes. */
const longestConstant = 100;

/** Whether a constant is a text that stands in a message as it is. */
function isQuotable(constant: Json): constant is string {
  return (
    typeof constant === 'string' && constant.length <= longestConstant && JSON.stringify(constant) === `"${constant}"`
  );
}

function printAtLength(name: string, member: Plan, plan: Plan, scope: Scope): readonly string[] {
  const local = scope.locals.claimLocal(name);
  const isThere = compare(local, '!==', 'undefined');
  const spot = { key: stringLiteral(name), refusedBy: pointerOf(name, plan) };
  return [`const ${local} = ${readProperty(name, scope)};`, ...printMember(member, spot, isThere, look(scope, local))];
}

/** JSON pointer of the schema of a declared property. */
function pointerOf(name: string, plan: Pick<Plan, 'pointer'>): string {
  return inside({ pointer: plan.pointer, hint: [] }, ['properties', name], '').pointer;
}
