import type { Operation } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import type { Core } from '../transport/core.js';
import { splitJsonArray } from './split-json-array.js';
import { StreamPromise } from './stream-promise.js';

/** A call whose answer is an array, or one item after the other: awaited it gives all items at once, iterated each of them as it arrives, once. */
export class ApiStream<Item, Reason extends string = string> extends StreamPromise<Item, Reason> {
  /**
   * Sends the call and gives the items as they arrive, without keeping them. Leaving the loop ends the answer; abort and
   * timeout of the call hold until then. A broken answer is not asked for again.
   */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.items();
  }
}

/** Calls an operation whose answer can be read item by item; nothing is sent before it is awaited or iterated. */
export function stream<P extends object, Item, Reason extends string>(
  core: Core,
  operation: Operation<P, readonly Item[], Reason>,
  params: P,
  options?: CallOptions,
): ApiStream<Item, Reason> {
  return new ApiStream(operation, core.send(operation, params, options), splitJsonArray);
}
