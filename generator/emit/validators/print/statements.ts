import { isConstant, not, print, type Condition } from './condition.js';

/** Statements in braces after a head, `if (…)`, indented as prettier would: output reads well without it, too. */
export function block(head: string, statements: readonly string[]): readonly string[] {
  const start = head === '' ? '{' : `${head} {`;
  return [start, ...statements.map((one) => `  ${one.replaceAll('\n', '\n  ')}`), '}'];
}

/** Statements that leave with `false` unless a condition holds. */
export function rejectUnless(condition: Condition): readonly string[] {
  if (isConstant(condition, true)) return [];
  return isConstant(condition, false) ? ['return false;'] : [`if (${print(not(condition))}) return false;`];
}
