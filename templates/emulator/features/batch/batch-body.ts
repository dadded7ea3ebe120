import { bodyError, HttpError, type Part, readDelimiter, nextDelimiter, readPart } from '@speccast/runtime/requests';
import { joinBytes } from '../../values/bytes.js';

/** Most requests that one batch may have, as with most services of Google's. */
const maxCalls = 100;

/** Reads the parts of a `multipart/mixed` body; undefined for one without an empty line. Rejects (400) a malformed body, and one with no part or too many. */
export function readBatch(bytes: Uint8Array, contentType: string): readonly (Part | undefined)[] {
  const delimiter = readDelimiter(contentType);
  if (!delimiter) throw malformed('its Content-Type has no usable boundary');
  const parts: (Part | undefined)[] = [];
  let open = nextDelimiter(bytes, delimiter, 0);
  while (open?.closing === false) {
    const close = nextDelimiter(bytes, delimiter, open.end);
    if (close && parts.length === maxCalls) throw bodyError('batchTooLarge', `A batch has at most ${maxCalls} parts.`);
    if (close) parts.push(readPart(bytes.subarray(open.end, Math.max(open.end, close.start))));
    open = close;
  }
  if (!open) throw malformed('a part or the end of the body is missing');
  if (parts.length === 0) throw malformed('it has no parts');
  return parts;
}

/** Makes the error (400) for a whole batch. */
function malformed(why: string): HttpError {
  return bodyError('parseError', `The batch cannot be read: ${why}.`);
}

/** Makes the error (400) for one part. */
export function brokenPart(why: string): HttpError {
  return bodyError('parseError', `The part of the batch ${why}.`);
}

/** A request in a part. */
export interface InnerRequest {
  readonly method: string;
  /** A path with its query, or an address. */
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

const lineEnd = Uint8Array.of(13, 10);

/** Reads a request line, headers and the body. Rejects (400) a part that is no request. */
export function readRequest(part: Part | undefined): InnerRequest {
  if (!part) throw brokenPart('has no empty line after its headers');
  if (part.mediaType !== 'application/http') throw brokenPart('is not application/http');
  const start = part.bytes.findIndex((byte) => !lineEnd.includes(byte));
  const text = part.bytes.subarray(Math.max(0, start));
  const end = text.indexOf(10);
  const line = new TextDecoder().decode(end < 0 ? text : text.subarray(0, end)).trimEnd();
  const [, method, target] = /^([A-Za-z]{1,20}) +(\S+)(?: +HTTP\/\d(?:\.\d)?)?$/.exec(line) ?? [];
  if (start < 0 || method === undefined || target === undefined)
    throw brokenPart('does not begin with a request line such as GET /path HTTP/1.1');
  const rest = text.subarray(end < 0 ? text.length : end + 1);
  // The empty line after the headers may be missing at the end of a part.
  const inner = readPart(rest) ?? readPart(joinBytes([rest, lineEnd, lineEnd]));
  if (!inner) throw brokenPart('has headers that cannot be read');
  const { headers, bytes } = inner;
  // Some clients put a line break behind the body; the length tells it apart.
  const length = headers.get('content-length') ?? '';
  const body = /^\d{1,15}$/.test(length) ? bytes.subarray(0, Number(length)) : bytes;
  return { method: method.toUpperCase(), target, headers, body };
}

/** A response in a batch. */
export interface BatchResponse {
  /** `Content-ID` of the request. */
  readonly id?: string | undefined;
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: Blob;
}

/** Writes responses as the parts of a `multipart/mixed` body, in their order. */
export function writeBatch(responses: readonly BatchResponse[], boundary: string): Blob {
  const pieces = responses.flatMap(({ id, status, headers, body }) => {
    const lines = [...headers].filter(([name]) => !/^(?:content-length|access-control-.*)$/i.test(name));
    const head = [
      `--${boundary}`,
      'Content-Type: application/http',
      // `<item-1>` → `<response-item-1>`
      ...(id === undefined ? [] : [`Content-ID: ${id.replace(/^<?/, '$&response-')}`]),
      '',
      `HTTP/1.1 ${status} ${phrases[status] ?? ''}`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${body.size}`,
      '',
      '',
    ];
    return [head.join('\r\n'), body, '\r\n'];
  });
  return new Blob([...pieces, `--${boundary}--\r\n`]);
}

/** Reason phrases of HTTP by status. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Reads the bytes of a response. Rejects (413) more than a number of them. */
export async function readResponseBody({ body }: Response, most: number): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let left = most;
  const reader = body?.getReader();
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    chunks.push(step.value);
    left -= step.value.length;
    if (left >= 0) continue;
    await reader?.cancel();
    throw new HttpError(413, 'responseTooLarge', `The responses of the batch are longer than ${most} bytes.`);
  }
  return new Blob(chunks);
}
