import type { Schema } from '../../api/schemas/schema.js';
import type { PlanContext } from './build-plan.js';
import type { Dispatch } from './plan.js';
import { factsOf, type Scalar, type SchemaFacts } from './schema-facts.js';

/** What is proven of the branches of a union. */
export interface BranchProof {
  /** No value matches two of them. */
  readonly exclusive: boolean;
  readonly dispatch?: Dispatch;
}

/** Looks for a proof that no value matches two of some schemas: by their types, or by the values of a property. */
export function proveExclusive(
  branches: readonly Schema[],
  preferred: string | undefined,
  context: PlanContext,
): BranchProof {
  const facts = branches.map((branch) => factsOf(branch, context));
  const dispatch = findDispatch(facts, preferred);
  if (dispatch === undefined) return { exclusive: areApart(facts) };
  // What is dispatched is told apart by that alone.
  return areApart(facts.filter((one) => !isObject(one))) ? { exclusive: true, dispatch } : { exclusive: false };
}

/** Most schemas of which each is compared with each. */
const mostPaired = 300;

function areApart(facts: readonly SchemaFacts[]): boolean {
  if (facts.length > mostPaired) return areManyApart(facts);
  return facts.every((left, index) => facts.slice(index + 1).every((right) => isApart(left, right)));
}

/** The same for many: all objects by one property, and no two others of the same type. What is not proven is counted. */
function areManyApart(facts: readonly SchemaFacts[]): boolean {
  const others = facts.filter((one) => !isObject(one)).map(({ kinds }) => kinds);
  const known = others.flatMap((kinds) => [...(kinds ?? [])]);
  const objects = facts.filter(isObject);
  const hasTwice = new Set(known).size < known.length || others.includes(undefined);
  if (hasTwice || (objects.length > 0 && known.includes('object'))) return false;
  const [first] = objects;
  if (first === undefined || objects.length < 2) return true;
  return [...first.tags.keys()].some((name) => areDistinct(objects.map(({ tags }) => tags.get(name))));
}

function isApart(left: SchemaFacts, right: SchemaFacts): boolean {
  const kinds = commonKinds(left, right);
  return kinds !== undefined && (kinds.size === 0 || (isObject({ kinds }) && haveApartTags(left, right)));
}

function commonKinds(left: SchemaFacts, right: SchemaFacts): SchemaFacts['kinds'] {
  const { kinds } = right;
  if (left.kinds === undefined || kinds === undefined) return left.kinds ?? kinds;
  return new Set([...left.kinds].filter((kind) => kinds.has(kind)));
}

function haveApartTags(left: SchemaFacts, right: SchemaFacts): boolean {
  return [...left.tags].some(([name, values]) => {
    const others = right.tags.get(name);
    return others !== undefined && ![...values].some((value) => others.has(value));
  });
}

function isObject({ kinds }: Pick<SchemaFacts, 'kinds'>): boolean {
  return kinds?.size === 1 && kinds.has('object');
}

/** The property that settles which of the branches an object can match, where the other branches accept no object. */
function findDispatch(facts: readonly SchemaFacts[], preferred: string | undefined): Dispatch | undefined {
  const objects = facts.flatMap((one, plan) => (isObject(one) ? [{ tags: one.tags, plan }] : []));
  const [first] = objects;
  const isClear = facts.every((one) => isObject(one) || one.kinds?.has('object') === false);
  if (first === undefined || objects.length < 2 || !isClear) return undefined;
  const names = [...first.tags.keys()].toSorted((name) => (name === preferred ? -1 : 0));
  for (const property of names) {
    const branches = objects.map(({ tags, plan }) => ({ values: [...(tags.get(property) ?? [])], plan }));
    if (areDistinct(objects.map(({ tags }) => tags.get(property)))) return { property, branches };
  }
  return undefined;
}

/** Whether all of some lists are given, and no value is in two of them. */
function areDistinct(lists: readonly (ReadonlySet<Scalar> | undefined)[]): boolean {
  if (lists.includes(undefined)) return false;
  const values = lists.flatMap((one) => [...(one ?? [])]);
  return new Set(values).size === values.length;
}
