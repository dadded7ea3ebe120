import { isJsonObject as isObject } from '@speccast/runtime';
import { expect } from 'vitest';

/** What a text must be: itself, one that matches, one with all of these parts, JSON with these members, or `null` where there is none. */
export type Expected = string | RegExp | null | readonly (string | RegExp | { readonly not: string })[] | object;

/** Compares a text with what it must be. */
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

/** Compares what JSON has of the members of another value with that: `!undefined` is what must be missing, regular expressions stand for texts. */
export function checkJson(value: unknown, want: unknown): void {
  expect(pick(value, want)).toEqual(toMatchers(want));
}

/** What a value has of the members of another, at any depth: those that are `!undefined` there must be missing. */
function pick(value: unknown, want: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(want)) return value.map((one, index) => pick(one, want[index]));
  if (!isObject(value) || !isObject(want)) return value;
  return Object.fromEntries(Object.keys(want).map((key) => [key, pick(value[key], want[key])]));
}

/** Takes regular expressions in a value for what texts there match. */
function toMatchers(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(toMatchers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toMatchers(one)]));
}
