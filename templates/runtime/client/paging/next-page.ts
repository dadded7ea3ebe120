import { expandParameters } from '../../expand-parameters.js';
import type { FindNext, Operation, OperationPaging, OperationParameter } from '../../operation.js';
import type { AskInside, GivenPage, NextPage, OrderItems, PagingFacts } from '../../paging.js';
import { PagingError } from '../errors/errors.js';
import { isAbsent, readOwn, readPath } from '../params/values.js';

/** Finds the next page by its token, a member or a header of the response. */
export const nextToken: FindNext = (operation, { page, headers, requestParams }) => {
  const { token, ...paging } = operation.paging ?? {};
  if (!token || isLast(paging, page)) return undefined;
  const name = token.header ? headers?.get(token.header) : readPath(page, token.property);
  return name ? askFor(operation, requestParams, token.parameter, name) : undefined;
};

/** Matches names of headers with the token of the next page. */
const tokenHeader = /next-?(?:page)?-?(?:cursor|token|marker|key)?$|continuation(?:-?token)?$/i;

/** Finds the next page by a header that the spec does not declare: `Link`, or a token such as `X-Next-Cursor`. */
export const nextHeader: FindNext = (operation, given) => {
  const [, token] = [...(given.headers ?? [])].find(([header, value]) => tokenHeader.test(header) && value) ?? [];
  if (!token) return nextLink(operation, given);
  return askFor(operation, given.requestParams, operation.paging?.token?.parameter ?? '', token);
};

/** Returns whether a page states that it is the last. Such a page may still have a token: `endCursor` is that of its last item. */
function isLast({ more, last }: OperationPaging, page: unknown) {
  const further = readPath(page, more);
  return (further !== undefined && !further) || readPath(page, last) === true;
}

/** Returns the page for a value of one parameter: `{ params: { cursor: 'b' }, name: 'b' }`. Converts text to the type of the parameter. */
function askFor(operation: Operation, requestParams: object, path: string, name: unknown): NextPage {
  const own = expandParameters(operation).find((one) => (one.property ?? one.name) === path);
  if (!own && path.includes('.')) return { params: askInside(requestParams, path, name), name };
  return { params: { [path]: typeof name === 'string' ? readValue(own, name) : name }, name };
}

/** Sets a value inside a parameter: `{ page: { size: 5 } }`, `page.number` and 2 → `{ page: { size: 5, number: 2 } }`. */
export const askInside: AskInside = (requestParams, path, value) => {
  const [outer = '', ...inner] = path.split('.');
  return { [outer]: { ...Object(readOwn(requestParams, outer)), [inner.join('.')]: value } };
};

/** Converts text to the type of a parameter: `'2'` → 2 for an integer. */
function readValue(parameter: OperationParameter | undefined, text: string): unknown {
  const type = parameter?.type;
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return (type === 'integer' || type === 'number' ? toNumber(text) : undefined) ?? text;
}

/**
 * Finds the next page by its address, in a member of the response or the header `Link` (RFC 8288, `rel="next"`). Only the query of the
 * address is used, so that credentials are sent only to the service. Its parameters are sent even if the operation does not declare
 * them; lists and objects keep the values of this request.
 */
