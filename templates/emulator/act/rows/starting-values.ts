import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { mergeSchemas, type Path, resolveSchema } from '@speccast/runtime/requests';

/** A schema, and the schema in which its references are resolved. */
export interface LocatedSchema {
  readonly schema: JsonObject;
  readonly root: JsonObject;
}

/** A member of an object, as a schema declares it. */
export interface Member {
  readonly name: string;
  /** As it is written, and with references and combinations resolved. */
  readonly written: JsonObject;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

const mostVisited = 2000;

/** Deepest objects that are looked into: a schema can refer to itself. */
const deepest = 8;

/** A schema with its references, and with the one alternative that it has beside `null`. */
function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const context = { root, budget: { left: mostVisited } };
  const { anyOf, oneOf, ...own } = resolveSchema(schema, context);
  const others = [anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter((one) => isJsonObject(one) && one['type'] !== 'null') : [],
  );
  const [only] = others;
  if (isJsonObject(only) && others.length === 1) return mergeSchemas(own, resolveSchema(only, context));
  return own;
}

/** The schema of the value at a path; an index means all items of a list. */
export function schemaAt(root: JsonObject, path: Path): LocatedSchema | undefined {
  let schema: Json | undefined = root;
  for (const step of path) {
    if (!isJsonObject(schema)) return undefined;
    const { items, properties } = resolve(schema, root);
    schema = typeof step === 'number' ? items : isJsonObject(properties) ? properties[step] : undefined;
  }
  return isJsonObject(schema) ? { schema, root } : undefined;
}

const known = new WeakMap<JsonObject, readonly Member[]>();

/** The members that a schema declares for an object. */
export function membersOf({ schema, root }: LocatedSchema): readonly Member[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { properties, required } = resolve(schema, root);
  const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, one]): Member => {
    const written = isJsonObject(one) ? one : {};
    const isRequired = Array.isArray(required) && required.includes(name);
    return { name, written, schema: resolve(written, root), isRequired };
  });
  known.set(schema, members);
  return members;
}

/**
 * Adds the values that a schema states for members that are left out: their defaults, and the first value of a required enum.
 * `{name}` becomes `{name, colour: 'red', state: 'draft'}`.
 */
export function withStartingValues(value: JsonObject, located: LocatedSchema, depth: number = 0): JsonObject {
  const { root } = located;
  const added = membersOf(located).flatMap((member): readonly [string, Json][] => {
    const { name, written } = member;
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (own === undefined) return startsWith(member, root, depth).map((start) => [name, start]);
    const inner = withInnerValues(own, { schema: written, root }, depth);
    return inner === own ? [] : [[name, inner]];
  });
  return added.length === 0 ? value : { ...value, ...Object.fromEntries(added) };
}

function withInnerValues(value: Json, { schema, root }: LocatedSchema, depth: number): Json {
  if (depth > deepest) return value;
  if (isJsonObject(value)) return withStartingValues(value, { schema, root }, depth + 1);
  const { items } = Array.isArray(value) ? resolve(schema, root) : {};
  if (!Array.isArray(value) || !isJsonObject(items)) return value;
  return value.map((one: Json) => withInnerValues(one, { schema: items, root }, depth + 1));
}

/** The value that a member starts with, in a list; empty if the schema states none. */
function startsWith({ written, schema, isRequired }: Member, root: JsonObject, depth: number): readonly Json[] {
  const given = written['default'] ?? schema['default'];
  if (given !== undefined) return [withInnerValues(given, { schema: written, root }, depth)];
  const values = schema['enum'];
  if (!isRequired || depth > deepest) return [];
  if (Array.isArray(values)) return values.filter((one) => one !== null).slice(0, 1);
  const inner = withStartingValues({}, { schema: written, root }, depth + 1);
  return Object.keys(inner).length > 0 ? [inner] : [];
}

/** The paths of the members of a value that only the service writes: `readOnly` in the schema. */
export function readOnlyPaths(value: Json, located: LocatedSchema, depth: number = 0): readonly Path[] {
  const { root } = located;
  if (depth > deepest) return [];
  if (Array.isArray(value)) {
    const { items } = resolve(located.schema, root);
    const inner = isJsonObject(items) ? { schema: items, root } : undefined;
    return value.flatMap((one: Json, index) =>
      (inner ? readOnlyPaths(one, inner, depth + 1) : []).map((path) => [index, ...path]),
    );
  }
  if (!isJsonObject(value)) return [];
  return membersOf(located).flatMap(({ name, written, schema }): readonly Path[] => {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (own === undefined) return [];
    if (schema['readOnly'] === true) return [[name]];
    return readOnlyPaths(own, { schema: written, root }, depth + 1).map((path) => [name, ...path]);
  });
}
