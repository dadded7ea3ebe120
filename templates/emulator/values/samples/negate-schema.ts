import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

const types = ['string', 'number', 'object', 'boolean', 'array', 'null'];

/** The opposite bound of each bound. */
const opposite: ReadonlyMap<string, string> = new Map([
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['maximum', 'exclusiveMinimum'],
  ['exclusiveMaximum', 'minimum'],
]);

/** Returns a schema of values that do not match a schema: `{ minimum: 1 }` → `{ exclusiveMaximum: 1 }`; empty if there is no simple one. */
export function negateSchema(schema: Json | undefined): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { type } = schema;
  if (type !== undefined) {
    const excluded = new Set([type].flat());
    const others = types.filter((one) => !excluded.has(one) && !(one === 'number' && excluded.has('integer')));
    return Object.keys(schema).length === 1 ? { type: others } : {};
  }
  // Violating one of several bounds is enough.
  const [keyword = '', bound = null] = Object.entries(schema).find(([name]) => opposite.has(name)) ?? [];
  const other = opposite.get(keyword);
  return other === undefined ? {} : { [other]: bound };
}
