/** How a response is a list. */
export interface Paging {
  /** Property of the response that holds the items; absent: the response is the array itself. */
  readonly items?: string;
  /** How the next page is asked for; absent: there is but one. */
  readonly token?: PageToken;
  /** The address of the next page is in the header `Link` (RFC 8288), with `rel="next"`. */
  readonly link?: true;
  /** The next page has a number, or begins at an offset. */
  readonly numbers?: PageNumbers;
}

/** How a list pages by numbers, and what tells its end; parameters of the query and properties of the response. */
export interface PageNumbers {
  readonly kind: 'page' | 'offset';
  readonly parameter: string;
  /** Number of the first page, or offset of the first item. */
  readonly first: number;
  /** Parameter that sets how many items a page has, how many without it, and at most. */
  readonly size?: string;
  readonly default?: number;
  readonly max?: number;
  /** Property with the number of all items. */
  readonly total?: string;
  /** Property that says whether there are more: a boolean, or an address that is null after the last page. */
  readonly more?: string;
}

/** Names a page of a list. */
export interface PageToken {
  /** Query parameter that takes it: `pageToken`. */
  readonly parameter: string;
  /** Property of the response that holds that of the next page: `nextPageToken`; absent or empty on the last. */
  readonly property: string;
}
