import { expandParameters, type Json } from '@speccast/runtime';
import { base64url, fromBase64url, writeExactly } from '@speccast/runtime/requests';
import type { PageFact, PagingRules } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { rejectParameter } from '../../plan/notes.js';
import { hashTag } from '../../values/ids.js';
import type { Cursor } from '../../store/cursors.js';
import { valueAt } from '../../values/json-path.js';
import { isByIds, paramAt } from '../rows/read-filters.js';
import { pagingParameters } from '../../plan/operations/declared-response.js';

/** The keys of a page, and the members of the response that describe it, by their paths. */
export interface Page {
  readonly keys: readonly string[];
  readonly members?: Readonly<Record<string, Json>>;
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
 * Takes the page of a list that a token identifies. A token refers to the list as it was at the first page, and is valid for the same
 * query only. With a token in `before`, or a size in `backwards`, takes the last page before this token, or before the end.
 */
export function takeTokenPage(call: Call, listed: readonly string[], rules: PagingRules): Page {
  const { token = 'pageToken', size = 'maxResults', before, backwards, next, previous, info, header, members } = rules;
  const start = openCursor(call, token, rules);
  const stop = openCursor(call, before, rules);
  const isSized = readParam(call, backwards) !== undefined;
  const asked = readSize(call, (isSized && backwards) || size, rules);
  const opened = start ?? stop;
  const all = opened?.keys ?? listed;
  // The token of a row points behind the row.
  const last = stop ? Math.max(0, stop.offset - 1) : all.length;
  const first = start?.offset ?? 0;
  const offset = isSized || stop ? Math.max(first, last - asked) : first;
  const perPage = choosePageSize(call, rules, { asked, rest: last - offset, isAfterEmpty: start?.isEmpty === true });
  const isEmpty = perPage === 0 && asked > 0;
  const end = Math.min(last, offset + perPage);
  let number = opened?.number;
  // The list is only kept if the response contains a token.
  const cursor = (at: number, isAfterEmpty = false) => {
    number ??= call.tables.keepList(hashQuery(call, rules), listed);
    return writeToken(call, token, { number, offset: at, isEmpty: isAfterEmpty });
  };
  const isLed = next ?? header ?? Object.values(members ?? {}).find((fact) => fact === 'next' || fact === 'token');
  // Links and headers lead to the same page as `next`.
  const isContinued = isLed !== undefined && end < all.length && perPage > 0;
  const following = isEmpty ? cursor(offset, true) : isContinued ? cursor(end) : undefined;
  const above = () => cursor(Math.max(0, offset - asked));
  const back = (): PageParams => (before === undefined ? { [token]: above() } : { [before]: cursor(offset + 1) });
  return {
    keys: all.slice(offset, end),
    members: {
      ...(next && following !== undefined && { [next]: following }),
      ...(previous && offset > 0 && { [previous]: above() }),
      ...(info && { [info]: { totalResults: all.length, resultsPerPage: perPage } }),
    },
    from: offset,
    end,
    all: all.length,
    size: asked,
    cursorAt: (index) => cursor(offset + index + 1),
    ...(following !== undefined && { next: { [token]: following } }),
    previous: members && offset > 0 ? back() : undefined,
  };
}

/**
 * Chooses the size of a page: the requested one or, in the hostile mode, a smaller one. With 0 the page is empty although the list
 * continues, and the next page begins at the same item.
 */
function choosePageSize(
  call: Call,
  { token = 'pageToken', next }: PagingRules,
  { asked, rest, isAfterEmpty }: { readonly asked: number; readonly rest: number; readonly isAfterEmpty: boolean },
): number {
  const { hostility, plan } = call;
  if (!hostility || asked === 0 || rest === 0 || !next || isByIds(call)) return asked;
  const hasToken = expandParameters(plan.operation).some(({ name, property = name }) => property === token);
  if (!hasToken && !plan.operation.openParameters) return asked;
  if (!isAfterEmpty && hostility.may('emptyPages', 4)) {
    hostility.use('emptyPages');
    return 0;
  }
  if (!hostility.may('shortPages')) return asked;
  const perPage = 1 + hostility.number('shortPages', hostility.may('shortPages') ? 1 : asked);
  if (perPage < Math.min(asked, rest)) hostility.use('shortPages');
  return perPage;
}

/** Reads the text of a parameter; undefined if it is absent or empty. */
function readParam(call: Call, name: string | undefined): string | undefined {
  return String((name && paramAt(call, name)) ?? '') || undefined;
}

/** Reads the requested page size. Rejects (400) anything but a number. */
function readSize(call: Call, name: string, { default: usual = 50, max = Infinity, zero }: PagingRules): number {
  const sent = readParam(call, name);
  if (sent === undefined || (zero === 'default' && Number(sent) === 0)) return usual;
  if (/^\d{1,9}$/.test(sent)) return Math.min(Number(sent), max);
  const message = `${name} has to be a number from 0${max < Infinity ? ` to ${max}` : ''}.`;
  rejectParameter(call, name, message, { rule: 'paging/size' });
  return usual;
}

/** Identifies the query of a list, without the parameters that may differ between pages. */
function hashQuery({ plan, emulator, params, caller }: Call, rules: PagingRules): string {
  const { operation, parts } = plan;
  const { settings } = emulator;
  const headers = expandParameters(operation).filter((parameter) => parameter.in === 'header');
  const names: unknown[] = [
    ...pagingParameters(rules).flatMap((name) => [name, name.split('.', 1)[0]]),
    ...headers.map(({ name, property }) => property ?? name),
    parts?.parameter ?? settings.parts?.parameter,
    settings.fields,
  ];
  const others = Object.keys(params).filter((name) => !names.includes(name));
  const inOrder = others.toSorted().map((name) => [name, params[name] ?? null]);
  return hashTag(writeExactly([operation.id, caller?.ownId ?? null, inOrder]));
}

/** The contents of a token: the number of a list, the number of items before the page, and whether the page before it was empty. */
interface Mark {
  readonly number: number;
  readonly offset: number;
  readonly isEmpty: boolean;
}

/** Lists of more items have no tokens that are numbers. */
const mostItems = 2 ** 24;

/** Writes a token in a form that its parameter accepts: letters, else a number, a string of digits, or a time. */
function writeToken(call: Call, name: string, { number, offset, isEmpty }: Mark): Json {
  const { parameters } = call.plan;
  const text = base64url(new TextEncoder().encode(`${number}:${offset}`));
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
  const text = new TextDecoder().decode(fromBase64url(token.replace(/\.$/, '')));
  const [, number, offset] = /^(\d{1,15}):(\d{1,15})$/.exec(text) ?? [];
  if (number !== undefined) return { number: Number(number), offset: Number(offset), isEmpty: token.endsWith('.') };
  const count = /^\d+$/.test(token) ? Number(token) : Date.parse(token);
  if (!Number.isSafeInteger(count)) return undefined;
  const at = Math.floor(count / 2);
  return { number: Math.floor(at / mostItems), offset: at % mostItems, isEmpty: count % 2 === 1 };
}

/** Finds the list that a token in a parameter refers to. Rejects (400) a token of another list. */
function openCursor(
  call: Call,
  name: string | undefined,
  rules: PagingRules,
): (Mark & Pick<Cursor, 'keys'>) | undefined {
  const sent = readParam(call, name);
  if (sent === undefined || !name) return undefined;
  const mark = readToken(sent);
  const cursor = mark && call.tables.cursor(mark.number);
  if (mark && cursor?.query === hashQuery(call, rules)) return { ...mark, keys: cursor.keys };
  rejectParameter(call, name, 'The page token is not valid for this list.', { reason: 'invalidPageToken' });
  return undefined;
}

/** Takes a page of the current list by number, offset or key. */
export function takeNumberedPage(call: Call, listed: readonly string[], rules: PagingRules): Page {
  const { page, offset, after, before, whole = false, first = Number(page !== undefined) } = rules;
  const all = listed.length;
  const at = (name: string) => Math.max(0, readNumber(call, name, first) - first);
  const skipped = offset ? at(offset) : 0;
  // `_end` is the offset after the last row.
  const to = readNumber(call, rules.end, NaN);
  const usual = whole || rules.end !== undefined ? all : 50;
  const size = Number.isNaN(to)
    ? readSize(call, rules.size ?? (whole ? '' : 'limit'), { default: usual, ...rules })
    : Math.max(0, to - skipped);
  const last = findKey(call, listed, before);
  let start = skipped;
  if (page) start = at(page) * size;
  else if (!offset) start = findKey(call, listed, after) + 1;
  const from = last < 0 ? Math.min(all, start) : Math.max(0, last - size);
  const end = last < 0 ? Math.min(all, from + size) : last;
  const keys = listed.slice(from, end);
  const number = first + Math.floor(from / size);
  // The parameter that selects a page, and its values for the next and the previous page.
  let lead: [name: string | undefined, next?: Json | undefined, previous?: Json] =
    last < 0 ? [after, keys.at(-1)] : [before, keys[0]];
  if (page) lead = [page, number + 1, number - 1];
  else if (offset) lead = [offset, end + first, Math.max(0, from - size) + first];
  const [name, following, preceding] = lead;
  const leadTo = (value: Json | undefined, isThere: boolean) =>
    name && value !== undefined && isThere && size > 0 ? { [name]: value } : undefined;
  return {
    keys,
    from,
    end,
    all,
    size,
    // Backwards, the list continues with the rows before these.
    next: leadTo(following, last < 0 ? end < all : from > 0),
    previous: leadTo(preceding, from > 0),
  };
}

/** Finds the index of the row that a parameter names; -1 without one. Rejects (400) a key that no row of the list has. */
function findKey(call: Call, listed: readonly string[], name: string | undefined): number {
  const key = readParam(call, name);
  if (!name || key === undefined) return -1;
  // Keys of rows below others begin with those of their parents.
  const found = listed.findIndex((one) => `/${one}`.endsWith(`/${key}`));
  if (found < 0) rejectParameter(call, name, `${name} names nothing in this list: ${key}.`, { rule: `paging/${name}` });
  return found;
}

function readNumber(call: Call, name: string | undefined, usual: number): number {
  const sent = readParam(call, name) ?? '';
  return /^\d{1,15}$/.test(sent) ? Number(sent) : usual;
}

/** Lists the members of a response that state facts about its page, by their paths. */
export function listFacts(rules: PagingRules): readonly (readonly [path: string, fact: PageFact])[] {
  const stated = new Map(Object.entries(rules.members ?? {}));
  for (const fact of ['total', 'pages', 'more', 'last'] as const)
    if (rules[fact] !== undefined) stated.set(rules[fact], fact);
  return [...stated];
}

/** The facts of a page. */
export type PageFacts = Readonly<Record<PageFact, Json | undefined>>;

/** Reads the facts of a page; undefined where there is no such page, number or id. */
export function readFacts(call: Call, rules: PagingRules, page: Page, items: readonly Json[]): PageFacts {
  const { keys, from, end, all, size, next, previous } = page;
  const isNumbered = rules.page !== undefined;
  const { first = Number(isNumbered), id = 'id' } = rules;
  const isCounted = readParam(call, rules.counts) !== 'false';
  const pages = size > 0 ? Math.ceil(all / size) : 0;
  const parameter = rules.page ?? rules.offset;
  const linkTo = (number: number) =>
    parameter && writeAddress(call, { [parameter]: first + number * (isNumbered ? 1 : size) });
  const [after, before] = [next, previous].map((params) => Object.values(params ?? {})[0]);
  const isBackwards = end < all && Object.keys(next ?? {}).includes(rules.before ?? '');
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
    offset: from + (rules.offset ? first : 0),
    nextNumber: parameter && after,
    previousNumber: parameter && before,
    firstId: valueAt(items[0], id),
    lastId: valueAt(items.at(-1), id),
    token: parameter ? undefined : after,
    previousToken: parameter ? undefined : before,
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
  const known = new Map(expandParameters(plan.operation).map((one) => [one.property ?? one.name, one]));
  for (const [path, value] of Object.entries(params)) {
    const [outer = '', inner = outer] = path.split('.');
    const holder = known.get(outer);
    const name = known.get(path)?.name ?? (holder?.style === 'deepObject' ? `${holder.name}[${inner}]` : inner);
    address.searchParams.set(name, String(value));
  }
  return address.href;
}
