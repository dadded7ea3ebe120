import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { CountRule, EmbedRule } from '../plan/behaviour.js';
import type { Call } from '../plan/plan.js';
import { tagOf } from '../sampling/ids.js';
import type { Row } from '../store/row-index.js';
import { valueAt, withoutInternal, withoutValue, withValue } from '../values/json-path.js';
import { project } from './parts.js';
import { keyOf, rowNamed } from './rows.js';
import { isVisible } from './visibility.js';

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

/** A row with the computed, copied and embedded values. */
export function withComputed(call: Call, table: string, row: Row): JsonObject {
  const rules = call.rules(table);
  let result = withoutInternal(row);
  for (const [path, { of, at, path: from }] of Object.entries(rules.copies ?? {})) {
    const value = valueAt(rowNamed(call, row, of, at), from);
    if (value !== undefined) result = withValue(result, path, value);
  }
  for (const [path, rule] of Object.entries(rules.counts ?? {}))
    result = withValue(result, path, count(call, keyOf(rules, row), rule));
  for (const [path, rule] of Object.entries(rules.embeds ?? {})) {
    const value = embed(call, row, keyOf(rules, row), rule);
    if (value !== undefined) result = withValue(result, path, value);
  }
  for (const path of rules.hidden ?? []) result = withoutValue(result, path);
  return withThumbnails(call, table, result);
}

function count(call: Call, key: string, { of, by, where, as }: CountRule): Json {
  const all = call.tables.count(of, by, key, where);
  // What callers start with does not change the counts that everybody sees.
  const number = hasUncounted(call, of) ? all - call.tables.count(of, by, key, { ...where, [uncounted]: true }) : all;
  return as === 'string' ? String(number) : number;
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

function withThumbnails(call: Call, table: string, row: JsonObject): JsonObject {
  const { thumbnails, ...rules } = call.rules(table);
  if (thumbnails === undefined || valueAt(row, thumbnails.at) !== undefined) return row;
  const url = mediaUrl(call, `thumbnails/${table}/${keyOf(rules, row)}`);
  const entries = Object.entries(thumbnails.sizes).map(([name, [width = 0, height = 0]]): [string, Json] => [
    name,
    { url: `${url}/${encodeURIComponent(name)}`, width, height },
  ]);
  return withValue(row, thumbnails.at, Object.fromEntries(entries));
}

/** The URL of stored bytes. */
export function mediaUrl(call: Call, key: string): string {
  return `${call.baseUrl}/__media/${key.split('/').map(encodeURIComponent).join('/')}`;
}
