import { readMember } from '../../json.js';
import { headerError } from '../errors/http-error.js';
import { pullStream } from '../../client/body/pull-stream.js';
import { tooLarge } from './read-text.js';

const encodings: Readonly<Record<string, CompressionFormat>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate' };

/** Reads the body of a request as `openBody` does. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  return new Uint8Array(await new Response(openBody(request, maxBytes)).arrayBuffer());
}

/**
 * Opens the body of a request, and undoes its content encoding. Rejects a body that is too long (413) as soon as that is known, an
 * unknown encoding (415), and bytes that are not of the encoding or not as many as announced (400). If the body breaks off or `signal`
 * aborts, the stream fails with the reason after all bytes that have arrived.
 */
export function openBody(
  { body, headers }: Request,
  maxBytes: number,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  const contentLength = headers.get('content-length') ?? '';
  const announced = Number(contentLength);
  const isAnnounced = /^\d{1,15}$/.test(contentLength.trim()) && !headers.has('transfer-encoding');
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const encoding = body === null ? undefined : readEncoding(headers);
  const source = body?.getReader();
  let received = 0;
  let length = 0;
  let cut: { readonly error: unknown } | undefined;
  const receive = async (): Promise<Uint8Array | undefined> => {
    try {
      const chunk = (await source?.read())?.value;
      if (chunk === undefined) signal?.throwIfAborted();
      received += chunk?.length ?? 0;
      return chunk;
    } catch (error) {
      cut = { error };
      throw error;
    }
  };
  const cancelSource = () => void source?.cancel().catch(() => {});
  signal?.addEventListener('abort', cancelSource, { once: true });
  if (signal?.aborted === true) cancelSource();
  const encoded = pullStream(receive, cancelSource);
  const reader = (encoding ? encoded.pipeThrough(new DecompressionStream(encoding)) : encoded).getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      return (await reader.read()).value;
    } catch {
      if (cut !== undefined) throw cut.error;
      throw headerError(400, 'parseError', `The body is not valid ${encoding}.`, 'Content-Encoding');
    }
  };
  return pullStream(async () => {
    const chunk = await next();
    length += chunk?.length ?? 0;
    if (length > maxBytes) {
      cancel();
      throw tooLarge(maxBytes);
    }
    // Another framing, such as chunks, announces no length.
    if (chunk === undefined && source !== undefined && isAnnounced && announced !== received) {
      const message = `Content-Length announces ${announced} bytes, but the body has ${received}.`;
      throw headerError(400, 'invalidContentLength', message, 'Content-Length');
    }
    return chunk;
  }, cancel);
}

/** Reads the content encoding of a body; undefined if there is none. */
function readEncoding(headers: Headers): CompressionFormat | undefined {
  const listed = (headers.get('content-encoding') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const names = listed.filter((name) => name !== '' && name !== 'identity').join(', ');
  if (names === '') return undefined;
  const known = readMember(encodings, names);
  if (known !== undefined) return known;
  const message = `The content encoding ${names} is not known; identity, gzip and deflate are.`;
  throw headerError(415, 'unsupportedMediaType', message, 'Content-Encoding');
}
