import type { Json, JsonObject } from '../json.js';
import { keywords } from './keywords.js';

/** A schema directly inside a schema, and the steps to it: the keyword, and a name or an index. */
export interface Subschema {
  readonly value: Json;
  readonly steps: readonly string[];
}

/** The schemas directly inside a schema, as JSON has them. */
export function listInnerSchemas(schema: JsonObject): readonly Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    switch (keywords.get(keyword)?.takes) {
      case 'schema':
        return [{ value, steps: [keyword] }];
      case 'schemas':
        return Array.isArray(value) ? inside(keyword, value) : [];
      case 'namedSchemas':
      case 'namedProperties':
      case 'dependencies':
        return Array.isArray(value) ? [] : inside(keyword, value);
      default:
        return [];
    }
  });
}

function inside(keyword: string, value: Json): readonly Subschema[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([step, one]: [string, Json]) => ({ value: one, steps: [keyword, step] }));
}
