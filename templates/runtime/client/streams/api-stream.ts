import type { Operation, OperationContent } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import type { Core } from '../transport/core.js';
import { splitJsonArray } from './split-json-array.js';
import { StreamPromise, type SplitTexts } from './stream-promise.js';

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

/**
 * Calls an operation that answers events or lines; nothing is sent before it is awaited or iterated. A stream that breaks
 * off is an error: it is not asked for again, and `Last-Event-ID` is sent by callers who pass it.
 */
export function streamItems<P extends object, Item, Reason extends string = string>(
  core: Core,
  operation: Operation<P, readonly Item[], Reason>,
  params: P,
  options?: CallOptions,
): ApiStream<Item, Reason> {
  return new ApiStream(operation, core.send(operation, params, options), splitterOf(operation));
}

/** What takes the items of an operation out of the pieces of its answer. */
export function splitterOf({ responses = [], split }: Operation<never, unknown>): SplitTexts {
  const contents = responses.flatMap((one) => one.contents ?? []);
  const content = contents.find(isItems) ?? { mediaType: 'application/jsonl' };
  return async function* (texts, fail) {
    const splitter = split?.(content, fail);
    if (splitter === undefined) throw fail('nothing takes the items of the answer apart');
    for await (const text of texts) yield* splitter.push(text);
    yield* splitter.end();
  };
}

/** Whether a media type holds items, one after the other. */
export function isItems({ kind }: OperationContent): boolean {
  return kind === 'events' || kind === 'lines';
}
