import { valueAt, withoutValue, withValue } from '../values/json-path.js';
import { partsAsked } from '../rows/parts.js';
import type { Call, Row } from '../plan/plan.js';

/** The row without what a body could write and leaves out, in the parts that the call writes; what has a default gets that. */
export function clearOmitted(call: Call, table: string, row: Row): Row {
  const { clears = [] } = call.plan.vendor ?? {};
  const { order, defaults = {} } = call.rules(table);
  const written = new Set(partsAsked(call));
  let result = row;
  for (const path of clears) {
    const [part = path] = path.split('.');
    // A row without a position would go to the end.
    if (path === order?.position || !written.has(part) || valueAt(call.body, path) !== undefined) continue;
    const usual = defaults[path];
    result = usual === undefined ? withoutValue(result, path) : withValue(result, path, usual);
  }
  return result;
}
