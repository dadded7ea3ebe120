import type { ListAction } from '../../plan/actions.js';
import type { Call } from '../../plan/plan.js';
import { withComputed } from '../rows/present.js';
import { readCallScope } from '../rows/rows.js';
import { fieldAt, isOthersFresh, isVisible } from '../rows/visible-fields.js';
import type { Row } from '../../store/table.js';
import { stringsOf, valueAt } from '../../values/json-path.js';
import { readInstant, readLoosely } from './compare.js';
import { type Filter, filtersOf, given, paramAt, parameterRules, relatedKeys, testOf } from './filter-rows.js';
import { readSorts, type Sort } from './read-sorts.js';
import { listKeys, sortValueOf, type SortKey, type ValueOf } from './sorted-keys.js';

/** Lists the keys of the rows that the parameters select and the caller can see, in order. */
export function selectRows(call: Call, action: ListAction): readonly string[] {
  const wanted: Wanted = { call, action, filters: filtersOf(call) };
  const { sorts, ties } = sortingOf(wanted);
  const [keys, holds] = [keysWanted(wanted), holdsOf(wanted)];
  const rows = [...call.tables.rows(action.list)].filter(([key, row]) => keys?.has(key) !== false && holds(row));
  return listKeys([{ table: action.list, prefix: '', rows }], sorts, ties);
}

interface Wanted {
  readonly call: Call;
  readonly action: ListAction;
  readonly filters: readonly Filter[];
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
  const values = readCallScope(call, table);
  return scope.map((name, index) => [`~${name}`, values[index] ?? '']);
}

/** Returns the keys of all rows that can be in the list, if parameters name them. */
function keysWanted({ call, filters, action: { list } }: Wanted): ReadonlySet<string> | undefined {
  const scope = readCallScope(call, list);
  const named = filters.flatMap(({ rule, value }) => {
    if (rule.ids === true) return [stringsOf(value).map((key) => [...scope, key].join('/'))];
    return rule.related === undefined ? [] : [relatedKeys(call, rule.related, value)];
  });
  const [first, ...others] = named.map((keys) => new Set(keys));
  return first && new Set([...first].filter((key) => others.every((keys) => keys.has(key))));
}

/** Sorts by the sorting parameters, the last one first; then in the order of the requested ids, else as the action says. */
function sortingOf(wanted: Wanted): { readonly sorts: readonly SortKey[]; readonly ties: 1 | -1 } {
  const { call, action, filters } = wanted;
  const downwards: string[] = [];
  for (const { rule } of filters) if (rule.descending !== undefined) downwards.unshift(rule.descending);
  const sorts: SortKey[] = downwards.map((path) => ({ valueOf: (row) => numberAt(row, path), direction: -1 }));
  for (const { path, isReversed } of [...filters, ...directionsAlone(wanted)].flatMap((one) =>
    listSorts(wanted, one),
  )) {
    const valueOf: ValueOf = (row) => {
      const value = readLoosely(row, path);
      return readInstant(value) ?? sortValueOf(value);
    };
    sorts.push({ valueOf, direction: isReversed ? -1 : 1 });
  }
  for (const { rule, value } of filters)
    for (const { by, descending } of rule.orders?.[String(value)] ?? []) {
      const valueOf: ValueOf = (row) => {
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
      valueOf: (row) => readInstant(valueAt(row, newest)) ?? sortValueOf(valueAt(row, newest)),
      direction: -1,
    });
  else if (sort !== undefined) sorts.push({ valueOf: (row) => sortValueOf(valueAt(row, sort)), direction: 1 });
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
function listSorts({ call, action }: Wanted, { name, rule, value }: Filter): readonly Sort[] {
  if (rule.sorts !== true) return [];
  const { direction = '', path } = rule;
  const sent = stringsOf(paramAt(call, direction));
  // `ascending=false` is the same as `descending=true`.
  const isUpwards = /asc(?:ending)?$/i.test(direction);
  const directions = sent.map((one) => (/^(?:true|false)$/.test(one) && (one === 'true') !== isUpwards ? 'desc' : one));
  const sorts = readSorts(value, directions, path);
  const rows = call.tables.list(action.list);
  const known = sorts.filter(
    (one) => rows.length === 0 || rows.some((row) => readLoosely(row, one.path) !== undefined),
  );
  if (known.length < sorts.length) call.notes.ignored.push(name);
  return known;
}

function rankIn(ids: readonly string[]): ValueOf {
  const ranks = new Map([...new Set(ids)].map((id, rank) => [id, rank]));
  return (_, key) => ranks.get(key) ?? ranks.size;
}

/** Strings of digits count as numbers. */
function numberAt(row: Row, path: string): number {
  const number = Number(valueAt(row, path) ?? 0);
  return Number.isNaN(number) ? 0 : number;
}
