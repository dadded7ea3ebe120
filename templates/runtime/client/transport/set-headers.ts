import { InvalidOptionError } from '../errors/errors.js';
import type { HeadersOption } from '../options/option-types.js';

/**
 * Sets headers over others: `null` takes one away, `undefined` changes nothing. Throws `InvalidOptionError`, which shows no value,
 * where one cannot be sent.
 */
export function setHeaders(before: Headers | undefined, given: HeadersOption | undefined): Headers | undefined {
  if (!given) return before;
  const headers = new Headers(before);
  try {
    for (const [name, value] of given instanceof Headers ? given : Object.entries(given))
      if (value === null) headers.delete(name);
      else if (value !== undefined) headers.set(name, value);
  } catch {
    throw new InvalidOptionError('headers', 'holds what a header cannot carry');
  }
  return headers;
}
