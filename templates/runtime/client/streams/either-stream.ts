import type { Operation, OperationContent, OperationResponse } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import type { Send } from '../transport/call-response.js';
import { ApiPromise } from '../transport/api-promise.js';
import type { Core } from '../transport/core.js';
import { ApiStream, isItems, splitterOf } from './api-stream.js';

/**
 * A call whose response comes at once or item by item. Await it for the complete response, or iterate over it once to get
 * each item as it arrives; the two are separate calls. If the service decides by a parameter or by the body, set that
 * accordingly.
 */
export class EitherStream<T, Item, Reason extends string = string> extends ApiPromise<T, Reason> {
  readonly #items: () => ApiStream<Item, Reason>;

  constructor(send: Send<T>, items: () => ApiStream<Item, Reason>) {
    super(send);
    this.#items = items;
  }

  /** Sends the call and gives the items as they arrive, without keeping them; leaving the loop ends the response. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#items()[Symbol.asyncIterator]();
  }
}

/** Calls an operation whose response comes at once or item by item; nothing is sent before it is awaited or iterated. */
export function sendEither<P extends object, T, Item, Reason extends string = string>(
  core: Core,
  operation: Operation<P, T, Reason>,
  params: P,
  options?: CallOptions,
): EitherStream<T, Item, Reason> {
  const { whole, items } = halvesOf(operation);
  // Both halves take what the operation takes; the descriptor is the proof of what each of them returns.
  const [one, other] = [whole as Operation<P, T, Reason>, items as Operation<P, readonly Item[], Reason>];
  const streamed = (): ApiStream<Item, Reason> =>
    new ApiStream(other, core.send(other, params, options), splitterOf(other));
  return new EitherStream(core.send(one, params, options), streamed);
}

interface Halves {
  readonly whole: Operation;
  readonly items: Operation;
}

const known = new WeakMap<Operation, Halves>();

/** The operation with the one and with the other of its media types; the same objects each time. */
function halvesOf(operation: Operation): Halves {
  const halves = known.get(operation) ?? {
    whole: only(operation, (content) => !isItems(content)),
    // The validator of the response is for the complete response; items have their own.
    items: only(operation, isItems, { unvalidated: true }),
  };
  known.set(operation, halves);
  return halves;
}

function only(
  operation: Operation,
  fits: (content: OperationContent) => boolean,
  facts: Partial<OperationContent> = {},
): Operation {
  const contentsOf = ({ contents = [] }: OperationResponse): readonly OperationContent[] =>
    contents.filter(fits).map((one) => ({ ...one, ...facts }));
  const responses = (operation.responses ?? []).map((one) => ({ ...one, contents: contentsOf(one) }));
  return { ...operation, responses };
}
