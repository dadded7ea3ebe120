import { combinatorKeywords, listKeywords, type NamedKeyword } from '../../keywords/keywords.js';
import type { Direction, Schema, Property } from '../types/schema.js';
import { reachable } from '../../iterables.js';
import type { Lowering } from './lowering.js';
import { drainSchemas } from './lower-schema.js';
import type { Json } from '../../json.js';

/** The direction in which values are sent, with the schemas that references point to. */
export interface Travel {
  readonly direction: Direction;
  readonly schemas: Schemas;
}

/** Lists the schemas directly inside a schema; with a direction, without properties that are left out in it. */
export function listSubschemas(schema: Schema, travel?: Travel): readonly Schema[] {
  const { array = {}, object = {} } = schema;
  const properties = object.properties?.filter((one) => !travel || !isLeftOut(one.schema, travel)) ?? [];
  return [
    ...listHeld(schema, combinatorKeywords),
    ...listHeld(array, arrayKeywords),
    ...properties.map((one) => one.schema),
    ...listHeld(object, objectKeywords),
  ];
}

const arrayKeywords = listKeywords('array').filter(holdsSchemas);
const objectKeywords = listKeywords('object').filter((one) => holdsSchemas(one) && one.nameKey !== 'name');

function holdsSchemas({ takes }: NamedKeyword): boolean {
  return ['schema', 'schemas', 'namedSchemas', 'namedProperties'].includes(takes);
}

function listHeld(owner: object, list: readonly NamedKeyword[]): readonly Schema[] {
  const found: Schema[] = [];
  for (const { name } of list) {
    // The value of such a keyword is a schema, a list of schemas, or a list of objects with a schema (`patternProperties`).
    const held: Schema | readonly (Schema | { readonly schema: Schema })[] | undefined = Reflect.get(owner, name);
    if (held === undefined) continue;
    if ('doc' in held) found.push(held);
    else for (const one of held) found.push('schema' in one ? one.schema : one);
  }
  return found;
}

/** Lists the ids that a schema and the schemas inside it refer to, each once, in order. */
export function listReferences(schema: Schema, travel?: Travel): readonly string[] {
  const inside = reachable([schema], (one) => listSubschemas(one, travel));
  return [...new Set([...inside].flatMap(({ ref }) => ref ?? []))];
}

/** Returns true for a reference without validating keywords beside it. */
export function isReference(schema: Schema): schema is Schema & { readonly ref: string } {
  return schema.ref !== undefined && !Object.keys(schema).some((key) => asserting.has(key));
}

const asserting: ReadonlySet<string> = new Set(
  ['types', 'enum', 'const', 'string', 'number', 'array', 'object'].concat(combinatorKeywords.map(({ name }) => name)),
);

/** Returns true for a reference with nothing beside it. */
export function isPlainReference(schema: Schema): schema is Schema & { readonly ref: string } {
  return schema.ref !== undefined && Object.keys(schema).every((key) => ['at', 'doc', 'ref'].includes(key));
}

/**
 * Returns true if a property is left out in a direction: its schema, or one that this refers to or combines, is `readOnly` (requests)
 * or `writeOnly` (responses).
 */
export function isLeftOut(schema: Schema, travel: Travel): boolean {
  const key = travel.direction === 'request' ? 'readOnly' : 'writeOnly';
  for (const part of reachable([schema], (one) => listCombined(travel.schemas, one))) if (part[key]) return true;
  return false;
}

/** Schemas by id: a map while a document is lowered, an object in the IR. */
export type Schemas = ReadonlyMap<string, Schema> | ById;

type ById = Readonly<Record<string, Schema>>;

/** Finds the target of a schema's `$ref`; `undefined` where it has none. */
export function findReferred(schemas: Schemas, { ref }: Schema): Schema | undefined {
  if (!ref) return undefined;
  // `instanceof` does not narrow a readonly map.
  return schemas instanceof Map ? (schemas as ReadonlyMap<string, Schema>).get(ref) : (schemas as ById)[ref];
}

/** Lists the further schemas that each value has to match: the target of `$ref`, and `allOf`. */
export function listCombined(schemas: Schemas, schema: Schema): readonly (Schema | undefined)[] {
  return [findReferred(schemas, schema), ...(schema.allOf ?? [])];
}

