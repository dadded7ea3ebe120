/** Takes how many items a page has; how many it has without it, and at least and at most. */
export interface PageSize {
  readonly parameter: string;
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
  /** Properties of the params beside which it is not taken. */
  readonly excludedBy?: readonly string[];
}

/** How a list goes on after its last item: takes the id of the item before the page, or (`before`) of the one after it. */
export interface PageAfter {
  readonly parameter: string;
  readonly before?: string;
  /** Property of an item. */
  readonly id?: string;
  /** Members of the response that hold the ids of its last and its first item. */
  readonly lastId?: string;
  readonly firstId?: string;
}

/** How a list pages by numbers: properties of the params object, and members of the response. */
export interface PageNumbers {
  /** Takes the number of a page, the first of which is `first` (default: 1). */
  readonly page?: string;
  /** Takes the index of the first item, counted from `first` (default: 0). */
  readonly offset?: string;
  readonly first?: number;
  /** Holds the number of all items. */
  readonly total?: string;
  /** Holds the number of all pages. */
  readonly pages?: string;
}

/**
 * How a response is a list. Members of the response are paths (`items`, `meta.next_cursor`), as are properties of the params
 * object (`pageToken`, `page.size`).
 */
export interface PagingFacts {
  /** Member of the response that holds the items; absent: the response is the array itself. */
  readonly items?: string;
  readonly size?: PageSize;
  /** Takes the token of a page, which a member or a header of the response before it holds. */
  readonly token?: { readonly parameter: string; readonly property?: string; readonly header?: string };
  /** Member that holds the address of the next page. Default: the header `Link`. */
  readonly link?: string;
  readonly after?: PageAfter;
  /** How its pages are numbered. */
  readonly numbers?: PageNumbers;
  /** Says whether there are more: false, null or empty after the last page. */
  readonly more?: string;
  /** Says whether this is the last page. */
  readonly last?: string;
  /** Asks for a size that is a property of a parameter: `page.size`. */
  readonly ask?: AskInside;
  /** Orders the items of a page that may come before an item. */
  readonly order?: OrderItems;
  /** Members of the response that the `next` and `meta` of a page do not hide, also where they are absent. */
  readonly keeps?: readonly string[];
}

/** Adds a value at a path to the params that a call asks with; returns the outer parameter. */
export type AskInside = (asked: object, path: string, value: unknown) => Readonly<Record<string, unknown>>;

/** Orders the items of a page as a loop gives them. */
export type OrderItems = <Item>(facts: PagingFacts, asked: object, items: readonly Item[]) => readonly Item[];

/** A page, its headers, and the params that asked for it. */
export interface GivenPage {
  readonly page: unknown;
  readonly headers: Headers | undefined;
  readonly asked: object;
}

/** The page after one: params that ask for it, and what names it, since no two pages have the same name. */
export interface NextPage {
  readonly params: Readonly<Record<PropertyKey, unknown>>;
  readonly name: unknown;
  /** Further parameters of the query that the operation does not declare. */
  readonly further?: Readonly<Record<string, unknown>>;
  /** Nothing says that there is such a page: status 404 is the end of the list. */
  readonly isGuess?: boolean;
}
