import type { Json } from '@speccast/runtime';
import { textAt, valueAt } from '../values/json-path.js';
import type { Call, Row } from '../plan/plan.js';

/** The value at a path of a row as it is sent: copied and embedded rows included. */
export function fieldAt(call: Call, table: string, row: Row, path: string): Json | undefined {
  const { embeds = {}, copies = {} } = call.rules(table);
  const copy = copies[path];
  if (copy !== undefined) return valueAt(rowNamed(call, row, copy.of, copy.at), copy.path);
  for (const [place, rule] of Object.entries(embeds)) {
    if (rule.at === undefined || !path.startsWith(`${place}.`)) continue;
    const other = rowNamed(call, row, rule.of, rule.at);
    return other === undefined ? undefined : fieldAt(call, rule.of, other, path.slice(place.length + 1));
  }
  return valueAt(row, path);
}

/** The row of a table that the id at a path of another row names. */
export function rowNamed(call: Call, row: Row, table: string, path: string): Row | undefined {
  const key = textAt(row, path);
  return key === undefined ? undefined : call.tables.get(table, key);
}
