import { readOwn } from '../client/params/values.js';

/** Gives properties the names that callers know, and back. */
export interface Renamer {
  readonly toDomain: (wire: string) => string;
  readonly toWire: (domain: string) => string;
}

type Names = Readonly<Record<string, string>>;

const known = new WeakMap<Names, Renamer>();

/**
 * Returns the renamer of a schema. A property that is not declared keeps its name, unless a declared one is called so: then it gets
 * so many `_` that nothing else has its name, and loses them on the way back. Nothing is lost either way.
 */
export function findRenamer(names: Names): Renamer {
  const found = known.get(names);
  if (found) return found;
  const entries = Object.entries(names);
  const back = new Map(entries.map(([wire, domain]) => [domain, wire]));
  const renamed = new Set(entries.filter(([wire, name]) => wire !== name).map(([, name]) => trim(name)));
  // A new name ends with more `_` than any declared one.
  const shift = '_'.repeat(1 + Math.max(0, ...entries.map(([, name]) => name.length - trim(name).length)));
  const renamer = {
    toDomain: (wire: string) => readOwn(names, wire) ?? (renamed.has(trim(wire)) ? wire + shift : wire),
    toWire: (domain: string) => {
      const isShifted = renamed.has(trim(domain)) && domain.endsWith(shift);
      return back.get(domain) ?? (isShifted ? domain.slice(0, -shift.length) : domain);
    },
  };
  known.set(names, renamer);
  return renamer;
}

/** Returns a name without the `_` at its end. */
function trim(name: string): string {
  return name.replace(/_+$/, '');
}
