import type { Json } from '@speccast/runtime';
import { HttpError, writeExactly } from '@speccast/runtime/requests';
import { hostilePage } from '../hostile/hostile-page.js';
import type { PagingRules } from '../plan/behaviour.js';
import type { Call } from '../plan/plan.js';
import { rejectOrWarn } from '../profiles/notes.js';
import { tagOf } from '../sampling/ids.js';
import { sorted } from '../store/compare-values.js';
import type { Keyed } from '../store/cursors.js';
import { haveSameItems } from '../store/diff-trees.js';
import { itemsOf, type Tree } from '../store/tree.js';

/** A list to page. */
export interface Listing {
  readonly items: Tree<Keyed>;
  /** Number of items that no earlier version of the list holds in memory. */
  readonly fresh: number;
}

/** The keys of a page, and the members of the response that describe it. */
export interface Page {
  readonly keys: readonly string[];
  readonly members: Readonly<Record<string, Json>>;
  /** Parameters of the next page. */
  readonly next?: Readonly<Record<string, string>>;
}

const cursors = '~cursors';

/** Lists of up to this many rows are computed anew each time; longer ones are kept and updated. */
export const few = 100;

/** Returns a page. A token refers to the list as it was at the first page, and is valid for the same query only. */
export function pageOf(call: Call, listing: Listing, rules: PagingRules): Page {
  const { token = 'pageToken', size = 'maxResults' } = rules;
  const asked = sizeOf(call, size, rules);
  const sent = call.params[token];
  const start = sent === undefined || sent === '' ? undefined : open(call, token, String(sent), queryOf(call, rules));
  const all = start?.items ?? listing.items;
  const offset = start?.offset ?? 0;
  const { shown: perPage, isEmpty } = hostilePage(call, asked, all.size - offset, start?.isEmpty === true);
  const cursor = (at: number, after?: 'empty'): Json => {
    const number = start?.number ?? keep(call, queryOf(call, rules), listing);
    return tokenOf(call, token, { number, offset: at, isEmpty: after !== undefined });
  };
  const members = new Map<string, Json>();
  if (rules.next !== undefined && isEmpty) members.set(rules.next, cursor(offset, 'empty'));
  else if (rules.next !== undefined && offset + perPage < all.size && perPage > 0)
    members.set(rules.next, cursor(offset + perPage));
  if (rules.previous !== undefined && offset > 0) members.set(rules.previous, cursor(Math.max(0, offset - asked)));
  if (rules.info !== undefined) members.set(rules.info, { totalResults: all.size, resultsPerPage: perPage });
  return { keys: keysOf(all, offset, offset + perPage), members: Object.fromEntries(members) };
}

/** The keys of a part of a list. Default: all. */
export function keysOf(items: Tree<Keyed>, from = 0, to: number = items.size): readonly string[] {
  return Array.from(itemsOf(items, from, Math.min(to, items.size)), ({ key }) => key);
}

/** The requested page size. Rejects (400) anything but a number. */
function sizeOf(call: Call, name: string, { default: usual = 50, max = usual }: PagingRules): number {
  const sent = call.params[name];
  if (sent === undefined || sent === '') return usual;
  if (/^\d{1,9}$/.test(String(sent))) return Math.min(Number(sent), max);
  const error = new HttpError(400, 'invalidParameter', `${name} has to be a number from 0 to ${max}.`, {
    location: name,
    locationType: 'parameter',
    rule: 'paging/size',
  });
  rejectOrWarn(call, error);
  return usual;
}

