import { escapeHtml } from '../../values/escape-html.js';
import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import { toJsonObject, writeExactly } from '@speccast/runtime/requests';
import type { ListAction } from '../../plan/actions.js';
import type { FilterRule, PagingRules } from '../../plan/behaviour.js';
import type { Call, CallResponse } from '../../plan/plan.js';
import { rejectOrWarn } from '../../plan/notes.js';

import { asOnlyPage, declaredPart, sampleResponse } from '../rows/examples.js';
import { chooseSuccess, successBody, isNumbered } from '../../plan/operations/declared-response.js';
import { withRequiredMembers } from '../rows/fit-row.js';
import { fitRow, presentAllParts, project, withComputed, isOthersFresh, isVisible } from '../rows/present.js';
import { findOwner, readKey, requireParent } from '../rows/rows.js';
import { defined } from '../../values/defined.js';
import { hashTag } from '../../values/ids.js';
import { stringAt, stringsOf, valueAt, withValue, withoutValue } from '../../values/json-path.js';
import { type Filter, listFilters, readFilter } from '../rows/read-filters.js';
import { type PageFacts, listFacts, readFacts, takeNumberedPage, takeTokenPage } from './paging.js';
import { type SortValue, checkFilters, noFilterSelected, selectRows, sortRows } from './select-rows.js';
import type { Row } from '../../store/table.js';
import { findTable } from '../../plan/rule.js';

/** Responds with a page of rows that the caller can see. Parameters select them or, for a search with a body, the members of the body. */
export function list(received: Call, action: ListAction): CallResponse {
  const { selectors = {}, filters = {}, paging } = received.plan.behaviour;
  const members = toJsonObject(received.body);
  const pages: readonly unknown[] = Object.values(paging || {});
  const ignored = Object.keys(members).filter((name) => !Object.hasOwn(filters, name) && !pages.includes(name));
  received.notes.ignored.push(...ignored);
  const call = received.body === undefined ? received : { ...received, params: { ...members, ...received.params } };
  const { list: table, items, keys, count, hide = [] } = action;
  requireParent(call, table);
  const choices = Object.entries(selectors);
  if (choices.length > 0 && choices.every(([name, rule]) => readFilter(call, name, rule) === undefined))
    rejectOrWarn(call, noFilterSelected(Object.keys(selectors)));
  checkFilters(call);
  const found = selectRows(call, action);
  if (count === '') return { kind: 'json', body: found.length };
  if (count !== undefined) {
    const sampled = sampleResponse(call);
    const others = sampled.kind === 'json' ? toJsonObject(sampled.body) : {};
    return { kind: 'json', body: { ...others, [count]: found.length } };
  }
  const rules = call.rules(table);
  const stated = listFilters(call);
  const response = pageResponse(call, action, found, (key) => {
    const row = call.tables.get(table, key);
    if (!row || !isVisible(call, table, row, false)) return undefined;
    if (rules.inferred) return fitRow(call, table, row);
    const whole = showAsAsked(call, table, row, stated);
    let item = project(call, table, presentAllParts(call, table, row, whole));
    for (const path of hide) item = withoutValue(item, path);
    return item;
  });
  const declared = successBody(call.plan);
  if (!rules.inferred || response.kind !== 'json' || declared?.is(response.body) !== false) return response;
  // The document may require more rows than there are, or keys of another form.
  const rows = items === undefined ? response.body : valueAt(response.body, items);
  const isEmpty = Array.isArray(rows) && rows.length === 0;
  const isShort = isEmpty || declared.check(response.body).some(({ keyword }) => keyword === 'minItems');
  if (!keys && !isShort) return response;
  call.notes.sampled = true;
  return sampleResponse(call);
}

