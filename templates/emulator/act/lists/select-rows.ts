import { isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, type HttpErrorDetails, readMember } from '@speccast/runtime/requests';
import type { ListAction } from '../../plan/actions.js';
import type { Call } from '../../plan/plan.js';
import { rejectOrWarn, rejectParameter } from '../../plan/notes.js';
import type { Row } from '../../store/table.js';
import { plainName } from '../../values/did-you-mean.js';
import { madeUp, stringAt, stringsOf, valueAt, withoutInternal } from '../../values/json-path.js';
import { fieldAt, findVisibleRow, isOthersFresh, isVisible, withComputed } from '../rows/present.js';
import { type Filter, listFilterRules, listFilters, paramAt, readFilter } from '../rows/read-filters.js';
import { findOwner, findRowNamed, forbidden, readCallScope, readParents } from '../rows/rows.js';
import {
  createComparison,
  listTexts,
  matchesFilter,
  parseValue,
  readExpression,
  readInstant,
  readLoosely,
} from './compare.js';

/** Lists the keys of the rows that the parameters select and the caller can see, in order. */
export function selectRows(call: Call, action: ListAction): readonly string[] {
  const { list: table, sort, mine } = action;
  const filters = listFilters(call);
  const sorts = listSortKeys(call, table, filters);
  let rows: Iterable<readonly [key: string, row: Row]> = call.tables.rows(table);
  const ids = filters.findLast(({ rule }) => rule.ids);
  const newest = filters.find(({ rule }) => rule.newest !== undefined)?.rule.newest ?? action.newest;
  // Rows that are named by their ids come in the order of these.
  if (ids) rows = listNamed(call, table, ids);
  else if (newest) sorts.push({ valueOf: (row) => toTime(valueAt(row, newest)), descending: true });
  else if (sort) sorts.push({ valueOf: (row) => toSortValue(valueAt(row, sort)) });
  const parents = readParents(call, table).slice(0, call.rules(table).scope?.length ?? 0);
  const tests = filters.filter((one) => one !== ids).map((filter) => createTest(call, table, filter));
  const isNarrowed =
    mine !== undefined ||
    filters.some(({ rule: { sorts, lenient, ids, path, under, related } }) => {
      const isTested = ids || (path ?? under ?? related) !== undefined;
      return isTested && !sorts && !lenient;
    });
  const found: Found[] = [];
  for (const [key, row] of rows) {
    const isFound =
      (isNarrowed || !isOthersFresh(call, table, row)) &&
      parents.every(([path, value]) => row[path] === value) &&
      (mine === undefined || valueAt(row, mine) === call.caller?.ownId) &&
      tests.every((test) => test(row, key)) &&
      isVisible(call, table, row, ids === undefined);
    if (isFound) found.push({ table, key, row });
  }
  return sortRows(found, sorts, ids === undefined && newest !== undefined).map(({ key }) => key);
}

/** Lists the rows that a parameter names by their ids, in its order. */
function listNamed(call: Call, table: string, { value }: Filter): readonly (readonly [key: string, row: Row])[] {
  const scope = readCallScope(call, table);
  const keys = new Set(stringsOf(value).map((id) => [...scope, id].join('/')));
  return [...keys].flatMap((key) => {
    const row = call.tables.get(table, key);
    return row ? [[key, row] as const] : [];
  });
}

/** Lists the values that parameters sort by, the most important first. */
function listSortKeys(call: Call, table: string, filters: readonly Filter[]): SortKey[] {
  // Of several parameters that sort downwards, the last one is the most important.
  const downwards = filters.flatMap(({ rule: { descending } }) => descending ?? []).toReversed();
  const orders = filters.flatMap(({ rule, value }) => readMember(rule.orders, String(value)) ?? []);
  return [
    // Strings of digits count as numbers.
    ...downwards.map((path) => ({ valueOf: (row: Row) => Number(valueAt(row, path)) || 0, descending: true })),
    ...listSorts(call, table).map(({ path, descending }) => ({
      valueOf: (row: Row) => toTime(readLoosely(row, path)),
      descending,
    })),
    ...orders.map(({ by, descending }): SortKey => ({
      valueOf: (row) => {
        const value = fieldAt(call, table, row, by) ?? valueAt(withComputed(call, table, row), by);
        return typeof value === 'string' ? value.toLowerCase() : toSortValue(value);
      },
      descending,
    })),
  ];
}

