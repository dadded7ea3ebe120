import { isJsonObject } from '../json.js';
import type { FindNext, Operation } from '../operation.js';
import { ApiPromise, type Answer, type CallMeta, type Send } from './api-promise.js';
import type { Core } from './core.js';
import { InvalidOptionError } from './errors.js';
import type { CallOptions } from './options.js';
import { PagingError } from './paging-error.js';
import { readOwn } from './read-own.js';

/** What a page has beside what the service sent. Not enumerable: copies, comparisons and JSON show the answer alone. */
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

type Items<Page, Key extends PropertyKey> = readonly ItemOf<Page, Key>[];
/** The type of a method: a list of more goes where one of less is wanted, however it finds its items and pages. */
type After<Page, Key extends PropertyKey, Reason extends string> = {
  of(page: Page): PagePromise<Page, Key, Reason> | undefined;
}['of'];
type FindItems<Page, Key extends PropertyKey> = { of(page: Page): Items<Page, Key> }['of'];
/** The token that a page was asked for by, and those of the pages before it. */
type Tokens = readonly [token: unknown, before: Tokens | undefined];

/**
 * A call for a list: awaited it gives a page, iterated the items of this page and of all after it. Pages are called for
 * one at a time, when they are needed; each is a call of its own, with its own retries and timeouts, under the one signal.
 */
export class PagePromise<Page, Key extends PropertyKey = never, Reason extends string = string> extends ApiPromise<
  Paged<Page>,
  Reason
> {
  readonly #items: FindItems<Page, Key>;
  readonly #after: After<Page, Key, Reason>;

  constructor(send: Send<Paged<Page>>, items: FindItems<Page, Key>, after: After<Page, Key, Reason>) {
    super(send);
    this.#items = items;
    this.#after = after;
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
      throw new InvalidOptionError('limit', 'has to be a whole number, at least 0');
    const items: ItemOf<Page, Key>[] = [];
    if (limit > 0) for await (const item of this) if (items.push(item) === limit) break;
    return items;
  }
}

/** Calls an operation that answers a list; nothing is sent before it is awaited or iterated. */
export function list<P extends object, Page, Key extends PropertyKey, Reason extends string>(
  core: Core,
  operation: Operation<P, Page, Reason>,
  params: P,
  options?: CallOptions,
): PagePromise<Page, Key, Reason> {
  const { id, paging: { items: key, token, next: find } = {} } = operation;
  const fail = (message: string, meta?: CallMeta): PagingError => new PagingError(id, `${id}: ${message}`, { meta });

  const itemsOf = (page: Page, answer?: Answer<Page>): Items<Page, Key> => {
    const items = key === undefined ? page : isJsonObject(page) && (readOwn(page, key) ?? []);
    if (!Array.isArray(items)) throw fail('the items of the answer are no array', answer?.meta);
    return items;
  };

  /** The params that ask for the page after one, and what names that page. */
  const nextOf = (page: Page, asked: P): ReturnType<FindNext> => {
    if (find) return find(operation, { page, headers: linked.get(Object(page)), asked });
    const next = token && readOwn(Object(page), token.property);
    return token && next ? { params: { [token.parameter]: next }, name: next } : undefined;
  };

  const call = (asked: P, ...tokens: Tokens): PagePromise<Page, Key, Reason> => {
    const after = (page: Page): PagePromise<Page, Key, Reason> | undefined => {
      const next = nextOf(page, asked);
      if (next === undefined) return undefined;
      if (Object.keys(next.params).length === 0) throw fail('no parameter of the operation asks for the next page');
      for (let one: Tokens | undefined = tokens; one; one = one[1])
        if (one[0] === next.name) throw fail('the pages lead round in a circle');
      return call({ ...asked, ...next.params }, next.name, tokens);
    };
    const send = core.send(operation, asked, options);
    const taken = [key, token?.property];
    return new PagePromise(async (whole) => pageOf(await send(whole), itemsOf, after, taken), itemsOf, after);
  };

  return call(params, token && readOwn(params, token.parameter), undefined);
}

/** The headers that pages came with, which may lead to others. */
const linked = new WeakMap<object, Headers>();

function pageOf<Page, Key extends PropertyKey, Reason extends string>(
  answer: Answer<Page>,
  check: (page: Page, answer: Answer<Page>) => unknown,
  after: After<Page, Key, Reason>,
  taken: readonly unknown[],
): Answer<Paged<Page>> {
  let page: Promise<Paged<Page>> | undefined;
  const read = async (): Promise<Paged<Page>> => {
    const data = await answer.read();
    check(data, answer);
    // A copy, for others may hold the data: a cache, a call that shares it.
    const copy: object = Array.isArray(data) ? [...data] : { ...Object(data) };
    linked.set(copy, answer.response.headers);
    // Page is what it is a copy of.
    const own: PropertyDescriptorMap = {
      meta: { get: () => answer.meta },
      next: { value: async () => after(copy as Page) },
    };
    // Names that the service itself uses stay free, also on a page that lacks them: the last has no token.
    for (const name of ['meta', 'next'])
      if (!Object.hasOwn(copy, name) && !taken.includes(name)) Object.defineProperty(copy, name, own[name] ?? {});
    // Page has become Paged<Page> just now.
    return copy as Paged<Page>;
  };
  // Not spread: what nobody asks for is not made.
  return Object.create(answer, { read: { value: () => (page ??= read()) } });
}
