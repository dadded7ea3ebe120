import type { JsonObject } from '@speccast/runtime';
import type { CallResponse, Call } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import { pageResponse } from './list.js';
import { listKeys, type SortKey, type SortValue, type Source } from './sorted-keys.js';
import { findOwner } from '../rows/rows.js';
import { isOthersFresh, isVisible } from '../rows/visible-fields.js';

/** What a search finds, and how that is sent. */
export interface SearchRule {
  /** The tables that are searched, in the order in which their rows are sent. */
  readonly tables: readonly string[];
  /** Id of the owner of what is found. Default: anybody. */
  readonly owner?: string | undefined;
  /** Finds rows of the caller's own, hidden ones included. Default: what everybody may see. */
  readonly mine?: boolean;
  /** Whether a row is found. */
  readonly matches: (row: Row, table: string) => boolean;
  /** Values by which rows are sorted, largest first where they descend; then in the order of insertion, or the reverse if the first descends. */
  readonly sorts?: readonly SearchSort[];
  /** Most rows that are found. */
  readonly atMost?: number;
  /** Member of the response that holds the items. */
  readonly items: string;
  /** What the response says in its member `kind`; with it comes an `etag`. */
  readonly kind?: string;
  /** What is sent of a row. */
  readonly show: (row: Row, table: string) => JsonObject;
}

/** A value by which found rows are sorted. */
export interface SearchSort {
  readonly valueOf: (row: Row, table: string) => SortValue;
  readonly descending?: boolean;
}

/** Sends the rows that match, a page at a time. */
export function searchRows(call: Call, rule: SearchRule): CallResponse {
  const { items, kind, atMost, matches, show } = rule;
  const sources = rule.tables.map((table): Source => {
    const rows = [...call.tables.rows(table)].filter(
      ([, row]) => isFound(call, table, row, rule) && matches(row, table),
    );
    return { table, prefix: `${table} `, rows };
  });
  const sorts = (rule.sorts ?? []).map(({ valueOf, descending }): SortKey => ({
    valueOf: (row, _, table) => valueOf(row, table),
    direction: descending === true ? -1 : 1,
  }));
  const hits = listKeys(sources, sorts, sorts[0]?.direction).slice(0, atMost);
  return pageResponse(call, { list: 'search', items, ...(kind !== undefined && { kind }) }, hits, (key) => {
    const [table = '', ...id] = key.split(' ');
    const row = call.tables.get(table, id.join(' '));
    return row === undefined || !isFound(call, table, row, rule) ? undefined : show(row, table);
  });
}

/** Results are public, or the caller's own where it asks for those. */
function isFound(call: Call, table: string, row: Row, { mine, owner }: SearchRule): boolean {
  if (owner === undefined ? isOthersFresh(call, table, row) : findOwner(call, table, row) !== owner) return false;
  if (mine === true) return findOwner(call, table, row) === call.caller?.ownId && isVisible(call, table, row);
  const { caller: _caller, ...anonymous } = call;
  return isVisible(anonymous, table, row);
}
