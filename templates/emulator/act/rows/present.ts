import { fitRow, fitResponse } from './fit-row.js';
import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import { isByIds } from '../lists/filter-rows.js';
import type { EmbedRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { hashTag } from '../../values/ids.js';
import { compareTexts } from '../../store/compare-values.js';
import type { Row } from '../../store/table.js';
import { pick, stringAt, stringsOf, withValue, withoutInternal, withoutValue } from '../../values/json-path.js';
import { findRowNamed, readKey } from './rows.js';
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

/** Returns a row as the operation of a call responds with it. */
export function presentRow(call: Call, table: string, row: Row): Json {
  const rules = call.rules(table);
  if (rules.inferred !== true) return present(call, table, row);
  return fitResponse(call.emulator, call.plan, row, `${table} ${readKey(rules, row)}`);
}

/** Returns a row of an inferred table as an item of a list. */
export function presentItem(call: Call, table: string, row: Row): JsonObject {
  return fitRow(call.emulator, call.plan, row, `${table} ${readKey(call.rules(table), row)}`);
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

/** Returns the requested parts of a resource. Default: all. */
export function project(call: Call, table: string, resource: JsonObject): JsonObject {
  const asked = listAskedParts(call);
  if (asked.length === 0) return resource;
  const picked = pick(resource, [...listConstantParts(call), ...asked]);
  // A requested part without data is an empty object; one with embedded rows is left out.
  const { values = [], solid = [] } = call.plan.parts ?? {};
  const embedding = Object.keys(call.rules(table).embeds ?? {}).map((path) => path.split('.')[0]);
  const empty = asked.filter(
    (name) =>
      !Object.hasOwn(picked, name) && values.includes(name) && !solid.includes(name) && !embedding.includes(name),
  );
  return { ...picked, ...Object.fromEntries(empty.map((name): [string, Json] => [name, {}])) };
}

/** Removes the parts of a body that are not requested. Default: none. */
export function withoutOtherParts(call: Call, body: JsonObject): JsonObject {
  const asked = listAskedParts(call);
  if (asked.length === 0) return body;
  const { values = [] } = call.plan.parts ?? {};
  const kept = new Set([...asked, ...listConstantParts(call)]);
  return Object.fromEntries(Object.entries(body).filter(([name]) => kept.has(name) || !values.includes(name)));
}

/** Lists the requested parts. Nested parts are ignored. */
export function listAskedParts({ plan, emulator, params }: Call): readonly string[] {
  const parameter = plan.parts?.parameter ?? emulator.settings.parts?.parameter;
  const asked = parameter === undefined ? [] : stringsOf(params[parameter]);
  return asked.map((part) => part.trim()).filter((name) => name !== '' && !name.includes('.'));
}

/** Lists the parts that responses always have. */
function listConstantParts({ plan, emulator }: Call): readonly string[] {
  return plan.parts?.always ?? emulator.settings.parts?.always ?? [];
}
