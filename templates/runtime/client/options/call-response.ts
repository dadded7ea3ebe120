import type { CallMeta, PointToCaller } from '../errors/call-meta.js';
import type { Redactor } from './hooks.js';

/** A response, and its body as data. */
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

/**
 * Sends a call; `readBody` says that the body will be read to its end, so that a broken body can be retried. `pointToCaller` is
 * for errors of a body that callers read.
 */
export type Send<T> = (readBody: boolean, pointToCaller?: PointToCaller) => Promise<CallResponse<T>>;

/** The parts of a response that readers of bodies take. */
export type Received = Pick<CallResponse<unknown>, 'response' | 'redactor' | 'meta'>;

/** Returns a response whose data `read` gives, once. */
export function respondWith<T>(received: CallResponse<unknown>, read: () => Promise<T>): CallResponse<T> {
  let data: Promise<T> | undefined;
  return { ...received, read: () => (data ??= read()) };
}
