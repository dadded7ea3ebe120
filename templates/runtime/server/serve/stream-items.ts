import type { Json } from '../../json.js';
import type { OperationContent } from '../../operation.js';
import { writeItem } from '../response/write-item.js';
import { pullStream } from '../values/pull-stream.js';

/** The rules that items are sent by. */
interface ItemStream {
  /** Returns an item as it is sent; throws for an item that is not as declared. */
  readonly write: (item: unknown) => Json;
  readonly content: OperationContent;
  readonly signal: AbortSignal;
  readonly report: (error: unknown) => void;
}

/** Sends items as they come. If the caller gives up, the source is closed; if the source fails, the response breaks off. */
export function streamItems(
  source: AsyncIterable<unknown> | Iterable<unknown>,
  { write, content, signal, report }: ItemStream,
): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const encoder = new TextEncoder();
  let isOver = false;
  const stop = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await iterator.return?.();
  };
  signal.addEventListener('abort', () => void stop().catch(report), { once: true });
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await iterator.next();
      if (done !== true && !isOver) return encoder.encode(writeItem(write(value), content));
      isOver = true;
      return undefined;
    } catch (error) {
      report(error);
      await stop().catch(report);
      throw new Error('the source of the response failed', { cause: error });
    }
  };
  return pullStream(next, stop);
}
