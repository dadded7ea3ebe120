import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import {
  HttpError,
  type Path,
  bodyError,
  memberAt,
  readJsonSchema,
  withMember,
  writeExactly,
} from '@speccast/runtime/requests';
import { findTable, readAction } from '../../plan/rule.js';
import type { OrderRule, RecordRule, ReferenceRule } from '../../plan/behaviour.js';
import type { Call, OperationPlan } from '../../plan/plan.js';
import { rejectOrWarn } from '../../plan/notes.js';
import { compareTexts } from '../../store/compare-values.js';
import type { Row } from '../../store/table.js';
import { fillObject, fillTemplate } from '../../values/fill-template.js';
import {
  fresh,
  madeUp,
  stringAt,
  stringsOf,
  valueAt,
  valuesAt,
  withValue,
  withoutInternal,
  withoutValue,
} from '../../values/json-path.js';
import { type LocatedSchema, readOnlyPaths, schemaAt } from './fit-row.js';
import { completeRow, startRow } from './complete-row.js';
import { type RowTarget, findOwner, findRowNamed, readKey, requireOwner, stamp } from './rows.js';
import { findVisibleRow } from './present.js';

/** Stores a new row: adds defaults, key and times, checks references and limits, and assigns its position. */
export function insertRow(call: Call, table: string, draft: JsonObject): Row {
  const { emulator, plan } = call;
  let row = stamp(call, table, draft);
  if (call.rules(table).inferred)
    row = startRow(emulator, table, row, findTable(plan.behaviour) === table ? findSentSchema(plan) : undefined);
  const stored = checkAndStore(call, table, row);
  addFollowing(call, table, stored);
  return stored;
}

/** Stores a row with the values of its schedule, if its time has come, and assigns its position. */
function storeRow(target: RowTarget, table: string, row: Row, before?: Row): Row {
  const stored = applySchedule(target, table, takePosition(target, table, row, before));
  target.tables.put(table, stored);
  return stored;
}

/** Stores a row that no operation inserts, with what the service assigns, and the rows that follow from it. */
export function addRow(target: RowTarget, table: string, draft: Row, check?: (row: Row) => void): Row {
  const stamped = applySchedule(target, table, stamp(target, table, draft));
  check?.(stamped);
  const { order } = target.rules(table);
  const isPlaced = order === undefined || valueAt(stamped, order.position) !== undefined;
  const row = isPlaced ? stamped : takePosition(target, table, stamped);
  target.tables.put(table, row);
  // A seed may contain these rows already: `seedRows` adds the missing ones after all rows of the seed.
  if (!('scope' in target)) addFollowing(target, table, row);
  return row;
}

/**
 * Sets the values of its table's schedule in a row whose time has come. `${time}` in them is the current time or, with `isDue`, the
 * scheduled time.
 */
function applySchedule(
  { rules, now }: Pick<Call, 'rules' | 'now'>,
  table: string,
  row: Row,
  isDue: boolean = false,
): Row {
  const { at = '', when = {}, set = {} } = rules(table).schedule ?? {};
  const moment = Date.parse(stringAt(row, at) ?? '');
  const applies = Object.entries(when).every(([path, value]) => valueAt(row, path) === value);
  if (Number.isNaN(moment) || !applies) return row;
  // Times in the same format can be sorted as strings.
  if (moment > now) return withValue(row, at, new Date(moment).toISOString());
  const time = new Date(isDue ? moment : now).toISOString();
  let result = withoutValue(row, at);
  for (const [path, value] of Object.entries(set))
    result = withValue(result, path, fillTemplate(value, { time }) ?? value);
  return result;
}

/** Changes the rows whose time has come, in all tables with a schedule. */
export function runSchedules(call: Pick<Call, 'emulator' | 'rules' | 'tables' | 'now'>): void {
  for (const { table, rules } of call.emulator.resources) {
    const { at = '', when = {} } = rules.schedule ?? {};
    const [first] = Object.entries(when);
    if (!first) continue;
    const due = call.tables.find(table, ...first).filter((row) => Date.parse(stringAt(row, at) ?? '') <= call.now);
    for (const row of due.toSorted((left, right) => compareTexts(stringAt(left, at), stringAt(right, at))))
      call.tables.put(table, applySchedule(call, table, row, true));
  }
}

/** Adds the rows that the table's `records` derive from a new row: a new video is added to the playlist of its channel's uploads. */
export function addFollowing(target: RowTarget, table: string, row: Row): void {
  const { records = [] } = target.rules(table);
  if (records.length === 0) return;
  const { caller } = target.emulator.settings;
  const owner = caller && target.tables.get(caller.table, findOwner(target, table, row) ?? '');
  for (const { table: other, unique = [], ...rule } of records) {
    const draft = fillRecord(rule, { row, ...(owner && { owner }) });
    const isClosed = 'scope' in target && target.closed?.has(other) === true;
    if (!draft || isClosed || unique.some((path) => valueAt(draft, path) === undefined)) continue;
    if (findSame(target, other, draft, unique).length > 0) continue;
    addFollowing(target, other, storeRow(target, other, stamp(target, other, draft)));
  }
}

