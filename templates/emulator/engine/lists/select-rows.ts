import { isJsonObject } from '@speccast/runtime';
import type { ListAction } from '../plan/actions.js';
import type { Call } from '../plan/plan.js';
import { withComputed } from '../rows/present.js';
import { scopeOfCall } from '../rows/rows.js';
import { fieldAt, isOthersFresh, isVisible } from '../rows/visible-fields.js';
import type { Scalar } from '../store/compare-values.js';
import type { Entry, Row } from '../store/row-index.js';
import type { Table } from '../store/table.js';
import { itemsOf } from '../store/tree.js';
import { stringsOf, valueAt } from '../values/json-path.js';
import { readInstant, readLoosely } from './compare.js';
import {
  type Filter,
  filtersOf,
  given,
  paramAt,
  parameterRules,
  relatedKeys,
  testOf,
  wantedOf,
} from './filter-rows.js';
import { readSorts, type Sort } from './read-sorts.js';
import { listKeys, sortValueOf, type SortKey, type ValueOf } from './sorted-keys.js';

/** Lists the keys of the rows that the parameters select and the caller can see, in order. */
export function selectRows(call: Call, action: ListAction): readonly string[] {
  const filters = filtersOf(call);
  const table = call.tables.table(action.list);
  const wanted: Wanted = { call, action, filters, table };
  const { sorts, ties } = sortingOf(wanted);
  const candidates = candidatesOf(wanted).entries();
  const source = { table: action.list, prefix: '', holds: holdsOf(wanted), candidates };
  return listKeys(call, [source], sorts, ties);
}

interface Wanted {
  readonly call: Call;
  readonly action: ListAction;
  readonly filters: readonly Filter[];
  readonly table: Table;
}

function holdsOf({ call, action, filters }: Wanted): (row: Row) => boolean {
  const { list: table, mine } = action;
  const scope = scopeTests(call, table);
  const byId = filters.some(({ rule }) => rule.ids === true);
  const tests = filters.flatMap((filter) => testOf(call, table, filter) ?? []);
  const isNarrowed =
    mine !== undefined ||
    filters.some(
      ({ rule }) =>
        rule.sorts !== true &&
        rule.lenient !== true &&
        (rule.ids === true || (rule.path ?? rule.under) !== undefined || rule.related !== undefined),
    );
  return (row) =>
    (isNarrowed || !isOthersFresh(call, table, row)) &&
    scope.every(([path, value]) => row[path] === value) &&
    (mine === undefined || valueAt(row, mine) === call.caller?.ownId) &&
    tests.every((test) => test(row)) &&
    isVisible(call, table, row, !byId);
}

/** Paths and values of the parents that rows are stored by. */
function scopeTests(call: Call, table: string): readonly (readonly [path: string, value: string])[] {
  const { scope = [] } = call.rules(table);
  const values = scopeOfCall(call, table);
  return scope.map((name, index) => [`~${name}`, values[index] ?? '']);
}

interface Candidates {
  readonly count: number;
  readonly entries: () => Iterable<Entry>;
}

/** The candidates of a list, as few as keys and indexes allow. */
function candidatesOf(wanted: Wanted): Candidates {
  const { table } = wanted;
  const keys = keysWanted(wanted);
  if (keys !== undefined) {
    const entries = keys.flatMap((key) => table.entry(key) ?? []);
    return { count: 0, entries: () => entries };
  }
  const all: Candidates = { count: table.size, entries: () => itemsOf(table.inOrder) };
  return indexed(wanted).reduce((least, one) => (one.count < least.count ? one : least), all);
}

/** The keys of all rows that can be in the list, if parameters name them. */
function keysWanted({ call, filters, action: { list } }: Wanted): readonly string[] | undefined {
  let keys: readonly string[] | undefined;
  const scope = scopeOfCall(call, list);
  for (const { rule, value } of filters) {
    if (rule.ids !== true && rule.related === undefined) continue;
    const named =
      rule.ids === true || rule.related === undefined
        ? [...new Set(stringsOf(value))].map((key) => [...scope, key].join('/'))
        : relatedKeys(call, rule.related, value);
    const before: ReadonlySet<string> | undefined = keys === undefined ? undefined : new Set(keys);
    keys = before === undefined ? named : named.filter((key) => before.has(key));
  }
  return keys;
}

function indexed({ call, action, filters, table }: Wanted): readonly Candidates[] {
  const { list, mine } = action;
  const { copies = {}, counts = {}, embeds = {} } = call.rules(list);
  const isStored = (path: string): boolean =>
    !Object.hasOwn({ ...copies, ...counts }, path) &&
    !Object.keys(embeds).some((embedded) => path.startsWith(`${embedded}.`));
  const found = (path: string, values: readonly Scalar[]): Candidates => withValues(table, path, values);
  const own = call.caller?.ownId;
  return [
    ...scopeTests(call, list).map(([path, value]) => found(path, [value])),
    ...(mine === undefined || own === undefined ? [] : [found(mine, [own])]),
    ...filters.flatMap(({ rule, value }) => {
      const { path, under, excludes, compare, lenient, sorts, folds, through } = rule;
      const isOther = lenient === true || sorts === true || through !== undefined || isJsonObject(value);
      if (path === undefined || isOther || (under ?? excludes ?? compare ?? folds) !== undefined || !isStored(path))
        return [];
      const wanted = wantedOf(call, rule, value);
      // Moments are equal in more than one way of writing.
      return wanted.some((text) => readInstant(text) !== undefined) ? [] : [found(path, wanted.flatMap(valuesOfText))];
    }),
  ];
}

