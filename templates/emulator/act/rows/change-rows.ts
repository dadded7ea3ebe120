import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { HttpError, readJsonSchema, memberAt, withMember, writeExactly } from '@speccast/runtime/requests';
import { findTable } from '../../plan/rule.js';
import type { LimitRule, RecordRule, ReferenceRule } from '../../plan/behaviour.js';
import type { Call, OperationPlan } from '../../plan/plan.js';
import { rejectOrWarn } from '../../plan/notes.js';
import { compareTexts, sorted } from '../../store/compare-values.js';
import type { Row } from '../../store/table.js';
import { fillObject, fillTemplate } from '../../values/fill-template.js';
import {
  fresh,
  madeUp,
  stringAt,
  stringsOf,
  valueAt,
  valuesAt,
  withoutInternal,
  withoutValue,
  withValue,
} from '../../values/json-path.js';
import { completeRow, startRow } from './complete-row.js';
import { closeGap, takePosition } from './order.js';
import { firstWith, keyOf, ownerOf, requireOwner, rowNamed, type RowTarget, stamp } from './rows.js';
import { type LocatedSchema, readOnlyPaths, schemaAt } from './starting-values.js';
import { visibleRow } from './visible-fields.js';

/** Stores a new row: adds defaults, key and times, checks references and limits, and assigns its position. */
export function insertRow(call: Call, table: string, draft: JsonObject): Row {
  const stamped = stamp(call, table, draft);
  const isOwn = findTable(call.plan.behaviour) === table;
  const started =
    call.rules(table).inferred === true
      ? startRow(call.emulator, table, stamped, isOwn ? sentSchema(call.plan) : undefined)
      : stamped;
  let row = completed(call, table, started);
  checkEnums(call, table, row);
  checkReferences(call, table, row);
  checkLimits(call, table, row);
  row = applySchedule(call, table, takePosition(call, table, row));
  call.tables.put(table, row);
  addFollowing(call, table, row);
  return row;
}

/** Stores a row that no operation inserts, with what the service assigns, and the rows that follow from it. */
export function addRow(target: RowTarget, table: string, draft: Row, check?: (row: Row) => void): Row {
  const stamped = applySchedule(target, table, stamp(target, table, draft));
  check?.(stamped);
  const { order } = target.rules(table);
  const isPlaced = order === undefined || valueAt(stamped, order.position) !== undefined;
  const row = isPlaced ? stamped : takePosition(target, table, stamped);
  target.tables.put(table, row);
  // A seed may hold the rows that would follow: those of a seed follow when all of it is there.
  if (!('scope' in target)) addFollowing(target, table, row);
  return row;
}

/** A row that is as its table's schedule says, if its time has come; the values count from now, or with `isDue` from that time. */
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
  // In one form, times can be sorted as they are.
  if (moment > now) return withValue(row, at, new Date(moment).toISOString());
  const time = new Date(isDue ? moment : now).toISOString();
  return Object.entries(set).reduce(
    (result, [path, value]) => withValue(result, path, fillTemplate(value, { time }) ?? value),
    withoutValue(row, at),
  );
}

/** Changes the rows whose time has come, in all tables with a schedule. */
export function runSchedules(call: Call): void {
  for (const { table, rules } of call.emulator.resources) {
    const [[path, value] = ['', null]] = Object.entries(rules.schedule?.when ?? {});
    const { at = '' } = rules.schedule ?? {};
    const waiting = path === '' ? [] : call.tables.find(table, path, value);
    const due = waiting.filter((row) => Date.parse(stringAt(row, at) ?? '') <= call.now);
    for (const row of sorted(due, (left, right) => compareTexts(stringAt(left, at), stringAt(right, at))))
      call.tables.put(table, applySchedule(call, table, row, true));
  }
}

/** Adds the rows that follow from a new one (`records` of its table): an upload is in the list of its channel's uploads. */
export function addFollowing(target: RowTarget, table: string, row: Row): void {
  const { records = [] } = target.rules(table);
  if (records.length === 0) return;
  const { caller } = target.emulator.settings;
  const owner = caller && target.tables.get(caller.table, ownerOf(target, table, row) ?? '');
  for (const { table: other, unique = [], ...rule } of records) {
    const draft = fillRecord(rule, { row, ...(owner && { owner }) });
    const isClosed = 'scope' in target && target.closed?.has(other) === true;
    if (draft === undefined || isClosed || unique.some((path) => valueAt(draft, path) === undefined)) continue;
    if (findSame(target, other, draft, unique).length > 0) continue;
    const added = takePosition(target, other, stamp(target, other, draft));
    target.tables.put(other, added);
    addFollowing(target, other, added);
  }
}

