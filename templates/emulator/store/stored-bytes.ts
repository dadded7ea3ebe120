/** A file outside memory. Its content never changes. */
export interface StoredFile {
  /** SHA-256 of its content, in hexadecimal digits. */
  readonly hash: string;
  /** Number of bytes. */
  readonly size: number;
  /** Reads bytes at once; `to` is exclusive. */
  read(from: number, to: number): Uint8Array;
}

/** Some bytes of a file; `to` is exclusive. */
export interface Stretch {
  readonly file: StoredFile;
  readonly from: number;
  readonly to: number;
}

/** Keeps bytes outside memory. */
export interface MediaStore {
  /** Most bytes that stay in memory. Default: 64 KiB, and nothing of uploads in several requests. */
  readonly inMemory?: number;
  /** Begins a file. */
  begin(): Promise<MediaWriter>;
}

/** A file that is being written. */
export interface MediaWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** Ends the file. Its bytes can be read from then on. */
  finish(): Promise<StoredBytes>;
  /** Removes the file. */
  discard(): Promise<void>;
}

/** Number of bytes that are read at once. */
const step = 256 * 1024;

/** Bytes outside memory: parts of files, one after the other. Immutable. */
export class StoredBytes {
  readonly stretches: readonly Stretch[];
  readonly size: number;

  constructor(stretches: readonly Stretch[]) {
    this.stretches = stretches;
    this.size = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** The bytes from one position to another, which is exclusive; without reading them. */
  slice(from: number, to: number): StoredBytes {
    const found: Stretch[] = [];
    let at = 0;
    for (const { file, from: first, to: end } of this.stretches) {
      const [start, stop] = [Math.max(first, first + from - at), Math.min(end, first + to - at)];
      if (start < stop) found.push({ file, from: start, to: stop });
      at += end - first;
    }
    return new StoredBytes(found);
  }

  /** Reads bytes; `to` is exclusive. */
  read(from = 0, to: number = this.size): Uint8Array {
    const { stretches, size } = this.slice(from, to);
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const stretch of stretches) {
      bytes.set(stretch.file.read(stretch.from, stretch.to), at);
      at += stretch.to - stretch.from;
    }
    return bytes;
  }

  /** Reads the bytes as fast as they are taken. */
  stream(): ReadableStream<Uint8Array> {
    let at = 0;
    return new ReadableStream(
      {
        pull: (controller) => {
          if (at >= this.size) return controller.close();
          const end = Math.min(this.size, at + step);
          controller.enqueue(this.read(at, end));
          at = end;
        },
      },
      { highWaterMark: 0 },
    );
  }
}

/** Bytes in memory or outside. */
export type Content = Uint8Array | StoredBytes;

/** Number of bytes. */
export function sizeOf(content: Content): number {
  return content instanceof StoredBytes ? content.size : content.length;
}

/** The bytes in memory. */
export function inMemory(content: Content): Uint8Array {
  return content instanceof StoredBytes ? content.read() : content;
}

/** The bytes from one position to another, which is exclusive. */
export function sliceOf(content: Content, from: number, to: number): Content {
  return content instanceof StoredBytes ? content.slice(from, to) : content.subarray(from, to);
}

/** Contents as one, without reading those outside memory if all are there. */
export function joined(contents: readonly Content[]): Content {
  const stored = contents.filter((one) => one instanceof StoredBytes);
  if (stored.length === contents.length) return new StoredBytes(stored.flatMap(({ stretches }) => stretches));
  const bytes = new Uint8Array(contents.reduce((sum, one) => sum + sizeOf(one), 0));
  let at = 0;
  for (const one of contents) {
    bytes.set(inMemory(one), at);
    at += sizeOf(one);
  }
  return bytes;
}
