/** The parameter for the number of items of a page, with its default and limits. */
export interface PageSize {
  readonly parameter: string;
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
  /** Properties of the params that it cannot be combined with. */
  readonly excludedBy?: readonly string[];
}

/** Paging by items: the parameter is the id of the item before the page, and `before` that of the item after it. */
export interface PageAfter {
  readonly parameter: string;
  readonly before?: string;
  /** Property of an item that is its id. */
  readonly id?: string;
  /** Members of the response that hold the ids of its last and its first item. */
  readonly lastId?: string;
  readonly firstId?: string;
}

/** Paging by numbers: properties of the params object, and members of the response. */
export interface PageNumbers {
  /** Property for the number of a page; that of the first page is `first` (default: 1). */
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
 * The paging of a list. Members of the response are paths (`items`, `meta.next_cursor`), as are properties of the params
 * object (`pageToken`, `page.size`).
 */
export interface PagingFacts {
  /** Member of the response with the items. Default: the response is the array itself. */
  readonly items?: string;
  readonly size?: PageSize;
  /** Parameter for the token of a page, and the member or header of the previous response that has it. */
  readonly token?: { readonly parameter: string; readonly property?: string; readonly header?: string };
  /** Member with the address of the next page. Default: the header `Link`. */
  readonly link?: string;
  readonly after?: PageAfter;
  readonly numbers?: PageNumbers;
  /** Member that says whether there are more pages: false, null or empty after the last one. */
  readonly more?: string;
  /** Member that says whether this is the last page. */
  readonly last?: string;
  /** Sets a size that is a property of a parameter: `page.size`. */
  readonly ask?: AskInside;
  /** Orders the items of a page, if there can be pages before an item. */
  readonly order?: OrderItems;
  /** Members of the response, even absent ones, that `next` and `meta` of a page do not hide. */
  readonly keeps?: readonly string[];
}

/** Sets a value at a path of the params of a call; returns the outer parameter. */
export type AskInside = (asked: object, path: string, value: unknown) => Readonly<Record<string, unknown>>;

/** Orders the items of a page for a loop. */
export type OrderItems = <Item>(facts: PagingFacts, asked: object, items: readonly Item[]) => readonly Item[];

/** A page, its headers, and the params of its request. */
export interface GivenPage {
  readonly page: unknown;
  readonly headers: Headers | undefined;
  readonly asked: object;
}

/** The page after one: its params, and a name that no other page has. */
export interface NextPage {
  readonly params: Readonly<Record<PropertyKey, unknown>>;
  readonly name: unknown;
  /** Further parameters of the query that the operation does not declare. */
  readonly further?: Readonly<Record<string, unknown>>;
  /** The page may not exist: status 404 is the end of the list. */
  readonly isGuess?: boolean;
}
