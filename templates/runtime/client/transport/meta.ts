import type { CallMeta } from './api-promise.js';
import type { Call } from './call.js';

/** What is known about a call that was answered after so many attempts; a header that repeats a credential is redacted. */
export function metaOf({ operation: { quota }, redactor }: Call, response: Response, attempts: number): CallMeta {
  const headers = new Headers();
  for (const [name, value] of response.headers) headers.append(name, redactor.text(value));
  return {
    status: response.status,
    headers,
    requestId: ['x-', '', 'x-goog-'].map((start) => headers.get(`${start}request-id`)).find((id) => id) ?? undefined,
    attempts,
    quotaCost: quota && quota.cost * attempts,
  };
}
