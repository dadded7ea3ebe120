import type { Operation } from '../../api/api.js';

/** That the answer of an operation is a list, and what can be done with it. */
export function pagingSentences({ paging }: Operation): readonly string[] {
  if (paging === undefined) return [];
  return [
    (paging.token ?? paging.link ?? paging.numbers) === undefined
      ? 'A list: await it, or iterate over its items.'
      : 'A list: await a page, or iterate over the items of all pages.',
  ];
}
