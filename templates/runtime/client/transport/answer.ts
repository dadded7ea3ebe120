import type { Redactor } from './redact.js';

/** What is known about a call that was answered. */
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
export interface Answer<T> {
  readonly response: Response;
  readonly meta: CallMeta;
  /** Knows the credentials that were sent. */
  readonly redactor: Redactor;
  /** Reads and judges the body; a second call gives the same promise. */
  read(): Promise<T>;
  /** Judges an item where the body is read item by item; throws to refuse it. */
  readonly checkItem?: (item: unknown, index: number) => void;
}

/** Sends a call; `whole` says that the body will be read to its end, so that a broken body can be retried. */
export type Send<T> = (whole: boolean) => Promise<Answer<T>>;

/** What an answer came with. */
export type Received = Pick<Answer<unknown>, 'response' | 'redactor' | 'meta'>;
