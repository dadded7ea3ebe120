import { InvalidOptionError } from '../errors/errors.js';
import type { HeadersOption } from '../options/option-types.js';

/**
 * Returns headers with others set: `null` removes one, `undefined` changes nothing. Throws an `InvalidOptionError` without the value if
 * one is invalid.
 */
export function setHeaders(before: Headers | undefined, given: HeadersOption | undefined): Headers | undefined {
  if (!given) return before;
  const headers = new Headers(before);
  try {
    for (const [name, value] of given instanceof Headers ? given : Object.entries(given))
      if (value === null) headers.delete(name);
      else if (value !== undefined) headers.set(name, value);
  } catch {
    throw new InvalidOptionError('headers', 'contains characters that headers cannot contain');
  }
  return headers;
}
