import type { Json, JsonObject } from '@speccast/runtime';
import type { CopyRule, CountRule, VisibilityRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import { fresh, stringAt, valueAt, withValue } from '../../values/json-path.js';
import { findOwner, readKey, findRowNamed } from './rows.js';

/** Tells whether the caller can see a row; `listed` is false for a request by id. */
export function isVisible(call: Call, table: string, row: Row, listed = true): boolean {
  for (const rule of call.rules(table).visibility ?? []) {
    if ((rule.listed === true && !listed) || holds(call, table, row, rule)) continue;
    call.notes.hidden.add(rule);
    return false;
  }
  return true;
}

/** Tells whether a row is one that another caller started with: lists for everybody do not grow with each new caller. */
export function isOthersFresh(call: Call, table: string, row: Row): boolean {
  return row[fresh] === true && (call.caller === undefined || findOwner(call, table, row) !== call.caller.ownId);
}

/** Returns the row with a key, if the caller can see it. */
export function findVisibleRow(call: Call, table: string, key: string): Row | undefined {
  const row = call.tables.get(table, key);
  return row && isVisible(call, table, row, false) ? row : undefined;
}

function holds(call: Call, table: string, row: Row, rule: VisibilityRule): boolean {
  const { unless, lacks, through, table: target, path, oneOf = [] } = rule;
  const { caller } = call;
  if (unless !== undefined && caller !== undefined && findExempt(call, table, row, unless) === caller.ownId)
    return true;
  if (lacks !== undefined) return valueAt(row, lacks) === undefined;
  let [holder, subject] = [table, row];
  if (through !== undefined && target !== undefined) {
    const key = stringAt(row, through);
    const other = key === undefined ? undefined : call.tables.get(target, key);
    if (key === undefined || other === undefined) return key === undefined;
    if (path === undefined) return isVisible(call, target, other, false);
    [holder, subject] = [target, other];
  }
  const value = path === undefined ? undefined : (fieldAt(call, holder, subject, path) ?? valueAt(subject, path));
  return value !== undefined && oneOf.includes(value);
}

/** Finds the id of the caller whom a rule does not bind. */
export function findExempt(call: Call, table: string, row: Row, unless: string): string | undefined {
  return unless === 'owner' ? findOwner(call, table, row) : stringAt(row, unless);
}

/** Reads the value that a path of a row has when the row is sent: also copied, counted and embedded ones, and thumbnails. */
export function fieldAt(call: Call, table: string, row: Row, path: string): Json | undefined {
  const { embeds = {}, copies = {}, counts = {}, thumbnails } = call.rules(table);
  const [copy, counted] = [copies[path], counts[path]];
  if (copy !== undefined) return readCopy(call, table, row, copy) ?? undefined;
  if (counted !== undefined) return count(call, table, row, counted);
  for (const [at, rule] of Object.entries(embeds)) {
    if (rule.at === undefined || !path.startsWith(`${at}.`)) continue;
    const other = findRowNamed(call, row, rule.of, rule.at);
    return other && fieldAt(call, rule.of, other, path.slice(at.length + 1));
  }
  if (thumbnails !== undefined && `${path}.`.startsWith(`${thumbnails.at}.`)) {
    const made = readThumbnails(call, table, row);
    if (made !== undefined) return valueAt(withValue({}, thumbnails.at, made), path);
  }
  return valueAt(row, path);
}

/** Reads a copied value; undefined if there is no such row or value, null if the caller may not see the row. */
export function readCopy(call: Call, table: string, row: Row, { of, at, path }: CopyRule): Json | undefined {
  const key = fieldAt(call, table, row, at);
  const other = typeof key === 'string' ? call.tables.get(of, key) : undefined;
  if (other === undefined) return undefined;
  const isSelf = of === table && key === readKey(call.rules(table), row);
  return isSelf || isVisible(call, of, other, false) ? fieldAt(call, of, other, path) : null;
}

/** Counts the rows of another table that name a row, as the rule says. */
export function count(call: Call, table: string, row: Row, { of, by, at, where, as }: CountRule): Json {
  const key = at === undefined ? readKey(call.rules(table), row) : (valueAt(row, at) ?? null);
  const all = call.tables.count(of, by, key, where);
  // Rows that callers start with do not change the counts that everybody sees.
  const hasUncounted = call.emulator.seed.caller.tables[of]?.some((one) => one[uncounted] === true) === true;
  const number = hasUncounted ? all - call.tables.count(of, by, key, { ...where, [uncounted]: true }) : all;
  return as === 'flag' ? String(number > 0) : as === 'string' ? String(number) : number;
}

/** Internal member of seeded rows that are not counted. */
const uncounted = '~uncounted';

/** Makes the thumbnails of a row; undefined if it has some already, or its table has none. */
export function readThumbnails(call: Call, table: string, row: Row): JsonObject | undefined {
  const { thumbnails, ...rules } = call.rules(table);
  if (thumbnails === undefined || valueAt(row, thumbnails.at) !== undefined) return undefined;
  const url = mediaUrl(call, `thumbnails/${table}/${readKey(rules, row)}`);
  const entries = Object.entries(thumbnails.sizes).map(([name, [width = 0, height = 0]]): [string, Json] => [
    name,
    { url: `${url}/${encodeURIComponent(name)}`, width, height },
  ]);
  return Object.fromEntries(entries);
}

/** Writes the URL of stored bytes. */
export function mediaUrl(call: Call, key: string): string {
  return `${call.baseUrl}/__media/${key.split('/').map(encodeURIComponent).join('/')}`;
}