/** Makes the row that a rule records; undefined if it does not apply to the values. */
export function fillRecord({ row, when = {}, lacks }: Omit<RecordRule, 'table'>, values: JsonObject): Row | undefined {
  const applies = Object.entries(when).every(([path, value]) => String(valueAt(values, path)) === String(value));
  return applies && (lacks === undefined || valueAt(values, lacks) === undefined) ? fillObject(row, values) : undefined;
}

/** Finds the rows with the values of another at all of some paths. */
export function findSame({ tables }: Pick<Call, 'tables'>, table: string, row: Row, paths: readonly string[]): Row[] {
  const [first] = paths;
  return (first === undefined ? [] : tables.find(table, first, valueAt(row, first) ?? null)).filter(
    (one) => one !== row && paths.every((path) => valueAt(one, path) === valueAt(row, path)),
  );
}

/** A row of an inferred table has what the operations that respond with it require. */
function completed(call: Call, table: string, row: Row): Row {
  const rules = call.rules(table);
  if (rules.inferred !== true) return row;
  const whole = completeRow(call.emulator, table, { row, text: `${table} ${keyOf(rules, row)}` });
  const made = Object.keys(whole).filter((name) => !Object.hasOwn(row, name));
  return made.length === 0 ? whole : { ...whole, [madeUp]: made };
}

/** Stores a changed row with the time of the change. Checks it like a new one. */
export function replaceRow(call: Call, table: string, before: Row, after: Row): Row {
  const { updated } = call.rules(table);
  const changed = withoutValue(after, fresh);
  const stamped = updated === undefined ? changed : withValue(changed, updated, new Date(call.now).toISOString());
  let row = completed(call, table, stamped);
  checkEnums(call, table, row);
  checkReferences(call, table, row, before);
  row = applySchedule(call, table, takePosition(call, table, row, before));
  call.tables.put(table, row);
  return row;
}

/** Removes a row, its files, and the rows that depend on it. */
export function removeRow(call: Call, table: string, row: Row): void {
  const key = keyOf(call.rules(table), row);
  if (!call.tables.remove(table, key)) return;
  for (const prefix of [table, `thumbnails/${table}`]) call.tables.removeBlob(`${prefix}/${key}`);
  closeGap(call, table, row);
  for (const { table: other, rules } of call.emulator.resources) {
    for (const reference of rules.references ?? []) {
      if (reference.table !== table || reference.cascade !== true) continue;
      for (const one of call.tables.find(other, reference.path, key)) removeRow(call, other, one);
    }
    if (rules.parent === table) removeChildren(call, other, key);
  }
}

function removeChildren(call: Call, table: string, parent: string): void {
  const { scope = [] } = call.rules(table);
  const names = scope.map((name) => `~${name}`);
  const [path = ''] = names;
  const [value = ''] = parent.split('/');
  for (const row of call.tables.find(table, path, value))
    if (names.map((name) => row[name]).join('/') === parent) removeRow(call, table, row);
}

/** Rejects changes of rows that only the service writes. */
export function checkOpen(call: Call, table: string, row: Row): void {
  const { closed } = call.rules(table);
  if (closed === undefined) return;
  const { path, oneOf, through, status = 403, reason = 'forbidden' } = closed;
  const subject = through === undefined ? row : rowNamed(call, row, closed.table ?? table, through);
  const value = valueAt(subject, path);
  if (value === undefined || (oneOf !== undefined && !oneOf.includes(value))) return;
  throw new HttpError(status, reason, `This entry of ${table} is kept by the service alone.`, {
    rule: `${table}#closed`,
  });
}

const sentSchemas = new WeakMap<OperationPlan, LocatedSchema | 'none'>();

/** The schema of the row that the body of an operation holds; undefined if it has none. */
export function sentSchema(plan: OperationPlan): LocatedSchema | undefined {
  const known = sentSchemas.get(plan) ?? findSentSchema(plan) ?? 'none';
  sentSchemas.set(plan, known);
  return known === 'none' ? undefined : known;
}

