import { expandParameters } from '../../expand-parameters.js';
import type { FindNext, Operation, OperationPaging, OperationParameter } from '../../operation.js';
import type { AskInside, GivenPage, NextPage, OrderItems, PagingFacts } from '../../paging.js';
import { PagingError } from '../errors/errors.js';
import { isAbsent, readOwn, readPath } from '../params/values.js';

/** Finds the page after one by its token, a member or a header of the response. */
export const nextToken: FindNext = (operation, { page, headers, asked }) => {
  const { token, ...paging } = operation.paging ?? {};
  if (!token || isLast(paging, page)) return undefined;
  const name = token.header ? headers?.get(token.header) : readPath(page, token.property);
  return name ? askFor(operation, asked, token.parameter, name) : undefined;
};

/** Names of headers that hold the token of the next page. */
const tokenHeader = /next-?(?:page)?-?(?:cursor|token|marker|key)?$|continuation(?:-?token)?$/i;

/** Finds the page after one by a header that the operation does not declare: its token, `X-Next-Cursor`, or `Link`. */
export const nextHeader: FindNext = (operation, given) => {
  const [, token] = [...(given.headers ?? [])].find(([header, value]) => tokenHeader.test(header) && value) ?? [];
  if (!token) return nextLink(operation, given);
  return askFor(operation, given.asked, operation.paging?.token?.parameter ?? '', token);
};

/** Tells whether a page says that it is the last. It can have a token all the same: `endCursor` is the cursor of its last item. */
function isLast({ more, last }: OperationPaging, page: unknown) {
  const further = readPath(page, more);
  return (further !== undefined && !further) || readPath(page, last) === true;
}

/** Asks for a page by one parameter: `{ cursor: 'b' }`; converts a text to the type of the parameter. */
function askFor(operation: Operation, asked: object, path: string, name: unknown): NextPage {
  const own = expandParameters(operation).find((one) => (one.property ?? one.name) === path);
  if (!own && path.includes('.')) return { params: askInside(asked, path, name), name };
  return { params: { [path]: typeof name === 'string' ? readValue(own, name) : name }, name };
}

/** Makes them inside of an object: `page.number` and 2 beside `{ page: { size: 5 } }` → `{ page: { size: 5, number: 2 } }`. */
export const askInside: AskInside = (asked, path, value) => {
  const [outer = '', ...inner] = path.split('.');
  return { [outer]: { ...Object(readOwn(asked, outer)), [inner.join('.')]: value } };
};

/** Reads the value of a parameter from its text: `'2'` is 2 for an integer. */
function readValue(parameter: OperationParameter | undefined, text: string): unknown {
  const type = parameter?.type;
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return (type === 'integer' || type === 'number' ? toNumber(text) : undefined) ?? text;
}

/**
 * Finds the page after one by its address, a member of the response or in the header `Link` (RFC 8288, `rel="next"`). Only the query
 * of the address counts, so that credentials go to the address of the client, as always. Parameters that the operation does not
 * declare are sent, too; lists and objects stay as they are.
 */
