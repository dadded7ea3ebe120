import type { Arrived, Json, JsonObject } from '@speccast/runtime';
import type { Caller, FaultHits } from '../../plan/plan.js';
import type { RuleHandle } from '../../world/counted-rules.js';

/** A documented response: a status and its body. */
export interface DocumentedResponse<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A documented response without a body. */
export interface EmptyResponse<Status extends number> {
  readonly status: Status;
  readonly body?: undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @deprecated Use `DocumentedResponse`; removed in 0.3. */
export type DocumentedAnswer<Status extends number, Body> = DocumentedResponse<Status, Body>;

/** @deprecated Use `EmptyResponse`; removed in 0.3. */
export type EmptyAnswer<Status extends number> = EmptyResponse<Status>;

/** Every status of a class, for `4XX`, `5XX` and `default`. */
export type StatusOf<Range extends '2XX' | '3XX' | '4XX' | '5XX'> = {
  readonly '2XX': 200 | 201 | 202 | 203 | 204 | 205 | 206;
  readonly '3XX': 300 | 301 | 302 | 303 | 304 | 307 | 308;
  readonly '4XX':
    | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414)
    | (415 | 416 | 417 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
  readonly '5XX': 500 | 501 | 502 | 503 | 504 | 505 | 507 | 508;
}[Range];

/** The statuses of errors among the documented responses. */
export type ErrorStatus<Documented extends { readonly status: number }> = Documented extends {
  readonly status: infer Status;
}
  ? Status extends number
    ? number extends Status
      ? number
      : `${Status}` extends `4${string}` | `5${string}`
        ? Status
        : never
    : never
  : never;

/** A status of an error: the documented ones are suggested, and any other from 400 to 599 works. */
type AnyErrorStatus<Documented extends { readonly status: number }> = ErrorStatus<Documented> | (number & {});

/** The parameters of a call. Required ones may be missing: they are not validated yet. */
export type ParamsOf<Params> = {
  readonly [Name in keyof Params as Name extends 'body' | 'media' ? never : Name]?: Params[Name];
};

/** The JSON body or metadata of a call. */
export type BodyOf<Params> = Params extends { readonly body?: infer Body }
  ? Arrived<Exclude<Body, undefined>> | (undefined extends Body ? undefined : never)
  : undefined;

/** The call that is passed to conditions and replies. */
export interface CallView<Params> {
  /** The request. Its body must not be read. */
  readonly request: Pick<Request, 'method' | 'url' | 'headers'>;
  /** Decoded parameters before validation; empty if they cannot be decoded. */
  readonly params: ParamsOf<Params>;
  /** JSON body or metadata before validation; undefined if there is none or it is invalid. */
  readonly body: BodyOf<Params> | undefined;
  /** The caller; undefined without a valid token. */
  readonly caller: Caller | undefined;
}

/** Details of an error. */
export interface FailOptions<Status extends number> {
  /** Status of the error, if the reason has several. Default: the first of them. */
  readonly status?: Status;
  readonly message?: string;
  /** Additional headers, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fault that was added. Its methods limit the calls that it applies to. Default: all calls. */
export interface FaultHandle<Params> extends RuleHandle {
  /** Applies to all calls until it is removed. */
  always(): this;
  /** Applies to calls for which this returns true. Others are not counted. */
  when(condition: (call: CallView<Params>) => boolean): this;
}

/**
 * Makes calls of an operation fail. If several rules apply to a call, the newest error, reply or disconnect is used, together
 * with the newest `delay`, the newest `cut` and the newest `slow`.
 */
export interface OperationControl<
  Params = Record<string, unknown>,
  Reason extends string = string,
  Documented extends { readonly status: number } = DocumentedResponse<number, Json> | EmptyResponse<number>,
> {
  /** Rejects calls with a documented reason, without changes. For another reason, throws a `TypeError` that lists the documented ones. */
  fail(reason: Reason, options?: FailOptions<ErrorStatus<Documented>>): FaultHandle<Params>;
  /**
   * Rejects calls with a status from 400 to 599: `fail(404)`. The body has the format that the API declares for this status, else for
   * other errors, and the first documented reason of the status.
   */
  fail(status: AnyErrorStatus<Documented>, options?: Omit<FailOptions<never>, 'status'>): FaultHandle<Params>;
  /** Rejects calls with a status, as `fail(404)` does: `fail({ status: 404, message: 'Gone.' })`. */
  fail(
    options: FailOptions<AnyErrorStatus<Documented>> & { readonly status: AnyErrorStatus<Documented> },
  ): FaultHandle<Params>;
  /** Responds with a documented response, without running the operation. */
  reply(response: Documented | ((call: CallView<Params>) => Documented | Promise<Documented>)): FaultHandle<Params>;
  /**
   * Breaks the connection: `fetch` rejects with a `TypeError`. The operation does not run. With `lose: 'answer'`, it runs, and only the
   * response is lost.
   */
  disconnect(options?: { readonly lose?: 'request' | 'answer' }): FaultHandle<Params>;
  /** Never responds: the call ends when its caller gives up, or when faults are cleared. */
  stall(): FaultHandle<Params>;
  /**
   * Delays calls before the operation runs, by milliseconds of real time or until `emulator.clock` is moved past the end. For a
   * range, the delay of each call depends on the seed.
   */
  delay(milliseconds: number | { readonly min: number; readonly max: number }): FaultHandle<Params>;
  /** Breaks the connection after a number of bytes of the response's body. A shorter body is sent completely. */
  cut(bytes: number): FaultHandle<Params>;
  /**
   * Sends the response's body slowly: `slow({ bytes: 100, every: 50 })` sends 100 bytes, and the next after 50 milliseconds of real
   * time or when `emulator.clock` is moved by them.
   */
  slow(pieces: { readonly bytes: number; readonly every: number }): FaultHandle<Params>;
}

/** Parameters and body of the journal's entries about an operation. */
export interface CallOf<Params> {
  readonly params: ParamsOf<Params>;
  readonly body: BodyOf<Params>;
}

/** A fault of the calls of an operation, as plain data that can be sent to another process. */
export interface FaultRule {
  /** `operationId` of the calls; `*` is every operation. */
  readonly operation: string;
  /** The calls that it applies to, counted from when the rule was added. Default: all. */
  readonly hits?: FaultHits;
  readonly effect: FaultEffect;
}

/** The effect of a rule on a call. */
export type FaultEffect =
  /** Rejects it as the service would for this reason. Pass a status if the reason has several, or instead of a reason. */
  | ({ readonly kind: 'fail'; readonly reason?: string } & FailOptions<number>)
  /** Responds without running the operation. */
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly body?: Json | Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Breaks the connection before the operation runs, or, with `done`, before the response is sent. */
  | { readonly kind: 'disconnect'; readonly done?: boolean }
  /** Never responds. */
  | { readonly kind: 'stall' }
  /** Waits before the operation runs, in milliseconds. */
  | { readonly kind: 'delay'; readonly min: number; readonly max: number }
  /** Breaks the connection after this number of bytes of the response's body. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Sends the response's body slowly: this number of bytes, then the next after a pause in milliseconds. */
  | { readonly kind: 'slow'; readonly bytes: number; readonly every: number };

/** A rule and its counters. */
export interface ListedFault extends FaultRule {
  /** Id for `remove`. */
  readonly id: number;
  /** Number of calls so far that it could have applied to. */
  readonly seen: number;
  /** Number of calls so far that it applied to. */
  readonly used: number;
}

/** The rules of an emulator as plain data, for code without its types. */
export interface FaultList {
  /** Adds a rule and returns its id. Throws a `TypeError` if the spec does not declare the operation, reason or status. */
  add(rule: FaultRule): number;
  /** All rules, active and used up, the oldest first. */
  list(): readonly ListedFault[];
  /** Removes a rule. Returns false if there is none with this id. */
  remove(id: number): boolean;
  /** Removes all rules. Delayed calls continue, stalled ones are disconnected. */
  clear(): void;
}

/** A call, as passed to conditions and replies of faults. */
export interface FaultCall extends Omit<CallView<unknown>, 'params' | 'body'> {
  readonly params: JsonObject;
  readonly body: Json | undefined;
}