function withValues(table: Table, path: string, values: readonly Scalar[]): Candidates {
  return {
    count: values.reduce<number>((sum, value) => sum + table.count(path, value), 0),
    entries: () => new Set(values.flatMap((value) => [...table.found({ path }, value)])),
  };
}

/** The values that a parameter's string may represent. */
function valuesOfText(text: string): readonly Scalar[] {
  const others: readonly Scalar[] = [Number(text), true, false, null];
  return [text, ...others.filter((value) => String(value) === text)];
}

/** Sorts by the sorting parameters, the last one first; then in the order of the requested ids, else as the action says. */
function sortingOf(wanted: Wanted): { readonly sorts: readonly SortKey[]; readonly ties: 1 | -1 } {
  const { call, action, filters } = wanted;
  const downwards: string[] = [];
  for (const { rule } of filters) if (rule.descending !== undefined) downwards.unshift(rule.descending);
  const sorts: SortKey[] = downwards.map((path) => ({ valueOf: ({ row }) => numberAt(row, path), direction: -1 }));
  for (const { path, isReversed } of [...filters, ...directionsAlone(wanted)].flatMap((one) =>
    listSorts(wanted, one),
  )) {
    const valueOf: ValueOf = ({ row }) => {
      const value = readLoosely(row, path);
      return readInstant(value) ?? sortValueOf(value);
    };
    sorts.push({ valueOf, direction: isReversed ? -1 : 1 });
  }
  for (const { rule, value } of filters)
    for (const { by, descending } of rule.orders?.[String(value)] ?? []) {
      const valueOf: ValueOf = ({ row }) => {
        const found = fieldAt(call, action.list, row, by) ?? valueAt(withComputed(call, action.list, row), by);
        return typeof found === 'string' ? found.toLowerCase() : sortValueOf(found);
      };
      sorts.push({ valueOf, direction: descending === true ? -1 : 1 });
    }
  const ids = filters.filter(({ rule }) => rule.ids === true).at(-1);
  const { sort } = action;
  const newest = filters.find(({ rule }) => rule.newest !== undefined)?.rule.newest ?? action.newest;
  if (ids !== undefined) sorts.push({ valueOf: rankIn(stringsOf(ids.value)), direction: 1 });
  else if (newest !== undefined)
    sorts.push({
      valueOf: ({ row }) => readInstant(valueAt(row, newest)) ?? sortValueOf(valueAt(row, newest)),
      direction: -1,
    });
  // Positions are not stored in rows: the table has them.
  else if (sort !== undefined)
    sorts.push({ valueOf: (entry, table) => sortValueOf(valueAt(table.rowOf(entry), sort)), direction: 1 });
  return { sorts, ties: ids === undefined && newest !== undefined ? -1 : 1 };
}

/** Directions without a name to sort by, which are about the time of rows, or else their key. */
function directionsAlone({ call, action: { list } }: Wanted): readonly Filter[] {
  return parameterRules(call.plan).flatMap(([name, rule]): readonly Filter[] => {
    const { direction, sorts, path = call.rules(list).key ?? 'id' } = rule;
    if (sorts !== true || direction === undefined || given(call, name, rule) !== undefined) return [];
    const value = given(call, direction, {});
    return value === undefined ? [] : [{ name: direction, rule: { sorts, path }, value }];
  });
}

/** What a parameter sorts by; what no row has is noted as ignored. */
function listSorts({ call, table }: Wanted, { name, rule, value }: Filter): readonly Sort[] {
  if (rule.sorts !== true) return [];
  const { direction = '', path } = rule;
  const sent = stringsOf(paramAt(call, direction));
  // `ascending=false` is the same as `descending=true`.
  const isUpwards = /asc(?:ending)?$/i.test(direction);
  const directions = sent.map((one) => (/^(?:true|false)$/.test(one) && (one === 'true') !== isUpwards ? 'desc' : one));
  const sorts = readSorts(value, directions, path);
  const rows = (): Iterable<Entry> => itemsOf(table.inOrder);
  const known = sorts.filter((one) => {
    for (const { row } of rows()) if (readLoosely(row, one.path) !== undefined) return true;
    return table.size === 0;
  });
  if (known.length < sorts.length) call.notes.ignored.push(name);
  return known;
}

function rankIn(ids: readonly string[]): ValueOf {
  const ranks = new Map([...new Set(ids)].map((id, rank) => [id, rank]));
  return ({ key }) => ranks.get(key) ?? ranks.size;
}

/** Strings of digits count as numbers. */
function numberAt(row: Row, path: string): number {
  const number = Number(valueAt(row, path) ?? 0);
  return Number.isNaN(number) ? 0 : number;
}
