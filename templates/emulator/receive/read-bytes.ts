import { HttpError, accepts, openBody, unsupported } from '@speccast/runtime/requests';
import type { OperationPlan } from '../plan/plan.js';
import { type Content, inMemory, type MediaStore, type MediaWriter } from '../store/stored-bytes.js';

/** The bytes of a body that arrived. */
export interface ArrivedBytes {
  readonly content: Content;
  /** Why it ended early; absent if the body is complete. */
  readonly cut?: { readonly error: unknown };
}

/** Limits of a body that is read. */
export interface BodyLimits {
  /** Maximum length in bytes. */
  readonly maxBytes: number;
  /** Keeps bytes outside memory. Default: none. */
  readonly store?: MediaStore | undefined;
  /** Most bytes that are kept in memory if there is a store. Default: what the store says, else 64 KiB. */
  readonly inMemory?: number;
  /** Whether what arrived of a body that breaks off is kept. Default: false. */
  readonly keepsCut?: boolean;
}

const usualInMemory = 64 * 1024;

/** Reads the body of a request. Rejects (413) one that is too long as soon as that is known. */
export async function bytesOf(request: Request, maxBytes: number): Promise<Uint8Array> {
  return inMemory(await contentOf(request, { maxBytes }));
}

/** Reads the body of a request, in memory or into the store. Rejects (413) as `bytesOf` does. */
export async function contentOf(request: Request, limits: BodyLimits): Promise<Content> {
  return (await arrivedOf(request, limits)).content;
}

/**
 * Reads the body of a request to its end, or until it breaks off or is aborted, and undoes its content encoding. Rejects (413)
 * as `bytesOf` does, an encoding that is not known (415), and a length other than the announced one (400).
 */
export async function arrivedOf(request: Request, limits: BodyLimits): Promise<ArrivedBytes> {
  if (request.body === null) return { content: new Uint8Array(0) };
  const gathered = new Gathered(limits);
  let cut: { readonly error: unknown } | undefined;
  const reader = openBody(request, limits.maxBytes, request.signal).getReader();
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
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) await gathered.add(chunk);
    if (cut !== undefined && limits.keepsCut !== true) throw cut.error;
    return { content: await gathered.end(), ...(cut && { cut }) };
  } catch (error) {
    await gathered.discard();
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** The bytes of a body so far. */
class Gathered {
  readonly #limits: BodyLimits;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #writer: MediaWriter | undefined;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  async add(chunk: Uint8Array): Promise<void> {
    const { store, inMemory: most = store?.inMemory ?? usualInMemory } = this.#limits;
    this.#length += chunk.length;
    this.#chunks.push(chunk);
    if (store === undefined || this.#length <= most) return;
    this.#writer ??= await store.begin();
    for (const one of this.#chunks.splice(0)) await this.#writer.write(one);
  }

  async end(): Promise<Content> {
    return this.#writer === undefined ? join(this.#chunks, this.#length) : this.#writer.finish();
  }

  async discard(): Promise<void> {
    await this.#writer?.discard();
  }
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

/** Rejects (415) a media type that the operation does not accept. An empty string is accepted. */
export function checkMediaType({ operation }: OperationPlan, type: string, header = 'Content-Type'): void {
  const accepted = operation.media?.mediaTypes ?? [];
  if (type !== '' && !accepted.some((one) => accepts(one, type))) throw unsupported(type, accepted, header);
}
