import { expandParameters, type Json } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import { hostilePage } from './hostile-page.js';
import type { PageFact, PagingRules } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { rejectParameter } from '../../plan/notes.js';
import { hashTag } from '../../values/ids.js';
import { sorted } from '../../store/compare-values.js';
import type { Cursor } from '../../store/cursors.js';
import { valueAt } from '../../values/json-path.js';
import { paramAt } from './filter-rows.js';
import { pagingParameters } from '../../plan/operations/paging-parameters.js';

/** The keys of a page, and the members of the response that describe it, by their paths. */
export interface Page {
  readonly keys: readonly string[];
  readonly members: Readonly<Record<string, Json>>;
  /** Where it begins and ends among all rows, and how many rows a page has. */
  readonly from: number;
  readonly end: number;
  readonly all: number;
  readonly size: number;
  /** Parameters of the pages around it, by their properties. */
  readonly next?: PageParams;
  readonly previous?: PageParams;
  /** The token of the page after an item of this one. */
  readonly cursorAt?: (index: number) => Json;
}

type PageParams = Readonly<Record<string, Json>>;

const cursors = '~cursors';

/**
 * Returns a page. A token refers to the list as it was at the first page, and is valid for the same query only. With a token in
 * `before`, or a size in `backwards`, it is the end of what comes before.
 */
export function pageOf(call: Call, listed: readonly string[], rules: PagingRules): Page {
  const { token = 'pageToken', size = 'maxResults', before, backwards } = rules;
  const openAt = (name: string | undefined): ReturnType<typeof open> => {
    const sent = name === undefined ? undefined : paramAt(call, name);
    return name === undefined || isAbsent(sent) ? undefined : open(call, name, String(sent), queryOf(call, rules));
  };
  const [start, stop] = [openAt(token), openAt(before)];
  const isSized = backwards !== undefined && !isAbsent(paramAt(call, backwards));
  const asked = sizeOf(call, isSized ? backwards : size, rules);
  const all = (start ?? stop)?.keys ?? listed;
  // A token follows the row that it is named after.
  const last = stop === undefined ? all.length : Math.max(0, stop.offset - 1);
  const first = start?.offset ?? 0;
  const offset = isSized || stop !== undefined ? Math.max(first, last - asked) : first;
  const { shown: perPage, isEmpty } = hostilePage(call, asked, last - offset, start?.isEmpty === true);
  const cursor = (at: number, after?: 'empty'): Json => {
    const number = (start ?? stop)?.number ?? keep(call, queryOf(call, rules), listed);
    return tokenOf(call, token, { number, offset: at, isEmpty: after !== undefined });
  };
  const end = Math.min(last, offset + perPage);
  const members = new Map<string, Json>();
  if (rules.next !== undefined && isEmpty) members.set(rules.next, cursor(offset, 'empty'));
  else if (rules.next !== undefined && end < all.length && perPage > 0) members.set(rules.next, cursor(end));
  if (rules.previous !== undefined && offset > 0) members.set(rules.previous, cursor(Math.max(0, offset - asked)));
  if (rules.info !== undefined) members.set(rules.info, { totalResults: all.length, resultsPerPage: perPage });
  // Every page has the same token as in `next`, so that links and headers lead to the same page.
  const leadsOn =
    rules.next ?? rules.header ?? Object.values(rules.members ?? {}).find((fact) => /^next$|^token$/.test(fact));
  const next = rules.next === undefined ? undefined : members.get(rules.next);
  const following = next ?? (leadsOn !== undefined && end < all.length && perPage > 0 ? cursor(end) : undefined);
  // A cursor that nobody gets is not kept.
  const back = (): PageParams =>
    before === undefined ? { [token]: cursor(Math.max(0, offset - asked)) } : { [before]: cursor(offset + 1) };
  return {
    keys: all.slice(offset, end),
    members: Object.fromEntries(members),
    from: offset,
    end,
    all: all.length,
    size: asked,
    cursorAt: (index) => cursor(offset + index + 1),
    ...(following !== undefined && { next: { [token]: following } }),
    ...(rules.members !== undefined && offset > 0 && { previous: back() }),
  };
}

