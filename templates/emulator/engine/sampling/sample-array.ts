import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { sampleSchema, type SampleContext } from './sample-schema.js';

/** Items that an array gets where it may be empty. */
const usual = 2;
const most = 1000;

/** An array with as many items as it needs, a few where it may have some; undefined where a needed item has no value. */
export function sampleArray(schema: JsonObject, context: SampleContext): readonly Json[] | undefined {
  const { prefixItems, items, contains } = schema;
  const { minItems = 0, maxItems = Infinity } = limits(schema);
  const wanted = Math.min(Math.max(minItems, context.attempt < 3 && context.depth <= 3 ? usual : 0), maxItems, most);
  const schemas = Array.isArray(prefixItems) ? prefixItems : [];
  const list: Json[] = [];
  if (contains !== undefined && contains !== false)
    addMany(list, contains, Math.max(1, numberOf(schema['minContains']) ?? 1), context);
  for (let tries = 0; list.length < wanted && tries < wanted + 20; tries += 1) {
    const value = sampleSchema(schemas[list.length] ?? items, context);
    if (value === undefined) break;
    if (schema['uniqueItems'] !== true || !list.some((one) => JSON.stringify(one) === JSON.stringify(value)))
      list.push(value);
  }
  return list.length < minItems ? undefined : list;
}

function addMany(list: Json[], schema: Json, count: number, context: SampleContext): void {
  for (let index = 0; index < Math.min(count, most); index += 1) {
    const value = sampleSchema(isJsonObject(schema) ? schema : {}, context);
    if (value !== undefined) list.push(value);
  }
}

function limits(schema: JsonObject): { readonly minItems?: number; readonly maxItems?: number } {
  const [minItems, maxItems] = [numberOf(schema['minItems']), numberOf(schema['maxItems'])];
  return { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
