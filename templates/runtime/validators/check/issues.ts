import type { Found, IssueContext } from './context.js';

/** Levels of recursion that validators follow; values nested more deeply are rejected. */
export const maxDepth = 512;

/** Returns the most issues that a check with these options lists. */
export function readLimit({ limit = 100 }: { readonly limit?: number | undefined } = {}): number {
  return limit >= 1 ? Math.floor(limit) : 1;
}

/** Most alternatives that one union and the unions inside it look into: these would multiply. */
export const maxEffort = 1000;

/** Most issues of an alternative that are counted, to find the nearest one. */
export const mostCounted = 32;

/** Returns true if the context has all the issues it may hold, so that collecting is over. */
export function isFull(context: IssueContext): boolean {
  return context.left <= 0;
}

/** Adds one issue; returns true if collecting is over. */
export function add(context: IssueContext, issue: Found): boolean {
  if (!isFull(context)) {
    context.found.push(issue);
    context.left -= 1;
  }
  return isFull(context);
}

/** Adds issues, and notes of a lenient check, which take up no room; returns true if collecting is over. */
export function addAll(context: IssueContext, found: readonly Found[]): boolean {
  for (const one of found) {
    if (one.note !== undefined) context.found.push(one);
    else if (add(context, one)) return true;
  }
  return false;
}

/** Adds one issue about a value, or about its member at `path`; returns true if collecting is over. */
export function reject(
  { context, schema }: { readonly context: IssueContext; readonly schema: string },
  keyword: string,
  message: string,
  ...path: (string | number)[]
): boolean {
  return add(context, { message, path, keyword, schema: `${schema}/${keyword}` });
}

/** Makes the issue where the levels of recursion ran out; `schema` is the JSON pointer of the schema that asks for more. */
export function sayTooDeep(schema: string): Found {
  const message = `must not be nested more than ${maxDepth} levels deep`;
  return { message, path: [], keyword: '$ref', schema: `${schema}/$ref` };
}
