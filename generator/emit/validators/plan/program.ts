import type { Imports } from '../../code/syntax/imports.js';
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
  /** Whether the schema is written where it is used, in an operation. Default: a `$ref` leads to it. */
  readonly isInline?: boolean;
  /** Type that `is` proves; absent: `is` merely returns a boolean. */
  readonly type?: UnitType;
  /** What callers have instead, where a codec converts something. */
  readonly decoded?: Decoded;
  readonly plan: Plan;
}

/** What the values of a unit become where they are decoded. */
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
  /** Whether checking by a plan can lead into a recursive unit, so that the count has to be passed on. */
  isDeep(plan: Plan): boolean;
  /** Units that come back to themselves on the same value: such a schema accepts nothing. */
  readonly circular: ReadonlySet<string>;
  /** Units that remember their results: they can come to the same part of a value again and again. */
  readonly repeats: ReadonlySet<string>;
  /** Whether functions for a plan of a unit are handed the memo. */
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

/** Whether collecting by a unit may remember what it found, or say that a value is rejected as a whole. */
export function remembers(unit: Unit, { memoOf }: Pick<Program, 'memoOf'>): boolean {
  return memoOf(unit.plan, unit) !== undefined;
}

/** Whether the function of a unit takes a value alone, and says more than which type that is of. */
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
  /** Whether modules use it other than its own. */
  readonly isExported: boolean;
}
