import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

const types = ['string', 'number', 'object', 'boolean', 'array', 'null'];

/** The bounds that a number has to pass to miss a bound. */
const opposite: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMaximum',
  exclusiveMinimum: 'maximum',
  maximum: 'exclusiveMinimum',
  exclusiveMaximum: 'minimum',
};

/** What a value may be told to be so that it does not match a schema; nothing where that takes luck. */
export function negateSchema(schema: Json | undefined): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { type } = schema;
  if (type !== undefined) {
    const refused = new Set([type].flat());
    const others = types.filter((one) => !refused.has(one) && !(one === 'number' && refused.has('integer')));
    return Object.keys(schema).length === 1 ? { type: others } : {};
  }
  const bounds = Object.entries(schema).flatMap(([keyword, value]) => {
    const other = Object.hasOwn(opposite, keyword) ? opposite[keyword] : undefined;
    return other === undefined ? [] : [[other, value] as const];
  });
  // To miss one of several bounds is enough.
  return Object.fromEntries(bounds.slice(0, 1));
}
