import { splitInnerPlans, type Check, type Field, type MembersCheck, type Plan, type Program } from './plan.js';
import { haveApartTags } from './prove-exclusive.js';

/** Strings that a property is known to be one of, by its name; and by the schema of an `if`, whether it matches. */
type Tags = ReadonlyMap<string | Plan, ReadonlySet<unknown>>;

/** A schema that checking a value applies to a member of it. */
export interface Visit {
  readonly label: MemberLabel;
  readonly plan: Plan;
  /** True where it may be applied to the same member more than once. */
  readonly isRepeated: boolean;
  /** True where it is applied for one branch, which may be asked again whether it matches. */
  readonly isBranch: boolean;
  /** Values that earlier checks have found the properties to have: `kind` is `cat`. */
  readonly tags: Tags;
}

/** Lists what checking by plans applies to members, through everything that checks the same value. */
export class VisitLister {
  readonly #program: Pick<Program, 'unit'>;
  readonly #known = new Map<Plan, readonly Visit[]>();

  constructor(program: Pick<Program, 'unit'>) {
    this.#program = program;
  }

  /** Lists the visits of a plan. A plan that comes back to itself on the same value has none there: it accepts nothing. */
  listVisits(plan: Plan): readonly Visit[] {
    const known = this.#known.get(plan);
    if (known !== undefined) return known;
    this.#known.set(plan, []);
    const visits = mergeSame(this.#list(plan));
    this.#known.set(plan, visits);
    return visits;
  }

  #list(plan: Plan): readonly Visit[] {
    const visits: Visit[] = [];
    let tags = none;
    for (const check of plan.checks) {
      visits.push(...this.#visitsOfCheck(check, plan).map((one) => ({ ...one, tags: bothTags(tags, one.tags) })));
      if (check.kind === 'fields') tags = readFieldTags(check.fields);
    }
    // Which members `unevaluatedProperties` and `unevaluatedItems` concern is asked anew for each of them: branches beside
    // them, and `contains`, may be applied again.
    if (!plan.checks.some(({ kind }) => kind === 'unevaluatedProperties' || kind === 'unevaluatedItems')) return visits;
    const contained = new Set(plan.checks.flatMap((check) => (check.kind === 'contains' ? [check.plan] : [])));
    return visits.map((one) => {
      return { ...one, isRepeated: one.isRepeated || one.isBranch || contained.has(one.plan) };
    });
  }

  #visitsOfCheck(check: Check, plan: Plan): readonly Visit[] {
    if (check.kind === 'call') return this.listVisits(this.#program.unit(check.unit).plan);
    if (check.kind === 'condition') return this.#visitsOfCondition(check);
    if (check.kind === 'fields') return visitsOfFields(check.fields);
    const inside = labelMembers(check, plan).map((one) => ({ ...one, isRepeated: false, isBranch: false, tags: none }));
    const inPlace = splitInnerPlans(check).inPlace.flatMap((one) => this.listVisits(one));
    return [...inside, ...(check.kind === 'union' ? inPlace.map((one) => ({ ...one, isBranch: true })) : inPlace)];
  }

  #visitsOfCondition({ test, matching, otherwise }: Check & { readonly kind: 'condition' }): readonly Visit[] {
    const tags = test.checks.reduce(
      (all, check) => (check.kind === 'fields' ? readFieldTags(check.fields) : all),
      none,
    );
    const held = matching === undefined ? [] : this.listVisits(matching);
    const failed = otherwise === undefined ? [] : this.listVisits(otherwise);
    const when = (matches: boolean): Tags => new Map([[test, new Set([matches])]]);
    return [
      ...this.listVisits(test).map((one) => ({ ...one, isBranch: true })),
      ...held.map((one) => ({ ...one, tags: bothTags(when(true), bothTags(tags, one.tags)) })),
      ...failed.map((one) => ({ ...one, tags: bothTags(when(false), one.tags) })),
    ];
  }
}

const none: Tags = new Map();

/** Lists the visits of fields, with the tags of earlier ones, which are known when a later one is checked. */
function visitsOfFields(fields: readonly Field[]): readonly Visit[] {
  return fields.flatMap(({ name, plan }, index) =>
    plan === undefined
      ? []
      : [
          {
            label: { kind: 'property', name },
            plan,
            isRepeated: false,
            isBranch: false,
            tags: readFieldTags(fields.slice(0, index)),
          } as const,
        ],
  );
}

