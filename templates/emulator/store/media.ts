import { pullStream } from '@speccast/runtime/requests';
import { joinBytes } from '../values/bytes.js';

/** Bytes of an upload. */
export interface ReceivedMedia {
  /** All bytes. If they are `stored`, reading this member reads the file. */
  readonly bytes: Uint8Array;
  /** The bytes outside memory, if they are kept there. */
  readonly stored?: StoredBytes;
  readonly mediaType: string;
  readonly fileName?: string;
}

/** The media type of a file, and its name if it has one. */
export interface MediaDescription {
  readonly mediaType: string;
  readonly fileName?: string | undefined;
}

/** Creates media from its content; `bytes` reads a content outside memory. */
export function createMedia(content: Content, { mediaType, fileName }: MediaDescription): ReceivedMedia {
  const rest = { mediaType, ...(fileName !== undefined && { fileName }) };
  if (!(content instanceof StoredBytes)) return { bytes: content, ...rest };
  let known: WeakRef<Uint8Array> | undefined;
  return {
    get bytes() {
      const bytes = known?.deref() ?? content.read();
      known = new WeakRef(bytes);
      return bytes;
    },
    stored: content,
    ...rest,
  };
}

/** Returns the content of media without reading it. */
export function getContent(media: ReceivedMedia): Content {
  return media.stored ?? media.bytes;
}

/** Counts the bytes of media without reading them. */
export function countBytes(media: ReceivedMedia): number {
  return getContent(media).length;
}

/** Creates the body of a response with media: a stream for bytes outside memory. */
export function toResponseBody(media: ReceivedMedia): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  return media.stored?.stream() ?? media.bytes.slice();
}

/** A file outside memory. Its content never changes. */
export interface StoredFile {
  /** SHA-256 of its content, in hexadecimal digits. */
  readonly hash: string;
  /** Number of bytes. */
  readonly size: number;
  /** Reads bytes synchronously; `to` is exclusive. */
  read(from: number, to: number): Uint8Array;
}

/** Some bytes of a file; `to` is exclusive. */
interface Stretch {
  readonly file: StoredFile;
  readonly from: number;
  readonly to: number;
}

/** Keeps bytes outside memory. */
export interface MediaStore {
  /** Files up to this number of bytes stay in memory. Default: 64 KiB, and 0 for uploads in several requests. */
  readonly inMemory?: number;
  /** Begins a file. */
  begin(): Promise<MediaWriter>;
}

/** A file that is being written. */
export interface MediaWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** Ends the file, and returns its bytes. */
  finish(): Promise<StoredBytes>;
  /** Removes the file. */
  discard(): Promise<void>;
}

/** Number of bytes that are read at once. */
const step = 256 * 1024;

/** Bytes outside memory: parts of files, one after the other. Immutable. */
export class StoredBytes {
  readonly stretches: readonly Stretch[];
  readonly length: number;

  constructor(stretches: readonly Stretch[]) {
    this.stretches = stretches;
    this.length = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** Returns the bytes from one position to another, which is exclusive, without reading them. */
  subarray(from: number, to: number = this.length): StoredBytes {
    let at = 0;
    const found = this.stretches.map(({ file, from: first, to: end }) => {
      const start = first - at;
      at += end - first;
      return { file, from: Math.max(first, start + from), to: Math.min(end, start + to) };
    });
    return new StoredBytes(found.filter((one) => one.from < one.to));
  }

  /** Reads bytes into memory; `to` is exclusive. */
  read(from = 0, to?: number): Uint8Array {
    return joinBytes(this.subarray(from, to).stretches.map((one) => one.file.read(one.from, one.to)));
  }

  /** Streams the bytes; they are read when the stream is read. */
  stream(): ReadableStream<Uint8Array> {
    let at = 0;
    return pullStream(async () => {
      const bytes = this.read(at, at + step);
      at += bytes.length;
      return bytes.length === 0 ? undefined : bytes;
    });
  }
}

/** Bytes in memory or outside. */
export type Content = Uint8Array | StoredBytes;

/** Reads a content into memory. */
export function inMemory(content: Content): Uint8Array {
  return content instanceof StoredBytes ? content.read() : content;
}

/** Joins contents. Contents outside memory are read only if another one is in memory. */
export function joinContents(contents: readonly Content[]): Content {
  const stored = contents.filter((one) => one instanceof StoredBytes);
  if (stored.length === contents.length) return new StoredBytes(stored.flatMap(({ stretches }) => stretches));
  return joinBytes(contents.map(inMemory));
}
