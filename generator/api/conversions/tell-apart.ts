import type { JsonType, Schema } from '../types/schema.js';
import { compact, isSameJson, type Json } from '../../json.js';
import { allowedValues, findReferred, listCombined, type Schemas } from '../schemas/target-schema.js';

/** The JSON type of a value on the wire, which does not distinguish `integer` from `number`. */
export type WireType = Exclude<JsonType, 'integer' | 'null'>;

/** The facts about the values of one branch of a union; `null` is left out, since no codec converts it. */
export interface BranchFacts {
  /** Types that its values can have; absent: any. */
  readonly types?: ReadonlySet<WireType>;
  /** Properties that are always there, with the only values that they have. */
  readonly tags: ReadonlyMap<string, readonly Json[]>;
  readonly required: ReadonlySet<string>;
  /** All properties that are declared. */
  readonly declared: ReadonlySet<string>;
}

/** Most levels of references, and of unions inside unions, that are read. */
export const DEEPEST = 12;

const nothing: BranchFacts = { tags: new Map(), required: new Set(), declared: new Set() };

/** Finds the facts that tell the values of a schema from those of others. */
export function branchFacts(schema: Schema, schemas: Schemas, depth: number = 0): BranchFacts {
  if (depth > DEEPEST) return nothing;
  const inner = (one: Schema): BranchFacts => branchFacts(one, schemas, depth + 1);
  const unions = [schema.oneOf ?? [], schema.anyOf ?? []].filter((list) => list.length > 0);
  return [
    ownFacts(schema, schemas),
    ...listCombined(schemas, schema)
      .filter((one) => one !== undefined)
      .map(inner),
    ...unions.map((list) => list.map(inner).reduce(joinFacts)),
  ].reduce(meetFacts);
}

function ownFacts(schema: Schema, schemas: Schemas): BranchFacts {
  const { properties = [], requiredOnly = [] } = schema.object ?? {};
  const required = new Set([...properties.filter((one) => one.required).map(({ name }) => name), ...requiredOnly]);
  const tags = new Map<string, readonly Json[]>();
  for (const { name, schema: one } of properties) {
    const values = allowedValues(one) ?? allowedValues(findReferred(schemas, one) ?? one);
    if (values && required.has(name)) tags.set(name, values);
  }
  const declared = new Set(properties.map(({ name }) => name));
  return compact({ types: readWireTypes(schema), tags, required, declared });
}

function readWireTypes(schema: Schema): ReadonlySet<WireType> | undefined {
  const { types, array, object } = schema;
  if (types) return new Set(types.flatMap((type) => (type === 'null' ? [] : type === 'integer' ? 'number' : type)));
  const stated = allowedValues(schema);
  if (stated) {
    // `typeof` returns a JSON type for every value but arrays and null.
    const toType = (one: Json): WireType => (Array.isArray(one) ? 'array' : (typeof one as WireType));
    return new Set(stated.filter((one) => one !== null).map(toType));
  }
  if (object?.properties ?? object?.requiredOnly) return new Set(['object']);
  return (array?.items ?? array?.prefixItems) && new Set(['array']);
}

function meetFacts(left: BranchFacts, right: BranchFacts): BranchFacts {
  const { types = left.types } = right;
  const tags = new Map(right.tags);
  for (const [name, values] of left.tags) {
    const others = right.tags.get(name) ?? values;
    tags.set(
      name,
      values.filter((value) => others.some((other) => isSameJson(value, other))),
    );
  }
  return compact({
    types: types && new Set([...(left.types ?? types)].filter((type) => types.has(type))),
    tags,
    required: new Set([...left.required, ...right.required]),
    declared: new Set([...left.declared, ...right.declared]),
  });
}

function joinFacts(left: BranchFacts, right: BranchFacts): BranchFacts {
  const shared = [...left.tags].filter(([name]) => right.tags.has(name));
  return compact({
    types: left.types && right.types && new Set([...left.types, ...right.types]),
    tags: new Map(shared.map(([name, values]) => [name, [...values, ...(right.tags.get(name) ?? [])]])),
    required: new Set([...left.required].filter((name) => right.required.has(name))),
    declared: new Set([...left.declared, ...right.declared]),
  });
}

/** Finds a property that tells all branches apart by its values. */
export function findTag(branches: readonly BranchFacts[]): string | undefined {
  return [...(branches[0]?.tags.keys() ?? [])].find((name) => {
    const values = branches.map(({ tags }) => [...new Set(tags.get(name))]);
    const isEach = values.every((own) => own.length > 0 && own.every((value) => typeof value !== 'object'));
    return isEach && new Set(values.flat()).size === values.flat().length;
  });
}

/** Returns true if two branches can be told apart: by their types, their tags, or a property that only one of them has. */
export function areApart(left: BranchFacts, right: BranchFacts): boolean {
  return differ(left, right) || demands(left, right).length > 0 || demands(right, left).length > 0;
}

/** Returns true if types or tags tell two branches apart. */
export function differ(left: BranchFacts, right: BranchFacts): boolean {
  const { types } = right;
  if (left.types && types && ![...left.types].some((type) => types.has(type))) return true;
  return [...left.tags].some(([name, values]) => {
    const others = right.tags.get(name);
    return others && !values.some((value) => others.some((other) => isSameJson(value, other)));
  });
}

/** Lists the properties that one branch requires and another one does not declare. */
export function demands(left: BranchFacts, right: BranchFacts): readonly string[] {
  return [...left.required].filter((name) => !right.declared.has(name));
}

/** Lists the schemas directly inside a schema that are part of its type: branches, properties and items, but not `not` or `contains`. */
export function typedParts(schema: Schema): readonly Schema[] {
  const { allOf = [], oneOf = [], anyOf = [], array = {}, object = {} } = schema;
  const further = [object.additionalProperties, object.unevaluatedProperties, array.items, array.unevaluatedItems];
  return [
    ...allOf,
    ...oneOf,
    ...anyOf,
    ...[...(object.properties ?? []), ...(object.patternProperties ?? [])].map((one) => one.schema),
    ...(array.prefixItems ?? []),
    ...further,
  ].filter((one) => one !== undefined);
}
