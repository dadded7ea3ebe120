import type { FindNext } from '../../operation.js';
import { readOwn } from '../params/values.js';

/** What asks for the page after one, and what names that page; nothing after the last. */
export const findNextPage: FindNext = (operation, given) => {
  const { token, next } = operation.paging ?? {};
  const name = token && readOwn(Object(given.page), token.property);
  return next?.(operation, given) ?? (token && name ? { params: { [token.parameter]: name }, name } : undefined);
};