/** Identifies the query of a list, without the parameters that may differ between pages. */
export function queryOf(call: Call, rules: PagingRules): string {
  const { token = 'pageToken', size = 'maxResults', page = token, offset = token, after = token } = rules;
  const { plan, emulator } = call;
  const headers = (plan.operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
  const shown = [plan.parts?.parameter ?? emulator.settings.parts?.parameter, emulator.settings.fields];
  const names = new Set([
    token,
    size,
    page,
    offset,
    after,
    ...shown,
    ...headers.map(({ name, property }) => property ?? name),
  ]);
  const entries = Object.entries(call.params).filter(([name]) => !names.has(name));
  return tagOf(
    writeExactly([
      call.plan.operation.id,
      call.caller?.ownId ?? null,
      sorted(entries, ([left], [right]) => (left < right ? -1 : 1)),
    ]),
  );
}

/** An unchanged list keeps its cursor, so that its ETag remains valid. */
function keep(call: Call, query: string, { items, fresh }: Listing): number {
  const { tables } = call;
  const known = tables.newestCursor(query);
  const before = known === undefined ? undefined : tables.cursor(known);
  if (known !== undefined && before !== undefined) {
    if (before.items === items) return known;
    if (haveSameItems(before.items, items, (left, right) => left.key === right.key)) {
      // Comparing them is fast from here on. Short lists are made anew each time, and are compared fast anyway.
      if (items.size > few) tables.putCursor(known, { query, items, weight: fresh });
      return known;
    }
  }
  const number = call.nextNumber(cursors);
  tables.putCursor(number, { query, items, weight: fresh });
  return number;
}

/** What a token means: a list, how many of its items came before, and whether the page before it was empty. */
interface Mark {
  readonly number: number;
  readonly offset: number;
  readonly isEmpty: boolean;
}

/** The token as its parameter takes it: letters, else a number, its digits, or a moment. */
function tokenOf(call: Call, name: string, { number, offset, isEmpty }: Mark): Json {
  const text = btoa(`${number}:${offset}`).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  const count = (number * mostItems + offset) * 2 + Number(isEmpty);
  const forms = [`${text}${isEmpty ? '.' : ''}`, count, String(count), new Date(count).toISOString()];
  const { parameters } = call.plan;
  const isTaken = (form: Json): boolean => {
    const params = { ...call.params, [name]: form };
    return parameters?.is(params) !== false || !parameters.check(params).some(({ path: [first] }) => first === name);
  };
  return forms.find(isTaken) ?? text;
}

/** Lists of more items have no tokens that are numbers. */
const mostItems = 2 ** 24;

/** The parts of a token, if it is one. */
function readToken(token: string): Mark | undefined {
  const [, number, offset] = /^(\d{1,15}):(\d{1,15})$/.exec(decodeToken(token.replace(/\.$/, ''))) ?? [];
  if (number !== undefined) return { number: Number(number), offset: Number(offset), isEmpty: token.endsWith('.') };
  const count = /^\d+$/.test(token) ? Number(token) : Date.parse(token);
  if (!Number.isSafeInteger(count)) return undefined;
  const at = Math.floor(count / 2);
  return { number: Math.floor(at / mostItems), offset: at % mostItems, isEmpty: count % 2 === 1 };
}

function open(
  call: Call,
  name: string,
  token: string,
  query: string,
): (Mark & { readonly items: Tree<Keyed> }) | undefined {
  const mark = readToken(token);
  const cursor = mark && call.tables.cursor(mark.number);
  if (mark !== undefined && cursor?.query === query) return { ...mark, items: cursor.items };
  const error = new HttpError(400, 'invalidPageToken', 'The page token is not one of this list.', {
    location: name,
    locationType: 'parameter',
  });
  rejectOrWarn(call, error);
  return undefined;
}

function decodeToken(token: string): string {
  try {
    return atob(token.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** Whether a list is paged by page number, offset or key, or not at all, so that there are no tokens. */
export function isNumbered({ whole, page, offset, after }: PagingRules): boolean {
  return whole === true || page !== undefined || offset !== undefined || after !== undefined;
}

/** Returns a page of the current list by number, offset or key. */
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

/** The members of a response for the total and for whether there are more. */
function totalsOf({ total, more }: PagingRules, size: number, end: number): Readonly<Record<string, Json>> {
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
