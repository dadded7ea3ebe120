import type { Found, IssueContext } from './context.js';

/** Maximum number of levels of recursion. Validators reject values that are nested more deeply. */
export const maxDepth = 512;

/** Returns the maximum number of issues that a check lists. */
export function readLimit({ limit = 100 }: { readonly limit?: number | undefined } = {}): number {
  return limit >= 1 ? Math.floor(limit) : 1;
}

/** Maximum number of alternatives that a union and the unions inside it check: these numbers multiply. */
export const maxEffort = 1000;

/** Maximum number of issues that are counted for an alternative of a union, to find the nearest one. */
export const mostCounted = 32;

/** Returns true if the maximum number of issues is reached, so that collecting is over. */
export function isFull(context: IssueContext): boolean {
  return context.left <= 0;
}

/** Adds an issue; returns true if collecting is over. */
export function add(context: IssueContext, issue: Found): boolean {
  if (!isFull(context)) {
    context.found.push(issue);
    context.left -= 1;
  }
  return isFull(context);
}

/** Adds issues, and notes of a lenient check, which do not count; returns true if collecting is over. */
export function addAll(context: IssueContext, found: readonly Found[]): boolean {
  for (const one of found) {
    if (one.note !== undefined) context.found.push(one);
    else if (add(context, one)) return true;
  }
  return false;
}

/** Adds an issue of a value, or of its member at `path`; returns true if collecting is over. */
export function reject(
  { context, schema }: { readonly context: IssueContext; readonly schema: string },
  keyword: string,
  message: string,
  ...path: (string | number)[]
): boolean {
  return add(context, { message, path, keyword, schema: `${schema}/${keyword}` });
}

/** Creates the issue of a value that is nested too deeply; `schema` is the pointer of the schema at which the levels ran out. */
export function sayTooDeep(schema: string): Found {
  const message = `must not be nested more than ${maxDepth} levels deep`;
  return { message, path: [], keyword: '$ref', schema: `${schema}/$ref` };
}
