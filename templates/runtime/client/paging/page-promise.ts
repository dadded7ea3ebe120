import { isJsonObject } from '../../json.js';
import type { Operation } from '../../operation.js';
import { InvalidOptionError, PagingError } from '../errors/errors.js';
import type { CallOptions } from '../options/options.js';
import { isAbsent, readPath } from '../params/values.js';
import type { CallResponse, Send } from '../options/call-response.js';
import { ApiPromise } from '../core/api-promise.js';
import { withParts } from '../core/call-parts.js';
import type { Core } from '../core/core.js';
import { findNextPage } from './find-next-page.js';
import type { CallMeta } from '../errors/call-meta.js';

/** Members of a page beside the response. Not enumerable: copies, comparisons and JSON show only the response. */
export interface PageMethods<Page> {
  readonly meta: CallMeta;
  /** Calls for the page after this one; `undefined` after the last. */
  next(): Promise<Paged<Page> | undefined>;
}

/** A page of a list. Members that the service itself calls `next` or `meta` stay as they are. */
export type Paged<Page> = Page & Omit<PageMethods<Page>, keyof Page>;

/** The items of a page: those at the path `Key`, or the page itself. */
export type ItemOf<Page, Key> =
  NonNullable<[Key] extends [never] ? Page : ValueAt<Page, Key>> extends readonly (infer Item)[] ? Item : unknown;

/** The value at a path: of `ValueAt<{ data: { rows: Row[] } }, 'data.rows'>`, `Row[]`. */
type ValueAt<T, Path> = Path extends keyof T
  ? T[Path]
  : Path extends `${infer Outer}.${infer Inner}`
    ? Outer extends keyof T
      ? ValueAt<NonNullable<T[Outer]>, Inner>
      : never
    : never;

/** A call for one page. */
interface PageCall {
  readonly core: Core;
  readonly operation: Operation;
  readonly params: object;
  readonly options: CallOptions | undefined;
  /** The tokens that it and the pages before it were asked for by. */
  readonly tokens: readonly unknown[];
}

/** A page and the call for it. */
type PageAt<Page, Key extends PropertyKey, Reason extends string> =
  | readonly [call: PagePromise<Page, Key, Reason>, page: Paged<Page>]
  | undefined;

/**
 * A call for a list. Await it for one page, or iterate over it for the items of this page and all later ones. Pages are
 * requested one at a time, when they are needed; each is a separate call with its own retries and timeouts, and all share
 * the signal.
 */
export class PagePromise<Page, Key extends PropertyKey = never, Reason extends string = string> extends ApiPromise<
  Paged<Page>,
  Reason
