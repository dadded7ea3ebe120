import type { FindNext } from '../../operation.js';
import { readPath } from '../params/values.js';

/**
 * Finds the params that ask for the page after one, and the name of that page; nothing after the last. An operation brings the finder
 * of pages other than those whose response has a token, which the next call takes as it is.
 */
export const findNextPage: FindNext = (operation, given) => {
  const { token, next } = operation.paging ?? {};
  if (next || !token) return next?.(operation, given);
  const name = readPath(given.page, token.property);
  return name ? { params: { [token.parameter]: name }, name } : undefined;
};