/** Lists the paths that parameters name to sort by. A path that no row has is noted as ignored. */
function listSorts(call: Call, table: string): readonly Sort[] {
  const [byName, byDirection]: [Sort[], Sort[]] = [[], []];
  for (const [name, rule] of listFilterRules(call.plan)) {
    if (!rule.sorts) continue;
    const { direction = '', path } = rule;
    let sent = readFilter(call, name, rule);
    const isAlone = sent === undefined;
    // A direction without a name sorts by the time of rows, or else by their key.
    if (isAlone && direction !== '') sent = readFilter(call, direction, {});
    if (sent === undefined) continue;
    // `ascending=false` is the same as `descending=true`.
    const isUpwards = /asc(?:ending)?$/i.test(direction);
    const directions = (isAlone ? [] : stringsOf(paramAt(call, direction))).map((one) =>
      /^(?:true|false)$/.test(one) && (one === 'true') !== isUpwards ? 'desc' : one,
    );
    const { key = 'id' } = call.rules(table);
    const sorts = readSorts(sent, directions, isAlone ? (path ?? key) : path);
    const rows = call.tables.list(table);
    const known = sorts.filter(
      (one) => rows.length === 0 || rows.some((row) => readLoosely(row, one.path) !== undefined),
    );
    if (known.length < sorts.length) call.notes.ignored.push(isAlone ? direction : name);
    (isAlone ? byDirection : byName).push(...known);
  }
  return [...byName, ...byDirection];
}

/** Converts a value to a sort value: a text that is a moment becomes its time. */
function toTime(value: Json | undefined): SortValue {
  return readInstant(value) ?? toSortValue(value);
}

/** A value to sort by. */
export type SortValue = string | number;

/** A row that a list has. */
interface Found {
  readonly table: string;
  readonly key: string;
  readonly row: Row;
}

/** A value that rows are sorted by. Default: ascending. */
interface SortKey {
  readonly valueOf: (row: Row, table: string, key: string) => SortValue;
  readonly descending?: boolean | undefined;
}

/** Sorts rows by values. Rows with equal values keep their order, or get the reverse. */
export function sortRows(
  found: readonly Found[],
  sorts: readonly SortKey[],
  isReversed: boolean | undefined,
): readonly Found[] {
  let rows = isReversed ? found.toReversed() : found;
  // Sorting is stable, so it sorts by the most important value last.
  for (const { valueOf, descending } of sorts.toReversed()) {
    const valued = rows.map((one) => ({ one, value: valueOf(one.row, one.table, one.key) }));
    // Empty values come first, then numbers, then strings by code units.
    const rank = (value: SortValue) => (value === '' ? 0 : typeof value === 'number' ? 1 : 2);
    valued.sort(({ value: left }, { value: right }) => {
      const order = rank(left) - rank(right) || (left === right ? 0 : left < right ? -1 : 1);
      return descending ? -order : order;
    });
    rows = valued.map(({ one }) => one);
  }
  return rows;
}

/** Converts a JSON value to a sort value: numbers stay, anything else becomes a string. */
function toSortValue(value: Json | undefined): SortValue {
  return typeof value === 'number' ? value : String(value ?? '');
}

/** A path that rows are sorted by. */
interface Sort {
  readonly path: string;
  readonly descending: boolean;
}

const direction = /^(?:asc|desc)\w*$/i;

const form = /^(?:(asc|desc)\((.+)\)|([-+!]?)(.+?)(?:[\s:.|_/-]+(asc|desc)\w*(?:[\s.]+nulls.*)?)?)$/i;

