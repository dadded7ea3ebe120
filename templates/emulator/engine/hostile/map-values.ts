import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { resolveSchema } from '../sampling/resolve-schema.js';

/** One value on the way through an answer. */
export interface Place {
  readonly schema: JsonObject;
  readonly path: readonly (string | number)[];
}

const deepest = 24;

/** Changes the values of an answer from the inside outwards, each with its schema; below alternatives nothing is known. */
export function mapValues(
  value: Json,
  root: JsonObject,
  change: (value: Json, place: Place) => Json,
  place: Place = { schema: root, path: [] },
): Json {
  const schema = resolveSchema(place.schema, { root, budget: { left: 1000 } });
  if (place.path.length > deepest || 'anyOf' in schema || 'oneOf' in schema) return value;
  const inner = (one: Json, name: string | number, next: Json | undefined): Json =>
    isJsonObject(next) ? mapValues(one, root, change, { schema: next, path: [...place.path, name] }) : one;
  let result: Json = value;
  if (Array.isArray(value)) result = value.map((one: Json, index) => inner(one, index, schema['items']));
  else if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([name, one]): [string, Json] => [
      name,
      inner(one, name, propertyOf(schema, name)),
    ]);
    result = Object.fromEntries(entries);
  }
  return change(result, { schema, path: place.path });
}

function propertyOf({ properties, additionalProperties }: JsonObject, name: string): Json | undefined {
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  return additionalProperties;
}
