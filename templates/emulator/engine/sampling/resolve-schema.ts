import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

/** How many more schemas may be looked at: those that combine themselves would otherwise double with each level. */
export interface Budget {
  left: number;
}

/** A schema with its `$ref` followed and its `allOf` merged in. References that lead nowhere, or round in a circle, say nothing. */
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

/** One schema that stands for both. */
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

/** What a pointer such as `#/$defs/a~1b` leads to. */
export function follow(root: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  let value: Json | undefined = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