/**
 * Reads the paths that a parameter sorts by: `-age`, `age desc`, `age:desc`, `desc(age)`, `age,desc` (Spring), several of these with
 * commas, `["age","desc"]` or `{ age: 'desc' }`. `directions` are those of other parameters, by position. A direction alone, and
 * `newest` or `oldest`, sort by `usual`.
 */
function readSorts(value: Json, directions: readonly string[], usual: string | undefined): readonly Sort[] {
  // A JSON array that was split at its commas is joined again.
  const texts = listSortTexts(
    parseValue(Array.isArray(value) && String(value[0]).startsWith('[') ? value.join() : value),
  );
  // Each of several values has a direction of its own: `sort=age,desc&sort=name`.
  const groups = texts.some((text) => text.includes(',')) ? texts.map((text) => text.split(',')) : [texts];
  const sorts: { path: string; order: string | undefined }[] = [];
  for (const group of groups) {
    const start = sorts.length;
    for (const text of group) {
      const trimmed = text.trim();
      const newest = /^(?:(?:newest|latest|recent)|(oldest|earliest))(?:first)?$/i.exec(trimmed);
      if (newest !== null && usual !== undefined) sorts.push({ path: usual, order: newest[1] ? 'asc' : 'desc' });
      else if (direction.test(trimmed)) {
        const before = sorts.slice(start).filter(({ order }) => order === undefined);
        for (const one of before) one.order = trimmed;
        if (sorts.length === start && usual !== undefined) sorts.push({ path: usual, order: trimmed });
      } else {
        const [, wrapped, inside, sign, path = inside ?? '', order = wrapped] = form.exec(trimmed) ?? [];
        if (path !== '') sorts.push({ path, order: sign === '-' || sign === '!' ? 'desc' : order });
      }
    }
  }
  return sorts.map(({ path, order }, index) => ({
    path,
    descending: /^-|^desc/i.test(order ?? directions[index] ?? directions.at(-1) ?? ''),
  }));
}

function listSortTexts(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => listSortTexts(one));
  if (isJsonObject(value)) return Object.entries(value).map(([name, order]) => `${name} ${String(order)}`);
  return [String(value)];
}

/** Tests a row and its key. */
type RowTest = (row: Row, key: string) => boolean;

/** Creates the test of rows for a filter. Parameters that only sort match all rows. */
function createTest(call: Call, table: string, filter: Filter): RowTest {
  const { name, rule, value } = filter;
  const { through, ids, under, related, sorts, refers, search, expression, excludes, path } = rule;
  if (ids || related) {
    const { table: other = '', mine = '', by = '', path: at } = related ?? {};
    const own = call.tables.find(other, mine, call.caller?.ownId ?? null);
    const kept = own.filter((row) => at === undefined || holds(valueAt(row, at), value));
    const keys = new Set(
      ids ? listNamed(call, table, filter).map(([key]) => key) : kept.map((row) => stringAt(row, by)),
    );
    return (_row, key) => keys.has(key);
  }
  if (through) {
    const { through: _through, ...own } = rule;
    const test = createTest(call, through.table, { name, rule: own, value });
    return (row, key) => {
      const rows = through.at.map((at) => findRowNamed(call, row, through.table, at));
      const other = rows.find((one) => one !== undefined);
      return !other || test(other, key);
    };
  }
  const text = String(value);
  if (under) return (row) => stringAt(row, under)?.startsWith(`${text}/`) === true;
  if (sorts) return matchAll;
  if (refers) return createReferenceTest(refers, call.rules(table).key ?? 'id', text);
  if (search) {
    const words = text.toLowerCase().split(/\s+/);
    return (row) => {
      const found = search === true ? withoutInternal(row) : fieldAt(call, table, row, search);
      const strings = listStrings(found ?? '').map((one) => one.toLowerCase());
      return words.every((word) => strings.some((one) => one.includes(word)));
    };
  }
  if (expression) {
    const test = readExpression(value);
    if (!test) call.notes.ignored.push(name);
    return test ?? matchAll;
  }
  const test = path === undefined ? matchAll : createPathTest(call, table, path, filter);
  if (!excludes) return test;
  return (row, key) => !holds(valueAt(row, excludes), value) && test(row, key);
}

