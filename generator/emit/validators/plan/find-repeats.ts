import { haveApartTags } from './prove-exclusive.js';
import { reachable } from '../../../iterables.js';
import { inPlacePlans, onlyCall, type Check, type Field, type Plan, type Program } from './plan.js';
import { findLoops } from '../../../spec/patterns/find-loops.js';

/** Most pairs of visits looked at for one loop; where there are more, a memo does no harm. */
const effort = 100_000;

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
        back.some((other) => (pairs += 1) > effort || (one === other ? one.isRepeated : areJoint(one, other)));
      return all.filter(isJoint).map((one) => one.plan);
    });
  });
  const reached = new Set(reachable(starts, next));
  const repeated = new Set(loops.flat().filter((plan) => reached.has(plan)));
  const leadsThere = (key: string): boolean => next(unit(key).plan).some((plan) => repeated.has(plan));
  return new Set([...[...recursive].filter(leadsThere), ...circular]);
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

/** Facts of which each is about something else, such as a property that is one of some strings: `kind` is `cat`. */
type Tags = ReadonlyMap<unknown, ReadonlySet<unknown>>;

/** A schema that checking a value applies to members of it. */
interface Visit {
  readonly plan: Plan;
  readonly of: 'array' | 'object';
  /** The key of the only such member; absent where there may be several. */
  readonly key?: string | number;
  /** Tells whether a member is one of them. */
  readonly has: (key: string | number) => boolean;
  /** Facts that earlier checks have found to hold where the schema is applied. */
  readonly tags: Tags;
  /** True where it may be applied to the same member more than once. */
  readonly isRepeated: boolean;
  /** True where it is applied for a schema that `unevaluatedProperties` and `unevaluatedItems` ask again whether it matches. */
  readonly isBranch: boolean;
}

/** Tells whether two visits can be of one member. */
function areJoint(one: Visit, other: Visit): boolean {
  if (one.of !== other.of || haveApartTags(one.tags, other.tags)) return false;
  if (one.key !== undefined) return other.has(one.key);
  return other.key === undefined || one.has(other.key);
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
      for (const visit of listCheckVisits(check)) {
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

  function listCheckVisits(check: Check): readonly Visit[] {
    if (check.kind === 'call') return listVisits(unit(check.unit).plan);
    if (check.kind !== 'condition') {
      const inPlace = inPlacePlans(check).flatMap(listVisits);
      return [...visitMembers(check), ...(check.kind === 'union' ? inPlace.map(toBranch) : inPlace)];
    }
    const { test, matching, otherwise } = check;
    const tags = readTags(test.checks.flatMap((one) => (one.kind === 'fields' ? one.fields : [])));
    const follow = (plan: Plan | undefined, facts: Tags): readonly Visit[] =>
      plan === undefined ? [] : listVisits(plan).map((one) => ({ ...one, tags: joinTags(facts, one.tags) }));
    return [
      ...listVisits(test).map(toBranch),
      ...follow(matching, new Map([...tags, [test, new Set([true])]])),
      ...follow(otherwise, new Map([[test, new Set([false])]])),
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

/** Lists the schemas that a keyword applies to members. Those of `propertyNames` are left out: names have no members. */
function visitMembers(check: Check): readonly Visit[] {
  const common = { of: 'object', has: () => true, tags: new Map(), isRepeated: false, isBranch: false } as const;
  switch (check.kind) {
    case 'fields':
      return check.fields.flatMap(({ name: key, plan }, index) => {
        // Earlier fields are known when a later one is checked.
        const tags = readTags(check.fields.slice(0, index));
        return plan === undefined ? [] : [{ ...common, plan, key, has: (one) => one === key, tags }];
      });
    case 'members': {
      const known = new Set(check.known);
      const regexes = check.patterns.map(({ pattern, flags }) => new RegExp(pattern, flags));
      const isFurther = (key: string | number): boolean =>
        !known.has(String(key)) && !regexes.some((regex) => regex.test(String(key)));
      const patterns = check.patterns.map(({ plan }, index): Visit => {
        const has = (key: string | number): boolean => regexes[index]?.test(String(key)) ?? false;
        return { ...common, plan, has, tags: new Map([[check, new Set(['matching'])]]) };
      });
      const tags = new Map([[check, new Set(['further'])]]);
      return [...patterns, ...(check.additional ? [{ ...common, plan: check.additional, has: isFurther, tags }] : [])];
    }
    case 'items': {
      const { prefix, rest } = check;
      const has = (key: string | number): boolean => Number(key) >= prefix.length;
      return [
        ...prefix.map((plan, key): Visit => ({ ...common, of: 'array', plan, key, has: (one) => one === key })),
        ...(rest ? [{ ...common, of: 'array', plan: rest, has } as const] : []),
      ];
    }
    case 'contains':
      return [{ ...common, of: 'array', plan: check.plan, isBranch: true }];
    case 'unevaluatedItems':
      return [{ ...common, of: 'array', plan: check.plan }];
    case 'unevaluatedProperties':
      return [{ ...common, plan: check.plan }];
    default:
      return [];
  }
}
