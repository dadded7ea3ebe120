/**
 * The items in a response and the ways to request the next page. Parameters are query parameters. Members of the response are paths
 * (`meta.next_cursor`), and so are properties of a parameter that is an object (`page.size`).
 */
export interface Paging {
  /** Member that holds the items; absent: the response is the array itself. */
  readonly items?: string;
  readonly size?: PageSize;
  /** The response has a token, which a parameter takes to request the next page. */
  readonly token?: PageToken;
  /** The response has the address of the next page: in a member, or (`true`) in the header `Link` (RFC 8288). */
  readonly link?: string | true;
  /** The next page begins after the last item of this one. */
  readonly after?: PageAfter;
  /** The next page has a number, or begins at an offset. */
  readonly numbers?: PageNumbers;
  /** Member that is true if there are more items. */
  readonly more?: string;
  /** Member that is true on the last page. */
  readonly last?: string;
}

/** The parameter for the number of items on a page, with its default and limits. */
export interface PageSize {
  readonly parameter: string;
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
  /** Parameters that cannot be sent together with it. */
  readonly excludedBy?: readonly string[];
}

/**
 * The member or header with the token of the next page, and the parameter that takes it: `nextPageToken` and `pageToken`. Without
 * `property`, `header` and a link, the token is in a header that the spec does not declare.
 */
export interface PageToken {
  readonly parameter: string;
  /** Member that holds it; absent, null or empty on the last page. */
  readonly property?: string;
  /** Header that holds it. */
  readonly header?: string;
}

/** The parameters for the page after the last item, or before the first one. */
export interface PageAfter {
  readonly parameter: string;
  /** Parameter for the page before an item. */
  readonly before?: string;
  /** Property of an item whose value the parameters take: `id`. */
  readonly id?: string;
  /** Members of the response with the value of that property in its last and first item. */
  readonly lastId?: string;
  readonly firstId?: string;
}

/** The parameter for the number of a page, or for an offset. */
export interface PageNumbers {
  readonly kind: 'page' | 'offset';
  readonly parameter: string;
  /** Number of the first page, or offset of the first item. */
  readonly first: number;
  /** Member with the number of all items. */
  readonly total?: string;
  /** Member with the number of all pages. */
  readonly pages?: string;
}
