import { isSimple } from './judge-simple.js';
import type { Field, Plan } from './plan.js';
import { inherited } from './read-property.js';

/** A declared property that is looked for among those that an object has. */
export interface LookedField extends Field {
  readonly plan: Plan;
}

/** Declared properties in the order in which they are judged: some read by name, some looked for, others read by name. */
export interface SplitFields {
  readonly first: readonly Field[];
  readonly looked: readonly LookedField[];
  readonly last: readonly Field[];
}

/**
 * Fewest optional properties that are looked for among those the object has. Fewer are read one by one, which is faster
 * where most are there and all objects list them in the same order, and slower elsewhere.
 */
const many = 8;

/**
 * Says how `is` and the collectors come to each declared property, so that both see the same ones of an object that is
 * no plain one. Those that take no function or loop come first: whoever asks for one issue may be spared everything else.
 */
export function splitFields(fields: readonly Field[]): SplitFields {
  const simple = fields.filter(isSimpleField);
  const others = fields.filter((field) => !isSimpleField(field));
  const looked = [simple, others].map((list) => list.filter(canBeLookedFor)).filter(({ length }) => length >= many);
  const inLoop = new Set<Field>(looked.flat());
  const isRead = (field: Field): boolean => !inLoop.has(field);
  return { first: simple.filter(isRead), looked: looked.flat(), last: others.filter(isRead) };
}

/** Whether judging a property takes neither a function nor a loop. */
function isSimpleField({ plan }: Field): boolean {
  return plan === undefined || plan.checks.every((check) => isSimple(check) && check.kind !== 'unique');
}

/** Names that every object inherits are not: they would be found where the object itself has no such property. */
function canBeLookedFor(field: Field): field is LookedField {
  return !field.required && field.plan !== undefined && !inherited.has(field.name);
}