function findSentSchema({ body, behaviour }: OperationPlan): LocatedSchema | undefined {
  const { within, bodyWithin = within ?? '', into, action } = behaviour;
  const root = body && readJsonSchema(body);
  const many =
    typeof action === 'object' && 'many' in action && typeof action.many === 'string' ? action.many : undefined;
  const names = [...bodyWithin.split('.'), many ?? ''].filter((name) => name !== '');
  const found = root && schemaAt(root, many === undefined ? names : [...names, 0]);
  return found === undefined || into === undefined
    ? found
    : { ...found, schema: { properties: { [into]: found.schema } } };
}

/**
 * Removes the members that only the service writes from a body, and notes those that differ from what a row has. A new row of
 * an inferred table keeps the time of creation that its caller states: only `readOnly` says that it is not theirs to state.
 */
export function withoutAssigned(call: Call, table: string, sent: JsonObject, before?: JsonObject): JsonObject {
  const { assigned = [], kind, key = 'id', owner, created, updated, inferred } = call.rules(table);
  const schema = inferred === true ? sentSchema(call.plan) : undefined;
  let body: Json = sent;
  for (const path of schema === undefined ? [] : readOnlyPaths(sent, schema)) {
    if (writeExactly(memberAt(sent, path) ?? null) !== writeExactly(memberAt(before ?? {}, path) ?? null))
      call.notes.ignored.push(path.join('.'));
    body = withMember(body, path, undefined);
  }
  const paths = [...assigned, ...(kind === undefined ? [] : ['kind', 'etag']), key, owner, updated];
  if (inferred !== true || before !== undefined) paths.push(created);
  let result = withoutInternal(isJsonObject(body) ? body : sent);
  for (const path of paths) if (typeof path === 'string') result = withoutValue(result, path);
  return result;
}

function checkEnums(call: Call, table: string, row: Row): void {
  for (const [path, allowed] of Object.entries(call.rules(table).enums ?? {})) {
    const value = valueAt(row, path);
    if (value === undefined || allowed.includes(value)) continue;
    const error = new HttpError(400, 'invalidValue', `${path} has to be one of ${allowed.join(', ')}.`, {
      location: path,
      locationType: 'body',
    });
    rejectOrWarn(call, error);
  }
}

function checkReferences(call: Call, table: string, row: Row, before?: Row): void {
  for (const reference of call.rules(table).references ?? []) {
    const [old, values] = [before, row].map((one) => [...valuesAt(one, reference.path)]);
    if (before !== undefined && writeExactly(old ?? null) === writeExactly(values ?? null)) continue;
    for (const key of stringsOf(values)) checkReference(call, row, reference, key);
  }
}

function checkReference(call: Call, of: Row, reference: ReferenceRule, key: string): void {
  const { path, table, column, within, status = 404 } = reference;
  const { reason = call.rules(table).errors?.notFound ?? 'notFound' } = reference;
  const outer = within === undefined ? undefined : rowNamed(call, of, table, within);
  const inner = outer !== undefined && valuesAt(outer, column ?? '').includes(key) ? outer : undefined;
  const plain = column === undefined ? visibleRow(call, table, key) : firstWith(call, table, column, key);
  const named = within === undefined ? plain : inner;
  const row = named ?? (reference.owned === true ? call.tables.get(table, key) : undefined);
  if (row === undefined) {
    const error = new HttpError(status, reason, `${path} names nothing in ${table}: ${key}.`, {
      location: path,
      locationType: 'body',
    });
    if (status === 404) throw error;
    return rejectOrWarn(call, error);
  }
  const misfit = Object.entries(reference.where ?? {}).find(([where, value]) => valueAt(row, where) !== value);
  if (misfit !== undefined)
    throw new HttpError(
      status,
      reason,
      `${path} names an entry of ${table} whose ${misfit[0]} is not as it has to be.`,
      {
        location: path,
        locationType: 'body',
      },
    );
  if (reference.owned === true) requireOwner(call, table, row, reference.forbidden);
}

function checkLimits(call: Call, table: string, row: Row): void {
  const { limit } = call.plan.behaviour;
  // Array.isArray does not narrow readonly arrays away from the other case.
  const limits =
    limit === undefined ? [] : Array.isArray(limit) ? (limit as readonly LimitRule[]) : [limit as LimitRule];
  for (const rule of limits) if (rule.of === table) checkLimit(call, row, rule);
}

function checkLimit(
  call: Call,
  row: Row,
  { atMost, of, per, reason = 'limitExceeded', status = 403 }: LimitRule,
): void {
  const value = valueAt(row, per);
  if (value === undefined || call.tables.count(of, per, value) < atMost) return;
  rejectOrWarn(call, new HttpError(status, reason, `There can be at most ${atMost} entries of ${of} per ${per}.`));
}
