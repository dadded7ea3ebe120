import type { Operation, Service } from '../../operation.js';
import type { SentBody } from '../body/sent-body.js';
import type { ApiError, ApiErrorFields, ErrorBody } from '../errors/api-error.js';
import type { PointToCaller } from '../errors/call-meta.js';
import type { AccessTokenSource, Auth, Credential, SentSecrets } from './auth.js';
import type { CallResponse } from './call-response.js';
import type { Clock, Fetch, Log, Logger, LogLevel, Middleware, Redactor } from './hooks.js';
import type {
  HeadersOption,
  RetryOptions,
  TimeOptions,
  UploadOptions,
  ValidationLevel,
  DriftReport,
} from './option-types.js';
import type { Scope } from './scope.js';

/** Options of a client. */
export interface ClientOptions extends TimeOptions {
  /** Short for `auth: apiKey(…)`; may stand beside a token in `auth`. */
  readonly apiKey?: string | undefined;
  /**
   * Credentials. Where an operation takes either a token or a key, the token is sent and the key is not;
   * where it needs both, both are. Clients of google-auth-library fit as they are.
   */
  readonly auth?: Auth | AccessTokenSource | readonly (Auth | AccessTokenSource)[] | undefined;
  /**
   * Address of the service, with its version segment where it has one. Default: the address in the spec. Where that is a path
   * alone, an origin is enough.
   */
  readonly baseUrl?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Headers of all calls. */
  readonly headers?: HeadersOption | undefined;
  /**
   * The number of times that a failed call is repeated (default: 2), or the details; `false` or 0: never. Only `GET`, `HEAD` and `OPTIONS` are
   * repeated, and calls that provably never reached the service.
   */
  readonly retry?: number | false | RetryOptions | undefined;
  readonly logger?: Logger | undefined;
  /** Default: `info` with a `logger`, else `off`. Without a `logger`, lines go to `console`. */
  readonly logLevel?: LogLevel | undefined;
  /** The first one is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Time and chance of tests; what is left out is real. */
  readonly clock?: Partial<Clock> | undefined;
  /** Compares requests and responses with the spec. Default: it does not. */
  readonly validate?: ValidateOptions | undefined;
  /** Counts what calls cost and stops before a limit: `quotaMeter()`. Default: none. */
  readonly quota?: CallFeature | undefined;
  /** Keeps responses and asks the service whether they are still valid: `revalidate()`. Default: none. */
  readonly cache?: CallFeature | undefined;
  /** Joins look-ups by id of the same moment: `joinIds()`. Default: none. */
  readonly joinIds?: CallFeature | undefined;
  /** Sends identical reads once while they are in progress: `shareReads()`. Default: none. */
  readonly shareReads?: CallFeature | undefined;
}

/** Options of one call; those that clients have too replace the client's. */
export interface CallOptions extends TimeOptions, UploadOptions {
  /** Ends the call at once wherever it is: fetching a token, in flight, pausing, reading the body. */
  readonly signal?: AbortSignal | undefined;
  readonly retry?: number | false | RetryOptions | undefined;
  /** Further headers, over those of the client; `null` leaves one of these out. */
  readonly headers?: HeadersOption | undefined;
}

/** Options of one call whose response is declared in several media types. */
export interface AcceptOptions<MediaType extends string = string> extends CallOptions {
  /** The media type to ask for. Default: all that are declared, the preferred one first. */
  readonly accept?: MediaType | undefined;
}

/**
 * Compares calls with the spec. Does not compare what callers take as a `Response` or as bytes. What is logged goes to
 * the console where a client has neither a `logger` nor a `logLevel`, and nobody hears `onDrift`.
 */
export interface ValidateOptions {
  /**
   * Parameters and JSON bodies, before they are sent. `warn` logs and reports what is wrong with them; `error` throws a
   * `ValidationError` and sends nothing. Default: `off`.
   */
  readonly request?: ValidationLevel | undefined;
  /**
   * Responses in JSON, streamed ones item by item. `warn` logs and reports; `error` throws a `ValidationError`. Properties and
   * enum values that are not declared are reported, but never rejected. Default: `off`.
   */
  readonly response?: ValidationLevel | undefined;
  /** Told of everything that is logged; of one call, of each kind of difference once. */
  readonly onDrift?: ((report: DriftReport) => void) | undefined;
  /** `validation` of the package's `./validators`: needed in bundles alone, which else hold no validators. */
  readonly use?: CallFeature | undefined;
}

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
  /** The credentials that it is sent with, once they are chosen. */
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
  /** True if the response is wanted as bytes, whatever its media type. */
  readonly asBytes: boolean;
  /** True if its body will be read to the end, so that a request whose body breaks can be sent again. */
  readonly readsBody: boolean;
  readonly redactor: Redactor;
  /** Absent without the feature for it. */
  readonly log?: Log | undefined;
  /** For errors of a body that callers read. */
  readonly pointToCaller?: PointToCaller | undefined;
}

