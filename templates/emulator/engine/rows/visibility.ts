import type { VisibilityRule } from '../plan/behaviour.js';
import type { Call } from '../plan/plan.js';
import type { Row } from '../store/row-index.js';
import { stringAt, valueAt } from '../values/json-path.js';
import { fresh } from '../seed.js';
import { fieldAt } from './present.js';
import { ownerOf } from './rows.js';

/** Whether the caller can see a row; `listed` is false for a request by id. */
export function isVisible(call: Call, table: string, row: Row, listed = true): boolean {
  const { visibility = [] } = call.rules(table);
  const hiding = visibility.find((rule) => (rule.listed !== true || listed) && !holds(call, table, row, rule));
  if (hiding !== undefined) call.noteHidden?.(hiding);
  return hiding === undefined;
}

/** Whether a row is one that another caller started with: what everybody finds does not grow with each new caller. */
export function isOthersFresh(call: Call, table: string, row: Row): boolean {
  return row[fresh] === true && (call.caller === undefined || ownerOf(call, table, row) !== call.caller.ownId);
}

/** The row with a key, if the caller can see it. */
export function visibleRow(call: Call, table: string, key: string): Row | undefined {
  const row = call.tables.get(table, key);
  return row !== undefined && isVisible(call, table, row, false) ? row : undefined;
}

function holds(call: Call, table: string, row: Row, rule: VisibilityRule): boolean {
  if (
    rule.unless !== undefined &&
    call.caller !== undefined &&
    exempt(call, table, row, rule.unless) === call.caller.ownId
  )
    return true;
  if (rule.lacks !== undefined) return valueAt(row, rule.lacks) === undefined;
  if (rule.through === undefined || rule.table === undefined) return satisfies(call, table, row, rule);
  const key = stringAt(row, rule.through);
  if (key === undefined) return true;
  const other = call.tables.get(rule.table, key);
  if (other === undefined) return false;
  return rule.path === undefined ? isVisible(call, rule.table, other, false) : satisfies(call, rule.table, other, rule);
}

/** The id of the caller whom a rule does not bind. */
export function exempt(call: Call, table: string, row: Row, unless: string): string | undefined {
  return unless === 'owner' ? ownerOf(call, table, row) : stringAt(row, unless);
}

function satisfies(call: Call, table: string, row: Row, { path, oneOf = [] }: VisibilityRule): boolean {
  const value = path === undefined ? undefined : (fieldAt(call, table, row, path) ?? valueAt(row, path));
  return value !== undefined && oneOf.includes(value);
}
