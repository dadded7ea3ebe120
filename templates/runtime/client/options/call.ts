import type { Operation, Service } from '../../operation.js';
import type { SentBody } from '../body/sent-body.js';
import type { PointToCaller } from '../errors/call-meta.js';
import type { Auth, Credential } from './auth.js';
import type { CallResponse } from './call-response.js';
import type { Hooks } from './features.js';
import type { Fetch, Log, Middleware, Redactor } from './hooks.js';
import type { AcceptOptions, ClientOptions } from './options.js';
import type { Scope } from './scope.js';

/** A base URL taken apart: the query of the base comes before that of the call. */
export interface BaseUrl {
  /** `https://films.test` */
  readonly origin: string;
  /** Without a slash at the end: `/v3`, or empty. */
  readonly path: string;
  /** Without `?`; empty where there is none. */
  readonly query: string;
}

/** A client's options, read. */
export interface Settings {
  readonly service: Service;
  readonly base: BaseUrl;
  readonly auths: readonly Auth[];
  readonly fetch: Fetch;
  readonly middleware: readonly Middleware[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The hooks of all features. */
  readonly hooks: Hooks;
  /** Ends when the client is disposed. */
  readonly life: Scope;
}

/** An operation as a client calls it. */
export interface SignedOperation extends Operation<never, unknown> {
  /** What it is sent with, once that is chosen. */
  credentials?: readonly Credential[];
  readonly optional?: (call: Call, found: readonly (readonly Credential[])[]) => readonly Credential[];
}

/** One call of an operation, as its caller asks for it. */
export interface Call {
  readonly settings: Settings;
  readonly operation: SignedOperation;
  readonly params: object;
  /** The options of the client, with those of the call over them. */
  readonly options: ClientOptions & AcceptOptions;
  /** The headers of these options. */
  readonly headers: Headers | undefined;
  /** Whether the response is wanted as bytes, whatever its media type. */
  readonly asBytes: boolean;
  /** Whether its body will be read to the end, so that a request whose body breaks can be sent again. */
  readonly readsBody: boolean;
  readonly redactor: Redactor;
  /** Absent without the feature for it. */
  readonly log?: Log | undefined;
  /** For errors of a body that callers read. */
  readonly pointToCaller?: PointToCaller | undefined;
}

/** A call that is being sent. */
export interface Sending extends Call {
  readonly scope: Scope;
  /** The number of requests that were sent. */
  attempts: number;
  /** The number of times that it was sent again, new tokens apart. */
  retries: number;
  /** Whether one of its requests may have had an effect that no response reported. */
  unsure: boolean;
  /** The secret of each credential that the last request was sent with. */
  readonly sent: Map<Auth, string>;
  /** Secrets that the service rejected, of credentials that can be renewed. */
  readonly rejected: Map<Auth, string>;
  /** The call in its events. */
  trace?: Trace;
}

/** The call that an event belongs to: the same object in all of its events. */
export interface Trace {
  readonly service: string;
  readonly operation: string;
}

/** A request before it is signed. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body: SentBody | undefined;
  readonly credentials: readonly Credential[];
}

/** Sends a request once, signed. */
export type SendRequest = (sending: Sending, request: PreparedRequest, scope: Scope) => Promise<Response>;

/** Sends a call until it succeeds or fails for good. */
export type SendCall = (call: Call) => Promise<CallResponse<unknown>>;

/** An optional feature of a client: wraps whole calls, retries included, as a middleware wraps attempts. */
export interface CallFeature {
  readonly around: (call: Call, next: SendCall) => Promise<CallResponse<unknown>>;
}
