import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import { isByIds } from '../lists/filter-rows.js';
import type { EmbedRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { hashTag } from '../../values/ids.js';
import { compareTexts } from '../../store/compare-values.js';
import type { Row } from '../../store/table.js';
import { stringAt, withoutInternal, withoutValue, withValue } from '../../values/json-path.js';
import { project } from './parts.js';
import { readKey, findRowNamed } from './rows.js';
import { count, findExempt, isVisible, readCopy, readThumbnails } from './visible-fields.js';

/** Returns a row as it is sent: the requested parts with computed, copied and embedded values (`whole`) and an entity tag. */
export function present(
  call: Call,
  table: string,
  row: Row,
  whole: JsonObject = withComputed(call, table, row),
): JsonObject {
  return project(call, table, withTag(call, table, whole));
}

/** Returns a row with all its parts and an entity tag. */
export function presentAllParts(call: Call, table: string, row: Row): JsonObject {
  return withTag(call, table, withComputed(call, table, row));
}

/** Returns a row with the computed, copied and embedded values that the caller may see. */
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
    const value = embed(call, row, readKey(rules, row), rule);
    if (value !== undefined) result = withValue(result, path, value);
  }
  for (const path of rules.hidden ?? []) result = withoutValue(result, path);
  for (const [path, { unless, byId }] of Object.entries(rules.private ?? {})) {
    const isOwn = call.caller !== undefined && findExempt(call, table, row, unless) === call.caller.ownId;
    if (!isOwn || (byId === false && isByIds(call))) result = withoutValue(result, path);
  }
  const thumbnails = readThumbnails(call, table, row);
  return thumbnails === undefined ? result : withValue(result, rules.thumbnails?.at ?? '', thumbnails);
}

/** Returns the row that the id at a path refers to, or the visible rows that refer to this one; undefined if there are none. */
function embed(call: Call, row: Row, key: string, rule: EmbedRule): Json | undefined {
  const { of, at, by, atMost = 5, newest } = rule;
  if (at !== undefined) {
    const other = findRowNamed(call, row, of, at);
    return other && presentAllParts(call, of, other);
  }
  if (by === undefined) return undefined;
  const found = call.tables.find(of, by, key).filter((one) => isVisible(call, of, one));
  if (found.length === 0) return undefined;
  // Of rows with the same time, the later one comes first.
  const ordered =
    newest === undefined
      ? found
      : found.toReversed().toSorted((one, other) => compareTexts(stringAt(other, newest), stringAt(one, newest)));
  return ordered.slice(0, atMost).map((one) => presentAllParts(call, of, one));
}

function withTag(call: Call, table: string, resource: JsonObject): JsonObject {
  const { kind } = call.rules(table);
  return kind === undefined ? resource : { ...resource, etag: hashTag(writeExactly(resource)) };
}