/** A call that is being sent. */
export interface Sending extends Call, SentSecrets {
  readonly scope: Scope;
  /** The number of requests that were sent. */
  attempts: number;
  /** The number of times that it was sent again, new tokens apart. */
  retries: number;
  /** True if one of its requests may have had an effect that no response reported. */
  unsure: boolean;
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

/** The events of a call, each a channel of its own: `speccast:start`. */
export type EventName = 'start' | 'attempt' | 'retry' | 'end' | 'error';

/**
 * A part of a core that not every call needs. Clients have all features; the core of free functions has those that its option
 * `features` names, and bundles hold no others. `Name` is the options that it reads.
 */
export interface CoreFeature<Name extends FeatureOption = FeatureOption> extends Partial<CallFeature> {
  /** The options that it reads. */
  readonly options?: readonly Name[];
  /** Throws `InvalidOptionError` for options of a client or of a call of an operation that cannot work. */
  readonly checkOptions?: (options: ClientOptions & CallOptions, operation?: Operation<never, unknown>) => void;
  /** Throws `InvalidOptionError` where a `fetch` or a middleware gave no response, or one that was read already. */
  readonly checkResponse?: (response: unknown, settings: Pick<Settings, 'middleware'>) => void;
  /** Throws `InvalidOptionError` for a credential that no operation takes. */
  readonly checkAuths?: (service: Service, auths: readonly Auth[]) => void;
  /** Makes a credential of an object of another library that has tokens. */
  readonly toAuth?: (auth: Auth | AccessTokenSource) => Auth;
  /** Makes the error of an unsuccessful response; `undefined` for one that is an ordinary `ApiError`. */
  readonly toError?: (operation: string, message: string, fields: ApiErrorFields, now: number) => ApiError | undefined;
  /** Reads the body of an error. */
  readonly readErrorBody?: (body: unknown) => ErrorBody;
  /** Finds the texts in the body of an error. Default: those of `readErrorBody`. */
  readonly readErrorTexts?: (body: unknown) => readonly string[];
  /** Makes the redactor of a client. */
  readonly createRedactor?: (service: Service) => Redactor;
  /** Makes the log of a client. */
  readonly createLog?: (options: Pick<ClientOptions, 'logger' | 'logLevel'>, redactor: Redactor) => Log;
  /** Tells listeners of an event of a call. */
  readonly publish?: (name: EventName, sending: Sending, detail?: object) => void;
  /** Decides about a failed attempt: waits and returns true where the request is sent again. */
  readonly retry?: (sending: Sending, error: unknown) => Promise<boolean>;
  /** Sends a request through the middleware of the client. */
  readonly send?: SendRequest;
}

/** The functions that a core calls on the way of a call. */
export interface Hooks extends Omit<CoreFeature, 'options'> {
  readonly createRedactor: NonNullable<CoreFeature['createRedactor']>;
  readonly readErrorBody: NonNullable<CoreFeature['readErrorBody']>;
  /** Throws `InvalidOptionError` for an option whose feature is missing. */
  readonly checkFeatures?: (options: ClientOptions & CallOptions) => void;
}

/** Options of the core of free functions: those that need a feature beside the feature alone. */
export type CoreOptions<Name extends FeatureOption = never> = Omit<ClientOptions, FeatureOption> &
  // Not `Name` alone, which would be inferred from the options that are there.
  Pick<ClientOptions, Extract<FeatureOption, Name>> & {
    /** The things that calls do beside sending one request: `[withRetries, withLogging]`. Default: none. */
    readonly features?: readonly CoreFeature<Name>[] | undefined;
  };

/** Options that need a feature, and the feature that reads each. */
export const featureOptions = {
  retry: 'withRetries',
  logger: 'withLogging',
  logLevel: 'withLogging',
  middleware: 'withMiddleware',
  validate: 'withValidation',
} as const;

/** The name of an option that needs a feature. */
export type FeatureOption = keyof typeof featureOptions;
