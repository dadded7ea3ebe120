/** The parameter for the number of items of a page, with its default and limits. */
export interface PageSize {
  readonly parameter: string;
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
  /** Properties of the params that it cannot be combined with. */
  readonly excludedBy?: readonly string[];
}

/** Paging by items: `parameter` takes the id of the item before the page, `before` that of the item after it. */
export interface PageAfter {
  readonly parameter: string;
  readonly before?: string;
  /** Property of an item that is its id. */
  readonly id?: string;
  /** Members of the response that hold the ids of its last and its first item. */
  readonly lastId?: string;
  readonly firstId?: string;
}

/** Paging by numbers. `page` and `offset` are properties of the params object, `total` and `pages` members of the response. */
export interface PageNumbers {
  /** Property for the number of a page, counted from `first` (default: 1). */
  readonly page?: string;
  /** Property for the index of the first item, counted from `first` (default: 0). */
  readonly offset?: string;
  readonly first?: number;
  /** Member with the number of all items. */
  readonly total?: string;
  /** Member with the number of all pages. */
  readonly pages?: string;
}

/**
 * The paging of a list. Members of the response and properties of the params object are paths: `meta.next_cursor`, `page.size`.
 */
export interface PagingFacts {
  /** Member of the response with the items. Default: the response is the array itself. */
  readonly items?: string;
  readonly size?: PageSize;
  /** Parameter for the token of a page, and the property or header of the previous response that holds the token. */
  readonly token?: { readonly parameter: string; readonly property?: string; readonly header?: string };
  /** Member with the address of the next page. Default: the header `Link`. */
  readonly link?: string;
  readonly after?: PageAfter;
  readonly numbers?: PageNumbers;
  /** Member that says whether there are more pages: false, null or empty after the last one. */
  readonly more?: string;
  /** Member that says whether this is the last page. */
  readonly last?: string;
  /** Sets the size of a page that is inside a parameter: `page.size`. */
  readonly ask?: AskInside;
  /** Orders the items of a page, if the list can be read backwards. */
  readonly order?: OrderItems;
  /** Members that the spec declares, with the names of `next` and `meta` of a page: pages keep those of the response. */
  readonly keeps?: readonly string[];
}

/** Sets a value inside a parameter; returns the parameter: `page.size` → `{ page: { size: 10 } }`. */
export type AskInside = (params: object, path: string, value: unknown) => Readonly<Record<string, unknown>>;

/** Orders the items of a page for a loop over all items. */
export type OrderItems = <Item>(facts: PagingFacts, params: object, items: readonly Item[]) => readonly Item[];

/** A page, its headers, and the params of its request. */
export interface GivenPage {
  readonly page: unknown;
  readonly headers: Headers | undefined;
  readonly requestParams: object;
}

/** The page that follows a given one: the params of its request, and a name that differs from that of every other page. */
export interface NextPage {
  readonly params: Readonly<Record<PropertyKey, unknown>>;
  readonly name: unknown;
  /** Further parameters of the query that the operation does not declare. */
  readonly further?: Readonly<Record<string, unknown>>;
  /** True if the page may not exist: status 404 then ends the list. */
  readonly isGuess?: boolean;
}
