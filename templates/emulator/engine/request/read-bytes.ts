import { parseJson, type Json } from '@speccast/runtime';
import type { OperationPlan } from '../plan/plan.js';
import { HttpError } from '../response/http-error.js';
import { matchesMediaType } from '../values/media-type.js';

/** The bytes of a body that arrived. */
export interface ArrivedBytes {
  readonly bytes: Uint8Array;
  /** Why it ended early; absent if the body is complete. */
  readonly cut?: { readonly error: unknown };
}

/** Reads the body of a request. Rejects (413) one that is too long as soon as that is known. */
export async function bytesOf(request: Request, maxBytes: number): Promise<Uint8Array> {
  const { bytes, cut } = await arrivedOf(request, maxBytes);
  if (cut !== undefined) throw cut.error;
  return bytes;
}

/** Reads the body of a request to its end, or until it breaks off or is aborted. Rejects (413) as `bytesOf` does. */
export async function arrivedOf({ body, headers, signal }: Request, maxBytes: number): Promise<ArrivedBytes> {
  if (body === null) return { bytes: new Uint8Array(0) };
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  let cut: { readonly error: unknown } | undefined;
  const reader = body.getReader();
  const stop = (): void => {
    cut = { error: signal.reason };
    reader.cancel().catch(() => {});
  };
  signal.addEventListener('abort', stop);
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      length += step.value.length;
      if (length > maxBytes) break;
      chunks.push(step.value);
    }
  } catch (error) {
    cut = { error };
  }
  signal.removeEventListener('abort', stop);
  if (length > maxBytes) {
    await reader.cancel();
    throw tooLarge(maxBytes);
  }
  return { bytes: join(chunks, length), ...(cut && { cut }) };
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, 'uploadTooLarge', `The body is longer than ${maxBytes} bytes.`, {
    locationType: 'body',
    rule: '*#size',
  });
}

/** Rejects (415) a media type that the operation does not accept. An empty string is accepted. */
export function checkMediaType({ operation }: OperationPlan, type: string, header = 'Content-Type'): void {
  const accepted = operation.media?.mediaTypes ?? [];
  if (type !== '' && !accepted.some((one) => matchesMediaType(type, one))) throw unsupported(type, accepted, header);
}

/** The error (415) for an unsupported media type. */
export function unsupported(type: string, accepted: readonly string[], header = 'Content-Type'): HttpError {
  const message = `The operation does not take ${type}; it takes ${accepted.join(', ')}.`;
  return new HttpError(415, 'unsupportedMediaType', message, { location: header, locationType: 'header' });
}

/** Decodes UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Parses JSON from bytes. Rejects invalid JSON (400). */
export function jsonOf(bytes: Uint8Array): Json {
  const value = parseJson(textOf(bytes));
  if (value !== undefined) return value;
  throw new HttpError(400, 'parseError', 'The body is not JSON, or is nested too deeply.', {
    locationType: 'body',
    rule: '*#json',
  });
}