function isAbsent(sent: Json | undefined): boolean {
  return sent === undefined || sent === null || sent === '';
}

/** The requested page size. Rejects (400) anything but a number. */
function sizeOf(call: Call, name: string, { default: usual = 50, max = Infinity, zero }: PagingRules): number {
  const sent = paramAt(call, name);
  if (isAbsent(sent) || (zero === 'default' && Number(sent) === 0)) return usual;
  if (/^\d{1,9}$/.test(String(sent))) return Math.min(Number(sent), max);
  const message = `${name} has to be a number from 0${max < Infinity ? ` to ${max}` : ''}.`;
  rejectParameter(call, name, message, { rule: 'paging/size' });
  return usual;
}

/** Identifies the query of a list, without the parameters that may differ between pages. */
export function queryOf(call: Call, rules: PagingRules): string {
  const { plan, emulator } = call;
  const headers = expandParameters(plan.operation).filter((parameter) => parameter.in === 'header');
  const shown = [plan.parts?.parameter ?? emulator.settings.parts?.parameter, emulator.settings.fields];
  const names = new Set([
    ...pagingParameters(rules).flatMap((name) => [name, name.split('.', 1)[0]]),
    ...shown,
    ...headers.map(({ name, property }) => property ?? name),
  ]);
  const entries = Object.entries(call.params).filter(([name]) => !names.has(name));
  return hashTag(
    writeExactly([
      call.plan.operation.id,
      call.caller?.ownId ?? null,
      sorted(entries, ([left], [right]) => (left < right ? -1 : 1)),
    ]),
  );
}

