import { isJsonObject as isObject } from '@speccast/runtime';
import { expect } from 'vitest';

/** An expectation of a text: equal to a string, matching an expression, with all parts of a list, JSON with the members of an object, or missing (`null`). */
export type Expected = string | RegExp | null | readonly (string | RegExp | { readonly not: string })[] | object;

/** Expects that a text fulfils an expectation. */
export function checkText(text: string | undefined, want: Expected): void {
  if (want === null || typeof want === 'string') return expect(text).toBe(want ?? undefined);
  if (want instanceof RegExp) return expect(text).toMatch(want);
  if (!Array.isArray(want)) return checkJson(JSON.parse(text ?? ''), want);
  for (const part of want) {
    if (typeof part === 'string') expect(text).toContain(part);
    else if (part instanceof RegExp) expect(text).toMatch(part);
    else expect(text).not.toContain(part.not);
  }
}

/** Expects that a value has the members of `want`, at any depth. A member `!undefined` must be missing; regular expressions match strings. */
export function checkJson(value: unknown, want: unknown): void {
  expect(pick(value, want)).toEqual(toMatchers(want));
}

/** Returns the members of a value that `want` has, too: `pick({ a: 1, b: 2 }, { a: 3 })` → `{ a: 1 }`. */
function pick(value: unknown, want: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(want)) return value.map((one, index) => pick(one, want[index]));
  if (!isObject(value) || !isObject(want)) return value;
  return Object.fromEntries(Object.keys(want).map((key) => [key, pick(value[key], want[key])]));
}

/** Replaces regular expressions in a value by matchers. */
function toMatchers(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(toMatchers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toMatchers(one)]));
}
