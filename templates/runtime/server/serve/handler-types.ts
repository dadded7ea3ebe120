import type { Media } from '../../client/body/media.js';
import type { Arrived, Unrecognized } from '../../result-types.js';
import type { Operation } from '../../operation.js';
import type { NoHeaders, Reply } from './reply.js';

/** The received type for a type that callers may pass: `number | bigint` → `number`, `string | Date` → `string`, without `Unrecognized`. */
type Exact<Value> =
  Extract<Value, readonly unknown[]> extends never
    ? Exclude<
        Value,
        | (Extract<Value, number> extends never ? never : bigint)
        | (Extract<Value, string> extends never ? never : Date)
        | Unrecognized
      >
    : Value extends readonly (infer Item)[]
      ? readonly Exact<Item>[]
      : Value;

/** The decoded parameters of an operation. Those with a default are never `undefined`. */
export type ReceivedParams<Params, Defaulted = never> = DecodedParams<Params> &
  Required<Pick<DecodedParams<Params>, Defaulted & keyof DecodedParams<Params>>>;

type DecodedParams<Params> = {
  readonly [Name in keyof Params as Exclude<Name, 'body' | 'media' | 'contentType'>]: Exact<
    Exclude<Params[Name], undefined>
  >;
};

/** The bytes of a request, as a stream. */
export type ReceivedBytes = ReadableStream<Uint8Array>;

/** A file of a `multipart` body. */
export interface ReceivedFile extends Blob {
  /** Name of the file; empty if the part has none. */
  readonly name: string;
}

/** Replaces `Media` in the type of a value by the received `Bytes`: a stream, or a file of a multipart body. */
type ReceivedValue<Value, Bytes> = Media extends Value
  ? Bytes | Exclude<Value, Media>
  : Value extends readonly (infer Item)[]
    ? Media extends Item
      ? readonly (Bytes | Exclude<Item, Media>)[]
      : Value
    : Value;

/** Replaces members of a multipart body that are `Media` by files. */
type WithFiles<Body> = Body extends object
  ? true extends { [Name in keyof Body]: Media extends Body[Name] ? true : false }[keyof Body]
    ? { readonly [Name in keyof Body]: ReceivedValue<Body[Name], ReceivedFile> }
    : Body
  : Body;

/** The body of a request. */
export type ReceivedBody<Params> = Params extends { readonly body: infer Body }
  ? ReceivedAs<Arrived<Body>>
  : Params extends { readonly body?: infer Body }
    ? ReceivedAs<Arrived<Exclude<Body, undefined>>> | undefined
    : undefined;

type ReceivedAs<Body> = Media extends Body ? ReceivedValue<Body, ReceivedBytes> : WithFiles<Body>;

/** The bytes of an upload. */
export interface ReceivedMedia {
  /** Media type, without parameters. */
  readonly type: string;
  readonly stream: ReceivedBytes;
}

/** The argument of a handler. */
export interface ServerCall<Params, Defaulted, Principal, Context> {
  readonly params: ReceivedParams<Params, Defaulted>;
  /** The body, decoded by its media type and validated. */
  readonly body: ReceivedBody<Params>;
  /** The bytes of an upload. */
  readonly media: Params extends { readonly media: unknown }
    ? ReceivedMedia
    : Params extends { readonly media?: unknown }
      ? ReceivedMedia | undefined
      : undefined;
  /** The value that `authenticate` returned. */
  readonly principal: Principal;
  /** The context of the framework: `{ req, res }` of Express. */
  readonly context: Context;
  /** The request. Its body may already be read. */
  readonly request: Request;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly operation: Operation<never, unknown>;
}

/** Bytes that a handler returns. */
export type SentBytes = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array>;

/** Items of a stream, which are sent as they arrive, until the client disconnects. */
export type SentItems<Item> = AsyncIterable<Item> | Iterable<Item>;

/** Headers of a response: those that the spec declares, and any others as text. */
export type SentHeaders<Declared> = Declared & { readonly [name: string]: unknown };

/** The statuses of ranges in a spec. */
interface RangeStatuses {
  readonly '2XX': 200 | 201 | 202 | 203 | 204 | 205 | 206;
  readonly '4XX':
    | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
    | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
  readonly '5XX': 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
}

/** The statuses of a key of `responses`: `'404'` → `404`, `'4XX'` → `400 | 401 | …`, `'default'` → all errors. */
export type StatusesOf<Key> = Key extends `${infer Status extends number}`
  ? Status
  : RangeStatuses[Key extends keyof RangeStatuses ? Key : '4XX' | '5XX'];

/** The errors that an operation declares, by status. */
export type ErrorReplies<Errors> = {
  [Key in keyof Errors]: Reply<StatusesOf<Key>, Errors[Key], object>;
}[keyof Errors];

/** A successful response: only its body, if no header is required, or a `reply` with status and headers. */
export type Success<Status extends number, Body, Headers = NoHeaders> =
  | Reply<Status, Body, SentHeaders<Headers>>
  | (NoHeaders extends Headers ? (Body extends undefined ? void : Body) : never);

/** A handler of an operation: returns the body of a successful response or a `reply`, or throws an error. */
export type Handler<Call, Responses> = (call: Call) => Responses | Promise<Responses>;

/** The handlers of a service, if some may be missing. The response of a missing handler is 501 Not Implemented. */
export type SomeHandlers<Handlers> = {
  readonly [Name in keyof Handlers]?: Handlers[Name] extends (call: never) => unknown
    ? Handlers[Name]
    : SomeHandlers<Handlers[Name]>;
};