/** Creates the row that a rule records; undefined if it does not apply to the values. */
export function fillRecord({ row, when = {}, lacks }: Omit<RecordRule, 'table'>, values: JsonObject): Row | undefined {
  const applies = Object.entries(when).every(([path, value]) => String(valueAt(values, path)) === String(value));
  return applies && (!lacks || valueAt(values, lacks) === undefined) ? fillObject(row, values) : undefined;
}

/** Finds the rows with the values of another at all of some paths. */
export function findSame({ tables }: RowTarget, table: string, row: Row, paths: readonly string[]): readonly Row[] {
  const [first] = paths;
  const found = first === undefined ? [] : tables.find(table, first, valueAt(row, first) ?? null);
  return found.filter((one) => one !== row && paths.every((path) => valueAt(one, path) === valueAt(row, path)));
}

/** Stores a row after checking enums, references and, without a row before it, limits. In an inferred table it is completed first. */
function checkAndStore(call: Call, table: string, row: Row, before?: Row): Row {
  const rules = call.rules(table);
  let whole = row;
  if (rules.inferred) {
    whole = completeRow(call.emulator, table, { row, text: `${table} ${readKey(rules, row)}` });
    const made = Object.keys(whole).filter((name) => !Object.hasOwn(row, name));
    if (made.length > 0) whole = { ...whole, [madeUp]: made };
  }
  for (const [path, allowed] of Object.entries(rules.enums ?? {})) {
    const value = valueAt(whole, path);
    if (value === undefined || allowed.includes(value)) continue;
    const message = `${path} has to be one of ${allowed.join(', ')}.`;
    rejectOrWarn(call, bodyError('invalidValue', message, { location: path }));
  }
  for (const reference of rules.references ?? []) {
    const values = valuesAt(whole, reference.path);
    if (before && writeExactly(valuesAt(before, reference.path)) === writeExactly(values)) continue;
    for (const key of stringsOf(values)) checkReference(call, whole, reference, key);
  }
  const limits = before ? [] : [call.plan.behaviour.limit ?? []].flat();
  for (const { of, atMost, per, reason = 'limitExceeded', status = 403 } of limits) {
    const value = of === table ? valueAt(whole, per) : undefined;
    if (value === undefined || call.tables.find(of, per, value).length < atMost) continue;
    rejectOrWarn(call, new HttpError(status, reason, `There can be at most ${atMost} entries of ${of} per ${per}.`));
  }
  return storeRow(call, table, whole, before);
}

/** Stores a changed row with the time of the change. Checks it like a new one. */
export function replaceRow(call: Call, table: string, before: Row, after: Row): Row {
  const { updated } = call.rules(table);
  const changed = withoutValue(after, fresh);
  const stamped = updated ? withValue(changed, updated, new Date(call.now).toISOString()) : changed;
  return checkAndStore(call, table, stamped, before);
}

/** Removes a row, its files, and the rows that depend on it. */
export function removeRow(call: Call, table: string, row: Row): void {
  const { tables } = call;
  const key = readKey(call.rules(table), row);
  if (!tables.remove(table, key)) return;
  for (const prefix of [table, `thumbnails/${table}`]) tables.removeBlob(`${prefix}/${key}`);
  closeGap(call, table, row);
  for (const { table: other, rules } of call.emulator.resources) {
    for (const { table: target, cascade, path } of rules.references ?? [])
      if (target === table && cascade) for (const one of tables.find(other, path, key)) removeRow(call, other, one);
    if (rules.parent !== table) continue;
    const names = call.rules(other).scope?.map((name) => `~${name}`) ?? [];
    for (const one of tables.find(other, names[0] ?? '', key.split('/')[0] ?? ''))
      if (names.map((name) => one[name]).join('/') === key) removeRow(call, other, one);
  }
}

/** Rejects changes of rows that only the service writes. */
export function checkOpen(call: Call, table: string, row: Row): void {
  const { closed } = call.rules(table);
  if (!closed) return;
  const { path, oneOf, through, status = 403, reason = 'forbidden' } = closed;
  const subject = through ? findRowNamed(call, row, closed.table ?? table, through) : row;
  const value = valueAt(subject, path);
  if (value === undefined || oneOf?.includes(value) === false) return;
  throw new HttpError(status, reason, `This entry of ${table} is maintained by the service and cannot be changed.`, {
    rule: `${table}#closed`,
  });
}

/** Finds the schema of the row that the body of an operation holds; undefined if it has none. */
export function findSentSchema({ body, behaviour }: OperationPlan): LocatedSchema | undefined {
  const { within, bodyWithin = within ?? '', into } = behaviour;
  const { many } = readAction(behaviour);
  const root = body && readJsonSchema(body);
  const inList = typeof many === 'string' ? [...many.split('.'), 0] : [];
  const path = [...bodyWithin.split('.'), ...inList].filter((step) => step !== '');
  const found = root && schemaAt(root, path);
  return found && into !== undefined ? { ...found, schema: { properties: { [into]: found.schema } } } : found;
}

