import { findPlace, around, mendRow } from './fit-row.js';
import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly, withMember } from '@speccast/runtime/requests';
import { isByIds } from './read-filters.js';
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
  if (!call.rules(table).inferred) return present(call, table, row);
  const { emulator, plan } = call;
  const fitted = fitRow(call, table, row);
  const place = findPlace(emulator, plan);
  if (!place?.path.length) return fitted;
  const body = around(place.path, fitted);
  if (place.declared.is(body)) return body;
  const sampled = emulator.sampler?.(place.declared, plan.operation.id);
  return sampled === undefined ? body : withMember(sampled, place.path, fitted);
}

/** Returns a row of an inferred table as the operation of a call declares it. */
export function fitRow({ emulator, plan, rules }: Call, table: string, row: Row): JsonObject {
  const place = findPlace(emulator, plan);
  return place ? mendRow(emulator, place, row, `${table} ${readKey(rules(table), row)}`) : withoutInternal(row);
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
    const { of, at, by = '', atMost = 5, newest } = rule;
    const one = at !== undefined && findRowNamed(call, row, of, at);
    const found = at ? [] : call.tables.find(of, by, readKey(rules, row));
    const visible = found.filter((other) => isVisible(call, of, other));
    // Of rows with the same time, the later one comes first.
    const byTime = (left: Row, right: Row) => compareTexts(stringAt(right, newest ?? ''), stringAt(left, newest ?? ''));
    const sorted = newest ? visible.toReversed().toSorted(byTime) : visible;
    const many = sorted.slice(0, atMost).map((other) => presentAllParts(call, of, other));
    if (one) result = withValue(result, path, presentAllParts(call, of, one));
    else if (many.length > 0) result = withValue(result, path, many);
  }
  for (const path of rules.hidden ?? []) result = withoutValue(result, path);
  for (const [path, { unless, byId }] of Object.entries(rules.private ?? {})) {
    const isOwn = call.caller !== undefined && findExempt(call, table, row, unless) === call.caller.ownId;
    if (!isOwn || (byId === false && isByIds(call))) result = withoutValue(result, path);
  }
  const thumbnails = readThumbnails(call, table, row);
  return thumbnails ? withValue(result, rules.thumbnails?.at ?? '', thumbnails) : result;
}

function withTag(call: Call, table: string, resource: JsonObject): JsonObject {
  const { kind } = call.rules(table);
  return kind ? { ...resource, etag: hashTag(writeExactly(resource)) } : resource;
}

/** Returns the requested parts of a resource. Default: all. */
export function project(call: Call, table: string, resource: JsonObject): JsonObject {
  const asked = listAskedParts(call);
  if (asked.length === 0) return resource;
  const picked = pick(resource, [...listConstantParts(call), ...asked]);
  // A requested part without data is an empty object; one with embedded rows is left out.
  const { values = [], solid = [] } = call.plan.parts ?? {};
  const embedding = Object.keys(call.rules(table).embeds ?? {}).map((path) => path.split('.')[0]);
  const others = [...Object.keys(picked), ...solid, ...embedding];
  const empty = asked.filter((name) => values.includes(name) && !others.includes(name));
  return { ...picked, ...Object.fromEntries(empty.map((name) => [name, {}])) };
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
  const asked = stringsOf(params[parameter ?? '']).map((part) => part.trim());
  return parameter ? asked.filter((name) => name !== '' && !name.includes('.')) : [];
}

/** Lists the parts that responses always have. */
function listConstantParts({ plan, emulator }: Call): readonly string[] {
  return plan.parts?.always ?? emulator.settings.parts?.always ?? [];
}
