import { findPlace, around, mendRow } from './fit-row.js';
import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly, withMember } from '@speccast/runtime/requests';
import { isByIds } from './read-filters.js';
import type { CopyRule, CountRule, VisibilityRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { hashTag } from '../../values/ids.js';
import { compareTexts } from '../../store/compare-values.js';
import type { Row } from '../../store/table.js';
import {
  fresh,
  pick,
  stringAt,
  stringsOf,
  valueAt,
  withValue,
  withoutInternal,
  withoutValue,
} from '../../values/json-path.js';
import { findOwner, findRowNamed, readKey } from './rows.js';

/** Returns whether the caller can see a row; `listed` is false for a request by id. */
export function isVisible(call: Call, table: string, row: Row, listed = true): boolean {
  const { visibility = [] } = call.rules(table);
  const hiding = visibility.find((rule) => (listed || !rule.listed) && !holds(call, table, row, rule));
  if (hiding) call.notes.hidden.add(hiding);
  return !hiding;
}

/** Returns whether a row belongs to the initial rows of another caller. Lists omit these, so that they do not grow with each new caller. */
export function isOthersFresh(call: Call, table: string, row: Row): boolean {
  return row[fresh] === true && (!call.caller || findOwner(call, table, row) !== call.caller.ownId);
}

/** Returns the row with a key, if the caller can see it. */
export function findVisibleRow(call: Call, table: string, key: string): Row | undefined {
  const row = call.tables.get(table, key);
  return row && isVisible(call, table, row, false) ? row : undefined;
}

function holds(call: Call, table: string, row: Row, rule: VisibilityRule): boolean {
  const { unless, lacks, through, table: target, path, oneOf = [] } = rule;
  if (unless && isExempt(call, table, row, unless)) return true;
  if (lacks) return valueAt(row, lacks) === undefined;
  let [holder, subject] = [table, row];
  if (through && target) {
    const other = findRowNamed(call, row, target, through);
    if (!other) return stringAt(row, through) === undefined;
    if (path === undefined) return isVisible(call, target, other, false);
    [holder, subject] = [target, other];
  }
  const value = path === undefined ? undefined : (fieldAt(call, holder, subject, path) ?? valueAt(subject, path));
  return value !== undefined && oneOf.includes(value);
}

/** Returns whether the caller is the user to whom a rule does not apply. */
function isExempt(call: Call, table: string, row: Row, unless: string): boolean {
  if (!call.caller) return false;
  return call.caller.ownId === (unless === 'owner' ? findOwner(call, table, row) : stringAt(row, unless));
}

/** Reads the value that a path of a row has when the row is sent: also copied, counted and embedded ones, and thumbnails. */
export function fieldAt(call: Call, table: string, row: Row, path: string): Json | undefined {
  const { embeds = {}, copies, counts, thumbnails } = call.rules(table);
  if (copies?.[path]) return readCopy(call, table, row, copies[path]) ?? undefined;
  if (counts?.[path]) return count(call, table, row, counts[path]);
  for (const [at, rule] of Object.entries(embeds)) {
    if (!rule.at || !path.startsWith(`${at}.`)) continue;
    const other = findRowNamed(call, row, rule.of, rule.at);
    return other && fieldAt(call, rule.of, other, path.slice(at.length + 1));
  }
  const own = valueAt(row, path);
  if (own !== undefined || !thumbnails || !`${path}.`.startsWith(`${thumbnails.at}.`)) return own;
  const made = readThumbnails(call, table, row);
  return made && valueAt(withValue({}, thumbnails.at, made), path);
}

/** Reads a copied value; undefined if there is no such row or value, null if the caller may not see the row. */
function readCopy(call: Call, table: string, row: Row, { of, at, path }: CopyRule): Json | undefined {
  const key = fieldAt(call, table, row, at);
  const other = typeof key === 'string' ? call.tables.get(of, key) : undefined;
  if (!other) return undefined;
  const isSelf = of === table && key === readKey(call.rules(table), row);
  return isSelf || isVisible(call, of, other, false) ? fieldAt(call, of, other, path) : null;
}

/** Counts the rows of another table that refer to a row, by a rule. */
function count(call: Call, table: string, row: Row, { of, by, at, where, as }: CountRule): Json {
  const key = at ? (valueAt(row, at) ?? null) : readKey(call.rules(table), row);
  // Initial rows of callers may be marked so that they do not change counts that everybody sees.
  const tests = Object.entries({ ...where, '~uncounted': undefined });
  const isCounted = (one: Row) => tests.every(([path, value]) => valueAt(one, path) === value);
  const number = call.tables.find(of, by, key).filter(isCounted).length;
  return as === 'flag' ? String(number > 0) : as === 'string' ? String(number) : number;
}

/** Returns the generated thumbnails of a row; undefined if the row has thumbnails of its own, or its table has none. */
function readThumbnails(call: Call, table: string, row: Row): JsonObject | undefined {
  const { thumbnails, ...rules } = call.rules(table);
  if (!thumbnails || valueAt(row, thumbnails.at) !== undefined) return undefined;
  const url = mediaUrl(call, `thumbnails/${table}/${readKey(rules, row)}`);
  return Object.fromEntries(
    Object.entries(thumbnails.sizes).map(([name, [width = 0, height = 0]]) => [
      name,
      { url: `${url}/${encodeURIComponent(name)}`, width, height },
    ]),
  );
}

/** Writes the URL of stored bytes. */
export function mediaUrl(call: Call, key: string): string {
  return `${call.baseUrl}/__media/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** Returns a row as it is sent: the requested parts with computed, copied and embedded values and an entity tag. */
export function present(call: Call, table: string, row: Row): JsonObject {
  return project(call, table, presentAllParts(call, table, row));
}

/** Returns a row as the operation of a call responds with it. */
export function presentRow(call: Call, table: string, row: Row): Json {
  if (!call.rules(table).inferred) return present(call, table, row);
  const { emulator, plan } = call;
  const fitted = fitRow(call, table, row);
  const place = findPlace(plan, emulator);
  if (!place?.path.length) return fitted;
  const body = around(place.path, fitted);
  if (place.declared.is(body)) return body;
  const sampled = emulator.sampler?.(place.declared, plan.operation.id);
  return sampled === undefined ? body : withMember(sampled, place.path, fitted);
}

/** Returns a row of an inferred table as the operation of a call declares it. */
export function fitRow({ emulator, plan, rules }: Call, table: string, row: Row): JsonObject {
  const place = findPlace(plan, emulator);
  return place ? mendRow(emulator, place, row, `${table} ${readKey(rules(table), row)}`) : withoutInternal(row);
}

/** Returns a row with all its parts (`whole`) and an entity tag. */
export function presentAllParts(
  call: Call,
  table: string,
  row: Row,
  whole: JsonObject = withComputed(call, table, row),
): JsonObject {
  return call.rules(table).kind ? { ...whole, etag: hashTag(writeExactly(whole)) } : whole;
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
    const isHidden = !isExempt(call, table, row, unless) || (byId === false && isByIds(call));
    if (isHidden) result = withoutValue(result, path);
  }
  const thumbnails = readThumbnails(call, table, row);
  return thumbnails ? withValue(result, rules.thumbnails?.at ?? '', thumbnails) : result;
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
  const { parameter } = plan.parts ?? emulator.settings.parts ?? {};
  const asked = parameter ? stringsOf(params[parameter]) : [];
  return asked.map((part) => part.trim()).filter((name) => name !== '' && !name.includes('.'));
}

/** Lists the parts that responses always have. */
function listConstantParts({ plan, emulator }: Call): readonly string[] {
  return (plan.parts ?? emulator.settings.parts)?.always ?? [];
}
