import { findRepeats } from './find-repeats.js';
import { findCopies } from './find-copies.js';
import { groupPairs, reachable } from '../../../iterables.js';
import { findLoops } from '../../../spec/patterns/find-loops.js';
import { inPlaceCalls, innerPlans, type Plan } from './plan.js';
import type { Program, Unit } from './program.js';

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
