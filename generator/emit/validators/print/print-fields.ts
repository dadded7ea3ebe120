import { all, any, compare, not, type Condition } from './condition.js';
import { matches } from './matches.js';
import type { Field, Plan } from './plan.js';
import { printLookup } from './print-lookup.js';
import { inherited, isAbsent, readProperty } from './read-property.js';
import { refuseUnless } from './refuse-unless.js';
import { look, type Scope } from './scope.js';
import { splitFields } from './split-fields.js';

/** Statements that judge declared properties: those that take no function or loop come first. */
export function printFields(fields: readonly Field[], plan: Plan, scope: Scope): readonly string[] {
  const { first, looked, last } = splitFields(fields);
  const read = (list: readonly Field[]): readonly (readonly string[])[] =>
    list.map((field) => printField(field, scope));
  const groups = [...read(first), printLookup(looked, plan, scope), ...read(last)];
  const end = groups.findIndex(([line]) => line === 'return false;');
  return (end < 0 ? groups : groups.slice(0, end + 1)).flat();
}

/** What a set holds is read in place: the second time only where it is there. All else reads once what is there. */
function printField({ name, required, plan }: Field, scope: Scope): readonly string[] {
  if (plan === undefined) return required ? refuseUnless(not(isAbsent(name, scope))) : [];
  const read = readProperty(name, scope);
  const inline = refuseUnless(fieldCondition(required, plan, look(scope, read)));
  // A schema that is never refused, found behind references, asks for nothing; one that always is needs no value.
  if (inline.length === 0 || inline[0] === 'return false;') return inline;
  const count = inline.join('').split(read).length - 1;
  if (count === 1 && !inherited.has(name)) return inline;
  const local = scope.locals.claimLocal(name);
  return [`const ${local} = ${read};`, ...refuseUnless(fieldCondition(required, plan, look(scope, local)))];
}

function fieldCondition(required: boolean, plan: Plan, scope: Scope): Condition {
  const matching = matches(plan, scope);
  if (!required) return any([compare(scope.value, '===', 'undefined'), matching]);
  return refusesAbsence(plan) ? matching : all([compare(scope.value, '!==', 'undefined'), matching]);
}

/** Whether `undefined` cannot match, so that its presence needs no test of its own. */
function refusesAbsence(plan: Plan): boolean {
  return plan.types !== undefined || plan.checks.some((check) => check.kind === 'values');
}
