import type { MediaData, MediaSource } from './media.js';

/** Where bytes are sent, as far as it is another address than JSON is sent to. */
export interface UploadTarget {
  /** What comes before the path of the base: `/upload`. */
  readonly prefix?: string;
  /** Path from the root of the base's host, instead of the base's path and the operation's. */
  readonly path?: string;
  /** A piece of the query: `uploadType=media`. */
  readonly query?: string;
}

/** A request body, ready to be sent. */
export interface PreparedBody {
  /** A function makes a new stream for each attempt; nothing is sent where it is absent. */
  readonly data: Exclude<MediaData, MediaSource> | FormData | (() => ReadableStream<Uint8Array>) | undefined;
  /** The `Content-Type`; absent for form data, which gets one with its boundary when it is sent. */
  readonly type: string | undefined;
  /** Where it is sent, if not to where JSON goes. */
  readonly target?: UploadTarget;
}

/** A body that a request can be made of. */
export interface SentBody {
  readonly target?: UploadTarget | undefined;
  /** Whether it can be sent but once. */
  readonly isOnce: boolean;
  /** What goes into a request, beside its headers. */
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
      // The cast only drops "may be shared memory", which Request rejects at run time.
      const body = (typeof data === 'function' ? data() : data) as BodyInit;
      return body instanceof ReadableStream ? Object.assign({ body }, { duplex: 'half' }) : { body };
    },
  };
}
