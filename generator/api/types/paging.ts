import { compact } from '../tools/compact.js';

/**
 * How a response is a list, and how the next page is asked for. Parameters are those of the query; members of the response
 * are paths (`meta.next_cursor`), as are properties of a parameter that is an object (`page.size`).
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
 * Where the name of the next page is, and the parameter that takes it: `nextPageToken` and `pageToken`. Without a place and a link,
 * it is in a header that the spec does not declare.
 */
export interface PageToken {
  readonly parameter: string;
  /** Member that holds it; absent, null or empty on the last page. */
  readonly property?: string;
  /** Header that holds it. */
  readonly header?: string;
}

/** How the last item, or backwards the first one, asks for the page after it. */
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

/** How a list pages by numbers. */
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

/** Renames the parameters, the members of the response and the property of an item that a list pages by. */
export function mapPaging(
  { items, size, token, link, after, numbers, more, last }: Paging,
  names: Readonly<Record<'parameter' | 'member' | 'property', (path: string) => string>>,
): Paging {
  const { parameter } = names;
  const member = (path: string | undefined): string | undefined => path && names.member(path);
  return compact({
    items: member(items),
    size:
      size && compact({ ...size, parameter: parameter(size.parameter), excludedBy: size.excludedBy?.map(parameter) }),
    token: token && compact({ ...token, parameter: parameter(token.parameter), property: member(token.property) }),
    link: link === true ? link : member(link),
    after:
      after &&
      compact({
        ...after,
        parameter: parameter(after.parameter),
        before: after.before && parameter(after.before),
        id: after.id && names.property(after.id),
        lastId: member(after.lastId),
        firstId: member(after.firstId),
      }),
    numbers:
      numbers &&
      compact({
        ...numbers,
        parameter: parameter(numbers.parameter),
        total: member(numbers.total),
        pages: member(numbers.pages),
      }),
    more: member(more),
    last: member(last),
  });
}
