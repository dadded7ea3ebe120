/**
 * The facts by which a response is a list and the next page is asked for. Parameters are those of the query; members of the
 * response are paths (`meta.next_cursor`), as are properties of a parameter that is an object (`page.size`).
 */
export interface Paging {
  /** Member that holds the items; absent: the response is the array itself. */
  readonly items?: string;
  readonly size?: PageSize;
  /** The next page has a name, which the response states. */
  readonly token?: PageToken;
  /** The response has the address of the next page: in a member, or (`true`) in the header `Link` (RFC 8288). */
  readonly link?: string | true;
  /** The next page begins after the last item of this one. */
  readonly after?: PageAfter;
  /** The next page has a number, or begins at an offset. */
  readonly numbers?: PageNumbers;
  /** Member that says whether there are more. */
  readonly more?: string;
  /** Member that says whether this is the last page. */
  readonly last?: string;
}

/** The parameter that sets how many items a page has, how many it has without it, and how many it can have. */
export interface PageSize {
  readonly parameter: string;
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
  /** Parameters beside which it is not taken. */
  readonly excludedBy?: readonly string[];
}

/**
 * The place of the token of the next page, and the parameter that takes it: `nextPageToken` and `pageToken`. Without a place and
 * a link, it is in a header that the spec does not declare.
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
  /** Property of an item that the parameters take. */
  readonly id?: string;
  /** Members of the response that repeat it of the last item and of the first. */
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
