import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import type { Api, Operation } from '../api.js';
import type { Schema } from '../types/schema.js';

/** The example that the document has of the JSON that an operation responds with. */
export function findResponseExample({ document }: Api, { path, method }: Operation): Json | undefined {
  const node = at(at(objectAt(document, 'paths'), path), method.toLowerCase());
  const responses = Object.entries(objectAt(node, 'responses'));
  const success =
    responses.find(([status]) => status.startsWith('2')) ?? responses.find(([status]) => status === 'default');
  const contents = Object.entries(objectAt(followed(document, success?.[1]), 'content'));
  const content = contents.find(([type]) => /json/i.test(type))?.[1];
  if (!isJsonObject(content)) return undefined;
  const [named] = Object.values(objectAt(content, 'examples'));
  const example = followed(document, named);
  return content['example'] ?? (isJsonObject(example) ? example['value'] : undefined);
}

function at(value: JsonObject, name: string): JsonObject {
  return objectAt(value, name);
}

function objectAt(value: Json | undefined, name: string): JsonObject {
  const found = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isJsonObject(found) ? found : {};
}

/** What a reference within the document resolves to; anything else as it is. */
function followed(document: JsonObject, value: Json | undefined): Json | undefined {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return value;
  const names = reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<Json | undefined>(
    (one, name) => (isJsonObject(one) && Object.hasOwn(one, name) ? one[name] : undefined),
    document,
  );
}

/** Objects and lists within each other that are described. */
const deepest = 8;

/** A schema of values like an example, for responses of which nothing else is said. */
export function describeExample(value: Json, base: Pick<Schema, 'at' | 'doc'>, depth: number = 0): Schema {
  const { at: position, doc } = base;
  const inner = (one: Json): Schema => describeExample(one, base, depth + 1);
  if (value === null || depth > deepest) return { at: position, doc };
  if (Array.isArray(value)) {
    // Array.isArray does not narrow readonly arrays.
    const [first] = value as readonly Json[];
    return { at: position, doc, types: ['array'], ...(first !== undefined && { array: { items: inner(first) } }) };
  }
  if (isJsonObject(value)) {
    const properties = Object.entries(value).map(([name, one]) => ({ name, required: false, schema: inner(one) }));
    return { at: position, doc, types: ['object'], object: { properties } };
  }
  const number = Number.isInteger(value) ? 'integer' : 'number';
  const type = typeof value === 'number' ? number : typeof value === 'string' ? 'string' : 'boolean';
  return { at: position, doc, types: [type], examples: [value] };
}
