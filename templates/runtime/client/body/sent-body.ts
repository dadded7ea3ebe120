import type { MediaData, MediaSource } from './media.js';

/** The address that bytes are sent to, as far as it differs from that of JSON. */
export interface UploadTarget {
  /** Stands before the path of the base: `/upload`. */
  readonly prefix?: string | undefined;
  /** Path from the root of the base's host, instead of the base's path and the operation's. */
  readonly path?: string | undefined;
  /** A piece of the query: `uploadType=media`. */
  readonly query?: string | undefined;
}

/** A request body, ready to be sent. */
export interface PreparedBody {
  /** A function makes a new stream for each attempt; nothing is sent where it is absent. */
  readonly data: Exclude<MediaData, MediaSource> | FormData | (() => ReadableStream<Uint8Array>) | undefined;
  /** The `Content-Type`; absent for form data, which gets one with its boundary when it is sent. */
  readonly type: string | undefined;
  readonly target?: UploadTarget;
}

/** A body that a request can be made of. */
export interface SentBody {
  readonly target?: UploadTarget | undefined;
  /** True for a stream, which can be sent only once. */
  readonly isOnce: boolean;
  /** Returns the body of a request, and sets the type among its headers. */
  readonly init: (headers: Headers) => RequestInit;
}

/** Makes requests of a body. */
export function sendBody({ data, type, target }: PreparedBody): SentBody {
  return {
    target,
    isOnce: data instanceof ReadableStream,
    init: (headers) => {
      // Form data gets a boundary of its own.
      if (!type) headers.delete('content-type');
      else if (!headers.has('content-type')) headers.set('content-type', type);
      // `as`: only drops "may be shared memory", which Request rejects at run time.
      const body = (typeof data === 'function' ? data() : data) as BodyInit;
      return body instanceof ReadableStream ? Object.assign({ body }, { duplex: 'half' }) : { body };
    },
  };
}
