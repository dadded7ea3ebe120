import { WebhookError } from './webhook-error.js';
import { join } from './webhook-scheme.js';

/** The headers of a request: `Headers`, or an object as `node:http` has it. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined };

/** A request that nobody has read, or its headers and its body as it came. */
export type WebhookInput =
  | Request
  | { readonly headers: WebhookHeaders; readonly body: string | Uint8Array | ArrayBuffer | null };

/** A header by its name in any case; an empty string where it is missing. */
export function headerOf(headers: WebhookHeaders, name: string): string {
  // Headers of other libraries are iterable as well.
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return String(entries.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] ?? '').trim();
}

/** The bytes of a body. Rejects (`bodyTooLarge`) longer ones without reading all of them. */
export async function bytesOf({ body }: WebhookInput, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // A body that was parsed already is an object; one that was read already is rejected here.
    if (body?.constructor === Object) throw body;
    // Views of shared memory are copied by it, too.
    const reader = new Response(body as BodyInit).body?.getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let left = maxBytes; ;) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) return await join(parts);
      left -= value.length;
      parts.push(value);
      if (left >= 0) continue;
      void reader?.cancel();
      break;
    }
  } catch {
    throw new WebhookError('invalidBody', 'read before');
  }
  throw new WebhookError('bodyTooLarge');
}

/** The same for users of the package: older compilers do not know what an array of bytes is on. */
export const bodyOf: (request: WebhookInput, maxBytes: number) => Promise<Uint8Array> = bytesOf;
