import type { Imports } from '../../code/imports.js';
import type { CodeSymbol } from '../../source-file.js';
import type { Plan } from './plan.js';

/** A schema with functions of its own: a model, a schema that a `$ref` reaches, a part of an operation. */
export interface Unit {
  readonly key: string;
  /** PascalCase stem of its functions: `Playlist` makes `isPlaylist` and `collectPlaylist`. */
  readonly name: string;
  /** Module its functions are in: `validators/playlists`. */
  readonly module: string;
  readonly exported: boolean;
  /** True of a body whose schema is inline in its operation. Default: its schema is that of a `$ref`. */
  readonly isInline?: boolean;
  /** Type that `is` proves; absent: `is` merely returns a boolean. */
  readonly type?: UnitType;
  /** The type that callers have, where a codec converts something. */
  readonly decoded?: Decoded;
  readonly plan: Plan;
}

/** The type of decoded values, and the list of what is converted. */
export interface Decoded {
  readonly type: UnitType;
  /** Which values are converted, as source text made by asking for names. */
  readonly wire: (imports: Imports) => string;
}

/** Type that a unit proves: a symbol to import, or text made by asking for names. */
export type UnitType = CodeSymbol | ((use: (symbol: CodeSymbol) => string) => string);

/** All units of a service, and what is known about how they call each other. */
export interface Program {
  readonly units: ReadonlyMap<string, Unit>;
  /** Stems of all units: a file may come to import the functions of any of them. */
  readonly stems: ReadonlySet<string>;
  unit(key: string): Unit;
  /** The unit at the end of a chain of units that are nothing but references. */
  behindReferences(key: string): Unit;
  /** Keys of the units that a unit calls, each once. */
  callsOf(key: string): readonly string[];
  /** Units that can come back to themselves: they count the levels. */
  readonly recursive: ReadonlySet<string>;
  /** Tells whether checking by a plan can lead into a recursive unit, so that the levels left are handed on. */
  isDeep(plan: Plan): boolean;
  /** Units that come back to themselves on the same value: such a schema accepts nothing. */
  readonly circular: ReadonlySet<string>;
  /** Units that remember their results: they can come to the same part of a value again and again. */
  readonly repeats: ReadonlySet<string>;
  /** Tells whether functions for a plan of a unit take the memo. */
  memoOf(plan: Plan, unit: Unit): MemoUse | undefined;
  /** Inline schemas that are written more than once, by each of their plans. */
  readonly copies: ReadonlyMap<Plan, Copied>;
  /** All that is known about a unit from how units call each other, as a string. */
  factsOf(key: string): string;
}

/**
 * `needed` where a function refers to units that remember. `optional` where such units refer to it, and it merely says
 * that the levels ran out; others may call it without.
 */
export type MemoUse = 'needed' | 'optional';

/** The function of the runtime that collects from the root of a value by a schema that remembers. */
export const collectFromRoot: CodeSymbol = { name: 'collectFromRoot', module: 'runtime/validators/collect-once' };

/** Tells whether collecting issues by a unit uses the memo. */
export function remembers(unit: Unit, { memoOf }: Pick<Program, 'memoOf'>): boolean {
  return memoOf(unit.plan, unit) !== undefined;
}

/** Tells whether the function of a unit takes nothing but a value (`isVideo(value)`) and checks more than its type. */
export function isPlain(unit: Unit, program: Program): boolean {
  const { plan, key } = unit;
  if (plan.checks.length === 0 || program.recursive.has(key) || program.repeats.has(key)) return false;
  return !program.isDeep(plan) && program.memoOf(plan, unit) === undefined;
}

/** A large inline schema that is written more than once: it has one function and one constant of data. */
export interface Copied {
  readonly plan: Plan;
  readonly unit: Unit;
  /** Of the names of its function and data. */
  readonly stem: string;
  readonly module: string;
  /** True where another module uses it, too. */
  readonly isExported: boolean;
}
