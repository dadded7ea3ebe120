import { printPointer } from '../spec/references/pointer.js';
import type { Json, JsonObject } from '../spec/read/json.js';
import { isJsonObject } from '../spec/read/json.js';

const one =
  'items additionalProperties contains propertyNames not if then else unevaluatedItems unevaluatedProperties contentSchema'.split(
    ' ',
  );
const list = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const named = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'];

/** A schema inside a schema: its value and its pointer relative to the outer one. */
export interface Inner {
  readonly value: Json;
  readonly pointer: string;
}

/** The schemas directly inside a schema object of draft 2020-12. */
export function innerSchemas(node: JsonObject): readonly Inner[] {
  return Object.entries(node).flatMap(([key, value]) => innerOf(key, value));
}

function innerOf(key: string, value: Json): readonly Inner[] {
  if (one.includes(key)) return [{ value, pointer: `/${key}` }];
  if (list.includes(key) && Array.isArray(value))
    return value.map((item: Json, index) => ({ value: item, pointer: `/${key}/${index}` }));
  if (!named.includes(key) || !isJsonObject(value)) return [];
  return Object.entries(value).map(([name, item]) => ({ value: item, pointer: printPointer([key, name]) }));
}
