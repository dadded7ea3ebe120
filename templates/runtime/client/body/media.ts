/** Received bytes: `Uint8Array<ArrayBuffer>`, written so that TypeScript before 5.7, which has no such type argument, reads it. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** Bytes that can be read again from any offset, for uploads that continue after an interruption without holding them in memory. */
export interface MediaSource {
  /** Number of bytes, if known. */
  readonly size?: number | undefined;
  /** Media type. */
  readonly type?: string | undefined;
  /** A text that changes when the bytes change: an upload is not resumed with changed bytes. */
  readonly fingerprint?: string | undefined;
  /** Returns a new stream of the bytes from `offset` on. */
  open(offset: number): ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;
}

/** Bytes to upload. A string is sent as UTF-8. A stream is sent while it is read, and only once: the call is never sent again. */
export type MediaData = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | MediaSource | string;

/** Bytes to upload with their media type, name and headers: `{ data: blob, type: 'image/png', name: 'cat.png' }`. */
export interface NamedMedia {
  readonly data: MediaData;
  /** Media type. Default: that of a `Blob`, else the first one that the operation accepts. */
  readonly type?: string | undefined;
  /** File name; only `multipart/form-data` can hold it. */
  readonly name?: string | undefined;
  /** Further headers of the part, for multipart bodies with an `encoding` in the spec. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Bytes to upload, alone or with their media type. */
export type Media = MediaData | NamedMedia;

/** Returns whether a value is `MediaData`. */
export function isMediaData(value: unknown): value is MediaData {
  return (
    typeof value === 'string' ||
    ArrayBuffer.isView(value) ||
    [Blob, ArrayBuffer, ReadableStream].some((one) => value instanceof one) ||
    isMediaSource(value)
  );
}

/** Returns whether a value is a `MediaSource`. */
export function isMediaSource(value: unknown): value is MediaSource {
  return typeof value === 'object' && typeof Object(value).open === 'function';
}

/** Converts media to `NamedMedia`: a `Blob` → `{ data: blob }`. Returns `undefined` for other values. */
export function nameMedia(value: unknown): NamedMedia | undefined {
  if (isMediaData(value)) return { data: value };
  const named = Object(value);
  return isMediaData(named.data) ? named : undefined;
}

/** Chooses the media type of an upload: that of the caller or of the `Blob`, or else one that the operation accepts. */
export function chooseMediaType({ data, type }: NamedMedia, accepted: readonly string[]): string {
  // Only a `Blob` and a `MediaSource` have a `type`.
  const own: string | undefined = type ?? Object(data).type;
  if (own) return own;
  const accept = (mediaType: string) => accepted.some((range) => accepts(range, mediaType));
  if (typeof data === 'string' && accept('text/plain')) return 'text/plain;charset=UTF-8';
  const binary = 'application/octet-stream';
  return (accept(binary) ? undefined : accepted.find((range) => !range.includes('*'))) ?? binary;
}

/**
 * Returns whether a range includes a media type: `image/*` includes `image/png`, `application/*+json` includes `application/json`.
 * Parameters and case are ignored.
 */
export function accepts(range: string, mediaType: string): boolean {
  const [want, got] = [readEssence(range), readEssence(mediaType)];
  const [start = '', end] = want.replace(/^\*\//, '').split('*');
  return end === undefined ? want === got : got.startsWith(start) && got.replace('/', '/+').endsWith(end);
}

/** Finds the content for a media type: one that names it exactly, or else the first range that includes it. */
export function findContent<One extends { readonly mediaType: string }>(
  contents: readonly One[],
  mediaType: string,
): One | undefined {
  const type = readEssence(mediaType);
  return (
    contents.find((one) => readEssence(one.mediaType) === type) ?? contents.find((one) => accepts(one.mediaType, type))
  );
}

/** Returns a media type in lower case and without parameters: `Text/HTML; charset=utf-8` → `text/html`. */
export function readEssence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
