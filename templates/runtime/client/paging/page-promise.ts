import { isJsonObject } from '../../json.js';
import type { Operation } from '../../operation.js';
import { InvalidOptionError, PagingError } from '../errors/errors.js';
import type { CallOptions } from '../options/options.js';
import { readOwn } from '../params/values.js';
import type { CallResponse, CallMeta, Send } from '../transport/call-response.js';
import { ApiPromise } from '../transport/api-promise.js';
import { withParts } from '../transport/call-parts.js';
import type { Core } from '../transport/core.js';
import { findNextPage } from './find-next-page.js';

/** What a page has besides the response. Not enumerable: copies, comparisons and JSON show only the response. */
export interface PageMethods<Page> {
  readonly meta: CallMeta;
  /** Calls for the page after this one; `undefined` after the last. */
  next(): Promise<Paged<Page> | undefined>;
}

/** A page of a list. What the service itself calls `next` or `meta` stays as it is. */
export type Paged<Page> = Page & Omit<PageMethods<Page>, keyof Page>;

/** The items of a page: those under `Key`, or the page itself. */
export type ItemOf<Page, Key> =
  NonNullable<[Key] extends [never] ? Page : Key extends keyof Page ? Page[Key] : never> extends readonly (infer Item)[]
    ? Item
    : unknown;

/** A call for one page. */
interface PageCall<Page> {
  readonly core: Core;
  readonly operation: Operation<never, Page>;
  readonly params: object;
  readonly options: CallOptions | undefined;
  /** The tokens that it and the pages before it were asked for by. */
  readonly tokens: readonly unknown[];
}

/**
 * A call for a list. Await it for one page, or iterate over it for the items of this page and all later ones. Pages are
 * requested one at a time, when they are needed; each is a separate call with its own retries and timeouts, and all share
 * the signal.
 */
export class PagePromise<Page, Key extends PropertyKey = never, Reason extends string = string> extends ApiPromise<
  Paged<Page>,
  Reason
> {
  readonly #call: PageCall<Page>;
  #headers: Headers | undefined;
  #page: Promise<Paged<Page>> | undefined;

  constructor(call: PageCall<Page>) {
    // Whoever made the call checked its params; what `read` gives is paged.
    super(call.core.send(call.operation, call.params as never, call.options) as Send<Paged<Page>>);
    this.#call = call;
  }

  /** The pages, this one first; it is not called for again. */
  async *pages(): AsyncGenerator<Paged<Page>, void, undefined> {
    // oxlint-disable-next-line typescript/no-this-alias -- the walk begins at this call and goes on to others
    for (let call: PagePromise<Page, Key, Reason> | undefined = this; call;) {
      const page: Paged<Page> = await call;
      yield page;
      call = call.#after(page);
    }
  }

  /** The items of all pages; a page without any does not end the list. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ItemOf<Page, Key>, void, undefined> {
    for await (const page of this.pages()) yield* this.#items(page);
  }

  /** The first items, at most `limit`; calls for no more pages than they are on. */
  async toArray(options: { readonly limit: number }): Promise<ItemOf<Page, Key>[]> {
    // Whoever does not check types may leave it out.
    const limit = Object(options).limit as number;
    if (!Number.isInteger(limit) || limit < 0)
      throw new InvalidOptionError('limit', 'must be a whole number, 0 or more');
    const items: ItemOf<Page, Key>[] = [];
    if (limit > 0) for await (const item of this) if (items.push(item) === limit) break;
    return items;
  }

  protected override read(received: CallResponse<Paged<Page>>): Promise<Paged<Page>> {
    return (this.#page ??= this.#read(received));
  }

  async #read(received: CallResponse<Paged<Page>>): Promise<Paged<Page>> {
    const { items, token } = this.#call.operation.paging ?? {};
    const data = await received.read();
    this.#items(data, received);
    this.#headers = received.response.headers;
    // A copy, for others may hold the data: a cache, a call that shares it. `as`: what has items is an object or an array.
    const page = (Array.isArray(data) ? [...data] : { ...(data as object) }) as Paged<Page>;
    // Names that the service itself uses stay free, also on a page that lacks them: the last has no token.
    const add = (name: string, get: () => unknown): void => {
      // `as`: the same.
      if (!Object.hasOwn(page as object, name) && name !== items && name !== token?.property)
        Object.defineProperty(page, name, { get });
    };
    add('meta', () => received.meta);
    add('next', () => async () => this.#after(page));
    return page;
  }

  #items(page: Page, received?: CallResponse<Page>): readonly ItemOf<Page, Key>[] {
    const { paging: { items: key } = {} } = this.#call.operation;
    const items = key === undefined ? page : isJsonObject(page) && (readOwn(page, key) ?? []);
    if (!Array.isArray(items)) throw this.#error('the items of the response are no array', received?.meta);
    return items;
  }

  /** The call for the page after one. */
  #after(page: Page): PagePromise<Page, Key, Reason> | undefined {
    const { operation, params, tokens } = this.#call;
    const next = findNextPage(operation, { page, headers: this.#headers, asked: params });
    if (!next) return undefined;
    if (tokens.includes(next.name)) throw this.#error('the pages lead round in a circle');
    return pageAt({ ...this.#call, params: { ...params, ...next.params }, tokens: [...tokens, next.name] });
  }

  #error(message: string, meta?: CallMeta): PagingError {
    const { id } = this.#call.operation;
    return new PagingError(id, `${id}: ${message}`, { meta });
  }
}

/** Apart, because a class that speaks of itself is compiled to an assignment, which bundlers keep. */
function pageAt<Page, Key extends PropertyKey, Reason extends string>(
  call: PageCall<Page>,
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
  const tokens = [token && readOwn(params, token.parameter)];
  return new PagePromise({ core, operation, params, options, tokens });
}

/** Calls an operation that returns a list, `Page`, the items of which depend on the parts that the params ask for. */
export function listParts<P extends object, Page, Key extends PropertyKey, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): PagePromise<Page, Key, Reason> {
  // Its caller declares Page: from the same spec as the descriptor, for the parts that the params ask for.
  return list(core, operation as Operation<P, Page, Reason>, withParts(operation, params), options);
}
