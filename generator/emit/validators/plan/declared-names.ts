import { reachable } from '../../../iterables.js';
import { isClosed, isFree, innerPlans, type Check, type Plan, type Program } from './plan.js';

/** Names of the properties that a schema itself declares. */
export interface DeclaredNames {
  readonly names: readonly string[];
  readonly patterns: readonly (readonly [source: string, flags: string])[];
  /** The schema describes properties of any name. */
  readonly isOpen: boolean;
}

/** Finds the names that a plan itself declares; `undefined` if there are none. */
export function declaredNames(plan: Plan, { unit }: Pick<Program, 'unit'>): DeclaredNames | undefined {
  // The runtime does not collect the properties that an `if` declares, so they count here.
  const tests = reachable(plan.checks.flatMap(listTests), ({ checks }) =>
    checks.flatMap((check) => {
      if (check.kind === 'call') return [unit(check.unit).plan];
      return check.kind === 'allOf' || check.kind === 'union' ? check.plans : listTests(check);
    }),
  );
  const checks = [plan, ...tests].flatMap((one) => one.checks);
  const names = new Set(checks.flatMap(listOwnNames));
  const patterns = checks.flatMap((check) =>
    check.kind === 'members' ? check.patterns.map(({ pattern, flags }) => [pattern, flags] as const) : [],
  );
  const further = checks.flatMap((check) => {
    if (check.kind === 'unevaluatedProperties') return [check.plan];
    return check.kind === 'members' ? (check.additional ?? []) : [];
  });
  const isOpen = further.some((one) => !isClosed(one) && !isFree(one));
  return names.size + patterns.length === 0 && !isOpen ? undefined : { names: [...names], patterns, isOpen };
}

function listTests(check: Check): readonly Plan[] {
  return check.kind === 'condition' ? [check.test] : [];
}

function listOwnNames(check: Check): readonly string[] {
  switch (check.kind) {
    case 'fields':
      return check.fields.map(({ name }) => name);
    case 'dependentRequired':
      return [check.property, ...check.required];
    case 'dependentSchema':
      return [check.property];
    default:
      return [];
  }
}

/** Declared names by the pointer of each schema, for the lenient check: `{'#/components/schemas/Video': 'id snippet'}`; `true` for any name. */
type DeclaredTable = Readonly<Record<string, string | true | Omit<DeclaredNames, 'isOpen'>>>;

/** Builds the table of the names that plans and their inner plans declare. Each root has its pointer in the input. */
export function declaredTable(
  roots: Iterable<readonly [plan: Plan, pointer: string]>,
  program: Pick<Program, 'unit'>,
): DeclaredTable {
  const table = new Map<string, DeclaredTable[string]>();
  for (const [root, at] of roots) {
    const visit = (plan: Plan): void => {
      const pointer = at + plan.pointer.slice(root.pointer.length);
      const declared = declaredNames(plan, program);
      if (declared !== undefined && !table.has(pointer)) {
        const { names, patterns, isOpen } = declared;
        const isPlain = patterns.length === 0 && names.every((name) => name !== '' && !name.includes(' '));
        table.set(pointer, isOpen || (isPlain ? names.join(' ') : { names, patterns }));
      }
      plan.checks.flatMap(innerPlans).forEach(visit);
    };
    visit(root);
  }
  return Object.fromEntries(table);
}
