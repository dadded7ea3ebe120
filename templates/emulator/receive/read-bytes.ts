import { HttpError, accepts, openBody, unsupported } from '@speccast/runtime/requests';
import type { OperationPlan } from '../plan/plan.js';
import { type Content, inMemory, type MediaStore, type MediaWriter } from '../store/stored-bytes.js';
import { joinBytes } from '../values/bytes.js';

/** The bytes of a body that arrived. */
export interface ArrivedBytes {
  readonly content: Content;
  /** The error that ended the body early; absent if it is complete. */
  readonly cut?: { readonly error: unknown };
}

/** Limits of a body that is read. */
export interface BodyLimits {
  /** Maximum length in bytes. */
  readonly maxBytes: number;
  /** Keeps bytes outside memory. Default: none. */
  readonly store?: MediaStore | undefined;
  /** Most bytes that are kept in memory if there is a store. Default: that of the store, else 64 KiB. */
  readonly inMemory?: number;
  /** The beginning of a body that breaks off is kept. Default: false. */
  readonly keepsCut?: boolean;
}

const usualInMemory = 64 * 1024;

/** Reads the body of a request. Rejects (413) one that is too long as soon as that is known. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  return inMemory(await readContent(request, { maxBytes }));
}

/** Reads the body of a request, in memory or into the store. Rejects (413) as `readBytes` does. */
export async function readContent(request: Request, limits: BodyLimits): Promise<Content> {
  return (await receiveContent(request, limits)).content;
}

/**
 * Reads the body of a request to its end, or until it breaks off or is aborted, and undoes its content encoding. Rejects (413)
 * as `readBytes` does, an encoding that is not known (415), and a length other than the announced one (400).
 */
export async function receiveContent(request: Request, limits: BodyLimits): Promise<ArrivedBytes> {
  if (request.body === null) return { content: new Uint8Array(0) };
  const { maxBytes, store, inMemory: most = store?.inMemory ?? usualInMemory } = limits;
  const reader = openBody(request, maxBytes, request.signal).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let writer: MediaWriter | undefined;
  let cut: { readonly error: unknown } | undefined;
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      return (await reader.read()).value;
    } catch (error) {
      if (error instanceof HttpError) throw error;
      // The body broke off.
      cut = { error };
      return undefined;
    }
  };
  try {
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      length += chunk.length;
      chunks.push(chunk);
      if (store === undefined || length <= most) continue;
      writer ??= await store.begin();
      for (const one of chunks.splice(0)) await writer.write(one);
    }
    if (cut !== undefined && limits.keepsCut !== true) throw cut.error;
    return { content: writer ? await writer.finish() : joinBytes(chunks), ...(cut && { cut }) };
  } catch (error) {
    await writer?.discard();
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** Rejects (415) a media type that the operation does not accept. An empty string is accepted. */
export function checkMediaType({ operation }: OperationPlan, type: string, header = 'Content-Type'): void {
  const accepted = operation.media?.mediaTypes ?? [];
  if (type !== '' && !accepted.some((one) => accepts(one, type))) throw unsupported(type, accepted, header);
}
