import type { Api } from '../api.js';
import type { Lowering } from './lowering.js';
import { drainSchemas } from './lower-schema.js';
import type { Property, Schema } from '../types/schema.js';
import type { Json } from '../../json.js';
import { reachable } from '../../iterables.js';
import { findReferred, listCombined, type Schemas } from './walk-schema.js';

export type { Schemas } from './walk-schema.js';

/** The schema itself, or the one at the end of its references, for documents that are still being lowered. */
export function targetSchema(lowering: Lowering, schema: Schema): Schema {
  if (schema.ref !== undefined) drainSchemas(lowering);
  return followSchema(lowering.schemas, schema);
}

/** The schema at the end of a chain of references; where they are circular, one of them. */
export function followSchema(schemas: Schemas, schema: Schema): Schema {
  const seen = new Set<Schema>();
  let current = schema;
  while (current.ref !== undefined && !seen.has(current)) {
    seen.add(current);
    current = findReferred(schemas, current) ?? current;
  }
  return current;
}

/** The values that a schema lists or fixes itself; `undefined` where it takes others, too. */
export function allowedValues({ const: constant, enum: allowed }: Schema): readonly Json[] | undefined {
  return constant === undefined ? allowed : [constant.value];
}

/** The property that a schema declares under a name, itself or through what it refers to and combines. */
export function findProperty(schemas: Schemas, schema: Schema, name: string): Property | undefined {
  return declaredProperties(schemas, schema).find((property) => property.name === name);
}

/** Most schemas that are asked for the properties of one: chains of them can be as long as a document. */
const mostAsked = 500;

/** The properties that a schema declares, itself or through what it refers to and combines. */
export function declaredProperties(schemas: Schemas, schema: Schema): readonly Property[] {
  return [...combinedSchemas(schemas, schema)].flatMap(({ object }) => object?.properties ?? []);
}

/** The names that a schema, or what it refers to or combines, requires without declaring them, and which schema it is. */
export function undeclaredNames(schemas: Schemas, schema: Schema): readonly Property[] {
  const declared = new Set(declaredProperties(schemas, schema).map(({ name }) => name));
  return [...combinedSchemas(schemas, schema)].flatMap((one) =>
    (one.object?.requiredOnly ?? []).flatMap((name) =>
      declared.has(name) ? [] : [{ name, required: true, schema: one }],
    ),
  );
}

/** Returns true if a schema, or one that it refers to or combines, requires a property that it does not declare itself. */
export function requiresUndeclared(schemas: Schemas, schema: Schema, name: string): boolean {
  return [...combinedSchemas(schemas, schema)].some(({ object }) => object?.requiredOnly?.includes(name) === true);
}

/**
 * Returns true for the alternative of a union that takes the tags which the others do not: `{ $ref, properties: { kind: { not: …
 * } } }`.
 */
export function takesOtherTags({ discriminator }: Schema, { ref, object }: Schema): boolean {
  const { property, defaultMapping } = discriminator ?? {};
  if (ref === undefined || ref !== defaultMapping?.ref) return false;
  return object?.properties?.some(({ name, schema }) => name === property && schema.not !== undefined) === true;
}

/** Most unions inside unions of which the alternatives are asked what they extend. */
const DEEPEST = 5;

/** Returns true if all values of a schema are values of `ref`, since it refers to that, or all of its alternatives do. */
export function isExtending(schemas: Schemas, schema: Schema, ref: string, depth = 0): boolean {
  return [...combinedSchemas(schemas, schema)].some((one) => {
    const { oneOf: branches = one.anyOf ?? [] } = one;
    const isUnion = branches.length > 0 && depth < DEEPEST;
    return one.ref === ref || (isUnion && branches.every((branch) => isExtending(schemas, branch, ref, depth + 1)));
  });
}

/** A schema, and those that its `$ref` and `allOf` add to it. */
function combinedSchemas(schemas: Schemas, schema: Schema): ReadonlySet<Schema> {
  let asked = 0;
  return new Set(reachable([schema], (one) => ((asked += 1) > mostAsked ? [] : listCombined(schemas, one))));
}

const known = new WeakMap<Api['schemas'], ReadonlyMap<string, Schema>>();

/** The schemas of an API as a map; made once, since operations ask for it one by one. */
export function schemasById({ schemas }: Pick<Api, 'schemas'>): ReadonlyMap<string, Schema> {
  const map = known.get(schemas) ?? new Map(Object.entries(schemas));
  known.set(schemas, map);
  return map;
}

/** Most unions inside unions that are looked into for names. */
const deepest = 8;

/**
 * Lists the names that properties of a value may have, where `propertyNames` of any schema that validates it lists them:
 * `{ propertyNames: { enum: [a, b] } }` gives `a` and `b`. Undefined where names are open.
 */
export function allowedNames(schemas: Schemas, around: readonly Schema[]): readonly string[] | undefined {
  const stated = around
    .flatMap((one) => [...combinedSchemas(schemas, one)])
    .flatMap(({ object }) => object?.propertyNames ?? []);
  const lists = stated.map((names) => listNames(schemas, names, deepest)).filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : lists.reduce((left, right) => left.filter((name) => right.includes(name)));
}

function listNames(schemas: Schemas, names: Schema, depth: number): readonly string[] | undefined {
  for (const one of depth === 0 ? [] : combinedSchemas(schemas, names)) {
    const values = one.boolean === false ? [] : allowedValues(one);
    if (values !== undefined) return values.filter((name) => typeof name === 'string');
    const lists = (one.oneOf ?? one.anyOf ?? []).map((branch) => listNames(schemas, branch, depth - 1));
    const found = lists.filter((list) => list !== undefined);
    if (found.length > 0 && found.length === lists.length) return [...new Set(found.flat())];
  }
  return undefined;
}
