import type { JsonType, Schema } from '../../api/schemas/schema.js';
import { hasType, type PlanContext } from './build-plan.js';

/** A value that `===` tells from others. */
export type Scalar = string | number | boolean | null;

/** What is known of every value that a schema accepts. */
export interface SchemaFacts {
  /** Types it has one of, whole numbers among the numbers; `undefined` where any. */
  readonly kinds: ReadonlySet<JsonType> | undefined;
  /** Where it is an object: properties that it has, and the scalars that each of them is one of. */
  readonly tags: ReadonlyMap<string, ReadonlySet<Scalar>>;
}

/** Collects what is known of the values that a schema accepts, through references and `allOf`. */
export function factsOf(schema: Schema, context: PlanContext): SchemaFacts {
  const parts = partsOf(schema, context);
  const kinds = parts.map(kindsOf).filter((one) => one !== undefined);
  const [first, ...others] = kinds;
  const common = first && new Set([...first].filter((kind) => others.every((one) => one.has(kind))));
  return { kinds: common, tags: tagsOf(parts, context) };
}

/** Schemas all of which a value has to match to match the schema. */
function partsOf(schema: Schema, context: PlanContext): readonly Schema[] {
  const parts = new Set([schema]);
  for (const part of parts) {
    parts.add(context.resolve(part));
    for (const one of part.allOf ?? []) parts.add(one);
  }
  return [...parts];
}

const everyKind = ['null', 'boolean', 'object', 'array', 'number', 'string'] as const;

function kindsOf(schema: Schema): ReadonlySet<JsonType> | undefined {
  if (schema.boolean === false) return new Set();
  const values = schema.const === undefined ? schema.enum : [schema.const.value];
  if (values !== undefined) return new Set(everyKind.filter((kind) => values.some((value) => hasType(value, kind))));
  return schema.types && new Set(schema.types.map((type) => (type === 'integer' ? 'number' : type)));
}

function tagsOf(parts: readonly Schema[], context: PlanContext): ReadonlyMap<string, ReadonlySet<Scalar>> {
  const properties = parts.flatMap(({ object }) => object?.properties ?? []);
  const required = new Set([
    ...properties.filter((property) => context.isRequired(property)).map(({ name }) => name),
    ...parts.flatMap(({ object }) => object?.requiredOnly ?? []),
  ]);
  const tags = new Map<string, ReadonlySet<Scalar>>();
  for (const { name, schema } of properties) {
    const scalars = required.has(name) ? scalarsOf(schema, context) : undefined;
    if (scalars !== undefined) tags.set(name, scalars);
  }
  return tags;
}

/** The scalars that a schema allows, if it lists what it allows. */
function scalarsOf(schema: Schema, context: PlanContext): ReadonlySet<Scalar> | undefined {
  const { const: constant, enum: allowed } = context.resolve(schema);
  const values = constant === undefined ? allowed : [constant.value];
  return values?.every((value) => typeof value !== 'object' || value === null)
    ? // Neither an array nor an object is among them.
      new Set(values as readonly Scalar[])
    : undefined;
}
