import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import { isByIds } from '../lists/filter-rows.js';
import type { EmbedRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { hashTag } from '../../values/ids.js';
import { compareTexts, sorted } from '../../store/compare-values.js';
import type { Row } from '../../store/table.js';
import { stringAt, withoutInternal, withoutValue, withValue } from '../../values/json-path.js';
import { project } from './parts.js';
import { keyOf, rowNamed } from './rows.js';
import { count, exempt, isVisible, readCopy, readThumbnails } from './visible-fields.js';

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

function embed(call: Call, row: Row, key: string, rule: EmbedRule): Json | undefined {
  const { of, at, by, atMost = 5, newest } = rule;
  if (at !== undefined) {
    const other = rowNamed(call, row, of, at);
    return other === undefined ? undefined : presentAllParts(call, of, other);
  }
  if (by === undefined) return undefined;
  // Of rows with the same time, the later one comes first.
  const inOrder = call.tables.find(of, by, key);
  const found =
    newest === undefined
      ? inOrder
      : sorted(inOrder.toReversed(), (left, right) => compareTexts(stringAt(right, newest), stringAt(left, newest)));
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
  return kind === undefined ? resource : { ...resource, etag: hashTag(writeExactly(resource)) };
}