/**
 * Removes the members that only the service writes from a body, and notes those that differ from the row's own. A new row of
 * an inferred table keeps the time of creation that its caller states, unless the schema says `readOnly`.
 */
export function withoutAssigned(call: Call, table: string, sent: JsonObject, before?: JsonObject): JsonObject {
  const { assigned = [], kind, key = 'id', owner, created, updated, inferred } = call.rules(table);
  const schema = inferred ? findSentSchema(call.plan) : undefined;
  let body: Json = sent;
  for (const path of noteReadOnly(call, schema, sent, before ?? {})) body = withMember(body, path, undefined);
  return [
    ...assigned,
    ...(kind ? ['kind', 'etag'] : []),
    key,
    owner,
    updated,
    inferred && !before ? undefined : created,
  ]
    .filter((path) => typeof path === 'string')
    .reduce(withoutValue, withoutInternal(isJsonObject(body) ? body : sent));
}

/** Lists the paths of the members of a body that only the service writes, and notes those that differ from the row's own. */
export function noteReadOnly(
  { notes }: Call,
  schema: LocatedSchema | undefined,
  sent: Json,
  own: JsonObject,
): readonly Path[] {
  const paths = schema ? readOnlyPaths(sent, schema) : [];
  const write = (value: Json, path: Path) => writeExactly(memberAt(value, path) ?? null);
  notes.ignored.push(...paths.filter((path) => write(sent, path) !== write(own, path)).map((path) => path.join('.')));
  return paths;
}

/** Rejects a key that names no row, a row of another kind, or one of another caller. */
function checkReference(call: Call, holder: Row, reference: ReferenceRule, key: string): void {
  const { path, table, column, within, status = 404, where = {}, owned, forbidden } = reference;
  const { reason = call.rules(table).errors?.notFound ?? 'notFound' } = reference;
  const fail = (message: string) => new HttpError(status, reason, message, { location: path, locationType: 'body' });
  let row = column ? call.tables.find(table, column, key)[0] : findVisibleRow(call, table, key);
  if (within !== undefined) {
    const outer = findRowNamed(call, holder, table, within);
    row = valuesAt(outer, column ?? '').includes(key) ? outer : undefined;
  }
  if (owned) row ??= call.tables.get(table, key);
  if (!row) {
    const error = fail(`${path} names no entry of ${table}: ${key}.`);
    if (status === 404) throw error;
    return rejectOrWarn(call, error);
  }
  for (const [at, value] of Object.entries(where))
    if (valueAt(row, at) !== value) throw fail(`${path} names an entry of ${table} with another ${at}.`);
  if (owned) requireOwner(call, table, row, forbidden);
}

/** The tables whose rows take positions. */
type Placed = Pick<Call, 'rules' | 'tables'>;

/** Assigns the position of a row among its siblings (by default the last) and moves the others. */
export function takePosition(call: Placed, table: string, row: Row, before?: Row): Row {
  const { order, ...rules } = call.rules(table);
  if (!order) return row;
  const { within, position: path } = order;
  const [group, stated] = [valueAt(row, within), valueAt(row, path)];
  if (before && valueAt(before, within) !== group) closeGap(call, table, before);
  if (group !== undefined && call.tables.get(table, readKey(rules, row)) === undefined) {
    // Nearly all rows are new and come last, and a group may be long.
    const rows = call.tables.find(table, within, group);
    if ((stated ?? rows.length) === rows.length && valueAt(rows.at(-1), path) === rows.length - 1)
      return withValue(row, path, rows.length);
  }
  const siblings = listSiblings(call, table, order, row);
  const count = siblings.length;
  const position = stated ?? count;
  if (typeof position !== 'number' || !Number.isInteger(position) || position < 0 || position > count)
    throw bodyError(order.reason ?? 'invalidPosition', `${path} has to be a number from 0 to ${count}.`, {
      location: path,
    });
  const placed = withValue(row, path, position);
  renumber(call, table, order, siblings.toSpliced(position, 0, placed));
  return placed;
}

/** Renumbers the siblings of a removed row. */
export function closeGap(call: Placed, table: string, row: Row): void {
  const { order } = call.rules(table);
  if (order) renumber(call, table, order, listSiblings(call, table, order, row));
}

/** Lists the other rows of the group of a row, in the order of their positions. */
function listSiblings(call: Placed, table: string, { within, position }: OrderRule, row: Row): readonly Row[] {
  const rules = call.rules(table);
  const [group, key] = [valueAt(row, within), readKey(rules, row)];
  if (group === undefined) return [];
  return call.tables
    .find(table, within, group)
    .filter((one) => readKey(rules, one) !== key)
    .toSorted((left, right) => Number(valueAt(left, position)) - Number(valueAt(right, position)));
}

/** Stores the rows whose position is another than in a list. */
function renumber(call: Placed, table: string, { position }: OrderRule, rows: readonly Row[]): void {
  for (const [index, row] of rows.entries())
    if (valueAt(row, position) !== index) call.tables.put(table, withValue(row, position, index));
}
