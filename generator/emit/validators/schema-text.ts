import { isJsonObject, type Json } from '../../spec/json.js';
import { literal, propertyKey } from '../code/literals.js';
import { areWords } from './hoist-values.js';

/** Source text of a schema; values that are a set of words in the same file are taken from there. */
export function schemaText(schema: Json, nameOf: (words: readonly string[]) => string | undefined): string {
  if (Array.isArray(schema)) return `[${schema.map((item) => schemaText(item, nameOf)).join(', ')}]`;
  if (!isJsonObject(schema)) return literal(schema);
  const entries = Object.entries(schema).map(([key, value]) => {
    const set = key === 'enum' && Array.isArray(value) && areWords(value) ? nameOf(value) : undefined;
    return `${propertyKey(key)}: ${set === undefined ? schemaText(value, nameOf) : `[...${set}]`}`;
  });
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
