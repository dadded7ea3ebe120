import { haveApartTags } from './prove-exclusive.js';
import { reachable } from '../../../iterables.js';
import {
  findKeywordGroup,
  inPlaceCalls,
  inPlacePlans,
  onlyCall,
  type Check,
  type Field,
  type Plan,
  type Program,
} from './plan.js';
import { findLoops } from '../../../spec/patterns/find-loops.js';

/** Most pairs of visits that are compared in one loop. If there are more, a memo is used without need, which is harmless. */
const effort = 2_000_000;

/**
 * Finds the recursive units that need a memo, because the time for a check could grow exponentially, or with a power of the value's depth.
 * This happens if a schema applies several schemas to the same member, or one schema several times, and one of them is recursive to the
 * first. The memo then stores the results of all schemas that can be reached from there. All other units check each part of a value
 * once. The result includes units that apply themselves to the same value.
 */
export function findRepeats({ unit, recursive, circular }: Units): ReadonlySet<string> {
  const listVisits = createVisitLister(unit);
  // A plan that only calls a unit counts as the plan of that unit.
  const resolve = (plan: Plan): Plan => {
    const key = onlyCall(plan);
    return key === undefined ? plan : unit(key).plan;
  };
  const visits = new Map<Plan, readonly Visit[]>();
  const next = (plan: Plan): readonly Plan[] => {
    const known = visits.get(plan) ?? listVisits(plan).map((one) => ({ ...one, plan: resolve(one.plan) }));
    visits.set(plan, known);
    return known.map((one) => one.plan);
  };
  const plans = [
    ...reachable(
      Array.from(recursive, (key) => unit(key).plan),
      next,
    ),
  ];
  const loops = listLoops(plans, next);
  const starts = loops.flatMap((loop) => {
    const inLoop = new Set(loop);
    let pairs = 0;
    return loop.flatMap((plan) => {
      const all = visits.get(plan) ?? [];
      const back = all.filter((one) => inLoop.has(one.plan));
      const isJoint = (one: Visit): boolean =>
        back.some(
          (other) => (pairs += 1) > effort || (one === other ? one.isRepeated : !haveApartTags(one.tags, other.tags)),
        );
      return all.filter(isJoint).map((one) => one.plan);
    });
  });
  const reached = new Set(reachable(starts, next));
  const repeated = new Set(loops.flat().filter((plan) => reached.has(plan)));
  // Units that these plans apply to the same value are called as often as the plans.
  const called = new Set(reachable([...repeated].flatMap(inPlaceCalls), (key) => inPlaceCalls(unit(key).plan)));
  const isRepeated = (key: string): boolean => {
    const { plan } = unit(key);
    return repeated.has(plan) || (called.has(key) && next(plan).some((one) => repeated.has(one)));
  };
  return new Set([...[...recursive].filter(isRepeated), ...circular]);
}

/** Finds the loops of a graph: groups of nodes that can all reach each other and themselves. */
export function listLoops<Node>(
  nodes: readonly Node[],
  next: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const edges = nodes.map((node) => new Map(next(node).map((target) => [numbers.get(target) ?? -1, target])));
  return findLoops(nodes.length, edges).map((loop) => loop.flatMap((number) => nodes[number] ?? []));
}

/** The members of a program that `findRepeats` needs. */
type Units = Pick<Program, 'unit' | 'recursive' | 'circular'>;

/**
 * Facts that are true if a schema is applied to a member of a value, by their subject. A subject is a property of the value, by its name
 * (the fact is its possible strings), an `if` (whether the value matches it), the key of the member, or the type of the value.
 */
type Tags = ReadonlyMap<unknown, ReadonlySet<unknown>>;

/** The application of a schema to members of a value. Two visits with different facts about one subject are never of the same member. */
interface Visit {
  readonly plan: Plan;
  readonly tags: Tags;
  /** It may be applied to the same member more than once. */
  readonly isRepeated: boolean;
  /** It belongs to a schema that `unevaluatedProperties` and `unevaluatedItems` check a second time. */
  readonly isBranch: boolean;
}

