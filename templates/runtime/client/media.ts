/** Bytes that were received; named by way of `Uint8Array.of` because `Uint8Array` takes a type argument only from TypeScript 5.7 on. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** Bytes by themselves: what a call can upload. A string is sent as UTF-8; a stream is sent as it is read and can be sent only once. */
export type MediaData = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string;

/** Bytes with what is known about them. */
export interface NamedMedia {
  readonly data: MediaData;
  /** Media type; default: the type of a `Blob`, else the first one the operation accepts. */
  readonly type?: string | undefined;
  /** File name; only `multipart/form-data` has a place for it. */
  readonly name?: string | undefined;
}

/** Bytes to upload, bare or with their type. */
export type Media = MediaData | NamedMedia;

/** Whether a value is bytes without a description. */
export function isMediaData(value: unknown): value is MediaData {
  return (
    typeof value === 'string' ||
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream
  );
}

/** Whether a value is bytes in one of the forms of `Media`. */
export function isMedia(value: unknown): value is Media {
  return isMediaData(value) || isNamedMedia(value);
}

/** Brings all forms of media to one. */
export function nameMedia(media: Media): NamedMedia {
  return isMediaData(media) ? { data: media } : media;
}

/** The media type to declare for an upload, out of what the caller said and what the operation accepts. */
export function mediaTypeOf(media: NamedMedia, accepted: readonly string[]): string {
  const own = media.type ?? (media.data instanceof Blob ? media.data.type : '');
  if (own !== '') return own;
  const text = 'text/plain;charset=UTF-8';
  if (typeof media.data === 'string' && accepted.some((range) => accepts(range, 'text/plain'))) return text;
  const binary = 'application/octet-stream';
  if (accepted.some((range) => accepts(range, binary))) return binary;
  return accepted.find((range) => !range.includes('*')) ?? binary;
}

/** Whether a media type falls into a range such as `image/*`; parameters and case do not count. */
export function accepts(range: string, mediaType: string): boolean {
  const [want, got] = [essenceOf(range), essenceOf(mediaType)];
  if (want === got || want === '*/*' || want === '*') return true;
  return want.endsWith('/*') && got.startsWith(want.slice(0, -1));
}

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

function isNamedMedia(value: unknown): value is NamedMedia {
  return typeof value === 'object' && value !== null && 'data' in value && isMediaData(value.data);
}
