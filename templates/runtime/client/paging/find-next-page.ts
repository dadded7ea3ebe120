import type { FindNext } from '../../operation.js';
import { readPath } from '../params/values.js';

/**
 * Finds what asks for the page after one, and what names that page; nothing after the last. An operation brings what reads
 * other pages than those whose response has a token, which the next call takes as it is.
 */
export const findNextPage: FindNext = (operation, given) => {
  const { token, next } = operation.paging ?? {};
  if (next || !token) return next?.(operation, given);
  const name = readPath(given.page, token.property ?? '');
  return name ? { params: { [token.parameter]: name }, name } : undefined;
};