/** Lists the further schemas that can describe a value: the target of `$ref`, `allOf`, `oneOf` and `anyOf`. */
export function listDescribing(schemas: Schemas, schema: Schema): readonly (Schema | undefined)[] {
  return [...listCombined(schemas, schema), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
}

/** Returns the schema itself, or the one at the end of its references; lowers it first if it is still queued. */
export function targetSchema(lowering: Lowering, schema: Schema): Schema {
  if (schema.ref) drainSchemas(lowering);
  return followSchema(lowering.schemas, schema);
}

/** Returns the schema at the end of a chain of references; where they are circular, one of them. */
export function followSchema(schemas: Schemas, schema: Schema): Schema {
  const seen = new Set<Schema>();
  let current = schema;
  while (current.ref && !seen.has(current)) {
    seen.add(current);
    current = findReferred(schemas, current) ?? current;
  }
  return current;
}

/** Returns the values that a schema lists or fixes itself; `undefined` where it takes others, too. */
export function allowedValues({ const: constant, enum: allowed }: Schema): readonly Json[] | undefined {
  return constant ? [constant.value] : allowed;
}

/** Finds the property with a name that a schema declares, itself or by `$ref` and `allOf`. */
export function findProperty(schemas: Schemas, schema: Schema, name: string): Property | undefined {
  return declaredProperties(schemas, schema).find((property) => property.name === name);
}

/** Most schemas that are combined into one: chains of them can be as long as a document. */
const mostCombined = 500;

/** Returns the properties that a schema declares, itself or by `$ref` and `allOf`. */
export function declaredProperties(schemas: Schemas, schema: Schema): readonly Property[] {
  return [...combinedSchemas(schemas, schema)].flatMap(({ object }) => object?.properties ?? []);
}

/** Returns the names that a schema requires without declaring them, itself or by `$ref` and `allOf`, each with the schema that requires it. */
export function undeclaredNames(schemas: Schemas, schema: Schema): readonly Property[] {
  const declared = new Set(declaredProperties(schemas, schema).map(({ name }) => name));
  return [...combinedSchemas(schemas, schema)].flatMap((one) => {
    const names = one.object?.requiredOnly?.filter((name) => !declared.has(name)) ?? [];
    return names.map((name) => ({ name, required: true, schema: one }));
  });
}

/** Returns true if a schema, or one of its `$ref` and `allOf`, requires a property that this one does not declare itself. */
export function requiresUndeclared(schemas: Schemas, schema: Schema, name: string): boolean {
  return [...combinedSchemas(schemas, schema)].some(({ object }) => object?.requiredOnly?.includes(name) === true);
}

/**
 * Returns true for the alternative of a union for all tags that no other alternative has: `{ $ref, properties: { kind: { not: … } } }`.
 */
export function takesOtherTags({ discriminator }: Schema, { ref, object }: Schema): boolean {
  const { property, defaultMapping } = discriminator ?? {};
  const isDefault = ref !== undefined && ref === defaultMapping?.ref;
  return isDefault && object?.properties?.some(({ name, schema }) => name === property && schema.not) === true;
}

/** Most levels of unions inside unions that `isExtending` searches. */
const DEEPEST = 5;

/** Returns true if all values of a schema are values of `ref`: it refers to `ref`, or all of its alternatives do. */
export function isExtending(schemas: Schemas, schema: Schema, ref: string, depth = 0): boolean {
  return [...combinedSchemas(schemas, schema)].some((one) => {
    const { oneOf: branches = one.anyOf ?? [] } = one;
    const isUnion = branches.length > 0 && depth < DEEPEST;
    return one.ref === ref || (isUnion && branches.every((branch) => isExtending(schemas, branch, ref, depth + 1)));
  });
}

/** Returns a schema, and those that its `$ref` and `allOf` add to it. */
function combinedSchemas(schemas: Schemas, schema: Schema): ReadonlySet<Schema> {
  let count = 0;
  return new Set(reachable([schema], (one) => ((count += 1) > mostCombined ? [] : listCombined(schemas, one))));
}

/** Most levels of unions inside unions that are searched for names. */
const deepest = 8;

/**
 * Lists the names that properties of a value may have, if `propertyNames` of a schema that validates it lists them:
 * `{ propertyNames: { enum: [a, b] } }` → `a`, `b`. Undefined if any name is allowed.
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
    if (values) return values.filter((name) => typeof name === 'string');
    const lists = (one.oneOf ?? one.anyOf ?? []).map((branch) => listNames(schemas, branch, depth - 1));
    const found = lists.filter((list) => list !== undefined);
    if (found.length > 0 && found.length === lists.length) return [...new Set(found.flat())];
  }
  return undefined;
}
