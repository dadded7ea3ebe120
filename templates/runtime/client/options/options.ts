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
  /** Short form of `auth: apiKey(…)`. It can be combined with a token in `auth`. */
  readonly apiKey?: string | undefined;
  /**
   * Credentials: `bearer('token')`, or a client of google-auth-library. If an operation accepts either a token or a key, only the token
   * is sent; if it needs both, both are.
   */
  readonly auth?: Auth | AccessTokenSource | readonly (Auth | AccessTokenSource)[] | undefined;
  /**
   * Address of the service, with its version if it has one: `https://api.test/v1`. Default: the address in the spec. If that is only a
   * path, an origin is enough.
   */
  readonly baseUrl?: string | undefined;
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Headers of all calls. */
  readonly headers?: HeadersOption | undefined;
  /**
   * Maximum number of times that a failed call is sent again (default: 2), or the rules; `false` or 0 for never. Calls that change data
   * are sent again only if they did not reach the service, or if the spec states that it is safe.
   */
  readonly retry?: number | false | RetryOptions | undefined;
  readonly logger?: Logger | undefined;
  /** The least important lines that are logged. Default: `info` with a `logger`, else `off`. Without a `logger`, to `console`. */
  readonly logLevel?: LogLevel | undefined;
  /** Functions that wrap every attempt, the first one outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Time and random numbers, to be replaced in tests. */
  readonly clock?: Partial<Clock> | undefined;
  /** Compares requests and responses with the spec. Default: off. */
  readonly validate?: ValidateOptions | undefined;
  /** Counts the cost of calls, and stops before a limit is exceeded: `quotaMeter()`. Default: none. */
  readonly quota?: CallFeature | undefined;
  /** Caches responses, and asks the service whether they are still valid: `revalidate()`. Default: none. */
  readonly cache?: CallFeature | undefined;
  /** Joins simultaneous calls by id into one request: `joinIds()`. Default: none. */
  readonly joinIds?: CallFeature | undefined;
  /** Sends identical reads that are in progress at the same time only once: `shareReads()`. Default: none. */
  readonly shareReads?: CallFeature | undefined;
}

/** Options of one call. They replace those of the client. */
export interface CallOptions extends TimeOptions, UploadOptions {
  /** Ends the call at any time: while it fetches a token, sends a request, waits for a retry, or reads the body. */
  readonly signal?: AbortSignal | undefined;
  readonly retry?: number | false | RetryOptions | undefined;
  /** Headers, which replace those of the client; `null` removes one of them. */
  readonly headers?: HeadersOption | undefined;
}

/** Options of one call whose response has several media types in the spec. */
export interface AcceptOptions<MediaType extends string = string> extends CallOptions {
  /** Media type of the response. Default: all in the spec, the preferred one first. */
  readonly accept?: MediaType | undefined;
}

/**
 * The option `validate`, which compares calls with the spec, except responses that callers read as a `Response` or as bytes. Without the
 * options `logger`, `logLevel` and `onDrift`, warnings are logged to the console.
 */
export interface ValidateOptions {
  /**
   * Level for parameters and JSON bodies. `warn` logs and reports differences and sends the request; `error` throws a `ValidationError`
   * and sends nothing. Default: `off`.
   */
  readonly request?: ValidationLevel | undefined;
  /**
   * Level for responses in JSON, and for the items of streams. `warn` logs and reports differences; `error` throws a `ValidationError`.
   * Properties and enum values that are not declared are reported, but never rejected. Default: `off`.
   */
  readonly response?: ValidationLevel | undefined;
  /** Called with the differences that are logged; during one call, once for each kind of difference. */
  readonly onDrift?: ((report: DriftReport) => void) | undefined;
  /** The export `validation` of the entry `./validators` of the package. Needed in bundles, which otherwise contain no validators. */
  readonly use?: CallFeature | undefined;
}

/** The parts of a base URL. Its query comes before that of a call. */
export interface BaseUrl {
  /** `https://films.test` */
  readonly origin: string;
  /** Path without a slash at the end: `/v3`, or empty. */
  readonly path: string;
  /** Query without `?`, or empty. */
  readonly query: string;
}

/** The options of a client, with defaults filled in. */
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
  /** The chosen credentials; absent before the first call. */
  credentials?: readonly Credential[];
  readonly optional?: (call: Call, found: readonly (readonly Credential[])[]) => readonly Credential[];
}

/** A call of an operation, before it is sent. */
export interface Call {
  readonly settings: Settings;
  readonly operation: SignedOperation;
  readonly params: object;
  /** The options of the client and of the call, which replace those of the client. */
  readonly options: ClientOptions & AcceptOptions;
  /** The headers of these options. */
  readonly headers: Headers | undefined;
  /** True if the response is read as bytes, whatever its media type. */
  readonly asBytes: boolean;
  /** True if its body will be read to the end, so that a request whose body breaks can be sent again. */
  readonly readsBody: boolean;
  readonly redactor: Redactor;
  /** Absent without the feature `withLogging`. */
  readonly log?: Log | undefined;
  /** For errors while callers read the body. */
  readonly pointToCaller?: PointToCaller | undefined;
}

