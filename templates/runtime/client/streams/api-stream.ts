import type { Operation, OperationContent } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import type { Core } from '../transport/core.js';
import { splitJsonArray } from './split-json-array.js';
import { StreamPromise, type SplitTexts } from './stream-promise.js';

/** A call whose response is an array or a stream of items. Await it for all items, or iterate over it once for each item as it arrives. */
export class ApiStream<Item, Reason extends string = string> extends StreamPromise<Item, Reason> {
  /**
   * Sends the call and gives the items as they arrive, without keeping them. Leaving the loop ends the response; the
   * abort signal and timeouts of the call apply until then. A response that breaks off is not requested again.
   */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.items();
  }
}

/** Calls an operation whose response can be read item by item; nothing is sent before it is awaited or iterated. */
export function stream<P extends object, Item, Reason extends string>(
  core: Core,
  operation: Operation<P, readonly Item[], Reason>,
  params: P,
  options?: CallOptions,
): ApiStream<Item, Reason> {
  return new ApiStream(operation, core.send(operation, params, options), splitJsonArray);
}

/**
 * Calls an operation that returns events or lines; nothing is sent before it is awaited or iterated. A stream that breaks
 * off is an error: it is not asked for again, and `Last-Event-ID` is sent by callers who pass it.
 */
export function streamItems<P extends object, Item, Reason extends string = string>(
  core: Core,
  operation: Operation<P, readonly Item[], Reason>,
  params: P,
  options?: CallOptions,
): ApiStream<Item, Reason> {
  return new ApiStream(operation, core.send(operation, params, options), chooseSplitter(operation));
}

/** Chooses the splitter that takes the items of an operation out of the pieces of its response. */
export function chooseSplitter({ responses = [], split }: Operation): SplitTexts {
  const contents = responses.flatMap((one) => one.contents ?? []);
  const content = contents.find(holdsItems) ?? { mediaType: 'application/jsonl' };
  return async function* (texts, fail, parse) {
    const splitter = split?.(content, fail, parse);
    if (!splitter) throw fail('nothing takes the items of the response apart');
    for await (const text of texts) yield* splitter.push(text);
    yield* splitter.end();
  };
}

/** Checks for a media type that holds items, one after the other. */
export function holdsItems({ kind }: OperationContent): boolean {
  return kind === 'events' || kind === 'lines';
}
