import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { ListAction } from '../../plan/actions.js';
import type { FilterRule, PageFact, PagingRules } from '../../plan/behaviour.js';
import type { CallResponse, Call, OperationPlan } from '../../plan/plan.js';
import { rejectOrWarn } from '../../plan/notes.js';
import { asOnlyPage } from './only-page.js';
import { declaredPart } from '../declared-example.js';
import { successBody, chooseSuccess } from '../../plan/operations/declared-response.js';
import { sampleResponse } from '../sample-response.js';
import { complete } from '../rows/complete.js';
import { fitRow } from '../rows/fit-row.js';
import { present, withComputed } from '../rows/present.js';
import { keyOf, requireParent } from '../rows/rows.js';
import { isVisible } from '../rows/visible-fields.js';
import { hashTag } from '../../values/ids.js';
import type { Row } from '../../store/table.js';
import { valueAt, withoutValue, withValue } from '../../values/json-path.js';
import { checkFilters, filtersOf, given, noFilterSelected } from './filter-rows.js';
import { membersOf, numberedPage, type Page, pageOf, readFacts } from './paging.js';
import { selectRows } from './select-rows.js';
import { showAsAsked } from './show-as-asked.js';
import { isNumbered } from '../../plan/operations/paging-parameters.js';

/** Responds with a page of the rows that the parameters, or the members of the body of a search, select and the caller can see. */
export function list(received: Call, action: ListAction): CallResponse {
  const call = withAsked(received);
  const table = action.list;
  requireParent(call, table);
  checkSelected(call, call.plan.behaviour.selectors ?? {});
  checkFilters(call);
  if (action.count !== undefined) return countResponse(call, action.count, selectRows(call, action).length);
  const response = pageResponse(call, action, selectRows(call, action), (key) => {
    const row = call.tables.get(table, key);
    return row === undefined || !isVisible(call, table, row, false) ? undefined : sent(call, action, row);
  });
  if (!isOther(call, action, response)) return response;
  call.notes.sampled = true;
  return sampleResponse(call);
}

/** A call with the members of its body as parameters. Those that decide nothing are noted. */
function withAsked(call: Call): Call {
  const { filters = {}, paging } = call.plan.behaviour;
  if (!isJsonObject(call.body)) return call;
  const pages: readonly unknown[] = paging === undefined || paging === false ? [] : Object.values(paging);
  for (const name of Object.keys(call.body))
    if (!Object.hasOwn(filters, name) && !pages.includes(name)) call.notes.ignored.push(name);
  return { ...call, params: { ...call.body, ...call.params } };
}

function countResponse(call: Call, member: string, count: number): CallResponse {
  if (member === '') return { kind: 'json', body: count };
  const sampled = sampleResponse(call);
  const others = sampled.kind === 'json' && isJsonObject(sampled.body) ? sampled.body : {};
  return { kind: 'json', body: { ...others, [member]: count } };
}

/** Whether the spec rejects the response: a list with fewer rows than it must have, or keys that are something else. */
function isOther(call: Call, { list: table, items, keys }: ListAction, response: CallResponse): boolean {
  const { body } = response.kind === 'json' ? response : {};
  const rows = items === undefined ? body : valueAt(body, items);
  if (body === undefined || call.rules(table).inferred !== true) return false;
  const declared = successBody(call.plan);
  if (declared === undefined || declared.is(body)) return false;
  const isEmpty = Array.isArray(rows) && rows.length === 0;
  return keys === true || isEmpty || declared.check(body).some(({ keyword }) => keyword === 'minItems');
}

/** Responds with a page of keys and the item of each. Keys without an item are left out. */
export function pageResponse(
  call: Call,
  action: ListAction,
  keys: readonly string[],
  show: (key: string) => JsonObject | undefined,
): CallResponse {
  const paging = call.plan.behaviour.paging ?? call.emulator.settings.paging ?? {};
  const found = paging === false ? { whole: true } : paging;
  const ids = filtersOf(call).find(({ rule }) => rule.ids === true)?.rule;
  const { [ids?.idles?.find((name) => name === found.size) ?? '']: idle, ...others } = call.params;
  if (idle !== undefined && found.size !== undefined) call.notes.ignored.push(found.size);
  // What is named one by one comes at once, unless the call asks for less.
  const least = ids?.idles === undefined ? (found.default ?? 0) : 0;
  const rules = ids === undefined ? found : { ...found, default: Math.max(keys.length, least) };
  const asked = idle === undefined ? call : { ...call, params: others };
  const page = isNumbered(rules) ? numberedPage(asked, keys, rules) : pageOf(asked, keys, rules);
  const items: JsonObject[] = [];
  for (const [index, key] of page.keys.entries()) {
    const item = show(key);
    const cursor = action.node === undefined ? undefined : page.cursorAt?.(index);
    if (item !== undefined)
      items.push(action.node === undefined ? item : { ...(cursor !== undefined && { cursor }), [action.node]: item });
  }
  if (action.keys === true) return keysResponse(call, action, page.keys);
  const facts = readFacts(call, rules, page, items);
  const headers = headersTo(call, page, { rules, facts });
  if (action.items === undefined) return { kind: 'json', body: items, headers };
  const stated = Object.entries(membersOf(rules));
  const known = stated.flatMap(([path, fact]) => (facts[fact] === undefined ? [] : [[path, facts[fact]] as const]));
  const members: JsonObject = { ...page.members, ...Object.fromEntries(known) };
  if (action.kind !== undefined) {
    const body = tagged(action, items, members);
    const { [action.items]: _none, ...bare } = body;
    return { kind: 'json', body: action.bare === true && items.length === 0 ? bare : body, headers };
  }
  const entries = Object.entries(members);
  const body = entries.reduce((rest, [path, value]) => withValue(rest, path, value), nested(action.items, items));
  const whole = wholeList(call, body, items.length);
  const paths = [...stated.map(([path]) => path), ...[rules.next, rules.previous].filter((one) => one !== undefined)];
  return { kind: 'json', body: withNulls(call.plan, whole, paths), headers };
}

