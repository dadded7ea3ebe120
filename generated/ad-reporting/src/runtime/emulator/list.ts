import type { Json, JsonObject } from '../json.js';
import type { FilterRule, ListAction } from './behaviour.js';
import { filterRows, given } from './filter-rows.js';
import { tagOf } from './ids.js';
import { localize } from './localize.js';
import { valueAt, withoutValue } from './json-path.js';
import { pageOf } from './paging.js';
import { Refusal, type Answer, type Call, type Row } from './plan.js';
import { compare, newestFirst, present } from './present.js';
import { keyOf } from './rows.js';
import { sorted } from './sorted.js';
import { isVisible } from './visibility.js';

/** Sends the rows of a table that the parameters select and the caller may see, a page at a time. */
export function list(call: Call, action: ListAction): Answer {
  const table = action.list;
  const rows = selectRows(call, table, action);
  const rules = call.rules(table);
  const keyed = new Map(rows.map((row) => [keyOf(rules, row), row]));
  return answerPage(call, action, [...keyed.keys()], (key) => {
    const row = keyed.get(key) ?? call.tables.get(table, key);
    return row === undefined || !isVisible(call, table, row, false) ? undefined : sent(call, action, row);
  });
}

/** Pages through keys and sends what each stands for; keys that stand for nothing any more are left out. */
export function answerPage(
  call: Call,
  action: ListAction,
  keys: readonly string[],
  show: (key: string) => JsonObject | undefined,
): Answer {
  const paging = call.plan.behaviour.paging ?? call.emulator.settings.paging ?? {};
  const page = paging === false ? { keys, members: {} } : pageOf(call, keys, paging);
  const items = page.keys.flatMap((key) => show(key) ?? []);
  if (action.items === undefined) return { kind: 'json', body: items };
  const body: Record<string, Json> = { [action.items]: items, ...page.members };
  if (action.kind === undefined) return { kind: 'json', body };
  return { kind: 'json', body: { kind: action.kind, etag: tagOf(JSON.stringify(body)), ...body } };
}

function selectRows(call: Call, table: string, action: ListAction): readonly Row[] {
  const { selectors = {}, filters = {} } = call.plan.behaviour;
  const entries = Object.entries({ ...selectors, ...filters });
  checkSelected(call, selectors);
  const byId = entries.some(([name, rule]) => rule.ids === true && given(call, name, rule) !== undefined);
  let rows = sort(within(call, table, call.tables.list(table)), action);
  for (const entry of entries) rows = filterRows(call, table, rows, entry);
  for (const [name, rule] of entries) {
    if (rule.descending !== undefined && given(call, name, rule) !== undefined)
      rows = descending(rows, rule.descending);
  }
  const { mine } = action;
  return rows.filter(
    (row) => isVisible(call, table, row, !byId) && (mine === undefined || valueAt(row, mine) === call.caller?.ownId),
  );
}

/** The rows under the parent that the path names. */
function within(call: Call, table: string, rows: readonly Row[]): readonly Row[] {
  const { scope = [] } = call.rules(table);
  return scope.length === 0
    ? rows
    : rows.filter((row) => scope.every((name) => row[`~${name}`] === String(call.params[name] ?? '')));
}

function checkSelected(call: Call, selectors: Readonly<Record<string, FilterRule>>): void {
  const names = Object.keys(selectors);
  if (names.length === 0 || Object.entries(selectors).some(([name, rule]) => given(call, name, rule) !== undefined))
    return;
  const message = `No filter selected. Expected one of: ${names.join(', ')}.`;
  throw new Refusal(400, 'missingRequiredParameter', message, { location: 'parameters', locationType: 'other' });
}

function sort(rows: readonly Row[], { sort: path, newest }: ListAction): readonly Row[] {
  if (newest !== undefined) return newestFirst(rows, newest);
  return path === undefined ? rows : sorted(rows, (left, right) => compare(valueAt(left, path), valueAt(right, path)));
}

/** Numbers that are written as texts count as numbers. */
function descending(rows: readonly Row[], path: string): readonly Row[] {
  const numberAt = (row: Row): number => Number(valueAt(row, path) ?? 0);
  return sorted(rows, (left, right) => numberAt(right) - numberAt(left));
}

function sent(call: Call, { list: table, hide = [] }: ListAction, row: Row): JsonObject {
  let result = present(call, table, localize(call, row));
  for (const path of hide) result = withoutValue(result, path);
  return result;
}
