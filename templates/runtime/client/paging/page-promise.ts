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

/** The members that a page has besides those of the response. They are not enumerable: copies and JSON contain only the response. */
export interface PageMethods<Page> {
  readonly meta: CallMeta;
  /** Requests the next page; resolves to `undefined` after the last. */
  next(): Promise<Paged<Page> | undefined>;
}

/** A page of a list, with `next()` and `meta`, unless the response has members of these names. */
export type Paged<Page> = Page & Omit<PageMethods<Page>, keyof Page>;

/** The items of a page: those at the path `Key`, or the page itself. */
export type ItemOf<Page, Key> =
  NonNullable<[Key] extends [never] ? Page : ValueAt<Page, Key>> extends readonly (infer Item)[] ? Item : unknown;

/** The value at a path: `ValueAt<{ data: { rows: Row[] } }, 'data.rows'>` is `Row[]`. */
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
  /** The tokens of this page and the earlier ones, to detect a circle. */
  readonly tokens: readonly unknown[];
}

/** A page and the call for it. */
type PageAt<Page, Key extends PropertyKey, Reason extends string> =
  | readonly [call: PagePromise<Page, Key, Reason>, page: Paged<Page>]
  | undefined;

/**
 * A call for a list. Await it for one page, or iterate over it for the items of this page and all later ones:
 * `for await (const pet of client.pets.list())`. Pages are requested one at a time, when they are needed. Each is a call with its own
 * retries and timeouts; all share the option `signal`.
 */
export class PagePromise<Page, Key extends PropertyKey = never, Reason extends string = string> extends ApiPromise<
  Paged<Page>,
  Reason
> {
  readonly #call: PageCall;
  #headers: Headers | undefined;
  #page: Promise<Paged<Page>> | undefined;
  /** The first call of a loop over pages: this one, or the same call with a larger page size. */
  #start: PagePromise<Page, Key, Reason> | undefined;

  constructor(call: PageCall) {
    // `as`: the params have the type of the operation (`list`), and `read` turns the data into a page.
    super(call.core.send(call.operation, call.params as never, call.options) as Send<Paged<Page>>);
    this.#call = call;
  }

  /** Iterates over the pages, from this one on. Unless the caller sets a page size, pages have as many items as possible, at most 200. */
  pages(): AsyncGenerator<Paged<Page>, void, undefined> {
    return this.#walk(Infinity);
  }

  /** Iterates over the items of all pages; an empty page does not end the list. A list before an item is read backwards. */
  [Symbol.asyncIterator](): AsyncGenerator<ItemOf<Page, Key>, void, undefined> {
    return this.#iterate(Infinity);
  }

  /** Returns the first items: `toArray({ limit: 100 })`. Requests no more pages than that takes. */
  async toArray(options: { readonly limit: number }): Promise<ItemOf<Page, Key>[]> {
    // Callers in JavaScript may leave it out.
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
    // Unless the caller sets a page size, a page has at most 200 items.
    const most = Math.max(usual, Math.min(max, 200));
    const count = Math.max(min, Math.min(limit, most));
    const isGiven = [parameter, ...excludedBy].some((path) => !isAbsent(readPath(params, path)));
    const sized = ask?.(params, parameter, count) ?? { [parameter]: count };
    // The size does not change if this page was already requested, or if the caller sets it.
    const isReady = this.#page || isGiven || !most || count === usual;
    const first = isReady ? this : (this.#start ??= callPage({ ...this.#call, params: { ...params, ...sized } }));
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
    // `as`: data with items are an object or an array. A copy, because a cache or another call may share the data.
    const page = (Array.isArray(data) ? [...data] : { ...(data as object) }) as Paged<Page>;
    // Members that the spec declares are kept, also if this page does not have them: the last page has no `next`.
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
    if (!Array.isArray(items)) throw this.#fail('the items of the response are not an array', received?.meta);
    return items;
  }

  /** Requests the next page; returns `undefined` after the last, and if a page that was only a guess does not exist. */
  async #after(page: Page): Promise<PageAt<Page, Key, Reason>> {
    const { operation, params, tokens } = this.#call;
    const next = findNextPage(operation, { page, headers: this.#headers, requestParams: params });
    if (!next) return undefined;
    const { name, further } = next;
    if (tokens.includes(name)) throw this.#fail('the next page is one that was already read');
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

/** Creates the call for a page. Not in the class: a class that refers to itself is compiled to code that bundlers cannot drop. */
function callPage<Page, Key extends PropertyKey, Reason extends string>(
  call: PageCall,
): PagePromise<Page, Key, Reason> {
  return new PagePromise(call);
}

/** Calls an operation that returns a list. The call is sent when the result is awaited or iterated. */
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

/** Calls an operation that returns a list, whose items depend on the parts that the params select. */
export function listParts<P extends object, Page, Key extends PropertyKey, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): PagePromise<Page, Key, Reason> {
  // `as`: generated code declares Page for the selected parts, from the same spec as the descriptor.
  return list(core, operation as Operation<P, Page, Reason>, withParts(operation, params), options);
}
