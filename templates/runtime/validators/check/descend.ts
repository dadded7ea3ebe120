import { collect } from './collect.js';
import { add, sayTooDeep } from './issues.js';
import type { RecursiveSchema } from './schema.js';
import type { IssueContext } from './context.js';

/** Collects the issues of a value one level of recursion deeper, or reports that it is nested too deeply. Returns true if collecting is over. */
export function descend(context: IssueContext, value: unknown, { pointer, schema }: RecursiveSchema): boolean {
  if (context.depth === 0) return add(context, sayTooDeep(pointer));
  context.depth -= 1;
  const isOver = collect(schema, { context, value, schema: pointer });
  context.depth += 1;
  return isOver;
}
