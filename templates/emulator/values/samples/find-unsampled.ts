import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import { fitsString, sampleString } from './sample-string.js';
import { numbersFrom } from '../ids.js';
import { pointerStep } from '../json-path.js';
import type { Validator } from '@speccast/runtime/validators';

/** Members of a document that are not schemas, and those of requests, which are not sampled. */
const skipped = /^(?:x-.*|examples?|default|enum|const|parameters|requestBody|requestBodies)$/;

/** Lists JSON pointers to the patterns of a document that no sampled string matches: `#/components/schemas/Pet/pattern`. */
export function findUnsampled(document: JsonObject): readonly string[] {
  const found: string[] = [];
  const walk = (value: Json, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value) && !isPossible(value)) found.push(`${pointer}/pattern`);
    for (const [name, one] of Object.entries(value)) if (!skipped.test(name)) walk(one, pointer + pointerStep(name));
  };
  walk(document, '#');
  return found;
}

function isPossible(schema: JsonObject): boolean {
  const { pattern, const: constant, enum: values = constant, example, examples, default: usual } = schema;
  if (typeof pattern !== 'string' || values !== undefined) return true;
  const stated = [example, usual, ...(Array.isArray(examples) ? examples : [])].filter(
    (one) => typeof one === 'string',
  );
  try {
    const expression = new RegExp(pattern, 'u');
    const isMatch = (text: string): boolean => expression.test(text) && fitsString(text, schema);
    const seeds = Array.from({ length: 16 }, (_, index) => `pattern ${index}`);
    return stated.some(isMatch) || seeds.some((seed) => isMatch(sampleString(schema, { next: numbersFrom(seed) })));
  } catch {
    // The pattern is not one of JavaScript.
    return true;
  }
}

/** Validators whose samples lack members, since they accept no sampled value: for example a pattern that nothing matches. */
export const unsampled: WeakSet<Validator<unknown>> = new WeakSet();
