import { toFields, createRelated } from '../operations/build-request.js';
import { ownHeaders, send } from '../server/ask.js';
import type { WholeEntry } from './whole-entry.js';

const form = 'application/x-www-form-urlencoded';

/** Explains why an entry cannot be sent again; undefined if it can. */
export function whyNotResend({ media, file, method, url, body, requestHeaders }: WholeEntry): string | undefined {
  if (!/^[A-Z]+$/.test(method)) return 'A browser cannot send this method.';
  if (/[?&]upload_?id=redacted/i.test(url))
    return 'This is a part of a resumable upload, whose address is secret: send the upload again from its start.';
  if (media !== undefined && file === undefined)
    return 'The emulator no longer has this file: it keeps files up to 1 MiB, the newest up to 16 MiB in all.';
  const type = requestHeaders['content-type'] ?? 'application/json';
  if (/^multipart\/form-data/i.test(type)) return 'The journal does not have the parts of this form.';
  if (media !== undefined || /json/i.test(type) || (type.startsWith(form) && body !== undefined)) return undefined;
  const length = requestHeaders['content-length'] ?? '0';
  return body === undefined && length === '0' ? undefined : `The journal does not have the body as ${type}.`;
}

/** Sends the request of an entry again, as the same caller. Resolves to the status. */
export async function resend(entry: WholeEntry): Promise<number> {
  const { method, url, requestHeaders, caller } = entry;
  const { pathname, search } = new URL(url);
  const names = ['accept', 'content-type', 'if-match', 'if-none-match', 'x-upload-content-type'];
  const kept = Object.entries(requestHeaders).filter(([name]) => names.includes(name));
  const sent = method === 'GET' || method === 'HEAD' ? undefined : await readBody(entry);
  const response = await send(pathname + search.replaceAll('=redacted', '=console'), {
    method,
    headers: {
      ...ownHeaders(),
      ...Object.fromEntries(kept),
      ...(caller !== undefined && { 'x-mock-caller': caller }),
      ...(sent?.type !== undefined && { 'content-type': sent.type }),
    },
    ...(sent !== undefined && { body: sent.content }),
  });
  await response.text();
  return response.status;
}

interface SentBody {
  /** Its media type, if that of the entry does not fit. */
  readonly type?: string;
  readonly content: BodyInit;
}

async function readBody({ body, media, file, requestHeaders }: WholeEntry): Promise<SentBody | undefined> {
  if (media !== undefined && file !== undefined) {
    const response = await send(file, { headers: ownHeaders() });
    if (!response.ok) throw new TypeError('The emulator no longer has the file of this request.');
    const bytes = await response.blob();
    return body === undefined ? { content: bytes, type: media.mediaType } : createRelated(body, bytes, media.mediaType);
  }
  if (body === undefined) return undefined;
  const isForm = requestHeaders['content-type']?.startsWith(form) === true;
  return { content: isForm ? new URLSearchParams(toFields(body)).toString() : JSON.stringify(body) };
}
