import { isClosed, isFree, innerPlans, type Check, type Plan, type Program } from './plan.js';

/** Names of properties that a schema itself declares. */
export interface DeclaredNames {
  readonly names: readonly string[];
  readonly patterns: readonly (readonly [source: string, flags: string])[];
  /** True where the schema describes properties of any name. */
  readonly isOpen: boolean;
}

/** Lists the names that a plan itself declares; `undefined` where it declares none. */
export function declaredNames(plan: Plan, program: Pick<Program, 'unit'>): DeclaredNames | undefined {
  const all = plan.checks.flatMap((check) => listCheckNames(check, program, new Set()));
  const names = [...new Set(all.flatMap((one) => one.names))];
  const patterns = all.flatMap((one) => one.patterns);
  const isOpen = all.some((one) => one.isOpen);
  return names.length === 0 && patterns.length === 0 && !isOpen ? undefined : { names, patterns, isOpen };
}

/** Tells whether a schema of further properties describes them: it is neither `true` nor `false`. */
function isDescriptive(plan: Plan): boolean {
  return !isClosed(plan) && !isFree(plan);
}

const nothing: DeclaredNames = { names: [], patterns: [], isOpen: false };

function listCheckNames(check: Check, program: Pick<Program, 'unit'>, passed: Set<Plan>): readonly DeclaredNames[] {
  switch (check.kind) {
    case 'fields':
      return [{ ...nothing, names: check.fields.map(({ name }) => name) }];
    case 'members':
      return [
        {
          ...nothing,
          patterns: check.patterns.map(({ pattern, flags }) => [pattern, flags]),
          isOpen: check.additional !== undefined && isDescriptive(check.additional),
        },
      ];
    case 'unevaluatedProperties':
      return [{ ...nothing, isOpen: isDescriptive(check.plan) }];
    case 'dependentRequired':
      return [{ ...nothing, names: [check.property, ...check.required] }];
    case 'dependentSchema':
      return [{ ...nothing, names: [check.property] }];
    case 'condition':
      // The runtime does not note the properties that an `if` declares.
      return namesInPlace(check.test, program, passed);
    default:
      return [];
  }
}

/** Lists the names of a plan and of all plans that check the same value for it. */
function namesInPlace(plan: Plan, program: Pick<Program, 'unit'>, passed: Set<Plan>): readonly DeclaredNames[] {
  if (passed.has(plan)) return [];
  passed.add(plan);
  return plan.checks.flatMap((check) => {
    if (check.kind === 'call') return namesInPlace(program.unit(check.unit).plan, program, passed);
    const inner = check.kind === 'allOf' || check.kind === 'union' ? check.plans : [];
    return [...listCheckNames(check, program, passed), ...inner.flatMap((one) => namesInPlace(one, program, passed))];
  });
}

/** Declared names by the pointer of each schema: `{'#/components/schemas/Video': 'id snippet'}`, or `true` for any name. The lenient check reads it. */
export type DeclaredTable = Readonly<Record<string, string | true | Omit<DeclaredNames, 'isOpen'>>>;

/** Lists the names that plans and all plans inside them declare. */
export function declaredTable(plans: Iterable<Plan>, program: Pick<Program, 'unit'>): DeclaredTable {
  const table = new Map<string, DeclaredTable[string]>();
  const visit = (plan: Plan): void => {
    const declared = declaredNames(plan, program);
    if (declared !== undefined && !table.has(plan.pointer)) {
      const { names, patterns, isOpen } = declared;
      const isPlain = patterns.length === 0 && names.every((name) => name !== '' && !name.includes(' '));
      table.set(plan.pointer, isOpen || (isPlain ? names.join(' ') : { names, patterns }));
    }
    plan.checks.flatMap(innerPlans).forEach(visit);
  };
  for (const plan of plans) visit(plan);
  return Object.fromEntries(table);
}
