import type { FindNext, OperationParameter, PageNumbers } from '../../operation.js';
import { PagingError } from '../errors/errors.js';
import { readOwn } from '../params/values.js';

/**
 * The page after this one, from the header `Link` (RFC 8288) with `rel="next"`: the parameters of the query in its address
 * that the operation declares are the params that ask for it. Those that are lists or objects stay as they are.
 */
export const nextLink: FindNext = ({ id, parameters = [] }, { headers }) => {
  const address = findNext(headers?.get('link') ?? '');
  if (address === undefined) return undefined;
  const query = new URLSearchParams(address.replace(/^[^?]*\??/, '').replace(/#[^]*$/, ''));
  const params: Record<string, unknown> = {};
  for (const one of parameters) {
    const value = one.in === 'query' && isPlain(one) ? query.get(one.name) : null;
    if (value !== null) params[one.property ?? one.name] = valueOf(one, value);
  }
  if (Object.keys(params).length === 0)
    throw new PagingError(id, `${id}: no parameter of the operation asks for the next page`);
  return { params, name: address };
};

const link = /<([^<>]*)>((?:\s*;\s*[^\s;,="<>]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
const rule = /;\s*([^\s;,="<>]+)(?:\s*=\s*(?:"([^"]*)"|([^\s;,"]*)))?/g;

/** `<https://…?page=2>; rel="next"`, apart by commas. */
function findNext(header: string): string | undefined {
  for (const [, address, rules = ''] of header.matchAll(link)) {
    for (const [, name = '', quoted, bare] of rules.matchAll(rule)) {
      if (name.toLowerCase() !== 'rel') continue;
      if ((quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next')) return address;
    }
  }
  return undefined;
}

function isPlain({ style = 'form', type = 'string', contentType }: OperationParameter): boolean {
  return contentType === undefined && style === 'form' && type !== 'array' && type !== 'object';
}

function valueOf({ type }: OperationParameter, text: string): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return (type === 'integer' || type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text))
    ? Number(text)
    : text;
}

/** What a walk over pages has met: how many items before a page, and how many on its first page. */
interface Walk {
  readonly before: number;
  readonly first: number;
}

/** Params of a walk carry it along; what is no text is neither sent nor validated. */
const walk = Symbol('walk');

/**
 * The page after this one where pages have numbers or offsets. There is none where the response says so, after an empty page,
 * and after one that is shorter than it could be. The same items again are a `PagingError`.
 */
export const nextNumbered: FindNext = ({ paging: { items: key, numbers = {} } = {} }, { page, asked }) => {
  const items = key === undefined ? page : readOwn(Object(page), key);
  const { page: number, offset, first = number === undefined ? 0 : 1 } = numbers;
  const parameter = number ?? offset;
  if (parameter === undefined || !Array.isArray(items) || items.length === 0) return undefined;
  const at = numberIn(asked, parameter) ?? first;
  // Nobody else has the symbol.
  const met = (Reflect.get(asked, walk) as Walk | undefined) ?? {
    before: (at - first) * (number === undefined ? 1 : items.length),
    first: items.length,
  };
  if (isLast(numbers, { page, asked, count: items.length, met })) return undefined;
  const next = number === undefined ? at + items.length : at + 1;
  const params = { [parameter]: next, [walk]: { ...met, before: met.before + items.length } };
  return {
    params,
    name: fingerprint(JSON.stringify(items, (_, value: unknown) => (isWhole(value) ? `${value}` : value))),
  };
};

interface Facts {
  readonly page: unknown;
  readonly asked: object;
  readonly count: number;
  readonly met: Walk;
}

/** What the response says counts more than the number of its items. */
function isLast(numbers: PageNumbers, { page, asked, count, met }: Facts): boolean {
  const { total, more } = numbers;
  const further = more === undefined ? undefined : readOwn(Object(page), more);
  if (further !== undefined) return !further;
  const all = total === undefined ? undefined : numberIn(Object(page), total);
  const so = met.before + count;
  if (all !== undefined && all > so) return false;
  // A count can be that of the page.
  if (all === so && (total !== 'count' || met.before > 0)) return true;
  return count < (sizeOf(numbers, asked) ?? met.first);
}

/** How many items a page has that is full, where that is certain: services have limits of which a spec may not tell. */
function sizeOf({ size, default: usual, max }: PageNumbers, asked: object): number | undefined {
  const wanted = size === undefined ? undefined : numberIn(asked, size);
  if (wanted === undefined) return usual;
  return max === undefined ? undefined : Math.min(wanted, max);
}

function numberIn(object: object, name: string): number | undefined {
  const value = readOwn(object, name);
  const isNumber = typeof value === 'number' || isWhole(value) || (typeof value === 'string' && value.trim());
  const number = isNumber ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** What integers are that callers have as `bigint`. */
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
