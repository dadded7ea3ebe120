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

/** Most pairs of visits looked at for one loop; where there are more, a memo does no harm. */
const effort = 2_000_000;

/**
 * Finds the recursive units that need a memo, because the time to check by them could grow with a power of the depth of the value, or
 * exponentially: some schema applies several others to the same member, or one several times, and one of them leads back to that
 * schema. All that these lead to is remembered; all other units come to each part of a value once. Units that come back to
 * themselves on the same value are among those found.
 */
export function findRepeats({ unit, recursive, circular }: Units): ReadonlySet<string> {
  const listVisits = createVisitLister(unit);
  // A plan that only calls a unit is the plan of that unit.
  const behind = (plan: Plan): Plan => {
    const key = onlyCall(plan);
    return key === undefined ? plan : unit(key).plan;
  };
  const visits = new Map<Plan, readonly Visit[]>();
  const next = (plan: Plan): readonly Plan[] => {
    const known = visits.get(plan) ?? listVisits(plan).map((one) => ({ ...one, plan: behind(one.plan) }));
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
  // Units that these plans apply to the same value are asked as often as they are.
  const called = new Set(reachable([...repeated].flatMap(inPlaceCalls), (key) => inPlaceCalls(unit(key).plan)));
  const isRepeated = (key: string): boolean => {
    const { plan } = unit(key);
    return repeated.has(plan) || (called.has(key) && next(plan).some((one) => repeated.has(one)));
  };
  return new Set([...[...recursive].filter(isRepeated), ...circular]);
}

/** Finds the parts of a graph in which every node reaches every other and itself. */
export function listLoops<Node>(
  nodes: readonly Node[],
  next: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const edges = nodes.map((node) => new Map(next(node).map((target) => [numbers.get(target) ?? -1, target])));
  return findLoops(nodes.length, edges).map((loop) => loop.flatMap((number) => nodes[number] ?? []));
}

/** The part of a program that is needed here. */
type Units = Pick<Program, 'unit' | 'recursive' | 'circular'>;

/**
 * Facts that hold where a schema is applied to a member of a value. Each is about something else: about a property of the value, by
 * its name, which is one of some strings; about an `if`, which the value matches or not; about the member.
 */
type Tags = ReadonlyMap<unknown, ReadonlySet<unknown>>;

/** A schema that checking a value applies to members of it. Two are not of the same member if they have a different fact about one thing. */
interface Visit {
  readonly plan: Plan;
  readonly tags: Tags;
  /** True where it may be applied to the same member more than once. */
  readonly isRepeated: boolean;
  /** True where it is applied for a schema that `unevaluatedProperties` and `unevaluatedItems` ask again whether it matches. */
  readonly isBranch: boolean;
}

/** Makes the function that lists what checking by a plan applies to members, through everything that checks the same value. */
function createVisitLister(unit: Program['unit']): (plan: Plan) => readonly Visit[] {
  const known = new Map<Plan, readonly Visit[]>();
  return listVisits;

  function listVisits(plan: Plan): readonly Visit[] {
    const found = known.get(plan);
    if (found !== undefined) return found;
    // A plan that comes back to itself on the same value has no visits there: it accepts nothing.
    known.set(plan, []);
    const asksAgain = plan.checks.some(({ kind }) => kind === 'unevaluatedProperties' || kind === 'unevaluatedItems');
    const visits = new Map<Plan, Visit>();
    let tags: Tags = new Map();
    for (const check of plan.checks) {
      for (const visit of listCheckVisits(check, plan)) {
        // One visit of each schema, so that there are never more of them than schemas.
        const isTwice = visits.has(visit.plan);
        const isRepeated = isTwice || visit.isRepeated || (asksAgain && visit.isBranch);
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

/** Joins facts; of two about the same thing the left one counts, as either are true. */
function joinTags(left: Tags, right: Tags): Tags {
  return left.size === 0 ? right : new Map([...right, ...left]);
}

/** Reads which strings required properties are known to be one of. */
function readTags(fields: readonly Field[]): Tags {
  return new Map(
    fields.flatMap(({ name, required, plan }) => {
      const check = plan?.checks.find((one) => one.kind === 'values');
      const isText = check?.values.every((value) => typeof value === 'string');
      return required && check !== undefined && isText ? [[name, new Set(check.values)] as const] : [];
    }),
  );
}

/** The subjects of facts about a member: its key, and the type of the value around it. */
const [key, type] = [Symbol('key'), Symbol('type')];

/** Lists the schemas that a keyword applies to members. Those of `propertyNames` are left out: names have no members. */
function visitMembers(check: Check, around: Plan): readonly Visit[] {
  /** `as` are the keywords by which the schema around may know the member. */
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
        // Earlier fields are known when a later one is checked.
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
