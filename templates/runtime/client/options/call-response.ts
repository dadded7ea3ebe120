import type { Redactor } from '../features/redact.js';

/** What is known about a call that got a response. */
export interface CallMeta {
  readonly status: number;
  readonly headers: Headers;
  /** The service's name for the request, for its support. */
  readonly requestId: string | undefined;
  /** How many requests were sent. */
  readonly attempts: number;
  /** What they cost of the service's quota, in its units; absent where the spec names no cost. */
  readonly quotaCost: number | undefined;
  /** The option `cache` had the data: the service said that they still hold. */
  readonly fromCache?: boolean;
}

/** What came back: the response, and its body as data. */
export interface CallResponse<T> {
  readonly response: Response;
  readonly meta: CallMeta;
  /** Knows the credentials that were sent. */
  readonly redactor: Redactor;
  /** Reads and validates the body; a second call gives the same promise. */
  read(): Promise<T>;
  /** Validates an item where the body is read item by item, and throws if it is invalid; gives what callers have of it. */
  readonly readItem?: (item: unknown, index: number) => unknown;
}

/** Makes the stack of an error of this package lead to the code that made a call; returns the error. */
export type PointToCaller = (error: unknown) => unknown;

/**
 * Sends a call; `readBody` says that the body will be read to its end, so that a broken body can be retried. `pointToCaller` is
 * for errors of a body that callers read.
 */
export type Send<T> = (readBody: boolean, pointToCaller?: PointToCaller) => Promise<CallResponse<T>>;

/** What a response came with. */
export type Received = Pick<CallResponse<unknown>, 'response' | 'redactor' | 'meta'>;
