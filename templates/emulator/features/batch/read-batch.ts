import { HttpError, type Part, readDelimiter, nextDelimiter, readPart } from '@speccast/runtime/requests';

/** Most requests that one batch may have, as with most services of Google's. */
export const maxCalls = 100;

/** One part of a batch: a request, or the reason why it cannot be read. */
export interface BatchCall {
  /** `Content-ID` of the part. */
  readonly id?: string | undefined;
  readonly request: InnerRequest | HttpError;
}

/** A request in a part. */
export interface InnerRequest {
  readonly method: string;
  /** A path with its query, or an address. */
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** Reads the parts of a `multipart/mixed` body. Rejects (400) a malformed body, and one with no part or too many. */
export function readBatch(bytes: Uint8Array, contentType: string): readonly BatchCall[] {
  const delimiter = readDelimiter(contentType);
  if (delimiter === undefined) throw malformed('its Content-Type has no usable boundary');
  const calls: BatchCall[] = [];
  let open = nextDelimiter(bytes, delimiter, 0);
  while (open !== undefined && !open.closing) {
    const close = nextDelimiter(bytes, delimiter, open.end);
    if (close === undefined) break;
    if (calls.length === maxCalls)
      throw new HttpError(400, 'batchTooLarge', `A batch has at most ${maxCalls} parts.`, { locationType: 'body' });
    const part = readPart(bytes.subarray(open.end, Math.max(open.end, close.start)));
    calls.push({ id: part?.headers.get('content-id'), request: readRequest(part) });
    open = close;
  }
  if (open?.closing !== true) throw malformed('a part or the end of the body is missing');
  if (calls.length === 0) throw malformed('it has no parts');
  return calls;
}

/** Makes the error (400) for a whole batch. */
function malformed(why: string): HttpError {
  return new HttpError(400, 'parseError', `The batch cannot be read: ${why}.`, { locationType: 'body' });
}

/** Makes the error (400) for one part. */
function brokenPart(why: string): HttpError {
  return new HttpError(400, 'parseError', `The part of the batch ${why}.`, { locationType: 'body' });
}

const lf = 10;

/** Reads a request line, headers and the body. */
function readRequest(part: Part | undefined): InnerRequest | HttpError {
  if (part === undefined) return brokenPart('has no empty line after its headers');
  if (part.mediaType !== 'application/http') return brokenPart('is not application/http');
  const start = part.bytes.findIndex((byte) => byte !== 13 && byte !== lf);
  const text = part.bytes.subarray(Math.max(0, start));
  const end = text.indexOf(lf);
  const line = new TextDecoder().decode(end < 0 ? text : text.subarray(0, end)).trimEnd();
  const [, method, target] = /^([A-Za-z]{1,20}) +(\S+)(?: +HTTP\/\d(?:\.\d)?)?$/.exec(line) ?? [];
  if (start < 0 || method === undefined || target === undefined)
    return brokenPart('does not begin with a request line such as GET /path HTTP/1.1');
  const rest = end < 0 ? new Uint8Array(0) : text.subarray(end + 1);
  // The empty line after the headers may be missing at the end of a part.
  const ended = new Uint8Array(rest.length + 4);
  ended.set(rest);
  ended.set([13, lf, 13, lf], rest.length);
  const inner = readPart(rest) ?? readPart(ended);
  if (inner === undefined) return brokenPart('has headers that cannot be read');
  const { headers, bytes } = inner;
  // Some clients put a line break behind the body; the length tells it apart.
  const length = headers.get('content-length') ?? '';
  const body = /^\d{1,15}$/.test(length) ? bytes.subarray(0, Number(length)) : bytes;
  return { method: method.toUpperCase(), target, headers, body };
}