export const nextLink: FindNext = (operation, { page, headers, asked }) => {
  const { id, paging = {} } = operation;
  const parameters = expandParameters(operation);
  const { link, token } = paging;
  if (isLast(paging, page)) return undefined;
  const found = link ? readPath(page, link) : readLinks(headers).get('next');
  // JSON:API and HAL have objects in place of addresses.
  const { href, url = href } = Object(found);
  const address: unknown = url ?? found;
  if (!address && address !== 0) return undefined;
  const text = String(address);
  if (link && token && !/\?|:\/\//.test(text)) return askFor(operation, asked, token.parameter, address);
  const params: Record<string, unknown> = {};
  const further: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text.replace(/^[^?]*\??|#[^]*$/g, ''))) {
    const [, outer, inner = ''] = /^([^[]+)\[([^\]]+)\]$/.exec(name) ?? [];
    const find = (other?: string) => parameters.find((one) => one.in === 'query' && one.name === other);
    const one = find(name) ?? find(outer);
    if (one) {
      const { property = one.name, style = 'form', type, contentType } = one;
      if (one.name !== name)
        params[property] = { ...Object(params[property] ?? readOwn(asked, property)), [inner]: value };
      else if (contentType === undefined && style === 'form' && type !== 'array' && type !== 'object')
        params[property] ??= readValue(one, value);
    } else if (!taken.test(name) && !parameters.some(({ name: own, property = own }) => property === name))
      further[name] ??= value;
  }
  if (!Object.keys({ ...params, ...further })[0])
    throw new PagingError(id, `${id}: no parameter of the operation asks for the next page`);
  return { params, further, name: address };
};

/** Names that are no parameters, and those of keys that services repeat in their addresses: the client sends its own. */
const taken = /^(?:body|media|contentType|__proto__|key|(?:api|app|access)[-_]?(?:key|token))$/i;

const linkValue = /<([^<>]*)>((?:\s*;\s*[^\s;,="<>]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
const linkRule = /;\s*([^\s;,="<>]+)(?:\s*=\s*(?:"([^"]*)"|([^\s;,"]*)))?/g;

/** Reads the addresses of the header `Link` by their `rel`: `<https://…?page=2>; rel="next"`, apart by commas. */
function readLinks(headers: Headers | undefined): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const [, address = '', rules = ''] of (headers?.get('link') ?? '').matchAll(linkValue))
    for (const [, name = '', quoted, bare = ''] of rules.matchAll(linkRule))
      if (name.toLowerCase() === 'rel')
        for (const rel of (quoted ?? bare).toLowerCase().split(/\s+/)) if (!links.has(rel)) links.set(rel, address);
  return links;
}

/**
 * Finds the page after the last item of one, or, where the caller asked for what comes before an item, the page before the
 * first. Where the response does not say whether there are more, a page that is not full is the last.
 */
export const nextAfter: FindNext = (operation, { page, asked }) => {
  const { id: operationId, paging = {} } = operation;
  const { after, more } = paging;
  const items = readItems(paging, page);
  if (!after || !items?.[0] || isLast(paging, page)) return undefined;
  const isKnown = readPath(page, more) !== undefined;
  if (!isKnown && items.length < (readSize(paging, asked) ?? 1)) return undefined;
  const parameter = goesBack(paging, asked) ? after.before : undefined;
  const id =
    readPath(page, parameter ? after.firstId : after.lastId) ?? readPath(items.at(parameter ? 0 : -1), after.id);
  if (isAbsent(id)) throw new PagingError(operationId, `${operationId}: the last item has no id to go on from`);
  return { ...askFor(operation, asked, parameter ?? after.parameter, id), isGuess: !isKnown };
};

/** Tells whether a call asks for the items before an item. */
function goesBack({ after }: PagingFacts, asked: object) {
  return !isAbsent(readPath(asked, after?.before)) && isAbsent(readPath(asked, after?.parameter));
}

/** Orders the items of a page before an item from the last to the first. */
export const fromLast: OrderItems = (paging, asked, items) =>
  // oxlint-disable-next-line unicorn/no-array-reverse -- toReversed is newer than the runtime may need; the list is fresh
  goesBack(paging, asked) ? [...items].reverse() : items;

function readItems({ items }: OperationPaging, page: unknown): readonly unknown[] | undefined {
  const found = items === undefined ? page : readPath(page, items);
  return Array.isArray(found) ? found : undefined;
}

/** The pages of a walk up to one. */
interface Walk {
  /** Items on the pages before. */
  readonly before: number;
  /** Items on the first page. */
  readonly first: number;
  /** A header linked to a next page. */
  readonly linked?: boolean;
}

/** Key of the `Walk` in the params for its next page, where no caller can put it; symbols are neither sent nor validated. */
const walk = Symbol('walk');

/**
 * Finds the page after one where pages have numbers or offsets. There is none where the response says so, after an empty page,
 * and after one that is shorter than it could be. The same items again are a `PagingError`.
 */
export const nextNumbered: FindNext = (operation, given) => {
  const { page, asked, headers } = given;
  const { paging = {} } = operation;
  const { page: number, offset, first = number === undefined ? 0 : 1 } = paging.numbers ?? {};
  const parameter = number ?? offset;
  const items = readItems(paging, page);
  if (parameter === undefined || !items?.[0] || isLast(paging, page)) return undefined;
  const count = items.length;
  const at = toNumber(readPath(asked, parameter)) ?? first;
  const before = (at - first) * (number === undefined ? 1 : count);
  // `as`: only this function writes it.
  const met = (Reflect.get(asked, walk) as Walk | undefined) ?? { before, first: count };
  const links = readLinks(headers);
  const linked = links.has('next');
  const all = met.before + count;
  const isMore = hasMore(paging, given, at - first, [met.before, all]);
  if (isMore === false) return undefined;
  const isFull = count >= (readSize(paging, asked) ?? met.first);
  // A header with links to other pages, and none to a next one, is that of the last page.
  const isEnd = met.linked || ['prev', 'previous', 'first', 'last'].some((rel) => links.has(rel)) || !isFull;
  if (!isMore && !linked && isEnd) return undefined;
  const { params } = askFor(operation, asked, parameter, number === undefined ? at + count : at + 1);
  return {
    params: { ...params, [walk]: { ...met, before: all, linked: linked || met.linked } },
    name: hash(JSON.stringify(items, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))),
    isGuess: !isMore && !linked,
  };
};

/**
 * Tells whether there are more pages, by the response or headers that many services send; `undefined` where they do not tell. `index`
 * is that of the page, or of its first item; there are `before` items on the pages before it, and `all` with those on it.
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
  // A count can be that of the page.
  const isOfAll = before > 0 || !/(?:^|\.)count$/.test(numbers.total ?? '');
  return total === all && isOfAll ? false : undefined;
}

/** Returns the number of items of a full page, where that is certain: services have limits that their specs do not tell. */
function readSize({ size }: OperationPaging, asked: object): number | undefined {
  const given = toNumber(readPath(asked, size?.parameter));
  return given === undefined ? size?.default : size?.max && Math.min(given, size.max);
}

function toNumber(value: unknown): number | undefined {
  const isNumber = /^(number|bigint|string)$/.test(typeof value) && `${value}`.trim();
  const number = isNumber ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Makes 64 bits that tell texts apart. */
function hash(text: string) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = Number(character.codePointAt(0));
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  return `${one} ${other}`;
}