function readFieldTags(fields: readonly Field[]): Tags {
  return new Map(
    fields.flatMap(({ name, required, plan }) => {
      const check = plan?.checks.find((one) => one.kind === 'values');
      const isText = check?.values.every((value) => typeof value === 'string');
      return required && check !== undefined && isText ? [[name, new Set<unknown>(check.values)] as const] : [];
    }),
  );
}

/** Joins tags; of a property in both the left ones count, as either are true. */
function bothTags(left: Tags, right: Tags): Tags {
  if (left.size === 0) return right;
  return right.size === 0 ? left : new Map([...right, ...left]);
}

/** Lists the schemas that a keyword applies to members. Those of `propertyNames` are left out: names have no members. */
function labelMembers(check: Check, plan: Plan): readonly { readonly label: MemberLabel; readonly plan: Plan }[] {
  switch (check.kind) {
    case 'members':
      return labelsOfMembers(check);
    case 'unevaluatedProperties':
      return [{ label: { kind: 'properties', except: listDeclaredNames(plan) }, plan: check.plan }];
    case 'items':
      return [
        ...check.prefix.map((one, index) => ({ label: { kind: 'item', index } as const, plan: one })),
        ...(check.rest === undefined
          ? []
          : [{ label: { kind: 'items', from: check.prefix.length } as const, plan: check.rest }]),
      ];
    case 'unevaluatedItems':
      return [
        {
          label: {
            kind: 'items',
            from: Math.max(0, ...plan.checks.map((one) => (one.kind === 'items' ? one.prefix.length : 0))),
          },
          plan: check.plan,
        },
      ];
    case 'contains':
      return [{ label: { kind: 'items', from: 0 }, plan: check.plan }];
    default:
      return [];
  }
}

function listDeclaredNames({ checks }: Plan): readonly string[] {
  const fields = checks.flatMap((check) => (check.kind === 'fields' ? check.fields : []));
  return fields.flatMap(({ name, declared }) => (declared ? [name] : []));
}

function labelsOfMembers(check: MembersCheck): readonly { readonly label: MemberLabel; readonly plan: Plan }[] {
  const patterns = check.patterns.map(({ pattern, flags, plan }) => ({
    label: { kind: 'properties', pattern: new RegExp(pattern, flags), except: [], of: check } as const,
    plan,
  }));
  if (check.additional === undefined) return patterns;
  return [...patterns, { label: { kind: 'properties', except: check.known, of: check }, plan: check.additional }];
}

/** Merges visits that no tags tell apart into a repeated one, so that there are never more visits than schemas. */
function mergeSame(visits: readonly Visit[]): readonly Visit[] {
  const merged = new Map<Plan, Visit[]>();
  for (const visit of visits) {
    const same = merged.get(visit.plan) ?? [];
    const twin = same.findIndex(({ tags }) => !haveApartTags(tags, visit.tags));
    const one = same[twin];
    if (one === undefined) same.push(visit);
    else same[twin] = { ...one, isRepeated: true, tags: none };
    merged.set(visit.plan, same);
  }
  return [...merged.values()].flat();
}

/** The members of a value that a schema checks. */
type MemberLabel =
  | { readonly kind: 'property'; readonly name: string }
  /** Properties whose name matches, or all; but for some names, and for those that other patterns of `of` match. */
  | {
      readonly kind: 'properties';
      readonly pattern?: RegExp;
      readonly except: readonly string[];
      readonly of?: MembersCheck;
    }
  | { readonly kind: 'item'; readonly index: number }
  | { readonly kind: 'items'; readonly from: number };

/** Tells whether one member can have both labels; `true` where that is not known. */
export function canOverlap(left: MemberLabel, right: MemberLabel): boolean {
  if (left.kind === 'property') return holdsProperty(right, left.name);
  if (right.kind === 'property') return holdsProperty(left, right.name);
  if (left.kind === 'item') return holdsItem(right, left.index);
  if (right.kind === 'item') return holdsItem(left, right.index);
  if (left.kind === 'items' || right.kind === 'items') return left.kind === right.kind;
  const isOther = (left.pattern === undefined) !== (right.pattern === undefined);
  return !(isOther && left.of !== undefined && left.of === right.of);
}

function holdsProperty(label: MemberLabel, name: string): boolean {
  if (label.kind === 'property') return label.name === name;
  if (label.kind !== 'properties' || label.except.includes(name)) return false;
  return label.pattern?.test(name) ?? !label.of?.patterns.some((one) => new RegExp(one.pattern, one.flags).test(name));
}

function holdsItem(label: MemberLabel, index: number): boolean {
  if (label.kind === 'item') return label.index === index;
  return label.kind === 'items' && index >= label.from;
}
