/** Gives properties the names that callers know, and back. */
export interface Renamer {
  readonly toDomain: (wire: string) => string;
  readonly toWire: (domain: string) => string;
}

type Names = Readonly<Record<string, string>>;

const known = new WeakMap<Names, Renamer>();

/**
 * The renamer of a schema. A property that is not declared keeps its name, unless a declared one is called so: then it gets so
 * many `_` that nothing else has its name, and loses them on the way back. Nothing is lost either way.
 */
export function renamerOf(names: Names): Renamer {
  const renamer = known.get(names) ?? makeRenamer(names);
  known.set(names, renamer);
  return renamer;
}

function makeRenamer(names: Names): Renamer {
  const back = new Map(Object.entries(names).map(([wire, domain]) => [domain, wire]));
  const shifts = findShifts(names);
  const shiftOf = (name: string): number => shifts.get(stemOf(name)) ?? 0;
  return {
    toDomain: (wire) => (Object.hasOwn(names, wire) ? (names[wire] ?? wire) : wire + '_'.repeat(shiftOf(wire))),
    toWire: (domain) => {
      const declared = back.get(domain);
      if (declared !== undefined) return declared;
      const shift = shiftOf(domain);
      return shift > 0 && domain.endsWith('_'.repeat(shift)) ? domain.slice(0, -shift) : domain;
    },
  };
}

/** By how many `_` names move: further than any declared one that differs from them in nothing else, where one of those is new. */
function findShifts(names: Names): ReadonlyMap<string, number> {
  const entries = Object.entries(names);
  const renamed = new Set(entries.flatMap(([wire, name]) => (wire === name ? [] : [stemOf(name)])));
  const shifts = new Map<string, number>();
  for (const [, name] of entries) {
    const stem = stemOf(name);
    const shift = name.length - stem.length + 1;
    if (renamed.has(stem) && shift > (shifts.get(stem) ?? 0)) shifts.set(stem, shift);
  }
  return shifts;
}

function stemOf(name: string): string {
  return name.replace(/_+$/, '');
}
