import { expandParameters } from '../../expand-parameters.js';
import type { FindNext, Operation, OperationPaging, OperationParameter } from '../../operation.js';
import type { AskInside, OrderItems, PagingFacts } from '../../paging.js';
import { PagingError } from '../errors/errors.js';
import { isAbsent, readOwn, readPath } from '../params/values.js';

/** Finds the page after one by its token, which a member or a header of the response has. */
export const nextToken: FindNext = (operation, { page, headers, asked }) => {
  const { token, ...paging } = operation.paging ?? {};
  if (!token || isLast(paging, page)) return undefined;
  const name = token.header ? headers?.get(token.header) : readPath(page, token.property ?? '');
  return name ? { params: askFor(operation, asked, token.parameter, name), name } : undefined;
};

/** Names of headers that hold the token of the next page. */
const tokenHeader = /next-?(?:page)?-?(?:cursor|token|marker|key)?$|continuation(?:-?token)?$/i;

/** Finds the page after one by a header that the operation does not declare: its token, `X-Next-Cursor`, or `Link`. */
export const nextHeader: FindNext = (operation, given) => {
  const { token: { parameter = '' } = {} } = operation.paging ?? {};
  const [, token] = [...(given.headers ?? [])].find(([header, value]) => tokenHeader.test(header) && value) ?? [];
  if (!token) return nextLink(operation, given);
  return { params: askFor(operation, given.asked, parameter, token), name: token };
};

/** Whether a page says that it is the last. It can have a token all the same: `endCursor` is the cursor of its last item. */
function isLast({ more, last }: OperationPaging, page: unknown): boolean {
  const further = more && readPath(page, more);
  return (further !== undefined && !further) || (last !== undefined && readPath(page, last) === true);
}

/** The params that ask with a value for a page: `{ cursor: 'b' }`; a text as the type of its parameter. */
function askFor(
  operation: Operation<never, unknown>,
  asked: object,
  path: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const own = expandParameters(operation).find((one) => (one.property ?? one.name) === path);
  if (!own && path.includes('.')) return askInside(asked, path, value);
  return { [path]: own && typeof value === 'string' ? readValue(own, value) : value };
}

/** The same inside of an object: of `page.number` and 2 beside `{ page: { size: 5 } }`, `{ page: { size: 5, number: 2 } }`. */
export const askInside: AskInside = (asked, path, value) => {
  const [outer = '', ...inner] = path.split('.');
  return { [outer]: { ...Object(readOwn(asked, outer)), [inner.join('.')]: value } };
};

/** Reads the value of a parameter from its text: `'2'` is 2 for an integer. */
function readValue({ type }: OperationParameter, text: string): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return (type === 'integer' || type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text))
    ? Number(text)
    : text;
}

/**
 * Finds the page after one by its address, which a member of the response or the header `Link` (RFC 8288, `rel="next"`) has.
 * Only the query of the address counts, so that credentials go where they always go: to the address of the client. What the
 * operation does not declare is sent, too; lists and objects stay as they are.
 */
