/** Bytes that were received; named by way of `Uint8Array.of` because `Uint8Array` takes a type argument only from TypeScript 5.7 on. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** Bytes that can be read again, from any offset on: an upload continues after an interruption without holding them in memory. */
export interface MediaSource {
  /** All bytes, where known. */
  readonly size?: number | undefined;
  /** Media type. */
  readonly type?: string | undefined;
  /** Differs when the bytes differ: an upload is not resumed with a source that has changed. */
  readonly fingerprint?: string | undefined;
  /** The bytes from `offset` on, as a new stream at each call. */
  open(offset: number): ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;
}

/** Bytes by themselves: what a call can upload. A string is sent as UTF-8; a stream is sent as it is read and can be sent only once. */
export type MediaData = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | MediaSource | string;

/** Bytes with their type, name and headers. */
export interface NamedMedia {
  readonly data: MediaData;
  /** Media type. Default: that of a `Blob`, else the first one that the operation accepts. */
  readonly type?: string | undefined;
  /** File name; only `multipart/form-data` can hold it. */
  readonly name?: string | undefined;
  /** Further headers of the part; only bodies whose spec says how parts are encoded can hold them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Bytes to upload, bare or with their type. */
export type Media = MediaData | NamedMedia;

/** Checks for bytes without a description. */
export function isMediaData(value: unknown): value is MediaData {
  return (
    typeof value === 'string' ||
    ArrayBuffer.isView(value) ||
    [Blob, ArrayBuffer, ReadableStream].some((one) => value instanceof one) ||
    isMediaSource(value)
  );
}

/** Checks for bytes that can be read again. */
export function isMediaSource(value: unknown): value is MediaSource {
  return typeof value === 'object' && typeof Object(value).open === 'function';
}

/** Brings all forms of media to one; `undefined` where a value is none. */
export function nameMedia(value: unknown): NamedMedia | undefined {
  if (isMediaData(value)) return { data: value };
  const named = Object(value);
  return isMediaData(named.data) ? named : undefined;
}

/** Chooses the media type of an upload, by what the caller said and what the operation accepts. */
export function chooseMediaType({ data, type }: NamedMedia, accepted: readonly string[]): string {
  // Only Blobs and sources have one.
  const own: string | undefined = type ?? Object(data).type;
  if (own) return own;
  const accept = (mediaType: string) => accepted.some((range) => accepts(range, mediaType));
  if (typeof data === 'string' && accept('text/plain')) return 'text/plain;charset=UTF-8';
  const binary = 'application/octet-stream';
  return (accept(binary) ? undefined : accepted.find((range) => !range.includes('*'))) ?? binary;
}

/**
 * Checks whether a range holds a media type: `image/*`, or `application/*+json`, which holds `application/json`, too. Parameters
 * and case do not count.
 */
export function accepts(range: string, mediaType: string): boolean {
  const [want, got] = [readEssence(range), readEssence(mediaType)];
  const [start = '', end] = want.replace(/^\*\//, '').split('*');
  return end === undefined ? want === got : got.startsWith(start) && got.replace('/', '/+').endsWith(end);
}

/** Finds the content of a media type: the one that names it before a range that holds it. */
export function findContent<One extends { readonly mediaType: string }>(
  contents: readonly One[],
  mediaType: string,
): One | undefined {
  const type = readEssence(mediaType);
  return (
    contents.find((one) => readEssence(one.mediaType) === type) ?? contents.find((one) => accepts(one.mediaType, type))
  );
}

/** Returns the essence of a media type: without its parameters, in lower case. */
export function readEssence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