/** An unchanged list keeps its cursor, so that its ETag remains valid. */
function keep(call: Call, query: string, keys: readonly string[]): number {
  const [known = 0, before] = call.tables.newestCursor(query) ?? [];
  if (before?.keys.length === keys.length && keys.every((key, index) => key === before.keys[index])) return known;
  const number = call.nextNumber(cursors);
  call.tables.putCursor(number, { query, keys });
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

function open(call: Call, name: string, token: string, query: string): (Mark & Pick<Cursor, 'keys'>) | undefined {
  const mark = readToken(token);
  const cursor = mark && call.tables.cursor(mark.number);
  if (mark !== undefined && cursor?.query === query) return { ...mark, keys: cursor.keys };
  rejectParameter(call, name, 'The page token is not one of this list.', { reason: 'invalidPageToken' });
  return undefined;
}

function decodeToken(token: string): string {
  try {
    return atob(token.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** Returns a page of the current list by number, offset or key. */
export function numberedPage(call: Call, listed: readonly string[], rules: PagingRules): Page {
  const { page, offset, after, before, first = Number(page !== undefined) } = rules;
  const at = (name: string): number => Math.max(0, numberIn(call, name, first) - first);
  const size = numberedSize(call, listed.length, rules, offset === undefined ? 0 : at(offset));
  const last = findKey(call, listed, before);
  const start =
    page !== undefined ? at(page) * size : offset !== undefined ? at(offset) : findKey(call, listed, after) + 1;
  const from = last < 0 ? Math.min(listed.length, start) : Math.max(0, last - size);
  const end = Math.min(listed.length, last < 0 ? from + size : last);
  const keys = listed.slice(from, end);
  // Backwards, there are more where there are rows before these.
  const leadsOn = size > 0 && (last < 0 ? end < listed.length : from > 0);
  const number = first + Math.floor(from / size);
  const [next, previous] =
    page !== undefined
      ? [{ [page]: number + 1 }, { [page]: number - 1 }]
      : offset !== undefined
        ? [{ [offset]: end + first }, { [offset]: Math.max(0, from - size) + first }]
        : last < 0
          ? [after === undefined ? undefined : { [after]: keys.at(-1) ?? '' }]
          : [{ [before ?? '']: keys[0] ?? '' }];
  return {
    keys,
    members: {},
    from,
    end,
    all: listed.length,
    size,
    ...(leadsOn && next && { next }),
    ...(from > 0 && size > 0 && previous && { previous }),
  };
}

/** How many rows a page has; `_end` is the offset after its last one. */
function numberedSize(call: Call, all: number, rules: PagingRules, from: number): number {
  const { whole = false, end, size = whole ? '' : 'limit' } = rules;
  const to = end === undefined ? NaN : numberIn(call, end, NaN);
  if (!Number.isNaN(to)) return Math.max(0, to - from);
  return sizeOf(call, size, whole || end !== undefined ? { ...rules, default: rules.default ?? all } : rules);
}

/** The index of the row that a parameter names; -1 without one. Rejects (400) a key that no row of the list has. */
function findKey(call: Call, listed: readonly string[], name: string | undefined): number {
  const key = name === undefined ? undefined : paramAt(call, name);
  if (name === undefined || isAbsent(key)) return -1;
  // Keys of rows below others begin with those of their parents.
  const found = listed.findIndex((one) => one === String(key) || one.endsWith(`/${String(key)}`));
  if (found < 0)
    rejectParameter(call, name, `${name} names nothing in this list: ${String(key)}.`, { rule: `paging/${name}` });
  return found;
}

function numberIn(call: Call, name: string, usual: number): number {
  const sent = String(paramAt(call, name) ?? '');
  return /^\d{1,15}$/.test(sent) ? Number(sent) : usual;
}

/** Lists the members of a response that state facts about its page, by their paths. */
export function membersOf(rules: PagingRules): Readonly<Record<string, PageFact>> {
  const named = (['total', 'pages', 'more', 'last'] as const).flatMap((fact) => {
    const path = rules[fact];
    return path === undefined ? [] : [[path, fact] as const];
  });
  return { ...rules.members, ...Object.fromEntries(named) };
}

/** The facts of a page; undefined where there is no such page, number or id. */
export function readFacts(
  call: Call,
  rules: PagingRules,
  page: Page,
  items: readonly Json[],
): Readonly<Record<PageFact, Json | undefined>> {
  const { keys, from, end, all, size, next, previous } = page;
  const { first = Number(rules.page !== undefined), id = 'id' } = rules;
  const isCounted = rules.counts === undefined || String(paramAt(call, rules.counts)) !== 'false';
  const pages = size > 0 ? Math.ceil(all / size) : 0;
  const parameter = rules.page ?? rules.offset;
  const linkTo = (number: number): Json | undefined =>
    parameter && addressOf(call, { [parameter]: first + number * (rules.page === undefined ? size : 1) });
  const [after, before] = [next, previous].map((params) => Object.values(params ?? {})[0]);
  const isBackwards = end < all && next !== undefined && rules.before !== undefined && rules.before in next;
  const number = size > 0 ? Math.floor(from / size) : 0;
  return {
    total: isCounted ? all : undefined,
    pages,
    more: isBackwards ? from > 0 : end < all,
    last: end >= all,
    first: from === 0,
    back: from > 0,
    start: end > from ? from + 1 : undefined,
    end: end > from ? end : undefined,
    empty: end <= from,
    page: number + (rules.page === undefined ? 1 : first),
    size,
    count: keys.length,
    offset: from + (rules.offset === undefined ? 0 : first),
    nextNumber: parameter === undefined ? undefined : after,
    previousNumber: parameter === undefined ? undefined : before,
    firstId: valueAt(items[0], id),
    lastId: valueAt(items.at(-1), id),
    token: parameter === undefined ? after : undefined,
    previousToken: parameter === undefined ? before : undefined,
    next: next && addressOf(call, next),
    previous: previous && addressOf(call, previous),
    firstLink: linkTo(0),
    lastLink: linkTo(Math.max(0, pages - 1)),
    self: call.url,
  };
}

/** The address of a page: that of the call, with other parameters. */
export function addressOf({ url = '', plan }: Call, params: PageParams): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  for (const [path, value] of Object.entries(params)) {
    const [outer = '', inner] = path.split('.');
    const known = expandParameters(plan.operation);
    const own = known.find((one) => (one.property ?? one.name) === path);
    const holder = known.find((one) => (one.property ?? one.name) === outer);
    const name = own?.name ?? (holder?.style === 'deepObject' ? `${holder.name}[${inner ?? ''}]` : (inner ?? outer));
    address.searchParams.set(name, String(value));
  }
  return address.href;
}
