import { WebhookError } from './webhook-error.js';
import { join } from './webhook-scheme.js';

/** The headers of a request: `Headers`, or the object of `node:http`. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined };

/** A request whose body has not been read, or its headers and its unparsed body. */
export type WebhookInput =
  | Request
  | { readonly headers: WebhookHeaders; readonly body: string | Uint8Array | ArrayBuffer | null };

/** Returns a header, by its name in any case; `''` if it is missing. */
export function headerOf(headers: WebhookHeaders, name: string): string {
  // Not `instanceof Headers`: other libraries have classes of their own, which are also iterable.
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return String(entries.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] ?? '').trim();
}

/** Reads the bytes of a body. Throws a `WebhookError` (`bodyTooLarge`) for a longer one, without reading all of it. */
export async function readBytes({ body }: WebhookInput, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // A plain object is a body that was already parsed. `Response` throws for a stream that was already read.
    if (body?.constructor === Object) throw body;
    // `as`: `Response` also copies views of shared memory.
    const reader = new Response(body as BodyInit).body?.getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let left = maxBytes; ;) {
      const { value } = (await reader?.read()) ?? {};
      if (!value) return await join(parts);
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

/** Reads the bytes of a body, as `readBytes` does, with a type that TypeScript before 5.7 also reads. */
export const bodyOf: (request: WebhookInput, maxBytes: number) => Promise<Uint8Array> = readBytes;
