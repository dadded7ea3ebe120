import type { Collect, Issue, IssueContext } from './validator.js';

/** Levels of recursion that validators follow; what lies deeper is refused. */
export const maxDepth = 512;

/** Most issues that `check` lists. */
export const maxIssues = 100;

/** Most alternatives of unions that one check looks into: unions inside unions would multiply. */
const maxEffort = 1000;

/** A context at the root of a value. */
export function createContext(): IssueContext {
  return { path: [], issues: [], limit: maxIssues, depth: maxDepth, effort: { left: maxEffort } };
}

/** Whether the context has all the issues it may hold. */
export function isFull(context: IssueContext): boolean {
  return context.issues.length >= context.limit;
}

/**
 * Adds one issue about the current value, or about its member `key`.
 * `schema` is the JSON pointer of the keyword that failed: `#/components/schemas/Video/required`.
 */
export function report(context: IssueContext, schema: string, message: string, key?: string | number): void {
  if (isFull(context)) return;
  const path = key === undefined ? [...context.path] : [...context.path, key];
  context.issues.push({ message, path, keyword: schema.slice(schema.lastIndexOf('/') + 1), schema });
}

/** Collects the issues of a member of the current value. */
export function nest(context: IssueContext, key: string | number, value: unknown, collect: Collect): void {
  context.path.push(key);
  collect(value, context);
  context.path.pop();
}

/** Collects the issues of a value one level of recursion deeper, or says that it is nested too deeply. */
export function descend(context: IssueContext, value: unknown, schema: string, collect: Collect): void {
  if (context.depth === 0) {
    report(context, `${schema}/$ref`, `must not be nested more than ${maxDepth} levels deep`);
    return;
  }
  context.depth -= 1;
  collect(value, context);
  context.depth += 1;
}

/** The issues that a collector finds in a value, apart from those already found. */
export function collectApart(context: IssueContext, value: unknown, collect: Collect): readonly Issue[] {
  const apart = { ...context, issues: [] };
  collect(value, apart);
  return apart.issues;
}
