import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { splitPointer, valueAt } from './format.js';

/** A JSON Schema as a form uses it. */
export interface FormSchema {
  /** Its type: `object`, `list`, `string`, `number`, `boolean`, or `any`. */
  readonly kind: string;
  /** Its keywords in one object, without `$ref` and `allOf`. */
  readonly keywords: JsonObject;
  /** The values of `enum` or `const`. */
  readonly values: readonly Json[] | undefined;
  /** The members of an object in the order of the schema. */
  readonly members: readonly { readonly name: string; readonly schema: Json; readonly isRequired: boolean }[];
}

const deepest = 12;

/** Reads a JSON Schema for a form: references are followed, `allOf` is merged, of alternatives the first that is not null counts. */
export function readSchema(schema: Json | undefined, root: JsonObject): FormSchema {
  const keywords = flatten(schema, root, 0);
  const { properties, enum: all, const: only } = keywords;
  const { type = isJsonObject(properties) ? 'object' : Array.isArray(all) ? 'string' : 'any' } = keywords;
  const required = new Set(toList(keywords.required));
  const names: Readonly<Record<string, string>> = { array: 'list', integer: 'number' };
  const kind = names[String(type)] ?? String(type);
  const members = kind === 'object' ? Object.entries(toObject(properties)) : [];
  return {
    kind,
    keywords,
    values: Array.isArray(all) ? all : only === undefined ? undefined : [only],
    members: members.map(([name, inner]) => ({ name, schema: inner, isRequired: required.has(name) })),
  };
}

function flatten(schema: Json | undefined, root: JsonObject, depth: number): JsonObject {
  if (!isJsonObject(schema) || depth > deepest) return {};
  const { $ref, allOf, oneOf, anyOf, type, ...own } = schema;
  const flattenAll = (list: Json | undefined) => toList(list).map((one) => flatten(one, root, depth + 1));
  const target = typeof $ref === 'string' ? [resolvePointer(root, $ref) ?? {}] : [];
  const chosen = [...flattenAll(oneOf), ...flattenAll(anyOf)].find((one) => one.type !== 'null') ?? {};
  const plain = Array.isArray(type) ? (type.find((one) => one !== 'null') ?? 'null') : type;
  const parts = [...flattenAll(target), chosen, ...flattenAll(allOf)];
  return [...parts, plain === undefined ? own : { ...own, type: plain }].reduce(join);
}

function join(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...toObject(one.properties), ...toObject(other.properties) };
  const required = [...toList(one.required), ...toList(other.required)];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** Returns the value at a JSON pointer (`#/components/schemas/Video`); undefined if there is none. */
export function resolvePointer(root: Json, pointer: string): Json | undefined {
  return valueAt(root, splitPointer(decodeURIComponent(pointer)));
}

/** Returns a value if it is an object, else an empty object. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns a value if it is a list, else an empty list. */
export function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
