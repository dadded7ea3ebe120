import { LocalNames, namesIn } from '../plan/local-names.js';
import type { Plan } from '../plan/plan.js';
import { print } from './condition.js';
import { list, type Data } from './data.js';
import { matchesInPlace } from './matches.js';
import { runtime, type Scope } from './scope.js';

/** The schema of a plan that is inside another one. */
export function inner(plan: Plan | undefined, scope: Scope): Data {
  return plan === undefined ? `''` : scope.names.schemaOf(plan, scope.unit);
}

/** A keyword: the function of the runtime that checks it, and what it says. */
export function keyword(scope: Scope, file: string, name: string, ...says: readonly Data[]): readonly [Data] {
  return [list([runtime(scope, `keywords/${file}`, name), ...says])];
}

/** The scope of a function that collectors ask about a value, beside the context that they collect in. */
export function verdictScope({ names, unit }: Scope): Scope {
  const locals = new LocalNames(['value', 'context', 'key', 'index', 'undefined'], names.taken);
  return { names, unit, value: 'value', depth: 'context.depth', memo: 'context', locals };
}

/** Source text of a function that says whether a value matches a plan. */
export function printVerdict(plan: Plan, scope: Scope): string {
  const text = print(matchesInPlace(plan, verdictScope(scope)));
  const called = /^([\w$]+)\(value\)$/.exec(text)?.[1];
  return called ?? printArrow(text, ['value: unknown', contextParameter(scope)]);
}

/** Parameter of such functions that is the context of the collectors: levels left, and the memo. */
export function contextParameter({ names }: Scope): string {
  return `context: ${names.useType({ name: 'IssueContext', module: 'runtime/validators/validator' })}`;
}

/** Source text of an arrow function; parameters that nothing reads are left out from the end. */
export function printArrow(body: string, parameters: readonly string[]): string {
  const read = namesIn(body);
  const nameOf = (parameter: string): string => parameter.slice(0, parameter.indexOf(':'));
  const last = parameters.findLastIndex((one) => read.has(nameOf(one)));
  const used = parameters.slice(0, last + 1).map((one) => (read.has(nameOf(one)) ? one : `_${one}`));
  return `(${used.join(', ')}) => ${body}`;
}
