import type { Program, Unit } from './plan/program.js';
import type { Export } from './service/service-units.js';

/** Name of the function that judges from the root, where `is` itself counts levels; empty where `is` takes a value alone. */
export function rootPredicate(unit: Unit, program: Program): string {
  return program.isDeep(unit.plan) ? `matches${unit.name}` : '';
}

/** The predicate of a model as the index exports it: `isVideo`, and nothing but a value goes in, so that `filter` takes it. */
export function predicateExport({ hasPredicate, unit: key }: Export, program: Program): readonly string[] {
  if (hasPredicate !== true) return [];
  const unit = program.unit(key);
  const name = `is${unit.name}`;
  const whole = rootPredicate(unit, program);
  return [whole === '' ? name : `${whole} as ${name}`];
}