export const nextLink: FindNext = (operation, { page, headers, asked }) => {
  const { id, paging = {} } = operation;
  const parameters = expandParameters(operation);
  const { link, token } = paging;
  if (isLast(paging, page)) return undefined;
  const found = link ? readPath(page, link) : readLink(headers, 'next');
  // JSON:API and HAL have objects in place of addresses.
  const { href, url = href } = Object(found);
  const address: unknown = isAbsent(url) ? found : url;
  if (isAbsent(address) || address === '' || address === false) return undefined;
  const text = String(address);
  if (link && token && !/\?|:\/\//.test(text))
    return { params: askFor(operation, asked, token.parameter, address), name: address };
  const params: Record<string, unknown> = {};
  const further: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text.replace(/^[^?]*\??/, '').replace(/#[^]*$/, ''))) {
    const [, outer, inner = ''] = /^([^[]+)\[([^\]]+)\]$/.exec(name) ?? [];
    const find = (wanted?: string): OperationParameter | undefined =>
      parameters.find((one) => one.in === 'query' && one.name === wanted);
    const [one, nested] = [find(name), find(outer)];
    if (one && isPlain(one)) params[one.property ?? name] ??= readValue(one, value);
    else if (nested && !one) {
      const property = nested.property ?? nested.name;
      params[property] = { ...Object(params[property] ?? readOwn(asked, property)), [inner]: value };
    } else if (!one && !taken.test(name) && !parameters.some(({ name: own, property = own }) => property === name))
      further[name] ??= value;
  }
  if (!Object.keys({ ...params, ...further })[0])
    throw new PagingError(id, `${id}: no parameter of the operation asks for the next page`);
  return { params, further, name: address };
};

/** Names that are no parameters, and those of keys that services repeat in their addresses: the client sends its own. */
const taken = /^(?:body|media|contentType|__proto__|key|(?:api|app|access)[-_]?(?:key|token))$/i;

const link = /<([^<>]*)>((?:\s*;\s*[^\s;,="<>]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
const rule = /;\s*([^\s;,="<>]+)(?:\s*=\s*(?:"([^"]*)"|([^\s;,"]*)))?/g;

/** The address in the header `Link` with a `rel`: `<https://…?page=2>; rel="next"`, apart by commas. */
function readLink(headers: Headers | undefined, wanted: string): string | undefined {
  for (const [, address, rules = ''] of (headers?.get('link') ?? '').matchAll(link)) {
    for (const [, name = '', quoted, bare] of rules.matchAll(rule)) {
      if (name.toLowerCase() !== 'rel') continue;
      if ((quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes(wanted)) return address;
    }
  }
  return undefined;
}

function isPlain({ style = 'form', type = 'string', contentType }: OperationParameter): boolean {
  return contentType === undefined && style === 'form' && type !== 'array' && type !== 'object';
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
  const isKnown = more !== undefined && readPath(page, more) !== undefined;
  if (!isKnown && items.length < (readSize(paging, asked) ?? 1)) return undefined;
  const parameter = goesBack(paging, asked) ? after.before : undefined;
  const member = parameter ? after.firstId : after.lastId;
  const id = (member && readPath(page, member)) ?? (after.id && readPath(items.at(parameter ? 0 : -1), after.id));
  if (isAbsent(id)) throw new PagingError(operationId, `${operationId}: the last item has no id to go on from`);
  return { params: askFor(operation, asked, parameter ?? after.parameter, id), name: id, isGuess: !isKnown };
};

/** Whether a call asks for what comes before an item. */
function goesBack({ after }: PagingFacts, asked: object): boolean {
  const isGiven = (path: string | undefined): boolean => path !== undefined && !isAbsent(readPath(asked, path));
  return isGiven(after?.before) && !isGiven(after?.parameter);
}

/** Puts the items of a page that comes before an item from the last to the first. */
export const fromLast: OrderItems = (paging, asked, items) =>
  goesBack(paging, asked) ? items.flatMap((_, at) => items.slice(-1 - at, items.length - at)) : items;

/** The items of a page. */
function readItems({ items }: OperationPaging, page: unknown): readonly unknown[] | undefined {
  const found = items === undefined ? page : readPath(page, items);
  return Array.isArray(found) ? found : undefined;
}

/** What a walk over pages has met: how many items before a page, how many on its first page, and whether headers linked them. */
interface Walk {
  readonly before: number;
  readonly first: number;
  readonly linked?: boolean;
}

/** Params of a walk carry it along; what is no text is neither sent nor validated. */
const walk = Symbol('walk');

/**
 * Finds the page after one where pages have numbers or offsets. There is none where the response says so, after an empty page,
 * and after one that is shorter than it could be. The same items again are a `PagingError`.
 */
export const nextNumbered: FindNext = (operation, { page, asked, headers }) => {
  const { paging = {} } = operation;
  const { page: number, offset, first = number === undefined ? 0 : 1 } = paging.numbers ?? {};
  const parameter = number ?? offset;
  const items = readItems(paging, page);
  if (parameter === undefined || !items?.[0] || isLast(paging, page)) return undefined;
  const at = readNumber(asked, parameter) ?? first;
  // No caller has the symbol.
  const met = (Reflect.get(asked, walk) as Walk | undefined) ?? {
    before: (at - first) * (number === undefined ? 1 : items.length),
    first: items.length,
  };
  const linked = readLink(headers, 'next') !== undefined;
  const hasMore = findEnd(paging, { page, asked, headers, count: items.length, met, number: at - first });
  const isFull = items.length >= (readSize(paging, asked) ?? met.first);
  if (!(hasMore ?? (linked || (met.linked || isLastLinked(headers) ? false : isFull)))) return undefined;
  const next = number === undefined ? at + items.length : at + 1;
  return {
    params: {
      ...askFor(operation, asked, parameter, next),
      [walk]: { ...met, before: met.before + items.length, linked: linked || met.linked },
    },
    name: fingerprint(JSON.stringify(items, (_, value: unknown) => (isWhole(value) ? `${value}` : value))),
    isGuess: hasMore === undefined && !linked,
  };
};

/** A header with links to other pages, and none to a next one, is that of the last. */
function isLastLinked(headers: Headers | undefined): boolean {
  return ['prev', 'previous', 'first', 'last'].some((rel) => readLink(headers, rel) !== undefined);
}

interface Facts {
  readonly page: unknown;
  readonly asked: object;
  readonly headers: Headers | undefined;
  readonly count: number;
  readonly met: Walk;
  /** Of the page, counted from 0, or of its first item. */
  readonly number: number;
}

/** Whether there are more by what the response says, or headers that many services send; undefined where nothing does. */
function findEnd({ more, last, numbers = {} }: OperationPaging, facts: Facts): boolean | undefined {
  const { page, headers, count, met, number } = facts;
  if (more !== undefined && readPath(page, more) !== undefined) return true;
  if (last !== undefined && readPath(page, last) === false) return true;
  const read = (path: string | undefined, ...names: readonly string[]): number | undefined =>
    toNumber(path === undefined ? names.map((name) => headers?.get(name)).find(Boolean) : readPath(page, path));
  const pages = numbers.page === undefined ? undefined : read(numbers.pages, 'x-total-pages', 'x-page-count');
  if (pages !== undefined) return number + 1 < pages;
  const all = read(numbers.total, 'x-total-count', 'x-total');
  const so = met.before + count;
  if (all !== undefined && all > so) return true;
  // A count can be that of the page.
  return all === so && (!/(?:^|\.)count$/.test(numbers.total ?? '') || met.before > 0) ? false : undefined;
}

/** How many items a page has that is full, where that is certain: services have limits of which a spec may not tell. */
function readSize({ size }: OperationPaging, asked: object): number | undefined {
  const wanted = size && readNumber(asked, size.parameter);
  if (wanted === undefined) return size?.default;
  return size?.max === undefined ? undefined : Math.min(wanted, size.max);
}

function readNumber(object: unknown, path: string): number | undefined {
  return toNumber(readPath(object, path));
}

function toNumber(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || isWhole(value) || (typeof value === 'string' && value.trim());
  const number = isNumber ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Whether a value is an integer that callers have as `bigint`. */
function isWhole(value: unknown): value is bigint {
  return typeof value === 'bigint';
}

/** 64 bits that tell texts apart. */
function fingerprint(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  return `${one} ${other}`;
}
