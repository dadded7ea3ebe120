import type { GivenPage, Operation } from '../../operation.js';
import { readOwn } from '../params/values.js';

/** What asks for the page after one, and what names that page; nothing after the last. */
export function findNextPage(
  operation: Operation<never, unknown>,
  given: GivenPage,
): { readonly params: Readonly<Record<PropertyKey, unknown>>; readonly name: unknown } | undefined {
  const { token, next } = operation.paging ?? {};
  const name = token && readOwn(Object(given.page), token.property);
  return next?.(operation, given) ?? (token && name ? { params: { [token.parameter]: name }, name } : undefined);
}
