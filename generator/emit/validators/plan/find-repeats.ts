import { VisitLister, canOverlap, type Visit } from './list-visits.js';
import { haveApartTags } from './prove-exclusive.js';
import { reachable } from '../../../iterables.js';
import { inPlaceCalls, type Plan, type Program } from './plan.js';
import { findLoops } from '../../../spec/patterns/find-loops.js';

/** The part of a program that is needed here. */
type Units = Pick<Program, 'unit' | 'recursive' | 'circular'>;

/** Most pairs of steps looked at for one loop; where there are more, a memo does no harm. */
const effort = 100_000;

/** Most triples of steps looked at for all loops; where there are more, no worse than a power of the depth is risked. */
const sharedEffort = 100_000;

/**
 * Finds the recursive units that need a memo, because checking would take time exponential in the depth of the value: they can be
 * applied to the same part of a value in several ways, each of which goes on to several ways further in. For all other units the
 * opposite is proven. Units that come back to themselves on the same value are among those found. So are units that each level of
 * another one starts anew over the same members, as far as they are noticed: their time would grow with a power of the depth.
 */
export function findRepeats(program: Units): ReadonlySet<string> {
  if (program.recursive.size === 0) return new Set();
  const graph = new VisitGraph(program);
  const loops = graph.loops();
  const repeated = new Set(loops.filter((loop) => graph.isRepeated(loop)));
  const restarted = loops.filter((loop) => !repeated.has(loop) && graph.isRestarted(loop));
  return new Set([...[...repeated, ...restarted].flatMap((loop) => graph.listLoopUnits(loop)), ...program.circular]);
}

/** The graph of plans: an edge points to a plan that is applied to a member of the value. A unit is represented by its plan. */
class VisitGraph {
  readonly #program: Units;
  readonly #lister: VisitLister;
  readonly #visits = new Map<Plan, readonly Visit[]>();
  /** The plans that visit a plan. */
  readonly #visitors = new Map<Plan, Set<Plan>>();
  #loops: readonly ReadonlySet<Plan>[] = [];
  #loopNumbers: ReadonlyMap<Plan, number> = new Map();
  #sharedEffort = sharedEffort;

  constructor(program: Units) {
    this.#program = program;
    this.#lister = new VisitLister(program);
    for (const key of program.recursive) this.#enter(program.unit(key).plan);
  }

  #enter(root: Plan): void {
    const open = [root];
    for (let plan = open.pop(); plan !== undefined; plan = open.pop()) {
      if (this.#visits.has(plan)) continue;
      const visits = this.#lister.listVisits(plan).map((visit) => ({ ...visit, plan: this.#behind(visit.plan) }));
      this.#visits.set(plan, visits);
      for (const visit of visits) {
        open.push(visit.plan);
        this.#visitors.set(visit.plan, (this.#visitors.get(visit.plan) ?? new Set()).add(plan));
      }
    }
  }

  /** Follows a plan that only calls a unit to the plan of that unit. */
  #behind(plan: Plan): Plan {
    const [check] = plan.checks;
    const isCall = plan.types === undefined && plan.checks.length === 1 && check?.kind === 'call';
    if (!isCall || this.#program.circular.has(check.unit)) return plan;
    return this.#behind(this.#program.unit(check.unit).plan);
  }

  /** Sets of plans each of which goes on to all others. */
  loops(): readonly ReadonlySet<Plan>[] {
    const plans = [...this.#visits.keys()];
    const ids = new Map(plans.map((plan, id) => [plan, id]));
    const edges = plans.map((plan) => new Map(this.#visitsOf(plan).map((visit) => [ids.get(visit.plan) ?? -1, visit])));
    this.#loops = findLoops(plans.length, edges).map((loop) => new Set(loop.flatMap((id) => plans[id] ?? [])));
    this.#loopNumbers = new Map(
      this.#loops.flatMap((loop, number) => [...loop].map((plan) => [plan, number] as const)),
    );
    return this.#loops;
  }

  #visitsOf(plan: Plan): readonly Visit[] {
    return this.#visits.get(plan) ?? [];
  }

  /** Tells whether two different ways lead round a loop over the same members. One plan of the loop is enough to look at. */
  isRepeated(loop: ReadonlySet<Plan>): boolean {
    const [start] = loop;
    if (start === undefined) return false;
    const seen = new SeenSteps<Pair>(({ left, right, isApart }) => [left, right, isApart]);
    seen.add({ left: start, right: start, isApart: false });
    let steps = 0;
    for (const pair of seen.all) {
      for (const next of this.#stepsFrom(pair, loop)) {
        steps += 1;
        if (steps > effort || (next.isApart && next.left === start && next.right === start)) return true;
        seen.add(next);
      }
    }
    return false;
  }

  *#stepsFrom({ left, right, isApart }: Pair, loop: ReadonlySet<Plan>): Iterable<Pair> {
    for (const one of this.#visitsOf(left)) {
      for (const other of this.#visitsOf(right)) {
        if (!loop.has(one.plan) || !loop.has(other.plan)) continue;
        if (!areJoint(one, other)) continue;
        const isFork = left === right && (one === other ? one.isRepeated : one.plan === other.plan);
        yield { left: one.plan, right: other.plan, isApart: isApart || one.plan !== other.plan || isFork };
      }
    }
  }

