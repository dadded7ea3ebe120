import type { Json } from '@speccast/runtime';
import type { PagingRules } from '../plan/behaviour.js';
import type { Call } from '../plan/plan.js';
import { keysOf, sizeOf, type Listing, type Page } from './paging.js';
import type { Keyed } from '../store/cursors.js';
import type { Tree } from '../store/tree.js';

/** Whether a list is cut by the number of the page, by an offset, or after a key, or not at all: no token names its pages. */
export function isNumbered({ whole, page, offset, after }: PagingRules): boolean {
  return whole === true || page !== undefined || offset !== undefined || after !== undefined;
}

/** Cuts a list, as it is now, at the place that a number or key says. */
export function numberedPage(call: Call, { items }: Listing, rules: PagingRules): Page {
  const perPage = rules.whole === true ? items.size : sizeOf(call, rules.size ?? 'limit', rules);
  const from = Math.min(items.size, startOf(call, items, rules, perPage));
  const keys = keysOf(items, from, from + perPage);
  const end = from + perPage;
  const next = end < items.size && perPage > 0 ? nextOf(call, rules, { end, last: keys.at(-1) }) : undefined;
  return { keys, members: totalsOf(rules, items.size, end), ...(next && { next }) };
}

interface Cut {
  readonly end: number;
  readonly last: string | undefined;
}

function nextOf(call: Call, rules: PagingRules, { end, last }: Cut): Readonly<Record<string, string>> | undefined {
  const { page, first = page === undefined ? 0 : 1, offset, after } = rules;
  const name = (property: string): string =>
    call.plan.operation.parameters?.find((one) => (one.property ?? one.name) === property)?.name ?? property;
  if (page !== undefined) return { [name(page)]: String(Math.max(first, numberIn(call, page, first)) + 1) };
  if (offset !== undefined) return { [name(offset)]: String(end + first) };
  return after === undefined || last === undefined ? undefined : { [name(after)]: last };
}

/** What an answer says of the whole list, where it has members for that. */
export function totalsOf({ total, more }: PagingRules, size: number, end: number): Readonly<Record<string, Json>> {
  return { ...(total !== undefined && { [total]: size }), ...(more !== undefined && { [more]: end < size }) };
}

function startOf(call: Call, items: Tree<Keyed>, rules: PagingRules, perPage: number): number {
  const { page, first = page === undefined ? 0 : 1, offset, after } = rules;
  if (page !== undefined) return Math.max(0, numberIn(call, page, first) - first) * perPage;
  if (offset !== undefined) return Math.max(0, numberIn(call, offset, first) - first);
  const key = after === undefined ? undefined : call.params[after];
  return key === undefined || key === '' ? 0 : keysOf(items).indexOf(String(key)) + 1;
}

function numberIn(call: Call, name: string, usual: number): number {
  const sent = String(call.params[name] ?? '');
  return /^\d{1,15}$/.test(sent) ? Number(sent) : usual;
}
