import type { MediaData, MediaSource } from './media.js';

/** The differences between the address for bytes and that for JSON. */
export interface UploadTarget {
  /** Prefix of the path of the base URL: `/upload`. */
  readonly prefix?: string | undefined;
  /** Path from the root of the host, which replaces the paths of the base URL and the operation. */
  readonly path?: string | undefined;
  /** A piece of the query: `uploadType=media`. */
  readonly query?: string | undefined;
}

/** A request body, ready to be sent. */
export interface PreparedBody {
  /** The bytes, or a function that creates a new stream for each attempt. `undefined` for no body. */
  readonly data: Exclude<MediaData, MediaSource> | FormData | (() => ReadableStream<Uint8Array>) | undefined;
  /** The `Content-Type`; absent for form data, which gets one with its boundary when it is sent. */
  readonly type: string | undefined;
  readonly target?: UploadTarget;
}

/** A body from which requests are created. */
export interface SentBody {
  readonly target?: UploadTarget | undefined;
  /** True for a stream, which can be sent only once. */
  readonly isOnce: boolean;
  /** Returns the body of a request, and sets the type among its headers. */
  readonly init: (headers: Headers) => RequestInit;
}

/** Converts a prepared body into one from which requests are created. */
export function sendBody({ data, type, target }: PreparedBody): SentBody {
  return {
    target,
    isOnce: data instanceof ReadableStream,
    init: (headers) => {
      // The platform sets the type of `FormData`, with its boundary.
      if (!type) headers.delete('content-type');
      else if (!headers.has('content-type')) headers.set('content-type', type);
      // `as`: only drops "may be shared memory", which Request rejects at run time.
      const body = (typeof data === 'function' ? data() : data) as BodyInit;
      return body instanceof ReadableStream ? Object.assign({ body }, { duplex: 'half' }) : { body };
    },
  };
}