/** Responds with a page of keys and the item of each. Keys without an item are left out. */
export function pageResponse(
  call: Call,
  { list: table, items: path, node, kind, bare, keys: hasKeys }: ListAction,
  keys: readonly string[],
  show: (key: string) => JsonObject | undefined,
): CallResponse {
  const { rules, page } = takePage(call, keys);
  if (hasKeys) {
    const { key = 'id' } = call.rules(table);
    const values = page.keys.flatMap((one) => valueAt(call.tables.get(table, one), key) ?? []);
    return { kind: 'json', body: path === undefined ? values : completeList(call, path, values, {}) };
  }
  const items = page.keys.flatMap((key, index): JsonObject[] => {
    const item = show(key);
    if (!item) return [];
    if (node === undefined) return [item];
    const cursor = page.cursorAt?.(index);
    return [{ ...(cursor !== undefined && { cursor }), [node]: item }];
  });
  const facts = readFacts(call, rules, page, items);
  const headers = writeHeaders(call, rules, facts);
  if (path === undefined) return { kind: 'json', body: items, headers };
  const stated = listFacts(rules);
  const members: Record<string, Json> = { ...page.members };
  for (const [at, fact] of stated) {
    const value = facts[fact];
    if (value !== undefined) members[at] = value;
  }
  if (kind) {
    const body = { [path]: items, ...members };
    const etag = hashTag(writeExactly(body));
    return { kind: 'json', body: { kind, etag, ...(bare && items.length === 0 ? members : body) }, headers };
  }
  let body = completeList(call, path, items, members);
  // For example `next: null` without a next page, if the schema allows null.
  const declared = successBody(call.plan);
  for (const at of [...stated.map(([name]) => name), rules.next, rules.previous]) {
    if (!at || !declared || valueAt(body, at) !== undefined) continue;
    const other = withValue(body, at, null);
    if (declared.is(other)) body = other;
  }
  return { kind: 'json', body, headers };
}

/** Takes the page of a list that the parameters select. */
function takePage(call: Call, keys: readonly string[]) {
  const paging = call.plan.behaviour.paging ?? call.emulator.settings.paging ?? {};
  let rules: PagingRules = paging === false ? { whole: true } : paging;
  let asked = call;
  const ids = listFilters(call).find(({ rule }) => rule.ids)?.rule;
  if (ids) {
    const { size = '' } = rules;
    const { [size]: sent, ...params } = call.params;
    if (ids.idles?.includes(size) === true && sent !== undefined) {
      call.notes.ignored.push(size);
      asked = { ...call, params };
    }
    // Rows that are named by their ids are sent on one page, unless the call sets a smaller size.
    const least = ids.idles ? 0 : (rules.default ?? 0);
    rules = { ...rules, default: Math.max(keys.length, least) };
  }
  const take = isNumbered(rules) ? takeNumberedPage : takeTokenPage;
  return { rules, page: take(asked, keys, rules) };
}

/** Writes the headers about a page that the spec declares: the token of the next one, facts, and `Link` to the pages around it. */
function writeHeaders(call: Call, rules: PagingRules, facts: PageFacts): Readonly<Record<string, string>> {
  const stated = new Map(Object.entries({ ...rules.headers }).map(([name, fact]) => [name, facts[fact]]));
  if (rules.header) stated.set(rules.header, facts.token ?? facts.nextNumber);
  const declared = declaredPart(call.plan, call.emulator, chooseSuccess(call.plan))?.value['headers'];
  const isLinked = Object.keys(toJsonObject(declared)).some((name) => name.toLowerCase() === 'link');
  const links = { next: facts.next, prev: facts.previous, first: facts.firstLink, last: facts.lastLink };
  const texts = Object.entries(defined(links)).map(([rel, to]) => `<${String(to)}>; rel="${rel}"`);
  if (isLinked && texts.length > 0) stated.set('link', texts.join(', '));
  const sent = [...stated].filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}

/** Builds the body of a list. Required members without data are sampled, except that none of them names a next page. */
function completeList(
  call: Call,
  path: string,
  items: readonly Json[],
  members: Readonly<Record<string, Json>>,
): JsonObject {
  let body = withValue({}, path, items);
  for (const [at, value] of Object.entries(members)) body = withValue(body, at, value);
  const declared = successBody(call.plan);
  const whole = withRequiredMembers(call, body);
  return !declared || whole === body ? body : asOnlyPage(whole, declared, path, body);
}