  /**
   * Tells whether each round of an outer loop can start a loop anew over the same members: the same members lead from a plan of
   * the outer loop back to it, into the other loop, and round that to the plan where it was entered.
   */
  isRestarted(loop: ReadonlySet<Plan>): boolean {
    // Plans from which the loop can be reached, and those of the loop.
    const towards = new Set(reachable(loop, (plan) => this.#visitors.get(plan) ?? []));
    const numbers = new Set([...towards].flatMap((plan) => this.#loopNumbers.get(plan) ?? []));
    const outer = [...numbers].toSorted((left, right) => left - right).flatMap((number) => this.#loops[number] ?? []);
    return outer.some((one) => one !== loop && this.#restarts(one, towards, loop));
  }

  #restarts(outer: ReadonlySet<Plan>, towards: ReadonlySet<Plan>, loop: ReadonlySet<Plan>): boolean {
    return [...outer].some((start) => [...loop].some((entry) => this.#isEntered(start, entry, [outer, towards, loop])));
  }

  #isEntered(start: Plan, entry: Plan, within: readonly ReadonlySet<Plan>[]): boolean {
    const want = [start, entry, entry];
    const seen = new SeenSteps<readonly Plan[]>((ways) => ways);
    seen.add([start, start, entry]);
    for (const ways of seen.all) {
      for (const next of this.#jointSteps(ways, within)) {
        this.#sharedEffort -= 1;
        if (this.#sharedEffort < 0) return false;
        if (next.every((plan, index) => plan === want[index])) return true;
        seen.add(next);
      }
    }
    return false;
  }

  /** Lists the plans to which three ways lead over one member. */
  *#jointSteps(ways: readonly Plan[], within: readonly ReadonlySet<Plan>[]): Iterable<readonly Plan[]> {
    const [first, second, third] = ways.map((plan, index) =>
      this.#visitsOf(plan).filter((visit) => within[index]?.has(visit.plan)),
    );
    for (const one of first ?? []) {
      for (const two of second ?? []) {
        if (!areJoint(one, two)) continue;
        for (const last of third ?? [])
          if (areJoint(one, last) && areJoint(two, last)) yield [one.plan, two.plan, last.plan];
      }
    }
  }

  /** The recursive units that plans of a loop apply to the same value, and that lead back into the loop. */
  listLoopUnits(loop: ReadonlySet<Plan>): readonly string[] {
    const called = new Set(
      reachable([...loop].flatMap(inPlaceCalls), (key) => inPlaceCalls(this.#program.unit(key).plan)),
    );
    return [...this.#program.recursive].filter((key) => {
      const { plan } = this.#program.unit(key);
      return loop.has(plan) || (called.has(key) && this.#visitsOf(plan).some((visit) => loop.has(visit.plan)));
    });
  }
}

/** Tells whether two visits can be of one member. */
function areJoint(one: Visit, other: Visit): boolean {
  return canOverlap(one.label, other.label) && !haveApartTags(one.tags, other.tags);
}

/** Two ways that have come over the same members, and whether they have ever been apart. */
interface Pair {
  readonly left: Plan;
  readonly right: Plan;
  readonly isApart: boolean;
}

/** Steps in the order in which they are added; each once. */
class SeenSteps<Step> {
  readonly all: Step[] = [];
  readonly #ids = new Map<unknown, number>();
  readonly #seen = new Set<string>();
  readonly #listParts: (step: Step) => readonly unknown[];

  /** Steps are the same if they have the same parts. */
  constructor(listParts: (step: Step) => readonly unknown[]) {
    this.#listParts = listParts;
  }

  add(step: Step): void {
    const ids = this.#listParts(step).map((part) => {
      const id = this.#ids.get(part) ?? this.#ids.size;
      this.#ids.set(part, id);
      return id;
    });
    if (this.#seen.has(ids.join())) return;
    this.#seen.add(ids.join());
    this.all.push(step);
  }
}
