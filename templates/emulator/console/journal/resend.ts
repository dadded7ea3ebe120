import { createBody, loadFile, ownHeaders, send, type WholeEntry } from '../server/index.js';

/** Explains why an entry cannot be sent again; undefined if it can. */
export function whyNotResend({ media, file, method, url, body, requestHeaders }: WholeEntry): string | undefined {
  if (!/^[A-Z]+$/.test(method)) return 'A browser cannot send this method.';
  if (/[?&]upload_?id=redacted/i.test(url))
    return 'This is a part of a resumable upload, whose address is secret: send the upload again from its start.';
  if (media && file === undefined)
    return 'The emulator no longer has this file: it keeps files up to 1 MiB, the newest up to 16 MiB in all.';
  const { 'content-type': type = 'application/json', 'content-length': length = '0' } = requestHeaders;
  if (/^multipart\/form-data/i.test(type)) return 'The journal does not have the parts of this form.';
  const isKnown = /json/i.test(type) || (type.startsWith('application/x-www-form-urlencoded') && body !== undefined);
  if (media || isKnown || (body === undefined && length === '0')) return undefined;
  return `The journal does not have the body as ${type}.`;
}

/** Sends the request of an entry again, as the same caller. Resolves to the status. */
export async function resend({ method, url, requestHeaders, caller, body, file }: WholeEntry): Promise<number> {
  const { pathname, search } = new URL(url);
  const names = ['accept', 'content-type', 'if-match', 'if-none-match', 'x-upload-content-type'];
  const kept = Object.entries(requestHeaders).filter(([name]) => names.includes(name));
  const blob = file === undefined ? undefined : await loadFile(file);
  const sent = /^(?:GET|HEAD)$/.test(method)
    ? undefined
    : createBody(body, blob, [requestHeaders['content-type'] ?? '']);
  const response = await send(pathname + search.replaceAll('=redacted', '=console'), {
    method,
    headers: {
      ...ownHeaders(),
      ...Object.fromEntries(kept),
      ...(caller !== undefined && { 'x-mock-caller': caller }),
      ...(sent && { 'content-type': sent.type }),
    },
    ...(sent && { body: sent.content }),
  });
  await response.text();
  return response.status;
}
