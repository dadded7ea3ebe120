import type { FindNext } from '../../operation.js';
import { readPath } from '../params/values.js';

/**
 * Finds the page that follows a given one; `undefined` after the last. Handles lists whose response has a token for the next request:
 * `{ nextPageToken: 'b' }` → `{ pageToken: 'b' }`. For others, the descriptor of the operation has a function.
 */
export const findNextPage: FindNext = (operation, given) => {
  const { token, next } = operation.paging ?? {};
  if (next || !token) return next?.(operation, given);
  const name = readPath(given.page, token.property);
  return name ? { params: { [token.parameter]: name }, name } : undefined;
};
