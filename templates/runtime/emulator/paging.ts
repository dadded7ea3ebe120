import type { Json } from '../json.js';
import type { PagingRules } from './behaviour.js';
import { tagOf } from './ids.js';
import { Refusal, type Call } from './plan.js';
import { sorted } from './sorted.js';

/** One page of a list, as keys, and the members that the response gets for it. */
export interface Page {
  readonly keys: readonly string[];
  readonly members: Readonly<Record<string, Json>>;
}

const cursors = '~cursors';
const mostCursors = 1000;

/** Cuts a list into pages. A token names the list as it was at the first page, and is good for the same query only. */
export function pageOf(call: Call, keys: readonly string[], rules: PagingRules): Page {
  const { token = 'pageToken', size = 'maxResults' } = rules;
  const perPage = sizeOf(call, size, rules);
  const sent = call.params[token];
  const query = queryOf(call, [token, size]);
  const start = sent === undefined || sent === '' ? undefined : open(call, token, String(sent), query);
  const all = start?.keys ?? keys;
  const offset = start?.offset ?? 0;
  const cursor = (at: number): string => tokenOf(start?.cursor ?? keep(call, query, keys), at);
  const members = new Map<string, Json>();
  if (rules.next !== undefined && offset + perPage < all.length && perPage > 0)
    members.set(rules.next, cursor(offset + perPage));
  if (rules.previous !== undefined && offset > 0) members.set(rules.previous, cursor(Math.max(0, offset - perPage)));
  if (rules.info !== undefined) members.set(rules.info, { totalResults: all.length, resultsPerPage: perPage });
  return { keys: all.slice(offset, offset + perPage), members: Object.fromEntries(members) };
}

function sizeOf(call: Call, name: string, { default: usual = 50, max = usual }: PagingRules): number {
  const sent = call.params[name];
  if (sent === undefined || sent === '') return usual;
  if (/^\d{1,9}$/.test(String(sent))) return Math.min(Number(sent), max);
  throw new Refusal(400, 'invalidParameter', `${name} has to be a number from 0 to ${max}.`, {
    location: name,
    locationType: 'parameter',
  });
}

/** What a list was asked for, apart from how much of each row is shown: pages may differ in that. */
function queryOf(call: Call, without: readonly string[]): string {
  const { plan, emulator } = call;
  const headers = (plan.operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
  const shown = [plan.parts?.parameter ?? emulator.settings.parts?.parameter, emulator.settings.fields];
  const names = new Set([...without, ...shown, ...headers.map(({ name, property }) => property ?? name)]);
  const entries = Object.entries(call.params).filter(([name]) => !names.has(name));
  return tagOf(
    JSON.stringify([
      call.plan.operation.id,
      call.caller?.ownId ?? null,
      sorted(entries, ([left], [right]) => (left < right ? -1 : 1)),
    ]),
  );
}

/** A list that has not changed since it was last asked for keeps its cursor, so that its ETag holds. */
function keep(call: Call, query: string, keys: readonly string[]): string {
  const { tables } = call;
  const newest = `of ${query}`;
  const known = String(tables.get(cursors, newest)?.['cursor']);
  if (isSame(tables.get(cursors, known)?.['keys'], keys)) return known;
  const number = call.nextNumber(cursors);
  const cursor = String(number);
  tables.put(cursors, { id: cursor, query, keys });
  tables.put(cursors, { id: newest, cursor });
  forget(call, String(number - mostCursors));
  return cursor;
}

function forget({ tables }: Call, cursor: string): void {
  const newest = `of ${String(tables.get(cursors, cursor)?.['query'])}`;
  if (tables.get(cursors, newest)?.['cursor'] === cursor) tables.remove(cursors, newest);
  tables.remove(cursors, cursor);
}

function isSame(known: Json | undefined, keys: readonly string[]): boolean {
  return Array.isArray(known) && known.length === keys.length && known.every((key, index) => key === keys[index]);
}

function tokenOf(cursor: string, offset: number): string {
  return btoa(`${cursor}:${offset}`).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
}

function open(
  call: Call,
  name: string,
  token: string,
  query: string,
): { cursor: string; offset: number; keys: readonly string[] } {
  const [, cursor = '', offset = ''] = /^(\d+):(\d+)$/.exec(decodeToken(token)) ?? [];
  const row = call.tables.get(cursors, cursor);
  const keys = row?.['keys'];
  if (row?.['query'] !== query || !Array.isArray(keys)) {
    throw new Refusal(400, 'invalidPageToken', 'The page token is not one of this list.', {
      location: name,
      locationType: 'parameter',
    });
  }
  return { cursor, offset: Number(offset), keys: keys.map(String) };
}

function decodeToken(token: string): string {
  try {
    return atob(token.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}
