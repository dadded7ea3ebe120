import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import type { Api, Operation } from '../api.js';
import type { Property, Schema } from '../schemas/schema.js';

/** The example that the document has of the JSON that an operation responds with. */
export function exampleOf({ document }: Api, { path, method }: Operation): Json | undefined {
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

/** The members of an example, for schemas that declare none. */
export function membersOfExample(example: Json | undefined, { at: position, doc }: Schema): readonly Property[] {
  const thing: Json | undefined = Array.isArray(example) ? example[0] : example;
  return Object.entries(isJsonObject(thing) ? thing : {}).flatMap(([name, value]): Property[] => {
    const type = typeOf(value);
    return type === undefined
      ? []
      : [{ name, required: false, schema: { at: position, doc, types: [type], examples: [value] } }];
  });
}

function typeOf(value: Json): 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string' | undefined {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (value === null) return undefined;
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object';
}
