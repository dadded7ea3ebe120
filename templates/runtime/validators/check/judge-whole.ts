import { maxDepth } from './issues.js';
import { createMemo } from './memo.js';
import type { Judge } from './context.js';

/** Judges a value from its root, by a schema that remembers verdicts. */
export function judgeWhole(value: unknown, judge: Judge): boolean {
  const memo = createMemo();
  return judge(value, maxDepth, memo) && memo.tooDeep === undefined;
}
