import { HttpError } from '@speccast/runtime/requests';

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
