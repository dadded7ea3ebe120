import type { TextRules } from '../../operation.js';
import { isPlainObject, presentEntries, toText } from './parameter-text.js';

// Deeper objects are taken for circular ones.
const deepest = 32;

/**
 * A parameter of the query in style `deepObject`: `color[R]=100`. OpenAPI defines it for objects of primitives; what they
 * hold further is written in further brackets, list items by number, and a primitive as `form` writes it.
 */
export function writeDeepObject(name: string, value: unknown, rules: TextRules): readonly string[] {
  return write(name, value, rules, 0);
}

function write(name: string, value: unknown, rules: TextRules, depth: number): readonly string[] {
  const { encode, refuse } = rules;
  if (depth > deepest) throw refuse('is nested too deeply');
  if (!Array.isArray(value) && !isPlainObject(value)) {
    return [`${encodeURIComponent(name)}=${encode(toText(value, refuse))}`];
  }
  const entries = Array.isArray(value) ? presentEntries(value.filter(isPresent)) : presentEntries(value);
  return entries.flatMap(([key, item]) => {
    if (/[[\]]/.test(key)) throw refuse('has a name that holds a bracket');
    return write(`${name}[${toText(key, refuse)}]`, item, rules, depth + 1);
  });
}

// Items are numbered without gaps.
function isPresent(item: unknown): boolean {
  return item !== undefined && item !== null;
}
