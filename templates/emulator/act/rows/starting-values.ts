import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { mergeSchemas, type Path, readMember, resolveSchema, toJsonObject } from '@speccast/runtime/requests';

/** A schema, and the schema in which its references are resolved. */
export interface LocatedSchema {
  readonly schema: JsonObject;
  readonly root: JsonObject;
}

/** A member of an object, as a schema declares it. */
export interface Member {
  readonly name: string;
  /** The schema as the document has it. */
  readonly written: JsonObject;
  /** The schema with references and combinations resolved. */
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

const mostVisited = 2000;

/** Most levels of objects that are read: a schema can refer to itself. */
const deepest = 8;

/** Resolves the references of a schema, and the only alternative that it has beside `null`. */
function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const context = { root, budget: { left: mostVisited } };
  const { anyOf = [], oneOf = [], ...own } = resolveSchema(schema, context);
  const [only, ...others] = [anyOf, oneOf].flat().filter((one) => isJsonObject(one) && one['type'] !== 'null');
  return isJsonObject(only) && others.length === 0 ? mergeSchemas(own, resolveSchema(only, context)) : own;
}

/** Finds the schema of the value at a path; an index means all items of a list. */
export function schemaAt(root: JsonObject, path: Path): LocatedSchema | undefined {
  let schema = root;
  for (const step of path) {
    const { items, properties } = resolve(schema, root);
    const inner = typeof step === 'number' ? items : toJsonObject(properties)[step];
    if (!isJsonObject(inner)) return undefined;
    schema = inner;
  }
  return { schema, root };
}

/** Lists the members that a schema declares for an object. */
export function listMembers({ schema, root }: LocatedSchema): readonly Member[] {
  const { properties, required } = resolve(schema, root);
  return Object.entries(toJsonObject(properties)).map(([name, one]) => {
    const written = toJsonObject(one);
    const isRequired = Array.isArray(required) && required.includes(name);
    return { name, written, schema: resolve(written, root), isRequired };
  });
}

/**
 * Adds the values that a schema states for members that are left out: their defaults, and the first value of a required enum.
 * `{name}` becomes `{name, colour: 'red', state: 'draft'}`.
 */
export function withStartingValues(value: JsonObject, located: LocatedSchema, depth: number = 0): JsonObject {
  let whole = value;
  for (const member of listMembers(located)) {
    const own = readMember(value, member.name);
    const start = startMember(own, member, located.root, depth);
    if (start !== undefined && start !== own) whole = { ...whole, [member.name]: start };
  }
  return whole;
}

/** Returns the value that a member starts with, with the starting values in it; undefined if it has none. */
function startMember(own: Json | undefined, member: Member, root: JsonObject, depth: number): Json | undefined {
  const { written, schema, isRequired } = member;
  const value = own === undefined ? (written['default'] ?? schema['default']) : own;
  if (value === undefined) {
    if (!isRequired || depth > deepest) return undefined;
    const { enum: values } = schema;
    if (Array.isArray(values)) return values.find((one) => one !== null);
    const inner = withStartingValues({}, { schema: written, root }, depth + 1);
    return Object.keys(inner).length > 0 ? inner : undefined;
  }
  if (depth > deepest) return value;
  if (isJsonObject(value)) return withStartingValues(value, { schema: written, root }, depth + 1);
  const { items } = schema;
  if (!Array.isArray(value) || !isJsonObject(items)) return value;
  const item = { name: '', written: items, schema: resolve(items, root), isRequired: false };
  return value.map((one: Json) => startMember(one, item, root, depth + 1) ?? one);
}

/** Lists the paths of the members of a value that only the service writes: `readOnly` in the schema. */
export function readOnlyPaths(value: Json, located: LocatedSchema, depth: number = 0): readonly Path[] {
  const { root } = located;
  const listInner = (step: string | number, one: Json, schema: JsonObject) =>
    readOnlyPaths(one, { schema, root }, depth + 1).map((path) => [step, ...path]);
  if (depth > deepest) return [];
  if (Array.isArray(value)) {
    const items = toJsonObject(resolve(located.schema, root)['items']);
    return value.flatMap((one: Json, index) => listInner(index, one, items));
  }
  if (!isJsonObject(value)) return [];
  return listMembers(located).flatMap(({ name, written, schema }): readonly Path[] => {
    const own = readMember(value, name);
    if (own === undefined) return [];
    return schema['readOnly'] === true ? [[name]] : listInner(name, own, written);
  });
}
