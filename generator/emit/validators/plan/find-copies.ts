import { LocalNames, pascalCase } from './local-names.js';
import { innerPlans, takesFunction, type Plan } from './plan.js';
import type { Copied, Program, Unit } from './program.js';

/** Module of the schemas that several modules have inline. */
const sharedModule = 'validators/shared';

/** Fewest properties and keywords of an inline schema that gets a function of its own when it is repeated. */
const leastParts = 8;

/**
 * Finds large inline schemas that are repeated, and gives each one function: in its module, or in `validators/shared` if several
 * modules use it. Smaller ones are printed at each use, so that a change of one resource changes the files of that resource alone.
 */
export function findCopies({ units, memoOf }: Pick<Program, 'units' | 'memoOf'>): ReadonlyMap<Plan, Copied> {
  const found = new Map<string, [Plan, Unit][]>();
  const visit = (plan: Plan, unit: Unit): void => {
    if ((plan !== unit.plan || unit.isInline === true) && takesFunction(plan) && countParts(plan) >= leastParts) {
      const key = `${memoOf(plan, unit) ?? ''} ${printContent(plan)}`;
      const known = found.get(key);
      // Schemas inside a repeated one are printed with it.
      if (known !== undefined) return void known.push([plan, unit]);
      found.set(key, [[plan, unit]]);
    }
    for (const one of plan.checks.flatMap(innerPlans)) visit(one, unit);
  };
  for (const unit of units.values()) visit(unit.plan, unit);
  const names = new LocalNames([...units.values()].map(({ name }) => name));
  const copies = [...found.values()].flatMap((uses) => {
    const [first] = uses;
    if (first === undefined || uses.length < 2) return [];
    const [plan, unit] = first;
    const isExported = uses.some(([, one]) => one.module !== unit.module);
    const module = isExported ? sharedModule : unit.module;
    const copied: Copied = { plan, unit, stem: names.claim(nameContent(plan)), module, isExported };
    return uses.map(([one]) => [one, copied] as const);
  });
  return new Map(copies);
}

/** Names a schema by its first properties: `isCityCountryLine1AndMore`. */
function nameContent({ checks, hint }: Plan): string {
  const names = checks.flatMap((check) =>
    check.kind === 'fields' ? check.fields.map(({ name }) => pascalCase(name)) : [],
  );
  const [word = 'schema'] = hint.slice(-1);
  if (names.length === 0) return pascalCase(word);
  return names.slice(0, 3).join('') + (names.length > 3 ? 'AndMore' : '');
}

function countParts(plan: Plan): number {
  let count = 0;
  const visit = ({ checks }: Plan): void => {
    for (const check of checks) {
      count += check.kind === 'fields' ? check.fields.length : 1;
      if (count < leastParts) innerPlans(check).forEach(visit);
    }
  };
  visit(plan);
  return count;
}

/** Prints a plan without its name, with pointers relative to its own. Plans of the same text report the same issues. */
function printContent(root: Plan): string {
  return JSON.stringify(root, (key, value: unknown) => {
    if (key === 'hint') return undefined;
    return key === 'pointer' ? String(value).slice(root.pointer.length) : value;
  });
}