> {
  readonly #call: PageCall;
  #headers: Headers | undefined;
  #page: Promise<Paged<Page>> | undefined;
  /** The first call of a walk over pages: this one, or one like it for a larger page. */
  #start: PagePromise<Page, Key, Reason> | undefined;

  constructor(call: PageCall) {
    // `as`: the params were checked when the call was made, and `read` makes a page of the data.
    super(call.core.send(call.operation, call.params as never, call.options) as Send<Paged<Page>>);
    this.#call = call;
  }

  /** Iterates over the pages, this one first; does not call for it again. Asks for the largest pages that the service has, at most 200 items. */
  pages(): AsyncGenerator<Paged<Page>, void, undefined> {
    return this.#walk(Infinity);
  }

  /** Iterates over the items of all pages; a page without any does not end the list. Before an item, they come from the last to the first. */
  [Symbol.asyncIterator](): AsyncGenerator<ItemOf<Page, Key>, void, undefined> {
    return this.#iterate(Infinity);
  }

  /** Returns the first items, at most `limit`; calls for no more pages than they are on. */
  async toArray(options: { readonly limit: number }): Promise<ItemOf<Page, Key>[]> {
    // Callers that do not check types may leave it out.
    const limit: number = Object(options).limit;
    if (!Number.isInteger(limit) || limit < 0)
      throw new InvalidOptionError('limit', 'must be a whole number, 0 or more');
    const items: ItemOf<Page, Key>[] = [];
    if (limit) for await (const item of this.#iterate(limit)) if (items.push(item) === limit) break;
    return items;
  }

  async *#walk(limit: number): AsyncGenerator<Paged<Page>, void, undefined> {
    const { operation, params } = this.#call;
    const { size = { parameter: '' }, ask } = operation.paging ?? {};
    const { parameter, default: usual = 0, min = 1, max = 0, excludedBy = [] } = size;
    // Where the caller does not say how many, a page has at most 200 items.
    const most = Math.max(usual, Math.min(max, 200));
    const count = Math.max(min, Math.min(limit, most));
    const isGiven = [parameter, ...excludedBy].some((path) => !isAbsent(readPath(params, path)));
    const asked = ask?.(params, parameter, count) ?? { [parameter]: count };
    // A call that was sent already, or whose caller says how many items a page has, stays as it is.
    const isReady = this.#page || isGiven || !most || count === usual;
    const first = isReady ? this : (this.#start ??= callPage({ ...this.#call, params: { ...params, ...asked } }));
    try {
      for (let at: PageAt<Page, Key, Reason> = [first, await first]; at; at = await at[0].#after(at[1])) yield at[1];
    } catch (error) {
      throw this.pointToCaller(error);
    }
  }

  async *#iterate(limit: number) {
    const { paging = {} } = this.#call.operation;
    for await (const page of this.#walk(limit)) {
      const items = this.#items(page);
      yield* paging.order?.(paging, this.#call.params, items) ?? items;
    }
  }

  protected override read(received: CallResponse<Paged<Page>>): Promise<Paged<Page>> {
    return (this.#page ??= this.#read(received));
  }

  async #read(received: CallResponse<Paged<Page>>): Promise<Paged<Page>> {
    const { keeps } = this.#call.operation.paging ?? {};
    const data = await received.read();
    this.#items(data, received);
    this.#headers = received.response.headers;
    // `as`: data with items are an object or an array. A copy, for a cache or a call that shares the data may hold them.
    const page = (Array.isArray(data) ? [...data] : { ...(data as object) }) as Paged<Page>;
    // Names that the service itself uses stay free, also on a page that lacks them: the last has no token.
    const add = (name: string, get: () => unknown) => {
      if (!Object.hasOwn(Object(page), name) && !keeps?.includes(name)) Object.defineProperty(page, name, { get });
    };
    add('meta', () => received.meta);
    add('next', () => async () => (await this.#after(page))?.[1]);
    return page;
  }

  #items(page: Page, received?: CallResponse<Page>): readonly ItemOf<Page, Key>[] {
    const { paging: { items: key } = {} } = this.#call.operation;
    const items = key === undefined ? page : isJsonObject(page) && (readPath(page, key) ?? []);
    if (!Array.isArray(items)) throw this.#fail('the items of the response are no array', received?.meta);
    return items;
  }

  /** Calls for the page after one; returns nothing after the last, or where a page that nothing promises is missing. */
  async #after(page: Page): Promise<PageAt<Page, Key, Reason>> {
    const { operation, params, tokens } = this.#call;
    const next = findNextPage(operation, { page, headers: this.#headers, asked: params });
    if (!next) return undefined;
    const { name, further } = next;
    if (tokens.includes(name)) throw this.#fail('the pages lead round in a circle');
    const call = callPage<Page, Key, Reason>({
      ...this.#call,
      operation: further ? { ...operation, openParameters: true } : operation,
      params: { ...params, ...further, ...next.params },
      tokens: [...tokens, name],
    });
    try {
      return [call, await call];
    } catch (error) {
      if (next.isGuess && Object(error).status === 404) return undefined;
      throw error;
    }
  }

  #fail(message: string, meta?: CallMeta) {
    const { id } = this.#call.operation;
    return new PagingError(id, `${id}: ${message}`, { meta });
  }
}

/** Calls for a page. Not in the class: a class that names itself is compiled to an assignment, which bundlers keep. */
function callPage<Page, Key extends PropertyKey, Reason extends string>(
  call: PageCall,
): PagePromise<Page, Key, Reason> {
  return new PagePromise(call);
}

/** Calls an operation that returns a list; nothing is sent before it is awaited or iterated. */
export function list<P extends object, Page, Key extends PropertyKey, Reason extends string>(
  core: Core,
  operation: Operation<P, Page, Reason>,
  params: P,
  options?: CallOptions,
): PagePromise<Page, Key, Reason> {
  const { token } = operation.paging ?? {};
  const tokens = [readPath(params, token?.parameter)];
  return callPage({ core, operation, params, options, tokens });
}

/** Calls an operation that returns a list, `Page`, the items of which depend on the parts that the params ask for. */
export function listParts<P extends object, Page, Key extends PropertyKey, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): PagePromise<Page, Key, Reason> {
  // `as`: the generated code declares Page by the same spec as the descriptor, for the parts that the params ask for.
  return list(core, operation as Operation<P, Page, Reason>, withParts(operation, params), options);
}
