import type { Media } from '../../client/body/media.js';
import type { Arrived, Unrecognized } from '../../result-types.js';
import type { Operation } from '../../operation.js';
import type { NoHeaders, Reply } from './reply.js';

/** The type that is received for a type that callers may pass: `number | bigint` → `number`, `string | Date` → `string`, and the values of an enum. */
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

/** The parameters of an operation, decoded; those with a default are always there. */
export type ReceivedParams<Params, Defaulted = never> = DecodedParams<Params> &
  Required<Pick<DecodedParams<Params>, Defaulted & keyof DecodedParams<Params>>>;

type DecodedParams<Params> = {
  readonly [Name in keyof Params as Exclude<Name, 'body' | 'media' | 'contentType'>]: Exact<
    Exclude<Params[Name], undefined>
  >;
};

/** Bytes of a request, as they arrive. */
export type ReceivedBytes = ReadableStream<Uint8Array>;

/** A file of a `multipart` body. */
export interface ReceivedFile extends Blob {
  /** Empty if the part has none. */
  readonly name: string;
}

/** Replaces `Media`, which callers send in any form, by a stream or, in a part of `multipart`, a file. */
type ReceivedValue<Value, Bytes> = Media extends Value
  ? Bytes | Exclude<Value, Media>
  : Value extends readonly (infer Item)[]
    ? Media extends Item
      ? readonly (Bytes | Exclude<Item, Media>)[]
      : Value
    : Value;

/** Replaces the members of a body that are files. */
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

/** The bytes that an upload consists of. */
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
  /** The context of the framework for the request. */
  readonly context: Context;
  /** The request itself; its body may be read already. */
  readonly request: Request;
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  readonly operation: Operation<never, unknown>;
}

/** Bytes that a handler returns. */
export type SentBytes = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array>;

/** Items of a stream: they are sent as they come, until the caller gives up. */
export type SentItems<Item> = AsyncIterable<Item> | Iterable<Item>;

/** Headers of a response: those that the spec declares, and any others as text. */
export type SentHeaders<Declared> = Declared & { readonly [name: string]: unknown };

/** The statuses of the ranges that a spec can declare. */
interface RangeStatuses {
  readonly '2XX': 200 | 201 | 202 | 203 | 204 | 205 | 206;
  readonly '4XX':
    | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
    | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
  readonly '5XX': 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
}

/** The statuses that a key of `responses` covers. */
export type StatusesOf<Key> = Key extends `${infer Status extends number}`
  ? Status
  : RangeStatuses[Key extends keyof RangeStatuses ? Key : '4XX' | '5XX'];

/** The errors that an operation declares, by status. */
export type ErrorReplies<Errors> = {
  [Key in keyof Errors]: Reply<StatusesOf<Key>, Errors[Key], object>;
}[keyof Errors];

/** A success: its body alone, if no header is required, or with status and headers. */
export type Success<Status extends number, Body, Headers = NoHeaders> =
  | Reply<Status, Body, SentHeaders<Headers>>
  | (NoHeaders extends Headers ? (Body extends undefined ? void : Body) : never);

/** Serves an operation: returns the body of its success or a `reply`, or throws. */
export type Handler<Call, Responses> = (call: Call) => Responses | Promise<Responses>;

/** The handlers of a service, of which some may be missing: requests to those are 501 Not Implemented. */
export type SomeHandlers<Handlers> = {
  readonly [Name in keyof Handlers]?: Handlers[Name] extends (call: never) => unknown
    ? Handlers[Name]
    : SomeHandlers<Handlers[Name]>;
};
