import type { Json, JsonObject } from '@speccast/runtime';
import type { CopyRule, CountRule, VisibilityRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import { fresh, stringAt, valueAt, withValue } from '../../values/json-path.js';
import { keyOf, ownerOf, rowNamed } from './rows.js';

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

/** Reads the value that a path of a row has when the row is sent: also copied, counted and embedded ones, and thumbnails. */
export function fieldAt(call: Call, table: string, row: Row, path: string): Json | undefined {
  const { embeds = {}, copies = {}, counts = {}, thumbnails } = call.rules(table);
  const [copy, counted] = [copies[path], counts[path]];
  if (copy !== undefined) return readCopy(call, table, row, copy) ?? undefined;
  if (counted !== undefined) return count(call, table, row, counted);
  for (const [at, rule] of Object.entries(embeds)) {
    if (rule.at === undefined || !path.startsWith(`${at}.`)) continue;
    const other = rowNamed(call, row, rule.of, rule.at);
    return other === undefined ? undefined : fieldAt(call, rule.of, other, path.slice(at.length + 1));
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
  const isSelf = of === table && key === keyOf(call.rules(table), row);
  return isSelf || isVisible(call, of, other, false) ? fieldAt(call, of, other, path) : null;
}

/** Counts the rows of another table that name a row, as the rule says. */
export function count(call: Call, table: string, row: Row, { of, by, at, where, as }: CountRule): Json {
  const key = at === undefined ? keyOf(call.rules(table), row) : (valueAt(row, at) ?? null);
  const all = call.tables.count(of, by, key, where);
  // What callers start with does not change the counts that everybody sees.
  const number = hasUncounted(call, of) ? all - call.tables.count(of, by, key, { ...where, [uncounted]: true }) : all;
  return as === 'flag' ? String(number > 0) : as === 'string' ? String(number) : number;
}

/** Member of seeded rows that do not count. */
const uncounted = '~uncounted';

function hasUncounted({ emulator }: Call, table: string): boolean {
  return emulator.seed.caller.tables[table]?.some((row) => row[uncounted] === true) === true;
}

/** Makes the thumbnails of a row; undefined if it has some already, or its table has none. */
export function readThumbnails(call: Call, table: string, row: Row): JsonObject | undefined {
  const { thumbnails, ...rules } = call.rules(table);
  if (thumbnails === undefined || valueAt(row, thumbnails.at) !== undefined) return undefined;
  const url = mediaUrl(call, `thumbnails/${table}/${keyOf(rules, row)}`);
  const entries = Object.entries(thumbnails.sizes).map(([name, [width = 0, height = 0]]): [string, Json] => [
    name,
    { url: `${url}/${encodeURIComponent(name)}`, width, height },
  ]);
  return Object.fromEntries(entries);
}

/** The URL of stored bytes. */
export function mediaUrl(call: Call, key: string): string {
  return `${call.baseUrl}/__media/${key.split('/').map(encodeURIComponent).join('/')}`;
}
