import type { Api } from '../../api/api.js';
import type { JsonType, Schema } from '../../api/schema.js';
import type { Json } from '../../spec/json.js';

/** What a decoder has to make of the text of a parameter; `unknown` where the schema leaves several ways. */
export type ParameterType = Exclude<JsonType, 'null'> | 'unknown';

/** The one type that a schema allows, null apart; references and compositions are followed. */
export function parameterType(api: Api, schema: Schema): ParameterType {
  const types = [...typesOf(api, schema, new Set())].filter((type) => type !== 'null');
  const [only] = types;
  if (types.length === 1 && only !== undefined) return only;
  return types.length === 2 && types.includes('integer') && types.includes('number') ? 'number' : 'unknown';
}

/** The schema that says what a schema is, behind its references. */
export function behindReferences(api: Api, schema: Schema): Schema {
  const seen = new Set<string>();
  let at = schema;
  while (at.ref !== undefined && !seen.has(at.ref)) {
    seen.add(at.ref);
    at = api.schemas[at.ref] ?? at;
  }
  return at;
}

/** `seen` ends recursion of the spec. */
function typesOf(api: Api, schema: Schema, seen: Set<Schema>): ReadonlySet<JsonType> {
  if (seen.has(schema)) return new Set();
  seen.add(schema);
  if (schema.types !== undefined) return new Set(schema.types);
  if (schema.const !== undefined) return new Set([typeOfValue(schema.const.value)]);
  if (schema.enum !== undefined) return new Set(schema.enum.map(typeOfValue));
  const target = schema.ref === undefined ? undefined : api.schemas[schema.ref];
  if (target !== undefined) return typesOf(api, target, seen);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return new Set(choices.flatMap((choice) => [...typesOf(api, choice, seen)]));
}

function typeOfValue(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}
