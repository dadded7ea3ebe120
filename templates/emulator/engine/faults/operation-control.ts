import type { Json } from '@speccast/runtime';
import type { Caller } from '../plan/plan.js';

/** A response that an operation documents: a status, and the body that goes with it. */
export interface DocumentedAnswer<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response without a body that an operation documents. */
export interface EmptyAnswer<Status extends number> {
  readonly status: Status;
  readonly body?: undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every status of a class, where a spec says no more than `4XX`, `5XX` or `default`. */
export type StatusOf<Range extends '2XX' | '3XX' | '4XX' | '5XX'> = {
  readonly '2XX': 200 | 201 | 202 | 203 | 204 | 205 | 206;
  readonly '3XX': 300 | 301 | 302 | 303 | 304 | 307 | 308;
  readonly '4XX':
    | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414)
    | (415 | 416 | 417 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
  readonly '5XX': 500 | 501 | 502 | 503 | 504 | 505 | 507 | 508;
}[Range];

/** The statuses of errors among documented answers. */
export type ErrorStatus<Answer extends { readonly status: number }> = Answer extends { readonly status: infer Status }
  ? Status extends number
    ? number extends Status
      ? number
      : `${Status}` extends `4${string}` | `5${string}`
        ? Status
        : never
    : never
  : never;

/** The parameters of a call, which may lack what it should have: nothing is checked yet. */
export type ParamsOf<Params> = {
  readonly [Name in keyof Params as Name extends 'body' | 'media' ? never : Name]?: Params[Name];
};

/** The JSON body or metadata of a call. */
export type BodyOf<Params> = Params extends { readonly body?: infer Body } ? Body : undefined;

/** A call as conditions and replies see it. */
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
  /** Needed where a reason goes with several statuses. Default: the first of them. */
  readonly status?: Status;
  readonly message?: string;
  /** Such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rule that was made, to say which calls it hits (all, if nothing is said) and to see what became of it. */
export interface FaultHandle<Params> {
  /** Hits the next call only. */
  once(): this;
  /** Hits so many calls. */
  times(count: number): this;
  /** Hits one call: the third from now on is `nth(3)`. */
  nth(number: number): this;
  /** Hits all calls until it is removed. */
  always(): this;
  /** Hits calls of which this is true; others do not count. */
  when(condition: (call: CallView<Params>) => boolean): this;
  /** How many calls it has hit. */
  readonly used: number;
  remove(): void;
}

/**
 * What can go wrong with an operation. Of several rules that hit a call, the newest error, reply or broken connection
 * counts, beside the newest `delay` and the newest `cut`.
 */
export interface OperationControl<
  Params = Record<string, unknown>,
  Reason extends string = string,
  Answer extends { readonly status: number } = DocumentedAnswer<number, Json> | EmptyAnswer<number>,
> {
  /** Rejects calls as the service does for a reason that it documents; nothing is changed. */
  fail(reason: Reason, options?: FailOptions<ErrorStatus<Answer>>): FaultHandle<Params>;
  /** Rejects calls with a documented status, for the first reason that goes with it. */
  fail(options: FailOptions<ErrorStatus<Answer>> & { readonly status: ErrorStatus<Answer> }): FaultHandle<Params>;
  /** Answers in place of the service, as it documents; nothing is changed. */
  reply(answer: Answer | ((call: CallView<Params>) => Answer | Promise<Answer>)): FaultHandle<Params>;
  /**
   * Breaks the connection: `fetch` rejects with a `TypeError`. Nothing is done before, unless it is told to lose no more
   * than the response.
   */
  disconnect(options?: { readonly lose?: 'request' | 'answer' }): FaultHandle<Params>;
  /** Never answers: the call ends when its caller gives up, or when faults are cleared. */
  stall(): FaultHandle<Params>;
  /**
   * Lets calls wait before anything is done, for milliseconds of real time, or until `emulator.clock` is moved past the end.
   * Of a span, each call waits for a time that follows from the seed.
   */
  delay(milliseconds: number | { readonly min: number; readonly max: number }): FaultHandle<Params>;
  /** Breaks the connection when so many bytes of the response's body are sent; a shorter one comes whole. */
  cut(bytes: number): FaultHandle<Params>;
}

/** What a journal shows of the calls of an operation. */
export interface CallOf<Params> {
  readonly params: ParamsOf<Params>;
  readonly body: BodyOf<Params>;
}
