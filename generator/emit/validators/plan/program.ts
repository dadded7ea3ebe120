import type { Imports } from '../../code/imports.js';
import type { CodeSymbol } from '../../source-file.js';
import { type Plan, inPlaceCalls, innerPlans } from './plan.js';
import { findRepeats } from './find-repeats.js';
import { findCopies } from './find-copies.js';
import { groupPairs, reachable } from '../../../iterables.js';
import { findLoops } from '../../../spec/patterns/find-loops.js';

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

/** Links units into a program. */
export function createProgram(units: ReadonlyMap<string, Unit>): Program {
  const unit = (key: string): Unit => expect(units.get(key), key);
  const calls = new Map([...units.values()].map(({ key, plan }) => [key, listCalls(plan)]));
  const callsOfKey = (key: string): readonly string[] => calls.get(key) ?? [];
  const keys = [...units.keys()];
  const recursive = findCycles(keys, callsOfKey);
  const behindReferences = followReferences({ unit, recursive });
  const circular = findCycles(keys, (key) => inPlaceCalls(unit(key).plan));
  const deep = findCallers(calls, recursive);
  const isDeep = callAny(deep);
  const repeats = findRepeats({ unit, recursive, circular });
  const leading = findCallers(calls, repeats);
  const reached = new Set(reachable(repeats, callsOfKey));
  const memoOf = findMemoUses({ isDeep, leading, reached });
  const sets = [recursive, circular, repeats, deep, leading, reached];
  const printUnitFacts = (key: string): string => sets.map((set) => Number(set.has(key))).join('');
  const copies = findCopies({ units, memoOf });
  const stems = new Set([
    ...[...units.values()].map(({ name }) => name),
    ...[...copies.values()].map(({ stem }) => stem),
  ]);
  const known = { recursive, circular, repeats, memoOf, factsOf: printUnitFacts, isDeep, copies };
  return { units, stems, unit, behindReferences, callsOf: callsOfKey, ...known };
}

/** Follows references to their end; where many chains share their end, each unit is passed once. */
function followReferences({ unit, recursive }: Pick<Program, 'unit' | 'recursive'>): Program['behindReferences'] {
  const ends = new Map<string, Unit>();
  return (stated) => {
    const passed: string[] = [];
    let key = stated;
    let end: Unit | undefined;
    while (end === undefined) {
      const found = unit(key);
      const { types, checks } = found.plan;
      const [check] = checks;
      passed.push(key);
      if (recursive.has(key) || types !== undefined || checks.length !== 1 || check?.kind !== 'call') end = found;
      else {
        key = check.unit;
        end = ends.get(key);
      }
    }
    for (const one of passed) ends.set(one, end);
    return end;
  };
}

interface MemoFacts extends Pick<Program, 'isDeep'> {
  /** Units that refer to units that remember, and these. */
  readonly leading: ReadonlySet<string>;
  /** Units that these refer to, and they themselves. */
  readonly reached: ReadonlySet<string>;
}

function findMemoUses({ isDeep, leading, reached }: MemoFacts): Program['memoOf'] {
  if (reached.size === 0) return () => undefined;
  const callsLeading = callAny(leading);
  return (plan, { key }) => {
    if (callsLeading(plan)) return 'needed';
    return reached.has(key) && isDeep(plan) ? 'optional' : undefined;
  };
}

/** The nodes of a graph that can reach themselves. */
function findCycles(nodes: readonly string[], next: (node: string) => readonly string[]): ReadonlySet<string> {
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const edges = nodes.map((node) => new Map(next(node).map((target) => [numbers.get(target) ?? -1, target])));
  const inLoops = new Set(findLoops(nodes.length, edges).flat());
  return new Set(nodes.filter((_, number) => inLoops.has(number)));
}

/** Tells which plans call one of some units, on the value or on parts of it. */
function callAny(targets: ReadonlySet<string>): (plan: Plan) => boolean {
  if (targets.size === 0) return () => false;
  const known = new Map<Plan, boolean>();
  const calls = (plan: Plan): boolean => {
    if (plan.checks.length === 0) return false;
    const found =
      known.get(plan) ??
      plan.checks.some((check) => (check.kind === 'call' ? targets.has(check.unit) : innerPlans(check).some(calls)));
    known.set(plan, found);
    return found;
  };
  return calls;
}

function expect(unit: Unit | undefined, key: string): Unit {
  if (unit === undefined) throw new Error(`No validator was planned for ${key}`);
  return unit;
}

/** Units from which some others can be reached, and these; `calls` has the units that each calls. */
function findCallers(calls: ReadonlyMap<string, readonly string[]>, targets: ReadonlySet<string>): ReadonlySet<string> {
  if (targets.size === 0) return targets;
  const callers = groupPairs([...calls].flatMap(([key, called]) => called.map((target) => [target, key] as const)));
  return new Set(reachable(targets, (key) => callers.get(key) ?? []));
}

/** Keys of the units that a plan calls, on the value or on parts of it; each once. */
function listCalls(root: Plan): readonly string[] {
  const calls = new Set<string>();
  const visit = ({ checks }: Plan): void => {
    for (const check of checks) {
      if (check.kind === 'call') calls.add(check.unit);
      else innerPlans(check).forEach(visit);
    }
  };
  visit(root);
  return [...calls];
}
