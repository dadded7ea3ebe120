import { isJsonObject } from '@speccast/runtime';
import type { ListAction } from '../plan/actions.js';
import type { Call } from '../plan/plan.js';
import { scopeOfCall } from '../rows/rows.js';
import { isOthersFresh, isVisible } from '../rows/visibility.js';
import { isScalar, type Scalar } from '../store/compare-values.js';
import { slotOf } from '../store/row-order.js';
import type { Entry, Row } from '../store/row-index.js';
import { groupOf, type Table } from '../store/table.js';
import { itemsOf } from '../store/tree.js';
import { compareBy, type SortValue, sortValueOf, type View, viewOf, type ViewRule } from '../store/view.js';
import { stringAt, stringsOf, valueAt } from '../values/json-path.js';
import { dependenciesOf } from './dependencies.js';
import { readInstant, readLoosely } from './compare.js';
import { type Filter, filtersOf, paramAt, relatedKeys, testOf, wantedOf } from './filter-rows.js';
import { readSorts, type Sort } from './read-sorts.js';
import { few, queryOf } from './paging.js';

/** The rows that the parameters select and the caller can see, in order. */
export function selectRows(call: Call, action: ListAction): View {
  const filters = filtersOf(call);
  const table = call.tables.table(action.list);
  const wanted: Wanted = { call, action, filters, table };
  const candidates = candidatesOf(wanted);
  const sorting = sortingOf(wanted);
  const source = { table: action.list, prefix: '', holds: holdsOf(wanted), candidates: candidates.entries };
  const paths = filters.flatMap(({ rule }) => rule.path ?? []);
  const rule: ViewRule = {
    sources: [source],
    edges: candidates.count <= few || !sorting.lasts ? [] : dependenciesOf(call, [action.list], paths),
    ...sorting,
  };
  const tableOf = (name: string): Table => call.tables.table(name);
  if (candidates.count <= few || !sorting.lasts) return viewOf(undefined, rule, tableOf);
  const paging = call.plan.behaviour.paging ?? call.emulator.settings.paging;
  const name = `list ${queryOf(call, paging === false ? {} : (paging ?? {}))}`;
  return call.tables.derived<View>(name, (known) => viewOf(known, rule, tableOf));
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
  return table.size <= few ? all : indexed(wanted).reduce((least, one) => (one.count < least.count ? one : least), all);
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
  const { copies = {}, embeds = {} } = call.rules(list);
  const isStored = (path: string): boolean =>
    !Object.hasOwn(copies, path) && !Object.keys(embeds).some((embedded) => path.startsWith(`${embedded}.`));
  const found = (path: string, values: readonly Scalar[]): Candidates => withValues(table, path, values);
  const own = call.caller?.ownId;
  return [
    ...scopeTests(call, list).map(([path, value]) => found(path, [value])),
    ...(mine === undefined || own === undefined ? [] : [found(mine, [own])]),
    ...filters.flatMap(({ rule, value }) => {
      const { path, under, excludes, compare, lenient, sorts } = rule;
      const isOther = lenient === true || sorts === true || isJsonObject(value);
      if (path === undefined || isOther || (under ?? excludes ?? compare) !== undefined || !isStored(path)) return [];
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

interface Sorting extends Pick<ViewRule, 'sortValues' | 'compare'> {
  /** Whether the order depends on the rows alone, not on the call. */
  readonly lasts: boolean;
}

type ValueOf = (entry: Entry, table: Table) => SortValue;

/** Sorts by the sorting parameters, the last one first; then in the order of the requested ids, else as the action says. */
function sortingOf(wanted: Wanted): Sorting {
  const { action, filters } = wanted;
  const downwards: string[] = [];
  for (const { rule } of filters) if (rule.descending !== undefined) downwards.unshift(rule.descending);
  const values: ValueOf[] = downwards.map(
    (path) =>
      ({ row }) =>
        numberAt(row, path),
  );
  const directions = downwards.map(() => -1);
  for (const { path, isReversed } of filters.flatMap((filter) => listSorts(wanted, filter))) {
    values.push(({ row }) => {
      const value = readLoosely(row, path);
      return readInstant(value) ?? sortValueOf(value);
    });
    directions.push(isReversed ? -1 : 1);
  }
  const ids = filters.filter(({ rule }) => rule.ids === true).at(-1);
  const { newest, sort } = action;
  let lasts = true;
  if (ids !== undefined) values.push(rankIn(stringsOf(ids.value)));
  else if (newest !== undefined) values.push(({ row }) => stringAt(row, newest) ?? '');
  else if (sort !== undefined) {
    const { valueOf, isStored } = sortedBy(wanted, sort);
    lasts = isStored;
    values.push(valueOf);
  }
  directions.push(ids === undefined && newest !== undefined ? -1 : 1);
  return {
    lasts,
    sortValues: (entry, table) => values.map((valueOf) => valueOf(entry, table)),
    compare: compareBy(directions.slice(0, values.length), ids === undefined && newest !== undefined ? -1 : 1),
  };
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

/** Positions are not stored: within a group, the slots have the order. */
function sortedBy({ call, action, filters, table }: Wanted, path: string): { valueOf: ValueOf; isStored: boolean } {
  const { order } = call.rules(action.list);
  if (order?.position !== path) return { valueOf: ({ row }) => sortValueOf(valueAt(row, path)), isStored: true };
  const groups = filters.flatMap(({ rule, value }) => (rule.path === order.within ? wantedOf(call, rule, value) : []));
  const [group] = groups;
  if (groups.length !== 1 || !isScalar(group) || !groupOf(table, order, group).isOrdered)
    return { valueOf: (entry, now) => sortValueOf(valueAt(now.rowOf(entry), path)), isStored: false };
  return {
    valueOf: ({ key }, { order }) => (order === undefined ? 0 : (slotOf(order, key)?.label ?? 0)),
    isStored: true,
  };
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
