import { expandParameters, type Json } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { PageFact, PagingRules } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { rejectParameter } from '../../plan/notes.js';
import { hashTag } from '../../values/ids.js';
import type { Cursor } from '../../store/cursors.js';
import { valueAt } from '../../values/json-path.js';
import { isByIds, paramAt } from './filter-rows.js';
import { pagingParameters } from '../../plan/operations/paging-parameters.js';

/** The keys of a page, and the members of the response that describe it, by their paths. */
export interface Page {
  readonly keys: readonly string[];
  readonly members: Readonly<Record<string, Json>>;
  /** Offsets among all rows, and the requested size. */
  readonly from: number;
  readonly end: number;
  readonly all: number;
  readonly size: number;
  /** Parameters of the pages around it, by their properties. */
  readonly next?: PageParams | undefined;
  readonly previous?: PageParams | undefined;
  /** The token of the page after an item of this one. */
  readonly cursorAt?: (index: number) => Json;
}

type PageParams = Readonly<Record<string, Json>>;

/**
 * Takes the page of a list that tokens name. A token refers to the list as it was at the first page, and is valid for the same
 * query only. With a token in `before`, or a size in `backwards`, it is the last page before the token or the end.
 */
export function takeTokenPage(call: Call, listed: readonly string[], rules: PagingRules): Page {
  const { token = 'pageToken', size = 'maxResults', before, backwards } = rules;
  const query = hashQuery(call, rules);
  const start = openCursor(call, token, query);
  const stop = before === undefined ? undefined : openCursor(call, before, query);
  const isSized = backwards !== undefined && !isAbsent(paramAt(call, backwards));
  const asked = readSize(call, isSized ? backwards : size, rules);
  const all = (start ?? stop)?.keys ?? listed;
  // A token follows the row that it is named after.
  const last = stop === undefined ? all.length : Math.max(0, stop.offset - 1);
  const first = start?.offset ?? 0;
  const offset = isSized || stop !== undefined ? Math.max(first, last - asked) : first;
  const { perPage, isEmpty } = choosePageSize(call, asked, last - offset, start?.isEmpty === true);
  const end = Math.min(last, offset + perPage);
  let number = (start ?? stop)?.number;
  // A list without tokens in its response is not kept.
  const cursor = (at: number, isAfterEmpty = false): Json => {
    number ??= keepList(call, query, listed);
    return writeToken(call, token, { number, offset: at, isEmpty: isAfterEmpty });
  };
  const { next, previous, info, header, members = {} } = rules;
  const isLed = (next ?? header) !== undefined || Object.values(members).some((fact) => /^next$|^token$/.test(fact));
  // Links and headers lead to the same page as `next`.
  const isContinued = isLed && end < all.length && perPage > 0;
  const following = isEmpty ? cursor(offset, true) : isContinued ? cursor(end) : undefined;
  const above = () => cursor(Math.max(0, offset - asked));
  const back = (): PageParams => (before === undefined ? { [token]: above() } : { [before]: cursor(offset + 1) });
  return {
    keys: all.slice(offset, end),
    members: {
      ...(next !== undefined && following !== undefined && { [next]: following }),
      ...(previous !== undefined && offset > 0 && { [previous]: above() }),
      ...(info !== undefined && { [info]: { totalResults: all.length, resultsPerPage: perPage } }),
    },
    from: offset,
    end,
    all: all.length,
    size: asked,
    cursorAt: (index) => cursor(offset + index + 1),
    next: following === undefined ? undefined : { [token]: following },
    previous: rules.members !== undefined && offset > 0 ? back() : undefined,
  };
}

/**
 * Chooses the size of a page: the requested size, or a smaller one in the hostile mode. With `isEmpty` the page is empty although the
 * list continues: the next page begins at the same item.
 */
function choosePageSize(
  call: Call,
  asked: number,
  rest: number,
  afterEmpty: boolean,
): { readonly perPage: number; readonly isEmpty: boolean } {
  const { hostility } = call;
  const usual = { perPage: asked, isEmpty: false };
  if (hostility === undefined || asked === 0 || rest === 0 || !hasPages(call)) return usual;
  if (!afterEmpty && hostility.may('emptyPages', 4)) {
    hostility.use('emptyPages');
    return { perPage: 0, isEmpty: true };
  }
  if (!hostility.may('shortPages')) return usual;
  const perPage = 1 + hostility.number('shortPages', hostility.may('shortPages') ? 1 : asked);
  if (perPage < Math.min(asked, rest)) hostility.use('shortPages');
  return { perPage, isEmpty: false };
}

/** Tells whether a list has several pages: not if rows are requested by id, or if no parameter asks for the next page. */
function hasPages(call: Call): boolean {
  const { behaviour, operation } = call.plan;
  const { paging = call.emulator.settings.paging } = behaviour;
  if (paging === undefined || paging === false || paging.next === undefined || isByIds(call)) return false;
  const { token = 'pageToken' } = paging;
  return (
    operation.openParameters === true ||
    expandParameters(operation).some(({ name, property = name }) => property === token)
  );
}

