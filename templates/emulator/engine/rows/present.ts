import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import { isByIds } from '../lists/filter-rows.js';
import type { CopyRule, CountRule, EmbedRule } from '../plan/behaviour.js';
import type { Call } from '../plan/plan.js';
import { tagOf } from '../sampling/ids.js';
import type { Row } from '../store/row-index.js';
import { valueAt, withoutInternal, withoutValue, withValue } from '../values/json-path.js';
import { project } from './parts.js';
import { keyOf, rowNamed } from './rows.js';
import { exempt, isVisible } from './visibility.js';

/** A row as it is sent: the requested parts with computed, copied and embedded values (`whole`) and an entity tag. */
export function present(
  call: Call,
  table: string,
  row: Row,
  whole: JsonObject = withComputed(call, table, row),
): JsonObject {
  return project(call, table, tagged(call, table, whole));
}

/** A row with all its parts and an entity tag. */
export function presentAllParts(call: Call, table: string, row: Row): JsonObject {
  return tagged(call, table, withComputed(call, table, row));
}

/** A row with the computed, copied and embedded values that the caller may see. */
export function withComputed(call: Call, table: string, row: Row): JsonObject {
  const rules = call.rules(table);
  let result = withoutInternal(row);
  for (const [path, rule] of Object.entries(rules.copies ?? {})) {
    const value = readCopy(call, table, row, rule);
    if (value !== undefined) result = value === null ? withoutValue(result, path) : withValue(result, path, value);
  }
  for (const [path, rule] of Object.entries(rules.counts ?? {}))
    result = withValue(result, path, count(call, table, row, rule));
  for (const [path, rule] of Object.entries(rules.embeds ?? {})) {
    const value = embed(call, row, keyOf(rules, row), rule);
    if (value !== undefined) result = withValue(result, path, value);
  }
  for (const path of rules.hidden ?? []) result = withoutValue(result, path);
  for (const [path, { unless, byId }] of Object.entries(rules.private ?? {})) {
    const isOwn = call.caller !== undefined && exempt(call, table, row, unless) === call.caller.ownId;
    if (!isOwn || (byId === false && isByIds(call))) result = withoutValue(result, path);
  }
  const thumbnails = readThumbnails(call, table, row);
  return thumbnails === undefined ? result : withValue(result, rules.thumbnails?.at ?? '', thumbnails);
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
function readCopy(call: Call, table: string, row: Row, { of, at, path }: CopyRule): Json | undefined {
  const key = fieldAt(call, table, row, at);
  const other = typeof key === 'string' ? call.tables.get(of, key) : undefined;
  if (other === undefined) return undefined;
  const isSelf = of === table && key === keyOf(call.rules(table), row);
  return isSelf || isVisible(call, of, other, false) ? fieldAt(call, of, other, path) : null;
}

function count(call: Call, table: string, row: Row, { of, by, at, where, as }: CountRule): Json {
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

function embed(call: Call, row: Row, key: string, rule: EmbedRule): Json | undefined {
  const { of, at, by, atMost = 5, newest } = rule;
  if (at !== undefined) {
    const other = rowNamed(call, row, of, at);
    return other === undefined ? undefined : presentAllParts(call, of, other);
  }
  if (by === undefined) return undefined;
  // Of rows with the same time, the later one comes first.
  const found = call.tables.found(
    of,
    { path: by, ...(newest !== undefined && { by: newest }) },
    key,
    newest !== undefined,
  );
  const shown: Json[] = [];
  let isEmpty = true;
  for (const one of found) {
    if (!isVisible(call, of, one)) continue;
    isEmpty = false;
    if (shown.length >= atMost) break;
    shown.push(presentAllParts(call, of, one));
  }
  return isEmpty ? undefined : shown;
}

function tagged(call: Call, table: string, resource: JsonObject): JsonObject {
  const { kind } = call.rules(table);
  return kind === undefined ? resource : { ...resource, etag: tagOf(writeExactly(resource)) };
}

/** Makes the thumbnails of a row; undefined if it has some already, or its table has none. */
function readThumbnails(call: Call, table: string, row: Row): JsonObject | undefined {
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
