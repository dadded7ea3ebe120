import type { JsonType, Schema } from '../types/schema.js';
import { isSameJson, type Json } from '../../json.js';
import { allowedValues } from '../schemas/target-schema.js';

/** A type of JSON as a value on the wire has it. */
export type WireType = Exclude<JsonType, 'integer' | 'null'>;

/** What is known of the values of one branch of a union: null apart, which no codec converts. */
export interface BranchFacts {
  /** Absent where it may be any. */
  readonly types?: ReadonlySet<WireType>;
  /** Properties that are always there, with the only values that they have. */
  readonly tags: ReadonlyMap<string, readonly Json[]>;
  readonly required: ReadonlySet<string>;
  /** All properties that are declared. */
  readonly declared: ReadonlySet<string>;
}

type Schemas = ReadonlyMap<string, Schema>;

/** Deepest reference, or union inside a union, that is looked into. */
export const DEEPEST = 12;

const nothing: BranchFacts = { tags: new Map(), required: new Set(), declared: new Set() };

/** What tells the values of a schema from those of others. */
export function branchFacts(schema: Schema, schemas: Schemas, depth: number = 0): BranchFacts {
  if (depth > DEEPEST) return nothing;
  const inner = (one: Schema): BranchFacts => branchFacts(one, schemas, depth + 1);
  const target = schema.ref === undefined ? undefined : schemas.get(schema.ref);
  const unions = [schema.oneOf, schema.anyOf].flatMap((list) =>
    list === undefined || list.length === 0 ? [] : [list.map(inner).reduce(joinFacts)],
  );
  const parts = [...(target === undefined ? [] : [target]), ...(schema.allOf ?? [])].map(inner);
  return [ownFacts(schema, schemas), ...parts, ...unions].reduce(meetFacts);
}

function ownFacts(schema: Schema, schemas: Schemas): BranchFacts {
  const { properties = [], requiredOnly = [] } = schema.object ?? {};
  const required = new Set([...properties.flatMap(({ name, required: is }) => (is ? [name] : [])), ...requiredOnly]);
  const tags = properties.flatMap(({ name, schema: one }) => {
    const values = required.has(name) ? readAllowedValues(one, schemas) : undefined;
    return values === undefined ? [] : [[name, values] as const];
  });
  const types = readWireTypes(schema);
  return {
    ...(types !== undefined && { types }),
    tags: new Map(tags),
    required,
    declared: new Set(properties.map(({ name }) => name)),
  };
}

/** The only values that a property has, where they are few and said by a constant or an enum. */
function readAllowedValues(schema: Schema, schemas: Schemas): readonly Json[] | undefined {
  const target = schema.ref === undefined ? undefined : schemas.get(schema.ref);
  return allowedValues(schema) ?? (target && allowedValues(target));
}

function readWireTypes({
  types,
  array,
  object,
  const: constant,
  enum: values,
}: Schema): ReadonlySet<WireType> | undefined {
  if (types !== undefined) return new Set(types.flatMap(wireType));
  const stated = constant === undefined ? values : [constant.value];
  if (stated !== undefined) return new Set(stated.flatMap(typeOfValue));
  if (object?.properties !== undefined || object?.requiredOnly !== undefined) return new Set(['object']);
  return array?.items === undefined && array?.prefixItems === undefined ? undefined : new Set(['array']);
}

function wireType(type: JsonType): readonly WireType[] {
  if (type === 'null') return [];
  return [type === 'integer' ? 'number' : type];
}

function typeOfValue(value: Json): readonly WireType[] {
  if (value === null) return [];
  if (Array.isArray(value)) return ['array'];
  switch (typeof value) {
    case 'string':
      return ['string'];
    case 'number':
      return ['number'];
    case 'boolean':
      return ['boolean'];
    default:
      return ['object'];
  }
}

function meetFacts(left: BranchFacts, right: BranchFacts): BranchFacts {
  const types =
    left.types === undefined || right.types === undefined
      ? (left.types ?? right.types)
      : new Set([...left.types].filter((type) => right.types?.has(type)));
  const tags = new Map(right.tags);
  for (const [name, values] of left.tags) {
    const others = right.tags.get(name) ?? values;
    tags.set(
      name,
      values.filter((value) => others.some((other) => isSameJson(value, other))),
    );
  }
  return {
    ...(types !== undefined && { types }),
    tags,
    required: new Set([...left.required, ...right.required]),
    declared: new Set([...left.declared, ...right.declared]),
  };
}

function joinFacts(left: BranchFacts, right: BranchFacts): BranchFacts {
  const types = left.types && right.types && new Set([...left.types, ...right.types]);
  const tags = [...left.tags].flatMap(([name, values]) => {
    const others = right.tags.get(name);
    return others === undefined ? [] : [[name, [...values, ...others]] as const];
  });
  return {
    ...(types !== undefined && { types }),
    tags: new Map(tags),
    required: new Set([...left.required].filter((name) => right.required.has(name))),
    declared: new Set([...left.declared, ...right.declared]),
  };
}

/** A property that tells all branches apart by its values, if one does. */
export function findTag(branches: readonly BranchFacts[]): string | undefined {
  return [...(branches[0]?.tags.keys() ?? [])].find((name) => {
    const values = branches.map(({ tags }) => [...new Set(tags.get(name))]);
    const isEach = values.every((own) => own.length > 0 && own.every((value) => typeof value !== 'object'));
    return isEach && new Set(values.flat()).size === values.flat().length;
  });
}

/** What tells two branches apart: what their values are, or what one of them demands and the other does not declare. */
export function areApart(left: BranchFacts, right: BranchFacts): boolean {
  return differ(left, right) || demands(left, right).length > 0 || demands(right, left).length > 0;
}

/** Whether types or tags tell two branches apart. */
export function differ(left: BranchFacts, right: BranchFacts): boolean {
  const { types } = right;
  if (left.types !== undefined && types !== undefined && ![...left.types].some((type) => types.has(type))) return true;
  return [...left.tags].some(([name, values]) => {
    const others = right.tags.get(name);
    return others !== undefined && !values.some((value) => others.some((other) => isSameJson(value, other)));
  });
}

/** The properties that one branch demands and another one does not declare. */
export function demands(left: BranchFacts, right: BranchFacts): readonly string[] {
  return [...left.required].filter((name) => !right.declared.has(name));
}

/** The schemas inside a schema whose values have types of their own. */
export function typedParts(schema: Schema): readonly Schema[] {
  const { allOf = [], oneOf = [], anyOf = [], array = {}, object = {} } = schema;
  const further = [object.additionalProperties, object.unevaluatedProperties, array.items, array.unevaluatedItems];
  return [
    ...allOf,
    ...oneOf,
    ...anyOf,
    ...(object.properties ?? []).map((one) => one.schema),
    ...(object.patternProperties ?? []).map((one) => one.schema),
    ...(array.prefixItems ?? []),
    ...further.filter((one) => one !== undefined),
  ];
}
