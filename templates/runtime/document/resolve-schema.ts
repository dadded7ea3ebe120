import { isJsonObject, readMember, toJsonObject, type Json, type JsonObject } from '../json.js';
import { readPointer } from '../validators/document/document-pointer.js';
import type { Validator } from '../validators/check/validator.js';

/** The number of schemas that may still be visited. It limits recursive combinations, which double at each level. */
export interface Budget {
  left: number;
}

/** Resolves `$ref` and merges `allOf` of a schema. Ignores references that are unresolved or circular. Visits 100 schemas by default. */
export function resolveSchema(
  schema: JsonObject,
  { root, budget = { left: 100 } }: { readonly root: JsonObject; readonly budget?: Budget },
  seen: ReadonlySet<string> = new Set(),
): JsonObject {
  const { $ref, allOf, ...own } = schema;
  budget.left -= 1;
  if (budget.left < 0) return own;
  const target = typeof $ref === 'string' && !seen.has($ref) ? follow(root, $ref) : undefined;
  let whole: JsonObject = own;
  if (isJsonObject(target))
    whole = mergeSchemas(resolveSchema(target, { root, budget }, new Set([...seen, String($ref)])), own);
  for (const part of Array.isArray(allOf) ? allOf.filter(isJsonObject) : [])
    whole = mergeSchemas(whole, resolveSchema(part, { root, budget }, seen));
  return whole;
}

/** Merges two schemas into one whose values match both: `{ minimum: 1 }` and `{ minimum: 3 }` → `{ minimum: 3 }`. */
export function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  return mergeMembers(left, right, mergeKeyword);
}

/** Merges two objects; `merge` joins the values of a member that both have. */
function mergeMembers(
  left: JsonObject,
  right: JsonObject,
  merge: (left: Json, right: Json, name: string) => Json,
): JsonObject {
  const members = Object.entries(right).map(([name, value]) => {
    const before = readMember(left, name);
    return [name, before === undefined ? value : merge(before, value, name)];
  });
  return { ...left, ...Object.fromEntries(members) };
}

function mergeKeyword(left: Json, right: Json, keyword: string): Json {
  if (keyword === 'properties' && isJsonObject(left) && isJsonObject(right))
    return mergeMembers(left, right, (one, other) => ({ allOf: [one, other] }));
  if (Array.isArray(left) && Array.isArray(right)) {
    if (keyword === 'required') return [...new Set([...left, ...right])];
    if (keyword === 'enum') return left.filter((one: Json) => right.includes(one));
    // A value has to match a branch of both.
    if (/^(?:one|any)Of$/.test(keyword)) return left.map((one: Json) => ({ allOf: [one, { [keyword]: right }] }));
  }
  if (typeof left === 'number' && typeof right === 'number') {
    if (/^(?:exclusiveM|m)in/.test(keyword)) return Math.max(left, right);
    if (/^(?:exclusiveM|m)ax/.test(keyword)) return Math.min(left, right);
  }
  return keyword === 'type' && left === 'integer' ? left : right;
}

/** Returns the value at a pointer, `#/$defs/a~1b`; `undefined` for references to other documents. */
export function follow(root: JsonObject, ref: string): Json | undefined {
  return ref.startsWith('#') ? readPointer(root, ref)?.value : undefined;
}

/** Returns an object of a document, or the object that its `$ref` refers to; `{}` for any other value. */
export function readReferred(document: JsonObject, value: Json | undefined): JsonObject {
  const { $ref } = toJsonObject(value);
  return toJsonObject(typeof $ref === 'string' ? follow(document, $ref) : value);
}

const schemas = new WeakMap<Validator<unknown>, JsonObject>();

/** Returns the JSON Schema of a validator; `undefined` if the schemas are not loaded. */
export function readJsonSchema(validator: Validator<unknown>): JsonObject | undefined {
  try {
    // `as`: Standard Schema types it as an object of unknown values; generated validators return JSON.
    const schema =
      schemas.get(validator) ?? (validator['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject);
    schemas.set(validator, schema);
    return schema;
  } catch {
    return undefined;
  }
}