/** A list with null for the facts that it has not, such as the next page of the last one, where its schema takes that. */
function withNulls(plan: OperationPlan, list: JsonObject, paths: readonly string[]): JsonObject {
  const declared = successBody(plan);
  return paths.reduce((body, path) => {
    if (declared === undefined || valueAt(body, path) !== undefined) return body;
    const other = withValue(body, path, null);
    return declared.is(other) ? other : body;
  }, list);
}

/** A list of keys. */
function keysResponse(call: Call, { list: table, items }: ListAction, keys: readonly string[]): CallResponse {
  const { key: path = 'id' } = call.rules(table);
  const values = keys.flatMap((key) => valueAt(call.tables.get(table, key), path) ?? []);
  return { kind: 'json', body: items === undefined ? values : wholeList(call, nested(items, values), values.length) };
}

/** The headers about a page that the spec declares: the token of the next one, facts, and `Link` to the pages around it. */
function headersTo(
  call: Call,
  { next }: Page,
  { rules, facts }: { readonly rules: PagingRules; readonly facts: Readonly<Record<PageFact, Json | undefined>> },
): Readonly<Record<string, string>> {
  const stated = Object.entries({ ...rules.headers }).map(([name, fact]) => [name, facts[fact]] as const);
  if (rules.header !== undefined && next !== undefined) stated.push([rules.header, Object.values(next)[0]]);
  const declared = declaredPart(call.emulator, call.plan, chooseSuccess(call.plan))?.value['headers'];
  const isLinked = isJsonObject(declared) && Object.keys(declared).some((name) => name.toLowerCase() === 'link');
  const links = { next: facts.next, prev: facts.previous, first: facts.firstLink, last: facts.lastLink };
  const address = Object.entries(links).flatMap(([rel, to]) =>
    to === undefined ? [] : `<${String(to)}>; rel="${rel}"`,
  );
  if (isLinked && address.length > 0) stated.push(['link', address.join(', ')]);
  return Object.fromEntries(stated.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

/** The body of a page, with a tag of what it holds. */
function tagged(
  { kind = '', items: name = '' }: ListAction,
  items: readonly JsonObject[],
  members: JsonObject,
): JsonObject {
  const body = { [name]: items, ...members };
  return { kind, etag: hashTag(writeExactly(body)), ...body };
}

/** Adds required members without data from a sample. */
export function whole(call: Call, body: JsonObject): JsonObject {
  const { sampler } = call.emulator;
  const declared = sampler === undefined ? undefined : successBody(call.plan);
  if (sampler === undefined || declared === undefined || declared.is(body)) return body;
  const sampled = sampler(declared, call.plan.operation.id);
  return isJsonObject(sampled) ? complete(body, sampled, (value) => declared.is(value)) : body;
}

/** The same of a list, whose other members speak of no further pages. */
function wholeList(call: Call, body: JsonObject, count: number): JsonObject {
  const declared = successBody(call.plan);
  const { action } = call.plan.behaviour;
  const items = typeof action === 'object' && 'list' in action ? String(action['items'] ?? '') : '';
  const full = whole(call, body);
  return declared === undefined || full === body ? body : asOnlyPage(full, { declared, items, told: body, count });
}

function checkSelected(call: Call, selectors: Readonly<Record<string, FilterRule>>): void {
  const names = Object.keys(selectors);
  if (names.length === 0 || Object.entries(selectors).some(([name, rule]) => given(call, name, rule) !== undefined))
    return;
  rejectOrWarn(call, noFilterSelected(names));
}

/** The items in the member that a path names. */
function nested(path: string, items: readonly Json[]): JsonObject {
  return withValue({}, path, items);
}

function sent(call: Call, { list: table, hide = [] }: ListAction, row: Row): JsonObject {
  const rules = call.rules(table);
  if (rules.inferred === true) return fitRow(call.emulator, call.plan, row, `${table} ${keyOf(rules, row)}`);
  let result = present(call, table, row, showAsAsked(call, row, withComputed(call, table, row)));
  for (const path of hide) result = withoutValue(result, path);
  return result;
}
