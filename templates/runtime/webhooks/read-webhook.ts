import { WebhookError } from './webhook-error.js';
import { join } from './webhook-scheme.js';

/** The headers of a request: `Headers`, or an object as `node:http` has it. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined };

/** A request whose body was not read yet, or its headers and its unparsed body. */
export type WebhookInput =
  | Request
  | { readonly headers: WebhookHeaders; readonly body: string | Uint8Array | ArrayBuffer | null };

/** Reads a header, with its name in any case; an empty string if it is missing. */
export function headerOf(headers: WebhookHeaders, name: string): string {
  // Headers of other libraries are iterable as well.
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return String(entries.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] ?? '').trim();
}

/** Reads the bytes of a body. Throws a `WebhookError` (`bodyTooLarge`) for a longer one, without reading all of it. */
export async function readBytes({ body }: WebhookInput, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // A body that was parsed is an object. `Response` throws for one that was read.
    if (body?.constructor === Object) throw body;
    // `Response` also copies views of shared memory.
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

/** `readBytes` for users of the package: older compilers do not know `Uint8Array<ArrayBuffer>`. */
export const bodyOf: (request: WebhookInput, maxBytes: number) => Promise<Uint8Array> = readBytes;