/** A call that is being sent. */
export interface Sending extends Call, SentSecrets {
  readonly scope: Scope;
  /** The number of requests that were sent. */
  attempts: number;
  /** The number of times that it was sent again, except after a rejected token. */
  retries: number;
  /** True if the service may have processed one of its requests, although no response arrived. */
  unsure: boolean;
  /** The object for the call in its events. */
  trace?: Trace;
}

/** The call that an event belongs to: the same object in all of its events. */
export interface Trace {
  readonly service: string;
  readonly operation: string;
}

/** A request without its credentials. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body: SentBody | undefined;
  readonly credentials: readonly Credential[];
}

/** Adds the credentials to a request, and sends it once. */
export type SendRequest = (sending: Sending, request: PreparedRequest, scope: Scope) => Promise<Response>;

/** Sends a call, with retries. */
export type SendCall = (call: Call) => Promise<CallResponse<unknown>>;

/** An optional feature that wraps whole calls, with all their attempts. */
export interface CallFeature {
  readonly around: (call: Call, next: SendCall) => Promise<CallResponse<unknown>>;
}

/** The events of a call. Each has a diagnostics channel: `speccast:start`. */
export type EventName = 'start' | 'attempt' | 'retry' | 'end' | 'error';

/**
 * A part of a core that not all programs need. Clients have all features; free functions have those in the option `features`, and
 * bundlers drop the others. `Name` is the union of its options.
 */
export interface CoreFeature<Name extends FeatureOption = FeatureOption> extends Partial<CallFeature> {
  /** The options that it reads. */
  readonly options?: readonly Name[];
  /** Throws `InvalidOptionError` for invalid options of a client, or of a call of an operation. */
  readonly checkOptions?: (options: ClientOptions & CallOptions, operation?: Operation<never, unknown>) => void;
  /** Throws `InvalidOptionError` if `fetch` or a middleware returned no response, or one that was already read. */
  readonly checkResponse?: (response: unknown, settings: Pick<Settings, 'middleware'>) => void;
  /** Throws `InvalidOptionError` for a credential that no operation accepts. */
  readonly checkAuths?: (service: Service, auths: readonly Auth[]) => void;
  /** Converts an object of another library that returns tokens into a credential. */
  readonly toAuth?: (auth: Auth | AccessTokenSource) => Auth;
  /** Creates the error for an unsuccessful response; `undefined` for an ordinary `ApiError`. */
  readonly toError?: (operation: string, message: string, fields: ApiErrorFields, now: number) => ApiError | undefined;
  /** Reads the body of an error. */
  readonly readErrorBody?: (body: unknown) => ErrorBody;
  /** Finds the messages in the body of an error. Default: the `texts` of `readErrorBody`. */
  readonly readErrorTexts?: (body: unknown) => readonly string[];
  /** Creates the redactor of a client. */
  readonly createRedactor?: (service: Service) => Redactor;
  /** Creates the log of a client. */
  readonly createLog?: (options: Pick<ClientOptions, 'logger' | 'logLevel'>, redactor: Redactor) => Log;
  /** Publishes an event of a call. */
  readonly publish?: (name: EventName, sending: Sending, detail?: object) => void;
  /** Called after a failed attempt: waits and returns true if the request is to be sent again. */
  readonly retry?: (sending: Sending, error: unknown) => Promise<boolean>;
  /** Sends a request through the middleware of the client. */
  readonly send?: SendRequest;
}

/** The functions of all features of a core. */
export interface Hooks extends Omit<CoreFeature, 'options'> {
  readonly createRedactor: NonNullable<CoreFeature['createRedactor']>;
  readonly readErrorBody: NonNullable<CoreFeature['readErrorBody']>;
  /** Throws `InvalidOptionError` for an option whose feature is missing. */
  readonly checkFeatures?: (options: ClientOptions & CallOptions) => void;
}

/** Options of the core of free functions. An option that needs a feature is only allowed with that feature. */
export type CoreOptions<Name extends FeatureOption = never> = Omit<ClientOptions, FeatureOption> &
  // Not `Name` alone, which TypeScript would infer from the options instead of the features.
  Pick<ClientOptions, Extract<FeatureOption, Name>> & {
    /** Features of calls: `[withRetries, withLogging]`. Default: none. */
    readonly features?: readonly CoreFeature<Name>[] | undefined;
  };

/** Options that need a feature, and the names of these features. */
export const featureOptions = {
  retry: 'withRetries',
  logger: 'withLogging',
  logLevel: 'withLogging',
  middleware: 'withMiddleware',
  validate: 'withValidation',
} as const;

/** The name of an option that needs a feature. */
export type FeatureOption = keyof typeof featureOptions;
