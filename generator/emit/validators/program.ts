import { groupBy } from '../code/syntax/order.js';
import type { CodeSymbol } from '../source-file.js';
import { findCycles } from './find-cycles.js';
import { findRepeats } from './find-repeats.js';
import { plansOf, type Check, type Plan } from './plan.js';
import { sharePlans, type Shares } from './share-plans.js';

/** A schema with functions of its own: a model, a schema that a `$ref` reaches, a part of an operation. */
export interface Unit {
  readonly key: string;
  /** PascalCase stem of its functions: `Playlist` makes `isPlaylist` and `collectPlaylist`. */
  readonly name: string;
  /** Module its functions stand in: `validators/playlists`. */
  readonly module: string;
  readonly exported: boolean;
  /** Type that `is` proves; absent: `is` merely returns a boolean. */
  readonly type?: UnitType;
  readonly plan: Plan;
}

/** Type that a unit proves: a symbol to import, or text made by asking for names. */
export type UnitType = CodeSymbol | ((use: (symbol: CodeSymbol) => string) => string);

/** All units of a service, and what is known about how they call each other. */
export interface Program {
  readonly units: ReadonlyMap<string, Unit>;
  /** Stems of all units: a file may come to import the functions of any of them. */
  readonly stems: ReadonlySet<string>;
  unit(key: string): Unit;
  /** Keys of the units that a unit calls, each once. */
  callsOf(key: string): readonly string[];
  /** Units that can come back to themselves: they count the levels. */
  readonly recursive: ReadonlySet<string>;
  /** Whether judging by a plan can lead into a recursive unit, so that the count has to be passed on. */
  isDeep(plan: Plan): boolean;
  /** Units that come back to themselves on the same value: such a schema accepts nothing. */
  readonly circular: ReadonlySet<string>;
  /** Units that remember their verdicts: they can come to the same part of a value again and again. */
  readonly repeats: ReadonlySet<string>;
  /** Whether functions for a plan of a unit are handed the memo. */
  memoOf(plan: Plan, unit: Unit): MemoUse | undefined;
  /** What plans of equal structure share. */
  readonly shares: Shares;
  /** All that is known about a unit from how units call each other, as text. */
  factsOf(key: string): string;
}

/**
 * `needed` where a function leads to units that remember. `optional` where such units lead to it, and it merely says
 * that the levels ran out; others may call it without.
 */
export type MemoUse = 'needed' | 'optional';

/** The function of the runtime that collects from the root of a value by a schema that remembers. */
export const collectWhole: CodeSymbol = { name: 'collectWhole', module: 'runtime/validators/collect-once' };

/** Whether collecting by a unit may remember what it found, or say that a value is refused as a whole. */
export function settles(unit: Unit, { memoOf }: Pick<Program, 'memoOf'>): boolean {
  return memoOf(unit.plan, unit) !== undefined;
}

/** Links units into a program. */
export function createProgram(units: ReadonlyMap<string, Unit>): Program {
  const unit = (key: string): Unit => expect(units.get(key), key);
  const calls = new Map([...units.values()].map(({ key, plan }) => [key, callsOf(plan)]));
  const callsOfKey = (key: string): readonly string[] => calls.get(key) ?? [];
  const recursive = findCycles(units.keys(), callsOfKey);
  const circular = findCycles(units.keys(), (key) => inPlaceCallsOf(unit(key).plan));
  const deep = findCallers(calls, recursive);
  const isDeep = leadTo(deep);
  const repeats = findRepeats({ unit, recursive, circular });
  const leading = findCallers(calls, repeats);
  const reached = new Set(repeats);
  for (const key of reached) for (const next of callsOfKey(key)) reached.add(next);
  const memoOf = findMemoUses({ isDeep, leading, reached });
  const sets = [recursive, circular, repeats, deep, leading, reached];
  const factsOf = (key: string): string => sets.map((set) => Number(set.has(key))).join('');
  const shares = sharePlans({ units, unit, recursive, memoOf });
  const stems = new Set([...[...units.values()].map(({ name }) => name), ...shares.stems]);
  return { units, stems, unit, callsOf: callsOfKey, recursive, circular, repeats, memoOf, factsOf, isDeep, shares };
}

interface MemoFacts extends Pick<Program, 'isDeep'> {
  /** Units that lead to units that remember, and these. */
  readonly leading: ReadonlySet<string>;
  /** Units that these lead to, and they themselves. */
  readonly reached: ReadonlySet<string>;
}

function findMemoUses({ isDeep, leading, reached }: MemoFacts): Program['memoOf'] {
  if (reached.size === 0) return () => undefined;
  const isLeading = leadTo(leading);
  return (plan, { key }) => {
    if (isLeading(plan)) return 'needed';
    return reached.has(key) && isDeep(plan) ? 'optional' : undefined;
  };
}

/** Tells which plans call one of some units, on the value or on parts of it. */
function leadTo(targets: ReadonlySet<string>): (plan: Plan) => boolean {
  if (targets.size === 0) return () => false;
  const known = new Map<Plan, boolean>();
  const leads = (plan: Plan): boolean => {
    if (plan.checks.length === 0) return false;
    const found =
      known.get(plan) ??
      plan.checks.some((check) => (check.kind === 'call' ? targets.has(check.unit) : innerOf(check).some(leads)));
    known.set(plan, found);
    return found;
  };
  return leads;
}

function expect(unit: Unit | undefined, key: string): Unit {
  if (unit === undefined) throw new Error(`No validator was planned for ${key}`);
  return unit;
}

/** Units from which some others can be reached, and these; `calls` has the units that each calls. */
function findCallers(calls: ReadonlyMap<string, readonly string[]>, targets: ReadonlySet<string>): ReadonlySet<string> {
  if (targets.size === 0) return targets;
  const pairs = [...calls].flatMap(([key, called]) => called.map((target) => ({ key, target })));
  const callers = groupBy(pairs, ({ target }) => target);
  const found = new Set<string>();
  const open = [...targets];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    for (const caller of callers.get(key) ?? []) open.push(caller.key);
  }
  return found;
}

/** Keys of the units that a plan calls, on the value or on parts of it; each once. */
function callsOf(root: Plan): readonly string[] {
  const calls = new Set<string>();
  const visit = ({ checks }: Plan): void => {
    for (const check of checks) {
      if (check.kind === 'call') calls.add(check.unit);
      else innerOf(check).forEach(visit);
    }
  };
  visit(root);
  return [...calls];
}

/** The plans that a check applies to the value or to parts of it. */
function innerOf(check: Check): readonly Plan[] {
  const { inPlace, inside } = plansOf(check);
  return inPlace.length === 0 ? inside : [...inPlace, ...inside];
}

function inPlaceCallsOf(plan: Plan): readonly string[] {
  return plan.checks.flatMap((check) =>
    check.kind === 'call' ? [check.unit] : plansOf(check).inPlace.flatMap(inPlaceCallsOf),
  );
}
