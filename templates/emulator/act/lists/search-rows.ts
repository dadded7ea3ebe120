import type { JsonObject } from '@speccast/runtime';
import type { CallResponse, Call } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import { pageResponse } from './list.js';
import { type Found, type SortKey, sortRows, type SortValue } from './select-rows.js';
import { findOwner } from '../rows/rows.js';
import { isOthersFresh, isVisible } from '../rows/visible-fields.js';

/** A search, and the form of its response. */
export interface SearchRule {
  /** The tables that are searched, in the order in which their rows are sent. */
  readonly tables: readonly string[];
  /** Id of the owner of the rows. Default: anybody. */
  readonly owner?: string | undefined;
  /** Finds rows of the caller's own, hidden ones included. Default: those that everybody may see. */
  readonly mine?: boolean;
  /** Tests whether a row is found. */
  readonly matches: (row: Row, table: string) => boolean;
  /** Values by which rows are sorted, largest first where they descend; then in the order of insertion, or the reverse if the first descends. */
  readonly sorts?: readonly SearchSort[];
  /** Most rows that are found. */
  readonly atMost?: number;
  /** Member of the response that holds the items. */
  readonly items: string;
  /** Member `kind` of the response, which then has an `etag`, too. */
  readonly kind?: string;
  /** Returns the item of a row in the response. */
  readonly show: (row: Row, table: string) => JsonObject;
}

/** A value by which found rows are sorted. */
export interface SearchSort {
  readonly valueOf: (row: Row, table: string) => SortValue;
  readonly descending?: boolean;
}

/** Responds with a page of the rows that match. */
export function searchRows(call: Call, rule: SearchRule): CallResponse {
  const { tables, owner, mine, items, kind, atMost, matches, show, sorts = [] } = rule;
  const { caller, ...anonymous } = call;
  const isFound = (table: string, row: Row) => {
    if (owner === undefined ? isOthersFresh(call, table, row) : findOwner(call, table, row) !== owner) return false;
    if (mine !== true) return isVisible(anonymous, table, row);
    return findOwner(call, table, row) === caller?.ownId && isVisible(call, table, row);
  };
  const found = tables.flatMap((table): readonly Found[] =>
    Array.from(call.tables.rows(table), ([key, row]) => ({ table, key, row })).filter(
      ({ row }) => isFound(table, row) && matches(row, table),
    ),
  );
  const keys = sorts.map(({ valueOf, descending }): SortKey => ({
    read: ({ row, table }) => valueOf(row, table),
    direction: descending === true ? -1 : 1,
  }));
  const hits = sortRows(found, keys, keys[0]?.direction).slice(0, atMost);
  const listed = hits.map(({ table, key }) => `${table} ${key}`);
  return pageResponse(call, { list: 'search', items, ...(kind !== undefined && { kind }) }, listed, (hit) => {
    const [table = '', ...key] = hit.split(' ');
    const row = call.tables.get(table, key.join(' '));
    return row && isFound(table, row) ? show(row, table) : undefined;
  });
}