/** A search, and the form of its response. */
export interface SearchRule {
  /** The tables that are searched, in the order in which their rows are sent. */
  readonly tables: readonly string[];
  /** Finds only rows of the owner with this id. Default: rows of all owners. */
  readonly owner?: string | undefined;
  /** Finds the rows of the caller, also hidden ones. Default: the rows that everybody may see. */
  readonly mine?: boolean;
  /** Returns whether a row matches. */
  readonly matches: (row: Row, table: string) => boolean;
  /** Values to sort rows by. Rows with equal values keep the order of insertion, or the reverse if the first value is `descending`. */
  readonly sorts?: readonly SearchSort[];
  /** Maximum number of rows that the search finds. */
  readonly atMost?: number;
  /** Member of the response that holds the items. */
  readonly items: string;
  /** Value of the response's member `kind`. The response then has an `etag`, too. */
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
    if (!mine) return isVisible(anonymous, table, row);
    return findOwner(call, table, row) === caller?.ownId && isVisible(call, table, row);
  };
  const all = tables.flatMap((table) => Array.from(call.tables.rows(table), ([key, row]) => ({ table, key, row })));
  const found = all.filter(({ table, row }) => isFound(table, row) && matches(row, table));
  const hits = sortRows(found, sorts, sorts[0]?.descending).slice(0, atMost);
  const listed = hits.map(({ table, key }) => `${table} ${key}`);
  return pageResponse(call, { list: 'search', items, ...(kind && { kind }) }, listed, (hit) => {
    const [table = '', ...key] = hit.split(' ');
    const row = call.tables.get(table, key.join(' '));
    return row && isFound(table, row) ? show(row, table) : undefined;
  });
}

/** Returns the item of a row as parameters of the call select: its language, the format of its texts, the size of its player. */
function showAsAsked(call: Call, table: string, row: Row, stated: readonly Filter[]): JsonObject {
  let result = withComputed(call, table, row);
  for (const filter of stated) {
    const { rule, value } = filter;
    const { localizes, escapes = [], resizes } = rule;
    if (localizes) result = translate(call, row, result, filter);
    if (value === 'html') for (const path of escapes) result = toJsonObject(escapeTexts(result, path.split('.')));
    if (resizes) result = resize(result, resizes, Number(value));
  }
  return result;
}

/** Translates the strings at the paths of a rule; those without a translation stay. */
function translate(call: Call, row: Row, item: JsonObject, { rule, value }: Filter): JsonObject {
  const { localizes = [], translations = '~localizations', displayNames } = rule;
  const [language = ''] = stringsOf(value);
  const all = valueAt(row, translations);
  const [base = ''] = language.split(/[-_]/);
  const texts = valueAt(all, language) ?? valueAt(all, base);
  const key = readKey(call.rules(String(findTable(call.plan.behaviour))), row);
  let name: string | undefined;
  try {
    // `DE` is `Alemania` in `es`.
    if (displayNames && base !== 'en')
      name = new Intl.DisplayNames(language.replaceAll('_', '-'), { type: displayNames, fallback: 'none' }).of(key);
  } catch {
    // `Intl` rejects unknown forms of languages and codes.
  }
  let result = item;
  for (const path of localizes) {
    const text = stringAt(texts, path.slice(path.lastIndexOf('.') + 1)) ?? name;
    if (text !== undefined) result = withValue(result, path, text);
  }
  return result;
}

/** Writes the strings at a path as HTML, in the items of lists, too. */
function escapeTexts(value: Json, [name, ...rest]: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one: Json) => escapeTexts(one, name ? [name, ...rest] : []));
  if (!name) return typeof value === 'string' ? escapeHtml(value).replaceAll('\n', '<br>') : value;
  const inner = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(value) && inner !== undefined ? { ...value, [name]: escapeTexts(inner, rest) } : value;
}

/** Scales a player so that a side has `most` pixels. It does not grow if a limit of the other side was applied before. */
function resize(item: JsonObject, rule: NonNullable<FilterRule['resizes']>, most: number): JsonObject {
  const { side, markup, width, height } = rule;
  const html = stringAt(item, markup);
  if (html === undefined) return item;
  const read = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(html)?.[1]);
  const factor = most / read(side);
  const scale = valueAt(item, width) === undefined ? factor : Math.min(1, factor);
  const [wide = '', high = ''] = ['width', 'height'].map((name) => String(Math.round(read(name) * scale)));
  const changed = html.replace(/\bwidth="\d+"/, `width="${wide}"`).replace(/\bheight="\d+"/, `height="${high}"`);
  const sized = withValue(withValue(item, width, wide), height, high);
  return withValue(sized, markup, changed);
}