const matchAll: RowTest = () => true;

/** Creates a test of the value at the path of a rule. */
function createPathTest(call: Call, table: string, path: string, { rule, value }: Filter): RowTest {
  const { folds, lenient, compare = 'eq', equals } = rule;
  const fold = (one: Json): Json => {
    if (!folds || typeof one !== 'string') return one;
    return one.toLowerCase().slice(one.startsWith(folds) ? folds.length : 0);
  };
  const texts = equals === 'caller' ? [call.caller?.ownId ?? ''] : listTexts(value);
  const matches = createComparison(
    compare,
    texts.map((text) => String(fold(text))),
  );
  return (row) => {
    const found = fieldAt(call, table, row, path);
    const made = row[madeUp];
    const isUnknown = found === undefined || (Array.isArray(made) && made.includes(path));
    if (isUnknown && lenient) return true;
    return isJsonObject(value) ? matchesFilter(found, value) : matches(found && fold(found));
  };
}

/**
 * Creates a test whether a row was created below the row with an id, or has a member that refers to it: `project`, `projects`,
 * `projectId` and `project_gid` refer to a project.
 */
function createReferenceTest(names: readonly string[], key: string, id: string): RowTest {
  const [variable = ''] = names;
  const plain = names.map(plainName).filter((name) => name !== '');
  const members = new Set(plain.flatMap((name) => ['', 'id', 'gid', 's', 'ids'].map((ending) => name + ending)));
  return (row) => {
    const above = row[`~${variable}`];
    if (above !== undefined) return above === id;
    const referring = Object.entries(row).filter(([name]) => name !== key && members.has(plainName(name)));
    // A reference is an id, an object with it, or a list of these.
    const ids = referring
      .flatMap(([, value]) => value)
      .flatMap((one) => Object.entries(isJsonObject(one) ? one : { id: one }));
    return ids.some(([name, one]) => /(?:^|_)[gu]?id$/i.test(name) && String(one) === id);
  };
}

function listStrings(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one: Json) => listStrings(one));
  return isJsonObject(value) ? Object.values(value).flatMap(listStrings) : [];
}

/** Returns whether a value, or an item of a list, equals another as text. */
function holds(found: Json | undefined, value: Json): boolean {
  return [found ?? []].flat().some((one) => String(one) === String(value));
}

/** Rejects filters with invalid values (400), unknown rows (404) or rows of other users (403). */
export function checkFilters(call: Call): void {
  for (const { name, rule, value } of listFilters(call)) {
    const { values, table, column, owned, forbidden: hidden, status = 404 } = rule;
    const texts = stringsOf(value);
    const bad = texts.find((one) => values?.includes(one) === false);
    if (bad !== undefined) {
      const { reason = 'invalidParameter' } = rule;
      rejectParameter(call, name, `${name} cannot be ${bad}; it can be ${values?.join(', ')}.`, { reason });
    }
    if (table === undefined) continue;
    for (const text of texts) {
      const row = column ? call.tables.find(table, column, text)[0] : findVisibleRow(call, table, text);
      if (row) {
        if (owned && findOwner(call, table, row) !== call.caller?.ownId) throw forbidden(call, table);
        continue;
      }
      if (hidden && call.tables.get(table, text) !== undefined) throw forbidden(call, table, hidden);
      const { reason = 'notFound', message = `${name} names nothing in ${table}: {value}.` } = rule;
      const whole = message.replace('{value}', () => text);
      const error = new HttpError(status, reason, whole, { location: name, locationType: 'parameter' });
      if (status === 404) throw error;
      rejectOrWarn(call, error);
    }
  }
}

/** Location of an error that is about several parameters. */
export const severalParameters: HttpErrorDetails = { location: 'parameters', locationType: 'other' };

/** Creates the error (400) for a call without any of the parameters that select rows, of which it needs one. */
export function noFilterSelected(names: readonly string[]): HttpError {
  const message = `No filter selected. Expected one of: ${names.join(', ')}.`;
  return new HttpError(400, 'missingRequiredParameter', message, severalParameters);
}
