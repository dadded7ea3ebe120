import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { readPointer } from '../../validators/document/document-pointer.js';
import type { Validator } from '../../validators/check/validator.js';

/** How many more schemas may be visited. Recursive combinations would otherwise double with each level. */
export interface Budget {
  left: number;
}

/** A schema with resolved `$ref` and merged `allOf`. Unresolved and circular references are ignored. */
export function resolveSchema(
  schema: JsonObject,
  context: { readonly root: JsonObject; readonly budget: Budget },
  seen: ReadonlySet<string> = new Set(),
): JsonObject {
  const { $ref, allOf, ...own } = schema;
  const { root, budget } = context;
  budget.left -= 1;
  if (budget.left < 0) return own;
  let whole: JsonObject = own;
  if (typeof $ref === 'string' && !seen.has($ref)) {
    const target = follow(root, $ref);
    if (isJsonObject(target)) whole = mergeSchemas(resolveSchema(target, context, new Set([...seen, $ref])), whole);
  }
  for (const part of Array.isArray(allOf) ? allOf : []) {
    if (isJsonObject(part)) whole = mergeSchemas(whole, resolveSchema(part, context, seen));
  }
  return whole;
}

/** Merges two schemas. */
export function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(left));
  for (const [keyword, value] of Object.entries(right)) {
    const before = merged.get(keyword);
    merged.set(keyword, before === undefined ? value : mergeKeyword(keyword, before, value));
  }
  return Object.fromEntries(merged);
}

/** Names of keywords that are lower limits, or upper ones. */
const lower = /^(?:exclusiveM|m)in/;
const upper = /^(?:exclusiveM|m)ax/;

function mergeKeyword(keyword: string, left: Json, right: Json): Json {
  if (keyword === 'properties' && isJsonObject(left) && isJsonObject(right)) return mergeProperties(left, right);
  if (keyword === 'required' && Array.isArray(left) && Array.isArray(right)) return [...new Set([...left, ...right])];
  if (keyword === 'enum' && Array.isArray(left) && Array.isArray(right))
    return left.filter((one) => right.includes(one));
  // One of each has to hold.
  if ((keyword === 'oneOf' || keyword === 'anyOf') && Array.isArray(left) && Array.isArray(right))
    return left.map((one) => ({ allOf: [one, { [keyword]: right }] }));
  if (typeof left === 'number' && typeof right === 'number') {
    if (lower.test(keyword)) return Math.max(left, right);
    if (upper.test(keyword)) return Math.min(left, right);
  }
  if (keyword === 'type' && left === 'number' && right === 'integer') return right;
  return keyword === 'type' && left === 'integer' ? left : right;
}

function mergeProperties(left: JsonObject, right: JsonObject): JsonObject {
  const shared = Object.keys(right).filter((name) => Object.hasOwn(left, name));
  const both = shared.map((name): [string, Json] => [name, { allOf: [left[name] ?? true, right[name] ?? true] }]);
  return { ...left, ...right, ...Object.fromEntries(both) };
}

/** Reads what a pointer such as `#/$defs/a~1b` resolves to; `undefined` for addresses of other documents. */
export function follow(root: JsonObject, ref: string): Json | undefined {
  return ref.startsWith('#') ? readPointer(root, ref)?.value : undefined;
}

const types = ['string', 'number', 'object', 'boolean', 'array', 'null'];

/** The opposite bound of each bound. */
const opposite: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMaximum',
  exclusiveMinimum: 'maximum',
  maximum: 'exclusiveMinimum',
  exclusiveMaximum: 'minimum',
};

/** A schema of values that do not match a schema; empty if there is no simple one. */
export function negateSchema(schema: Json | undefined): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { type } = schema;
  if (type !== undefined) {
    const excluded = new Set([type].flat());
    const others = types.filter((one) => !excluded.has(one) && !(one === 'number' && excluded.has('integer')));
    return Object.keys(schema).length === 1 ? { type: others } : {};
  }
  const bounds = Object.entries(schema).flatMap(([keyword, value]) => {
    const other = Object.hasOwn(opposite, keyword) ? opposite[keyword] : undefined;
    return other === undefined ? [] : [[other, value] as const];
  });
  // Violating one of several bounds is enough.
  return Object.fromEntries(bounds.slice(0, 1));
}

const schemas = new WeakMap<Validator<unknown>, JsonObject>();

/** The JSON Schema of a validator; undefined if it is not loaded. */
export function jsonSchemaOf(validator: Validator<unknown>): JsonObject | undefined {
  const known = schemas.get(validator);
  if (known !== undefined) return known;
  try {
    // Standard Schema types it as an object of unknown values; generated validators return JSON.
    const schema = validator['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject;
    schemas.set(validator, schema);
    return schema;
  } catch {
    return undefined;
  }
}

/** Most schemas that are visited to find the members of one. */
const mostVisited = 2000;

/**
 * The members that a schema declares for the objects at a path (an index means all items of a list), and a schema of each;
 * undefined if they can have any others. `writeOnly` or `readOnly` members are not among them.
 */
export function membersAt(
  root: JsonObject,
  path: readonly (string | number)[],
  except: 'readOnly' | 'writeOnly' = 'writeOnly',
): ReadonlyMap<string, JsonObject> | undefined {
  const budget = { left: mostVisited };
  let schemas: readonly JsonObject[] = [root];
  for (const step of path)
    schemas = schemas.flatMap((schema) => alternativesOf(schema, root, budget)).flatMap((one) => schemaAt(one, step));
  const parts = schemas.flatMap((schema) => alternativesOf(schema, root, budget));
  const members = new Map<string, JsonObject>();
  for (const { properties = {}, required, additionalProperties, patternProperties } of parts) {
    if (additionalProperties === true || isJsonObject(additionalProperties) || patternProperties !== undefined)
      return undefined;
    const declared = isJsonObject(properties) ? properties : {};
    // A member can be required that is described nowhere.
    for (const name of new Set([...Object.keys(declared), ...(Array.isArray(required) ? required.map(String) : [])])) {
      const one = Object.hasOwn(declared, name) ? declared[name] : undefined;
      const member = isJsonObject(one) ? resolveSchema(one, { root, budget }) : {};
      if (member[except] !== true) members.set(name, member);
    }
  }
  return members.size === 0 || budget.left < 0 ? undefined : members;
}

/** A schema and the alternatives in it, with references and `allOf` resolved. */
function alternativesOf(schema: JsonObject, root: JsonObject, budget: Budget): readonly JsonObject[] {
  if (budget.left < 0) return [];
  const { oneOf, anyOf, ...own } = resolveSchema(schema, { root, budget });
  const others = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  return [own, ...others.flatMap((one) => alternativesOf(one, root, budget))];
}

function schemaAt(
  { properties, items, additionalProperties }: JsonObject,
  step: string | number,
): readonly JsonObject[] {
  const own = isJsonObject(properties) && Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
  const found = typeof step === 'number' ? items : own;
  return isJsonObject(found) ? [found] : [];
}
