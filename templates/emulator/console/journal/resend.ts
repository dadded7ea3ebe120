import { ownHeaders, send } from '../server/ask.js';
import type { WholeEntry } from './whole-entry.js';

/** Why an entry cannot be sent again; undefined if it can. */
export function whyNotResend({ media, method, requestHeaders }: WholeEntry): string | undefined {
  if (media !== undefined) return 'The journal has no bytes of files, so it cannot be sent again.';
  if (!/^[A-Z]+$/.test(method)) return 'A browser cannot send this method.';
  const type = requestHeaders['content-type'] ?? 'application/json';
  return /json/i.test(type) ? undefined : `The journal does not have the body as ${type}.`;
}

/** Sends the request of an entry again, as the same caller. Resolves to the status. */
export async function resend({ method, url, requestHeaders, body, caller }: WholeEntry): Promise<number> {
  const { pathname, search } = new URL(url);
  const kept = ['accept', 'content-type', 'if-match', 'if-none-match', 'x-upload-content-type'].flatMap((name) => {
    const value = requestHeaders[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const response = await send(pathname + search.replaceAll('=redacted', '=console'), {
    method,
    headers: {
      ...ownHeaders(),
      ...Object.fromEntries(kept),
      ...(caller === undefined ? {} : { 'x-mock-caller': caller }),
    },
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: JSON.stringify(body) }),
  });
  await response.text();
  return response.status;
}
