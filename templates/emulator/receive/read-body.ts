import { type JsonObject, type OperationContent, isJsonObject } from '@speccast/runtime';
import { readQuery } from '@speccast/runtime/parameters';
import {
  HttpError,
  accepts,
  checkCharset,
  findContent,
  isJsonType,
  mediaTypeOf,
  openBody,
  readBodyJson,
  readBodyXml,
  readFields,
  readFormText,
  unsupported,
} from '@speccast/runtime/requests';
import type { DecodedBody, OperationPlan } from '../plan/plan.js';
import { createMedia, type Content, type MediaStore, type MediaWriter, inMemory } from '../store/media.js';
import { readFormData, readParts, readRelated } from './read-multipart.js';
import { joinBytes } from '../values/bytes.js';
import { defined } from '../values/defined.js';
import type { Shared } from './shared.js';

const formType = 'application/x-www-form-urlencoded';

/**
 * Reads the body by its media type. Rejects unsupported types (415), invalid JSON and XML, JSON, XML and forms in other
 * charsets than UTF-8 (400), and bodies that are too long (413). `mediaLimits` are for bytes that are stored as they are.
 */
export async function readBody(
  request: Request,
  plan: OperationPlan,
  limits: BodyLimits,
  mediaLimits: BodyLimits = limits,
): Promise<DecodedBody> {
  if (request.body === null) return {};
  const header = request.headers.get('content-type') ?? '';
  const type = mediaTypeOf(header);
  if (isJsonType(type) || type === formType) checkCharset(header);
  const { operation } = plan;
  const declared = findContent(operation.body ?? [], type);
  const isUpload = operation.media !== undefined && (declared === undefined || declared.kind === 'multipart');
  const isWhole = isUpload && (plan.form === undefined || declared === undefined);
  const isMedia = !isJsonType(type) && (isWhole || declared?.kind === 'binary');
  const { content } = await receiveContent(request, isMedia ? mediaLimits : limits);
  if (content.length === 0) return {};
  if (isWhole) {
    if (type === 'multipart/related') return readRelated(content, header);
    if (type === 'multipart/form-data') return readFormData(content, header);
    if (isJsonType(type)) return { body: readBodyJson(inMemory(content)) };
    checkMediaType(plan, type);
    return { media: createMedia(content, { mediaType: type || 'application/octet-stream' }) };
  }
  if (declared?.kind === 'binary' && type !== '')
    return { media: createMedia(content, { mediaType: type }), content: declared };
  const bytes = inMemory(content);
  if (!operation.body) {
    // Operations without a declared body accept JSON or a form, for parameters that callers send there.
    if (type === formType) return { body: readForm(bytes) };
    const body = isJsonType(type) ? readBodyJson(bytes) : undefined;
    return isJsonObject(body) ? { body } : {};
  }
  const isJson = type === '' || (isJsonType(type) && operation.body.some(({ kind = 'json' }) => kind === 'json'));
  if (!declared && !isJson)
    throw unsupported(
      type,
      operation.body.map(({ mediaType }) => mediaType),
    );
  if (!declared || type === '') return defined({ body: readBodyJson(bytes), content: declared });
  return { ...(await readDeclared(declared, { bytes, header }, plan)), content: declared };
}

async function readDeclared(
  declared: OperationContent,
  { bytes, header }: { readonly bytes: Uint8Array; readonly header: string },
  { form: types, operation }: OperationPlan,
) {
  switch (declared.kind) {
    case 'form':
      return { body: types ? readFields(readQuery(readFormText(bytes)).pairs, declared, types) : readForm(bytes) };
    case 'multipart':
      return types ? readParts(bytes, header, declared, types) : readFormData(bytes, header);
    case 'xml':
      checkCharset(header);
      return { body: readBodyXml(bytes, declared, operation) };
    case 'text':
      return { body: new TextDecoder().decode(bytes) };
    default:
      return { body: readBodyJson(bytes) };
  }
}

/** Reads a form without a schema. */
export function readForm(bytes: Uint8Array): JsonObject {
  return collectValues(new URLSearchParams(readFormText(bytes)));
}

/** Collects values by name, as a list where there are several: `a=1&a=2&b=3` → `{"a": ["1", "2"], "b": "3"}`. */
export function collectValues(pairs: URLSearchParams): JsonObject {
  const values = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(values);
}

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
  /** Maximum number of bytes that are kept in memory if there is a store. Default: that of the store, else 64 KiB. */
  readonly inMemory?: number;
  /** Keeps the beginning of a body that breaks off. Default: false. */
  readonly keepsCut?: boolean;
}

const usualInMemory = 64 * 1024;

/** Reads the body of a request. Rejects (413) a body as soon as it is known to be too long. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  return inMemory((await receiveContent(request, { maxBytes })).content);
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
  const breakOff = (error: unknown) => {
    if (error instanceof HttpError || limits.keepsCut !== true) throw error;
    cut = { error };
    return { value: undefined };
  };
  try {
    for (;;) {
      const { value: chunk } = await reader.read().catch(breakOff);
      if (!chunk) break;
      length += chunk.length;
      chunks.push(chunk);
      if (!store || length <= most) continue;
      writer ??= await store.begin();
      for (const one of chunks.splice(0)) await writer.write(one);
    }
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

const stores = new WeakMap<object, MediaStore>();

/** Offers a store for the bytes of a request to emulators without a store. */
export function offerStore(request: object, store: MediaStore): void {
  stores.set(request, store);
}

/** Offers the store of a request to the request that replaces it. */
export function shareStore(from: object, to: object): void {
  const store = stores.get(from);
  if (store) stores.set(to, store);
}

/** Returns the limits of bytes that are stored as they are. Outside memory they may be of any length, unless an option limits it. */
export function findMediaLimits({ options, maxBodyBytes }: Shared, request: Request): BodyLimits {
  const store = options.mediaStore ?? stores.get(request);
  if (!store) return { maxBytes: maxBodyBytes };
  return { maxBytes: options.maxBodyBytes ?? Infinity, store };
}