/** Creates a function that lists the visits of members by a plan and by all plans that it applies to the same value. */
function createVisitLister(unit: Program['unit']): (plan: Plan) => readonly Visit[] {
  const known = new Map<Plan, readonly Visit[]>();
  return listVisits;

  function listVisits(plan: Plan): readonly Visit[] {
    const found = known.get(plan);
    if (found !== undefined) return found;
    // A plan that applies itself to the same value accepts nothing, so it has no visits there.
    known.set(plan, []);
    const checksTwice = plan.checks.some(({ kind }) => kind === 'unevaluatedProperties' || kind === 'unevaluatedItems');
    const visits = new Map<Plan, Visit>();
    let tags: Tags = new Map();
    for (const check of plan.checks) {
      for (const visit of listCheckVisits(check, plan)) {
        // The list has one visit for each schema, so that it cannot grow beyond the number of schemas.
        const isTwice = visits.has(visit.plan);
        const isRepeated = isTwice || visit.isRepeated || (checksTwice && visit.isBranch);
        visits.set(visit.plan, { ...visit, isRepeated, tags: isTwice ? new Map() : joinTags(tags, visit.tags) });
      }
      if (check.kind === 'fields') tags = readTags(check.fields);
    }
    const list = [...visits.values()];
    known.set(plan, list);
    return list;
  }

  function listCheckVisits(check: Check, plan: Plan): readonly Visit[] {
    if (check.kind === 'call') return listVisits(unit(check.unit).plan);
    if (check.kind !== 'condition') {
      const inPlace = inPlacePlans(check).flatMap(listVisits);
      return [...visitMembers(check, plan), ...(check.kind === 'union' ? inPlace.map(toBranch) : inPlace)];
    }
    const { test, matching, otherwise } = check;
    const tags = readTags(test.checks.flatMap((one) => (one.kind === 'fields' ? one.fields : [])));
    const follow = (branch: Plan | undefined, facts: Tags): readonly Visit[] =>
      branch === undefined ? [] : listVisits(branch).map((one) => ({ ...one, tags: joinTags(facts, one.tags) }));
    return [
      ...listVisits(test).map(toBranch),
      ...follow(matching, new Map([...tags, [check, new Set([true])]])),
      ...follow(otherwise, new Map([[check, new Set([false])]])),
    ];
  }
}

function toBranch(visit: Visit): Visit {
  return { ...visit, isBranch: true };
}

/** Joins facts. If both have a fact about the same subject, the left one is kept; both are true. */
function joinTags(left: Tags, right: Tags): Tags {
  return left.size === 0 ? right : new Map([...right, ...left]);
}

/** Reads the strings that required properties can be. */
function readTags(fields: readonly Field[]): Tags {
  return new Map(
    fields.flatMap(({ name, required, plan }) => {
      const check = plan?.checks.find((one) => one.kind === 'values');
      const isText = check?.values.every((value) => typeof value === 'string');
      return required && check !== undefined && isText ? [[name, new Set(check.values)] as const] : [];
    }),
  );
}

/** Subjects of facts about a member: its key, and the type of the value that contains it. */
const [key, type] = [Symbol('key'), Symbol('type')];

/** Lists the visits of members by a keyword. Leaves out `propertyNames`, since names have no members. */
function visitMembers(check: Check, around: Plan): readonly Visit[] {
  /** `as` are the groups in which the outer schema may count the member: `declared`, `matching` a pattern, or `further`. */
  const visit = (plan: Plan | undefined, as: readonly string[], tags: Tags = new Map()): readonly Visit[] => {
    const known: Tags = new Map<unknown, ReadonlySet<unknown>>([
      ...tags,
      [type, new Set([findKeywordGroup(check)])],
      [around, new Set(as)],
    ]);
    return plan === undefined ? [] : [{ plan, tags: known, isRepeated: false, isBranch: check.kind === 'contains' }];
  };
  switch (check.kind) {
    case 'fields':
      return check.fields.flatMap(({ name, plan }, index) => {
        // A later field is checked only if all earlier ones match.
        const earlier = readTags(check.fields.slice(0, index));
        return visit(plan, ['declared'], new Map([...earlier, [key, new Set([name])]]));
      });
    case 'members': {
      const patterns = check.patterns.flatMap((one) => visit(one.plan, ['declared', 'matching']));
      return [...patterns, ...visit(check.additional, ['further'])];
    }
    case 'items': {
      const prefix = check.prefix.flatMap((plan, at) => visit(plan, ['declared'], new Map([[key, new Set([at])]])));
      return [...prefix, ...visit(check.rest, ['further'])];
    }
    case 'contains':
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
      return visit(check.plan, ['declared', 'matching', 'further']);
    default:
      return [];
  }
}
