import type { CheckOptions } from './validator.js';
import type { Found, IssueContext } from './context.js';

/** Levels of recursion that validators follow; what lies deeper is rejected. */
export const maxDepth = 512;

/** Most issues that `check` lists unless it is told otherwise. */
export const maxIssues = 100;

/** Most issues that a check with such options lists. */
export function limitOf({ limit = maxIssues }: CheckOptions): number {
  return limit >= 1 ? Math.floor(limit) : 1;
}

/** Most alternatives that one union and the unions inside it look into: these would multiply. */
export const maxEffort = 1000;

/** Most issues of an alternative that are counted, to find the nearest one. */
export const mostCounted = 32;

/** What every context has found until there is something: most values match. */
const nothing: readonly Found[] = /* @__PURE__ */ Object.freeze([]);

/** A context at the root of a value, with room for so many issues. */
export function createContext(room: number = maxIssues, lenient: boolean = false): IssueContext {
  return {
    found: nothing,
    left: room,
    depth: maxDepth,
    effort: maxEffort,
    isApart: false,
    lenient,
  };
}

/** Whether the context has all the issues it may hold, so that collecting is over. */
export function isFull(context: IssueContext): boolean {
  return context.left <= 0;
}

/**
 * Adds one issue about the current value, or about its member `key`; tells whether collecting is over.
 * `schema` is the JSON pointer of the keyword that failed: `#/components/schemas/Video/required`.
 */
export function report(context: IssueContext, schema: string, message: string, key?: string | number): boolean {
  const keyword = schema.slice(schema.lastIndexOf('/') + 1);
  return add(context, { message, path: key === undefined ? [] : [key], keyword, schema });
}

/** Adds one issue; tells whether collecting is over. */
export function add(context: IssueContext, issue: Found): boolean {
  if (context.left <= 0) return true;
  put(context, issue);
  context.left -= 1;
  return context.left <= 0;
}

/** Adds what takes up no room: one issue that was counted, or what a lenient check notes. */
export function put(context: IssueContext, found: Found): void {
  // Only the list of nothing may not grow, and that one is empty.
  if (context.found.length === 0) context.found = [found];
  else (context.found as Found[]).push(found);
}

/** The issue where the levels of recursion ran out; `schema` is the JSON pointer of the schema that asks for more. */
export function sayTooDeep(schema: string): Found {
  const message = `must not be nested more than ${maxDepth} levels deep`;
  return { message, path: [], keyword: '$ref', schema: `${schema}/$ref` };
}
