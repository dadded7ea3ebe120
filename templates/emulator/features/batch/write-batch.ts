import { HttpError } from '@speccast/runtime/requests';

/** A response in a batch. */
export interface BatchResponse {
  /** `Content-ID` of the request. */
  readonly id?: string | undefined;
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: Uint8Array;
}

const encoder = new TextEncoder();

/** Writes responses as the parts of a `multipart/mixed` body, in their order. */
export function writeBatch(responses: readonly BatchResponse[], boundary: string): Uint8Array<ArrayBuffer> {
  const pieces = responses.flatMap((one) => [encoder.encode(`--${boundary}\r\n${headOf(one)}`), one.body, lineBreak]);
  pieces.push(encoder.encode(`--${boundary}--\r\n`));
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const lineBreak = encoder.encode('\r\n');

function headOf({ id, status, headers, body }: BatchResponse): string {
  const lines = [...headers].filter(([name]) => !/^(?:content-length|access-control-.*)$/i.test(name));
  return [
    'Content-Type: application/http',
    ...(id === undefined ? [] : [`Content-ID: ${responseId(id)}`]),
    '',
    `HTTP/1.1 ${status} ${phrases[status] ?? ''}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
    '',
    '',
  ].join('\r\n');
}

/** `<item-1>` is `<response-item-1>`. */
function responseId(id: string): string {
  return id.startsWith('<') ? `<response-${id.slice(1)}` : `response-${id}`;
}

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

/** The bytes of a response. Rejects (413) more than a number of them. */
export async function bytesOfResponse({ body }: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    chunks.push(step.value);
    length += step.value.length;
    if (length <= most) continue;
    await reader?.cancel();
    throw new HttpError(413, 'responseTooLarge', `The responses of the batch are longer than ${most} bytes.`);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
