import type { JsonObject } from '@speccast/runtime';
import type { CallResponse, Call } from '../plan/plan.js';
import type { Entry, Row } from '../store/row-index.js';
import { itemsOf } from '../store/tree.js';
import { valueAt } from '../values/json-path.js';
import { pageResponse } from './list.js';
import { listKeys, sortValueOf, type SortKey, type Source } from './sorted-keys.js';
import { withComputed } from '../rows/present.js';
import { ownerOf } from '../rows/rows.js';
import { isOthersFresh, isVisible } from '../rows/visibility.js';

/** What a search finds, and how that is sent. */
export interface SearchRule {
  /** The tables that are searched, in the order in which their rows are sent. */
  readonly tables: readonly string[];
  /** Words in small letters that a row has to contain, in any order: `a|b` is one of two, `-c` must not be there. */
  readonly words: readonly string[];
  /** The string of a row in which words are looked for, in small letters; always the same function. */
  readonly textOf: (row: Row) => string;
  /** Id of the owner of what is found. Default: anybody. */
  readonly owner?: string | undefined;
  /** Finds rows of the caller's own, hidden ones included. Default: what everybody may see. */
  readonly mine?: boolean;
  /** Further conditions of a row, which depend on nothing but the row and the parameters of the call. */
  readonly matches?: (row: Row) => boolean;
  /** Path by whose values rows are sorted. Default: in the order in which they were inserted. */
  readonly sort?: { readonly by: string; readonly descending?: boolean } | undefined;
  /** Member of the response that holds the items. */
  readonly items: string;
  /** What the response says in its member `kind`; with it comes an `etag`. */
  readonly kind?: string;
  /** What is sent of a row, which comes with what `x-counts`, `x-copies` and `x-embeds` add. */
  readonly show: (table: string, row: JsonObject) => JsonObject;
}

/** Sends the rows that contain the words of a query, a page at a time. */
export function searchRows(call: Call, rule: SearchRule): CallResponse {
  const query = queryWords(rule.words);
  const sources = rule.tables.map((table): Source => {
    const holds = (row: Row): boolean => isFound(call, table, row, rule) && matches(call, table, row, { rule, query });
    return { table, prefix: `${table} `, holds, candidates: candidatesOf(call, table, rule) };
  });
  const direction = rule.sort?.descending === true ? -1 : 1;
  const by = rule.sort?.by;
  const sorts: SortKey[] = by === undefined ? [] : [{ valueOf: ({ row }) => sortValueOf(valueAt(row, by)), direction }];
  const hits = listKeys(call, sources, sorts, direction);
  const { items, kind } = rule;
  return pageResponse(call, { list: 'search', items, ...(kind !== undefined && { kind }) }, hits, (key) => {
    const [table = '', ...id] = key.split(' ');
    const row = call.tables.get(table, id.join(' '));
    return row === undefined || !isFound(call, table, row, rule)
      ? undefined
      : rule.show(table, withComputed(call, table, row));
  });
}

interface Search {
  readonly rule: SearchRule;
  readonly query: QueryWords;
}

/** Rows that may be found: those of the owner, else all. */
function candidatesOf(call: Call, name: string, { owner }: SearchRule): Iterable<Entry> {
  const table = call.tables.table(name);
  const { owner: path } = call.rules(name);
  return owner === undefined || typeof path !== 'string' ? itemsOf(table.inOrder) : table.found({ path }, owner);
}

/** Results are public, or the caller's own where it asks for those. */
function isFound(call: Call, table: string, row: Row, { mine, owner }: SearchRule): boolean {
  if (owner === undefined && isOthersFresh(call, table, row)) return false;
  if (mine === true) return ownerOf(call, table, row) === call.caller?.ownId && isVisible(call, table, row);
  const { caller: _caller, ...anonymous } = call;
  return isVisible(anonymous, table, row);
}

interface QueryWords {
  /** Each by the alternatives that it gives. */
  readonly wanted: readonly (readonly string[])[];
  readonly unwanted: readonly string[];
}

function queryWords(words: readonly string[]): QueryWords {
  const isUnwanted = (word: string): boolean => word.startsWith('-') && word.length > 1;
  return {
    wanted: words.filter((word) => !isUnwanted(word)).map((word) => word.split('|')),
    unwanted: words.filter(isUnwanted).map((word) => word.slice(1)),
  };
}

function matches(call: Call, table: string, row: Row, { rule, query: { wanted, unwanted } }: Search): boolean {
  const text = rule.textOf(row);
  return (
    wanted.every((words) => words.some((word) => text.includes(word))) &&
    !unwanted.some((word) => text.includes(word)) &&
    (rule.owner === undefined || ownerOf(call, table, row) === rule.owner) &&
    rule.matches?.(row) !== false
  );
}
