import type { Receiver } from '../../operation.js';
import type { Bytes } from '../body/media.js';
import { UnexpectedContentError } from '../errors/errors.js';
import type { Received } from '../options/call-response.js';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/** Reads responses as JSON: the default of operations. */
export const readsJson: Receiver = {
  accept: () => 'application/json',
  read: ({ operation: { id, method }, asBytes }, bytes, received) => {
    if (asBytes) return bytes;
    if (isEmpty(method, received)) return undefined;
    return readJson(bytes, unexpectedContent(id, received, bytes));
  },
};

/** Returns whether a response has no body, because of its status or the method. */
export function isEmpty(method: string, { response }: Received): boolean {
  return method === 'HEAD' || [204, 205, 304].includes(response.status);
}

/** Parses bytes as JSON; throws an error of `fail` if they are not JSON. */
export function readJson(bytes: Bytes, fail: Fail): unknown {
  if (!bytes.length) throw fail('the response is empty, but JSON is declared');
  const text = readText(bytes, fail);
  try {
    return JSON.parse(text);
  } catch {
    throw fail('the response is not JSON, which is declared');
  }
}

/** Decodes bytes as UTF-8; throws an error of `fail` if they are not UTF-8. */
export function readText(bytes: Bytes, fail: Fail): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw fail('the response is not UTF-8');
  }
}

/** Creates the error for a response. */
export type Fail = (message: string) => UnexpectedContentError;

/** Returns a function that creates errors for a response that differs from the spec. `bytes` may be only the beginning of the body. */
export function unexpectedContent(operation: string, received: Received, bytes: Bytes): Fail {
  return (message) => {
    const { redactor, response, meta } = received;
    const { status, headers } = response;
    const contentType = redactor.text(headers.get('content-type') ?? '') || undefined;
    // Cut after redacting: a part of a secret would not be found.
    const snippet = redactor.text(new TextDecoder().decode(bytes.subarray(0, 65_536))).slice(0, 200);
    const text = `${message} (status ${status}, ${contentType ?? 'no content type'})`;
    return new UnexpectedContentError(operation, text, { status, contentType, snippet, meta });
  };
}

/** Replaces the `url` of a response; returns the response. */
export function showUrl(response: Response, value: string): Response {
  return Object.defineProperty(response, 'url', { value, configurable: true });
}