function isAbsent(sent: Json | undefined): boolean {
  return sent === undefined || sent === null || sent === '';
}

/** Reads the requested page size. Rejects (400) anything but a number. */
function readSize(call: Call, name: string, { default: usual = 50, max = Infinity, zero }: PagingRules): number {
  const sent = paramAt(call, name);
  if (isAbsent(sent) || (zero === 'default' && Number(sent) === 0)) return usual;
  if (/^\d{1,9}$/.test(String(sent))) return Math.min(Number(sent), max);
  const message = `${name} has to be a number from 0${max < Infinity ? ` to ${max}` : ''}.`;
  rejectParameter(call, name, message, { rule: 'paging/size' });
  return usual;
}

/** Identifies the query of a list, without the parameters that may differ between pages. */
function hashQuery({ plan, emulator, params, caller }: Call, rules: PagingRules): string {
  const { operation, parts } = plan;
  const { settings } = emulator;
  const headers = expandParameters(operation).filter((parameter) => parameter.in === 'header');
  const names = new Set([
    ...pagingParameters(rules).flatMap((name) => [name, name.split('.', 1)[0]]),
    ...headers.map(({ name, property }) => property ?? name),
    parts?.parameter ?? settings.parts?.parameter,
    settings.fields,
  ]);
  const entries = Object.entries(params).filter(([name]) => !names.has(name));
  const inOrder = entries.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return hashTag(writeExactly([operation.id, caller?.ownId ?? null, inOrder]));
}

/** Returns the number of a list for its tokens. An unchanged list keeps its number, so that its ETag remains valid. */
function keepList(call: Call, query: string, keys: readonly string[]): number {
  const [known = 0, before] = call.tables.newestCursor(query) ?? [];
  if (before?.keys.length === keys.length && keys.every((key, index) => key === before.keys[index])) return known;
  const number = call.nextNumber('~cursors');
  call.tables.putCursor(number, { query, keys });
  return number;
}

/** The contents of a token: the number of a list, the number of items before the page, and whether the page before it was empty. */
interface Mark {
  readonly number: number;
  readonly offset: number;
  readonly isEmpty: boolean;
}

/** Lists of more items have no tokens that are numbers. */
const mostItems = 2 ** 24;

/** Writes a token as its parameter takes it: letters, else a number, its digits, or a moment. */
function writeToken(call: Call, name: string, { number, offset, isEmpty }: Mark): Json {
  const { parameters } = call.plan;
  const text = btoa(`${number}:${offset}`).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  const count = (number * mostItems + offset) * 2 + Number(isEmpty);
  const forms = [`${text}${isEmpty ? '.' : ''}`, count, String(count), new Date(count).toISOString()];
  const taken = forms.find((form) => {
    const params = { ...call.params, [name]: form };
    return parameters?.is(params) !== false || !parameters.check(params).some(({ path: [first] }) => first === name);
  });
  return taken ?? text;
}

