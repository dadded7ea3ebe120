import type { Operation } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import type { Send } from '../options/call-response.js';
import { ApiPromise } from '../core/api-promise.js';
import type { Core } from '../core/core.js';
import { ApiStream, chooseSplitter, holdsItems } from './api-stream.js';

/**
 * A call whose response is either complete or a stream of items. Await it for the complete response, or loop over it once for the items;
 * these are separate calls. If a parameter or the body decides which one the service sends (`stream: true`), set it accordingly.
 */
export class EitherStream<T, Item, Reason extends string = string> extends ApiPromise<T, Reason> {
  readonly #items: () => ApiStream<Item, Reason>;

  constructor(send: Send<T>, items: () => ApiStream<Item, Reason>) {
    super(send);
    this.#items = items;
  }

  /** Sends the call and yields the items as they arrive. Leaving the loop cancels the response. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#items()[Symbol.asyncIterator]();
  }
}

/** Calls an operation whose response is either complete or a stream of items. The call is sent when it is awaited or iterated. */
export function sendEither<P extends object, T, Item, Reason extends string = string>(
  core: Core,
  operation: Operation<P, T, Reason>,
  params: P,
  options?: CallOptions,
): EitherStream<T, Item, Reason> {
  const select = (areItems: boolean) => {
    const responses = (operation.responses ?? []).map((one) => {
      const contents = (one.contents ?? []).filter((content) => holdsItems(content) === areItems);
      // The validator of the response is for the complete one; items have their own.
      return { ...one, contents: areItems ? contents.map((content) => ({ ...content, unvalidated: true })) : contents };
    });
    return { ...operation, responses };
  };
  // `as`: Item and the descriptor were generated from the same spec.
  const items = select(true) as Operation<P, readonly Item[], Reason>;
  const streamed = () => new ApiStream(items, core.send(items, params, options), chooseSplitter(items));
  return new EitherStream(core.send(select(false), params, options), streamed);
}
