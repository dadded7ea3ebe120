import type { CallMeta, PointToCaller } from '../errors/call-meta.js';
import type { Redactor } from './hooks.js';

/** A response, and the functions that read its body as data. */
export interface CallResponse<T> {
  readonly response: Response;
  readonly meta: CallMeta;
  /** Replaces the credentials that were sent. */
  readonly redactor: Redactor;
  /** Reads and validates the body; a second call returns the same promise. */
  read(): Promise<T>;
  /** Validates and converts an item of a body that is read item by item; throws if it is invalid. */
  readonly readItem?: (item: unknown, index: number) => unknown;
}

/**
 * Sends a call. With `readBody`, the body will be read to its end, so that a call with a broken body can be sent again. `pointToCaller`
 * is for errors while callers read the body.
 */
export type Send<T> = (readBody: boolean, pointToCaller?: PointToCaller) => Promise<CallResponse<T>>;

/** The parts of a response for functions that read bodies. */
export type Received = Pick<CallResponse<unknown>, 'response' | 'redactor' | 'meta'>;

/** Returns the response with other data, which `read`, called at most once, returns. */
export function respondWith<T>(received: CallResponse<unknown>, read: () => Promise<T>): CallResponse<T> {
  let data: Promise<T> | undefined;
  return { ...received, read: () => (data ??= read()) };
}