/** Reads a token in any of its forms. */
function readToken(token: string): Mark | undefined {
  let text = '';
  try {
    text = atob(token.replace(/\.$/, '').replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    // A number or a moment need not be base 64.
  }
  const [, number, offset] = /^(\d{1,15}):(\d{1,15})$/.exec(text) ?? [];
  if (number !== undefined) return { number: Number(number), offset: Number(offset), isEmpty: token.endsWith('.') };
  const count = /^\d+$/.test(token) ? Number(token) : Date.parse(token);
  if (!Number.isSafeInteger(count)) return undefined;
  const at = Math.floor(count / 2);
  return { number: Math.floor(at / mostItems), offset: at % mostItems, isEmpty: count % 2 === 1 };
}

/** Finds the list that a token in a parameter refers to. Rejects (400) a token of another list. */
function openCursor(call: Call, name: string, query: string): (Mark & Pick<Cursor, 'keys'>) | undefined {
  const sent = paramAt(call, name);
  if (isAbsent(sent)) return undefined;
  const mark = readToken(String(sent));
  const cursor = mark && call.tables.cursor(mark.number);
  if (mark !== undefined && cursor?.query === query) return { ...mark, keys: cursor.keys };
  rejectParameter(call, name, 'The page token is not one of this list.', { reason: 'invalidPageToken' });
  return undefined;
}

/** Takes a page of the current list by number, offset or key. */
export function takeNumberedPage(call: Call, listed: readonly string[], rules: PagingRules): Page {
  const { page, offset, after, before, whole = false, first = Number(page !== undefined) } = rules;
  const all = listed.length;
  const at = (name: string) => Math.max(0, readNumber(call, name, first) - first);
  // `_end` is the offset after the last row.
  const to = rules.end === undefined ? NaN : readNumber(call, rules.end, NaN);
  const usual = whole || rules.end !== undefined ? all : 50;
  const size = Number.isNaN(to)
    ? readSize(call, rules.size ?? (whole ? '' : 'limit'), { ...rules, default: rules.default ?? usual })
    : Math.max(0, to - (offset === undefined ? 0 : at(offset)));
  const last = findKey(call, listed, before);
  let start = page === undefined ? 0 : at(page) * size;
  if (page === undefined) start = offset === undefined ? findKey(call, listed, after) + 1 : at(offset);
  const from = last < 0 ? Math.min(all, start) : Math.max(0, last - size);
  const end = Math.min(all, last < 0 ? from + size : last);
  const keys = listed.slice(from, end);
  const number = first + Math.floor(from / size);
  let next: PageParams | undefined;
  let previous: PageParams | undefined;
  if (page !== undefined) [next, previous] = [{ [page]: number + 1 }, { [page]: number - 1 }];
  else if (offset !== undefined)
    [next, previous] = [{ [offset]: end + first }, { [offset]: Math.max(0, from - size) + first }];
  else if (last >= 0) next = { [before ?? '']: keys[0] ?? '' };
  else if (after !== undefined) next = { [after]: keys.at(-1) ?? '' };
  // Backwards, the list continues with the rows before these.
  const isContinued = size > 0 && (last < 0 ? end < all : from > 0);
  return {
    keys,
    members: {},
    from,
    end,
    all,
    size,
    next: isContinued ? next : undefined,
    previous: from > 0 && size > 0 ? previous : undefined,
  };
}

/** Finds the index of the row that a parameter names; -1 without one. Rejects (400) a key that no row of the list has. */
function findKey(call: Call, listed: readonly string[], name: string | undefined): number {
  const key = name === undefined ? undefined : paramAt(call, name);
  if (name === undefined || isAbsent(key)) return -1;
  // Keys of rows below others begin with those of their parents.
  const found = listed.findIndex((one) => one === String(key) || one.endsWith(`/${String(key)}`));
  if (found < 0)
    rejectParameter(call, name, `${name} names nothing in this list: ${String(key)}.`, { rule: `paging/${name}` });
  return found;
}

function readNumber(call: Call, name: string, usual: number): number {
  const sent = String(paramAt(call, name) ?? '');
  return /^\d{1,15}$/.test(sent) ? Number(sent) : usual;
}

/** Lists the members of a response that state facts about its page, by their paths. */
export function listFacts(rules: PagingRules): readonly (readonly [path: string, fact: PageFact])[] {
  const facts = (['total', 'pages', 'more', 'last'] as const).map((fact) => [rules[fact], fact] as const);
  const named = facts.flatMap(([path, fact]) => (path === undefined ? [] : [[path, fact] as const]));
  return [...new Map([...Object.entries(rules.members ?? {}), ...named])];
}

/** Reads the facts of a page; undefined where there is no such page, number or id. */
export function readFacts(
  call: Call,
  rules: PagingRules,
  page: Page,
  items: readonly Json[],
): Readonly<Record<PageFact, Json | undefined>> {
  const { keys, from, end, all, size, next, previous } = page;
  const isNumbered = rules.page !== undefined;
  const { first = Number(isNumbered), id = 'id' } = rules;
  const isCounted = rules.counts === undefined || String(paramAt(call, rules.counts)) !== 'false';
  const pages = size > 0 ? Math.ceil(all / size) : 0;
  const parameter = rules.page ?? rules.offset;
  const linkTo = (number: number): Json | undefined =>
    parameter && writeAddress(call, { [parameter]: first + number * (isNumbered ? 1 : size) });
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
    page: number + (isNumbered ? first : 1),
    size,
    count: keys.length,
    offset: from + (rules.offset === undefined ? 0 : first),
    nextNumber: parameter && after,
    previousNumber: parameter && before,
    firstId: valueAt(items[0], id),
    lastId: valueAt(items.at(-1), id),
    token: parameter === undefined ? after : undefined,
    previousToken: parameter === undefined ? before : undefined,
    next: next && writeAddress(call, next),
    previous: previous && writeAddress(call, previous),
    firstLink: linkTo(0),
    lastLink: linkTo(Math.max(0, pages - 1)),
    self: call.publicUrl,
  };
}

/** Writes the address of a page: that of the call, with other parameters. */
function writeAddress({ publicUrl: url = '', plan }: Call, params: PageParams): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  const known = expandParameters(plan.operation);
  for (const [path, value] of Object.entries(params)) {
    const [outer = '', inner] = path.split('.');
    const own = known.find((one) => (one.property ?? one.name) === path);
    const holder = known.find((one) => (one.property ?? one.name) === outer);
    const name = own?.name ?? (holder?.style === 'deepObject' ? `${holder.name}[${inner ?? ''}]` : (inner ?? outer));
    address.searchParams.set(name, String(value));
  }
  return address.href;
}
