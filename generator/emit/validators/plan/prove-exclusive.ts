import type { JsonType, Schema } from '../../../api/types/schema.js';
import { allowedValues } from '../../../api/schemas/target-schema.js';
import { isCompound, isOfType } from '../../../json.js';
import { reachable } from '../../../iterables.js';
import type { Dispatch } from './plan.js';

/** Functions whose results depend on the direction and on other schemas. */
export interface BranchContext {
  /** Returns true if a property is required in the planned direction. */
  readonly isRequired: (property: { readonly required: boolean; readonly schema: Schema }) => boolean;
  /** Returns the schema at the end of a chain of references. */
  readonly resolve: (schema: Schema) => Schema;
}

/** Proven facts about the branches of a union. */
export interface BranchProof {
  /** No value matches two of them. */
  readonly exclusive: boolean;
  readonly dispatch?: Dispatch;
}

/** Tries to prove that no value matches two branches: by their types, or by the values of a property. `preferred` is tried first. */
export function proveExclusive(
  branches: readonly Schema[],
  preferred: string | undefined,
  context: BranchContext,
): BranchProof {
  const facts = branches.map((branch) => collectBranchFacts(branch, context));
  const dispatch = findDispatch(facts, preferred);
  if (dispatch === undefined) return { exclusive: areApart(facts) };
  // The property already distinguishes all branches of objects.
  return areApart(facts.filter((one) => !isObject(one))) ? { exclusive: true, dispatch } : { exclusive: false };
}

/** Most branches that are compared with each other. Larger unions without a dispatch count as not exclusive. */
const mostPaired = 300;

function areApart(facts: readonly SchemaFacts[]): boolean {
  return (
    facts.length <= mostPaired &&
    facts.every((left, index) =>
      facts.slice(index + 1).every((right) => {
        const kinds = left.kinds && right.kinds ? intersect(left.kinds, right.kinds) : (left.kinds ?? right.kinds);
        return kinds?.size === 0 || (isObject({ kinds }) && haveApartTags(left.tags, right.tags));
      }),
    )
  );
}

/** Returns true if two sets of tags exclude each other: `kind` is `cat` in one and `dog` in the other. */
export function haveApartTags<T>(
  left: ReadonlyMap<T, ReadonlySet<unknown>>,
  right: ReadonlyMap<T, ReadonlySet<unknown>>,
): boolean {
  return [...left].some(([name, values]) => {
    const others = right.get(name);
    return others !== undefined && ![...values].some((value) => others.has(value));
  });
}

function intersect<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...left].filter((one) => right.has(one)));
}

function isObject({ kinds }: Pick<SchemaFacts, 'kinds'>): boolean {
  return kinds?.size === 1 && kinds.has('object');
}

/** Finds the property whose value selects the branch of an object, if all other branches accept no object. */
function findDispatch(facts: readonly SchemaFacts[], preferred: string | undefined): Dispatch | undefined {
  const objects = facts.flatMap((one, plan) => (isObject(one) ? [{ ...one, plan }] : []));
  const [first] = objects;
  const isClear = facts.every((one) => isObject(one) || one.kinds?.has('object') === false);
  if (first === undefined || objects.length < 2 || !isClear) return undefined;
  const names = [...first.tags.keys()].toSorted((name) => (name === preferred ? -1 : 0));
  for (const property of names) {
    const branches = objects.map(({ tags, plan }) => ({ values: [...(tags.get(property) ?? [])], plan }));
    const listed = branches.filter(({ values }) => values.length > 0);
    const [other, ...further] = objects.filter(({ plan }) => !listed.some((one) => one.plan === plan));
    const all = listed.flatMap(({ values }) => values);
    // A value that two branches share does not select one of them.
    if (new Set(all).size < all.length) continue;
    if (other === undefined) return { property, branches };
    // `not: { properties: { kind: { const: cat } } }` excludes some values of the property.
    const excluded = other.excluded.get(property);
    const isClearOf = listed.every(({ values }) => values.every((value) => excluded?.has(value)));
    if (further.length === 0 && excluded !== undefined && isClearOf)
      return { property, branches: listed, otherwise: other.plan };
  }
  return undefined;
}

/** A value that `===` compares. */
type Scalar = string | number | boolean | null;

/** Facts about every value that a schema accepts. */
interface SchemaFacts {
  /** Possible types, with integers as numbers; `undefined`: any. */
  readonly kinds: ReadonlySet<JsonType> | undefined;
  /** Required properties of an object, with the scalars that each can be: `kind` is `cat`. */
  readonly tags: ReadonlyMap<string, ReadonlySet<Scalar>>;
  /** Properties of an object, with the scalars that each cannot be. */
  readonly excluded: ReadonlyMap<string, ReadonlySet<Scalar>>;
}

/** Collects the facts about the values that a schema accepts, through references and `allOf`. */
function collectBranchFacts(schema: Schema, context: BranchContext): SchemaFacts {
  const parts = [...reachable([schema], (part) => [context.resolve(part), ...(part.allOf ?? [])])];
  const [first, ...others] = parts.flatMap((part) => listKinds(part) ?? []);
  const properties = parts.flatMap(({ object }) => object?.properties ?? []);
  const required = new Set([
    ...properties.filter((property) => context.isRequired(property)).map(({ name }) => name),
    ...parts.flatMap(({ object }) => object?.requiredOnly ?? []),
  ]);
  const tags = new Map<string, ReadonlySet<Scalar>>();
  for (const { name, schema: one } of properties) {
    const scalars = required.has(name) ? listScalars(one, context) : undefined;
    if (scalars !== undefined) tags.set(name, intersect(tags.get(name) ?? scalars, scalars));
  }
  const excluded = new Map<string, ReadonlySet<Scalar>>();
  for (const { name, schema: one } of properties) {
    const values = one.not && listScalars(one.not, context);
    if (values === undefined) continue;
    excluded.set(name, values);
    const listed = tags.get(name);
    if (listed !== undefined) tags.set(name, new Set([...listed].filter((value) => !values.has(value))));
  }
  return { kinds: first && others.reduce(intersect, first), tags, excluded };
}

const everyKind = ['null', 'boolean', 'object', 'array', 'number', 'string'] as const;

function listKinds(schema: Schema): ReadonlySet<JsonType> | undefined {
  if (schema.boolean === false) return new Set();
  const values = schema.const === undefined ? schema.enum : [schema.const.value];
  if (values !== undefined) return new Set(everyKind.filter((kind) => values.some((value) => isOfType(value, kind))));
  return schema.types && new Set(schema.types.map((type) => (type === 'integer' ? 'number' : type)));
}

/** Lists the scalars that a schema allows; `undefined` if it does not list its values. */
function listScalars(schema: Schema, context: BranchContext): ReadonlySet<Scalar> | undefined {
  const found = context.resolve(schema);
  const own = allowedValues(found);
  const lists = own === undefined && found.anyOf !== undefined ? found.anyOf.map(allowedValues) : [own];
  const values = lists.every((list) => list !== undefined) ? lists.flat() : undefined;
  return values?.every((value): value is Scalar => !isCompound(value)) ? new Set(values) : undefined;
}
