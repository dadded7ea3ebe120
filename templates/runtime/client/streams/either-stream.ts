import type { Operation, OperationContent, OperationResponse } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import type { Send } from '../transport/answer.js';
import { ApiPromise } from '../transport/api-promise.js';
import type { Core } from '../transport/core.js';
import { ApiStream } from './api-stream.js';
import { isItems, splitterOf } from './item-stream.js';

/**
 * A call whose answer comes as a whole or item by item, as the caller wants it: awaited it asks for the whole and gives
 * that, iterated it asks for the items and gives each of them as it arrives, once. The two are calls of their own. What
 * the service decides by a parameter or by the body instead, callers have to set to suit.
 */
export class EitherStream<T, Item, Reason extends string = string> extends ApiPromise<T, Reason> {
  readonly #items: () => ApiStream<Item, Reason>;

  constructor(send: Send<T>, items: () => ApiStream<Item, Reason>) {
    super(send);
    this.#items = items;
  }

  /** Sends the call and gives the items as they arrive, without keeping them; leaving the loop ends the answer. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#items()[Symbol.asyncIterator]();
  }
}

/** Calls an operation that answers as a whole or item by item; nothing is sent before it is awaited or iterated. */
export function sendEither<P extends object, T, Item, Reason extends string = string>(
  core: Core,
  operation: Operation<P, T, Reason>,
  params: P,
  options?: CallOptions,
): EitherStream<T, Item, Reason> {
  const { whole, items } = halvesOf(operation);
  // Both halves take what the operation takes; the descriptor is the proof of what each of them answers.
  const [one, other] = [whole as Operation<P, T, Reason>, items as Operation<P, readonly Item[], Reason>];
  const streamed = (): ApiStream<Item, Reason> =>
    new ApiStream(other, core.send(other, params, options), splitterOf(other));
  return new EitherStream(core.send(one, params, options), streamed);
}

interface Halves {
  readonly whole: Operation<never, unknown>;
  readonly items: Operation<never, unknown>;
}

const known = new WeakMap<Operation<never, unknown>, Halves>();

/** The operation with the one and with the other of its media types; the same objects each time. */
function halvesOf(operation: Operation<never, unknown>): Halves {
  const halves = known.get(operation) ?? {
    whole: only(operation, (content) => !isItems(content)),
    // The validator of the answer is about the whole; items have one of their own.
    items: only(operation, isItems, { unjudged: true }),
  };
  known.set(operation, halves);
  return halves;
}

function only(
  operation: Operation<never, unknown>,
  fits: (content: OperationContent) => boolean,
  facts: Partial<OperationContent> = {},
): Operation<never, unknown> {
  const contentsOf = ({ contents = [] }: OperationResponse): readonly OperationContent[] =>
    contents.filter(fits).map((one) => ({ ...one, ...facts }));
  const responses = (operation.responses ?? []).map((one) => ({ ...one, contents: contentsOf(one) }));
  return { ...operation, responses };
}
