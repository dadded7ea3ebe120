import type { PagingRules } from '../behaviour.js';

/** Names the parameters that page a list; those that are properties of an object by their paths: `page.size`. */
export function pagingParameters(rules: PagingRules): readonly string[] {
  const { token = 'pageToken', page, offset, after, before, whole, backwards, end, counts } = rules;
  const numbered = isNumbered(rules);
  const { size = numbered ? 'limit' : 'maxResults' } = rules;
  const names = numbered ? [page, offset, after, end, whole === true ? rules.size : size] : [token, size, backwards];
  return [...names, before, counts].filter((name) => name !== undefined);
}

/** Tells whether a list has no page tokens: it is paged by page number, offset or key, or not at all. */
export function isNumbered({ whole, page, offset, after }: PagingRules): boolean {
  return whole === true || page !== undefined || offset !== undefined || after !== undefined;
}