export const nextLink: FindNext = (operation, { page, headers, requestParams }) => {
  const { id, paging = {} } = operation;
  const parameters = expandParameters(operation);
  const { link, token } = paging;
  if (isLast(paging, page)) return undefined;
  const found = link ? readPath(page, link) : readLinks(headers).get('next');
  // In JSON:API and HAL, links may be objects with an address.
  const { href, url = href } = Object(found);
  const address: unknown = url ?? found;
  if (!address && address !== 0) return undefined;
  const text = String(address);
  if (link && token && !/\?|:\/\//.test(text)) return askFor(operation, requestParams, token.parameter, address);
  const params: Record<string, unknown> = {};
  const further: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text.replace(/^[^?]*\??|#[^]*$/g, ''))) {
    const [, outer, inner = ''] = /^([^[]+)\[([^\]]+)\]$/.exec(name) ?? [];
    const find = (other?: string) => parameters.find((one) => one.in === 'query' && one.name === other);
    const one = find(name) ?? find(outer);
    if (one) {
      const { property = one.name, style = 'form', type, contentType } = one;
      if (one.name !== name)
        params[property] = { ...Object(params[property] ?? readOwn(requestParams, property)), [inner]: value };
      else if (contentType === undefined && style === 'form' && type !== 'array' && type !== 'object')
        params[property] ??= readValue(one, value);
    } else if (!taken.test(name) && !parameters.some(({ name: own, property = own }) => property === name))
      further[name] ??= value;
  }
  if (!Object.keys({ ...params, ...further })[0])
    throw new PagingError(id, `${id}: the address of the next page has no parameters for it`);
  return { params, further, name: address };
};

/** Matches names that are not parameters, and names of keys, which some services repeat in addresses: the client sends its own. */
const taken = /^(?:body|media|contentType|__proto__|key|(?:api|app|access)[-_]?(?:key|token))$/i;

const linkValue = /<([^<>]*)>((?:\s*;\s*[^\s;,="<>]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
const linkRule = /;\s*([^\s;,="<>]+)(?:\s*=\s*(?:"([^"]*)"|([^\s;,"]*)))?/g;

/** Reads the header `Link`, by `rel`: `<https://a.test?page=2>; rel="next"` → `{ next: 'https://a.test?page=2' }`. */
function readLinks(headers: Headers | undefined): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const [, address = '', rules = ''] of (headers?.get('link') ?? '').matchAll(linkValue))
    for (const [, name = '', quoted, bare = ''] of rules.matchAll(linkRule))
      if (name.toLowerCase() === 'rel')
        for (const rel of (quoted ?? bare).toLowerCase().split(/\s+/)) if (!links.has(rel)) links.set(rel, address);
  return links;
}

/**
 * Finds the next page by the id of the last item; if the request was for items before one, by that of the first item. If the response
 * does not state whether there are more, a page that is not full is the last.
 */
export const nextAfter: FindNext = (operation, { page, requestParams }) => {
  const { id: operationId, paging = {} } = operation;
  const { after, more } = paging;
  const items = readItems(paging, page);
  if (!after || !items?.[0] || isLast(paging, page)) return undefined;
  const isKnown = readPath(page, more) !== undefined;
  if (!isKnown && items.length < (readSize(paging, requestParams) ?? 1)) return undefined;
  const parameter = goesBack(paging, requestParams) ? after.before : undefined;
  const id =
    readPath(page, parameter ? after.firstId : after.lastId) ?? readPath(items.at(parameter ? 0 : -1), after.id);
  if (isAbsent(id))
    throw new PagingError(operationId, `${operationId}: the next page cannot be found: the last item has no id`);
  return { ...askFor(operation, requestParams, parameter ?? after.parameter, id), isGuess: !isKnown };
};

/** Returns whether a request is for the items before an item. */
function goesBack({ after }: PagingFacts, requestParams: object) {
  return !isAbsent(readPath(requestParams, after?.before)) && isAbsent(readPath(requestParams, after?.parameter));
}

/** Reverses the items of a page if the list is read backwards. */
export const fromLast: OrderItems = (paging, requestParams, items) =>
  // oxlint-disable-next-line unicorn/no-array-reverse -- toReversed is newer than the runtime may need; the list is fresh
  goesBack(paging, requestParams) ? [...items].reverse() : items;

function readItems({ items }: OperationPaging, page: unknown): readonly unknown[] | undefined {
  const found = items === undefined ? page : readPath(page, items);
  return Array.isArray(found) ? found : undefined;
}

/** The pages of a list that were read so far. */
interface Walk {
  /** Number of items on the earlier pages. */
  readonly before: number;
  /** Number of items on the first page. */
  readonly first: number;
  /** True if an earlier page had a header `Link` with `rel="next"`. */
  readonly linked?: boolean;
}

/** Key of the `Walk` in the params for the next page. A symbol, which is neither sent nor validated. */
const walk = Symbol('walk');

/**
 * Finds the next page by its number or offset. There is none if the response states so, after an empty page, and after a page that is
 * not full. If a page has the same items as an earlier one, the loop ends with a `PagingError`.
 */
export const nextNumbered: FindNext = (operation, given) => {
  const { page, requestParams, headers } = given;
  const { paging = {} } = operation;
  const { page: number, offset, first = number === undefined ? 0 : 1 } = paging.numbers ?? {};
  const parameter = number ?? offset;
  const items = readItems(paging, page);
  if (parameter === undefined || !items?.[0] || isLast(paging, page)) return undefined;
  const count = items.length;
  const at = toNumber(readPath(requestParams, parameter)) ?? first;
  const before = (at - first) * (number === undefined ? 1 : count);
  // `as`: only this function sets it.
  const met = (Reflect.get(requestParams, walk) as Walk | undefined) ?? { before, first: count };
  const links = readLinks(headers);
  const linked = links.has('next');
  const all = met.before + count;
  const isMore = hasMore(paging, given, at - first, [met.before, all]);
  if (isMore === false) return undefined;
  const isFull = count >= (readSize(paging, requestParams) ?? met.first);
  // Links to other pages, but not to a next one, mean that this is the last.
  const isEnd = met.linked || ['prev', 'previous', 'first', 'last'].some((rel) => links.has(rel)) || !isFull;
  if (!isMore && !linked && isEnd) return undefined;
  const { params } = askFor(operation, requestParams, parameter, number === undefined ? at + count : at + 1);
  return {
    params: { ...params, [walk]: { ...met, before: all, linked: linked || met.linked } },
    name: hash(JSON.stringify(items, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))),
    isGuess: !isMore && !linked,
  };
};

/**
 * Returns whether there are more pages, by the response or by common headers; `undefined` if they do not state it. `index` is that of the
 * page, or of its first item. `before` is the number of items on earlier pages, `all` that with this page.
 */
function hasMore(
  { more, last, numbers = {} }: OperationPaging,
  { page, headers }: GivenPage,
  index: number,
  [before, all]: readonly [before: number, all: number],
): boolean | undefined {
  if (readPath(page, more) !== undefined || readPath(page, last) === false) return true;
  const read = (path: string | undefined, ...names: readonly string[]) =>
    toNumber(path === undefined ? names.map((name) => headers?.get(name)).find(Boolean) : readPath(page, path));
  const pages = numbers.page === undefined ? undefined : read(numbers.pages, 'x-total-pages', 'x-page-count');
  if (pages !== undefined) return index + 1 < pages;
  const total = read(numbers.total, 'x-total-count', 'x-total');
  if (total !== undefined && total > all) return true;
  // `count` may be the number of items of the page.
  const isOfAll = before > 0 || !/(?:^|\.)count$/.test(numbers.total ?? '');
  return total === all && isOfAll ? false : undefined;
}

/** Returns the number of items of a full page; `undefined` if the service may have a limit that the spec does not state. */
function readSize({ size }: OperationPaging, requestParams: object): number | undefined {
  const given = toNumber(readPath(requestParams, size?.parameter));
  return given === undefined ? size?.default : size?.max && Math.min(given, size.max);
}

function toNumber(value: unknown): number | undefined {
  const isNumber = /^(number|bigint|string)$/.test(typeof value) && `${value}`.trim();
  const number = isNumber ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Returns a hash of 64 bits. */
function hash(text: string) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = Number(character.codePointAt(0));
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  return `${one} ${other}`;
}
