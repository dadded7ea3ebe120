import type { EmitMemory } from '../emit-context.js';
import type { Program, Unit } from './plan/program.js';
import type { Export } from './service/service-units.js';

/** Says, for each module of validators, all that it is made from: the text is the same only where that is. */
export type ModuleOrigin = (module: string, exports: readonly Export[], units: readonly Unit[]) => string;

/**
 * A module is made from its units, from those that their schemas lead to (of which it takes over what is short), from how
 * all these call each other, and from the names that are taken.
 */
export function createModuleOrigin(program: Program, memory: EmitMemory): ModuleOrigin {
  const numbers = new Map([...program.units.values()].map((unit) => [unit.key, numberUnit(unit, program, memory)]));
  const stems = memory.numberOf('stems', JSON.stringify([...program.stems]));
  const { functions, schemas } = program.shares;
  const owners = [...functions, ...schemas].map(({ stem, unit, isExported, plan }) => [
    stem,
    unit.module,
    isExported,
    memory.numberOf(`owner ${stem}`, JSON.stringify(plan)),
  ]);
  const shares = memory.numberOf('shares', JSON.stringify(owners));
  return (module, exports, units) => {
    const used = reach([...units.map(({ key }) => key), ...exports.map(({ unit }) => unit)], program);
    const exported = exports.map(({ symbol, unit, alias, variantOf, hasPredicate }) =>
      JSON.stringify([symbol, unit, alias ?? null, variantOf ?? null, hasPredicate === true]),
    );
    const own = memory.numberOf(`exports ${module}`, JSON.stringify([exported, units.map(({ key }) => key)]));
    return [own, stems, shares, ...used.map((key) => numbers.get(key))].join(' ');
  };
}

function numberUnit(unit: Unit, program: Program, memory: EmitMemory): number {
  const { key, type } = unit;
  const printed = typeof type === 'function' ? type(({ name, module }) => `${module}#${name}`) : type;
  return memory.numberOf(`unit ${key}`, JSON.stringify([{ ...unit, type: printed }, program.factsOf(key)]));
}

/** Units that some lead to, and these; in an order that follows from theirs. */
function reach(keys: readonly string[], program: Program): readonly string[] {
  const found = new Set(keys);
  for (const key of found) for (const next of program.callsOf(key)) found.add(next);
  return [...found];
}
