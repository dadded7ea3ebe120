import type { Operation, OperationContent } from '../../operation.js';
import { toJson } from './json-text.js';
import type { MediaData, MediaSource, NamedMedia } from './media.js';
import { readOwn } from '../params/read-own.js';
import { refuser } from '../params/refuser.js';
import type { UploadPlace } from '../transport/url.js';

/** A request body, ready to be sent. */
export interface PreparedBody {
  /** A function makes a new stream for each attempt; nothing is sent where it is absent. */
  readonly data: Exclude<MediaData, MediaSource> | FormData | (() => ReadableStream<Uint8Array>) | undefined;
  /** The `Content-Type`; absent for form data, which gets one with its boundary when it is sent. */
  readonly type: string | undefined;
  /** Where it is sent, if not to where JSON goes. */
  readonly place?: UploadPlace;
}

/** A body that a request can be made of. */
export interface SentBody {
  readonly place?: UploadPlace | undefined;
  /** Whether it can be sent but once. */
  readonly isOnce: boolean;
  /** What goes into a request, beside its headers. */
  readonly init: (headers: Headers) => RequestInit;
}

/** Makes requests of a body. */
export function sendBody({ data, type, place }: PreparedBody): SentBody {
  return {
    place,
    isOnce: data instanceof ReadableStream,
    init: (headers) => {
      // Form data gets a boundary of its own.
      if (!type) headers.delete('content-type');
      else if (!headers.has('content-type')) headers.set('content-type', type);
      // The cast only drops "may be shared memory", which Request refuses at run time.
      const body = (typeof data === 'function' ? data() : data) as BodyInit;
      return body instanceof ReadableStream ? Object.assign({ body }, { duplex: 'half' }) : { body };
    },
  };
}

/** Writes the body of a call out of `params.body` and `params.media`; nothing where neither is given nor needed. */
export type BodyWriter = (
  operation: Operation<never, unknown>,
  params: object,
) => SentBody | undefined | Promise<SentBody | undefined>;

/** Writers of the kinds of bodies that few operations take: a bundle holds those that its operations need. */
export interface BodyWriters {
  readonly form?: (body: unknown, refuse: (message: string) => Error, content: OperationContent) => string;
  readonly multipart?: (
    body: unknown,
    refuse: (message: string) => Error,
    content: OperationContent,
  ) => Promise<FormData | PreparedBody>;
  /** JSON and bytes in one body. */
  readonly related?: (json: string, media: NamedMedia & { readonly type: string }) => PreparedBody;
}

/** Writes the body of an operation that takes JSON and nothing else. */
export function writeJson(operation: Operation<never, unknown>, params: object): SentBody | undefined {
  const body = readOwn(params, 'body');
  const refuse = refuser(operation, 'body');
  if (body === undefined) {
    if (operation.bodyRequired === true) throw refuse('is required');
    return undefined;
  }
  refuseBody(operation);
  const type = operation.body?.[0]?.mediaType ?? '*';
  return sendBody({ data: toJson(body, refuse), type: type.includes('*') ? 'application/json' : type });
}

/** Throws where the platform takes no body. */
export function refuseBody(operation: Operation<never, unknown>): void {
  const { method } = operation;
  if (method === 'GET' || method === 'HEAD') throw refuser(operation, 'body')(`cannot be sent with ${method}`);
}
