import { isConstant, not, print, type Condition } from './condition.js';

/** Leaves with `false` unless the condition holds. */
export function refuseUnless(condition: Condition): readonly string[] {
  if (isConstant(condition, true)) return [];
  return isConstant(condition, false) ? ['return false;'] : [`if (${print(not(condition))}) return false;`];
}
